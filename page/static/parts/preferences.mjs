// Switches for what somebody prefers in this browser.

import { html, useState } from "../html.mjs";
import { prefer, PREFERENCES, prefers } from "../preferences.mjs";
import { say } from "../words.mjs";

export function Preference({ name }) {
  const [on, set] = useState(prefers(name));
  const change = (event) => {
    prefer(name, event.target.checked);
    set(event.target.checked);
  };
  return html`<label class="check">
    <input type="checkbox" checked=${on} onChange=${change} />${" "}${say(`frame.preference.${name}`)}
  </label>`;
}

export function Preferences() {
  return html`<section class="card">
    <h2>${say("frame.preferences")}</h2>
    ${PREFERENCES.map((name) => html`<${Preference} key=${name} name=${name} />`)}
  </section>`;
}
