// Switches for what somebody prefers in this browser.

import { html } from "../html.mjs";
import { prefer, preferred, PREFERENCES, prefers } from "../preferences.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";

export function Preference({ name }) {
  useWatched(preferred);
  return html`<label class="check">
    <input type="checkbox" checked=${prefers(name)} onChange=${(event) => prefer(name, event.target.checked)} />${" "}
    ${say(`frame.preference.${name}`)}
  </label>`;
}

export function Preferences() {
  return html`<section class="card">
    <h2>${say("frame.preferences")}</h2>
    ${PREFERENCES.map((name) => html`<${Preference} key=${name} name=${name} />`)}
  </section>`;
}
