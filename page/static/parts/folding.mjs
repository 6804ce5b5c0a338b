// A part of a page that can be folded; it stays so in this browser.

import { html, useState } from "../html.mjs";
import { keep, recall } from "../kept.mjs";
import { say } from "../words.mjs";

export function useFolded(name) {
  const [folded, set] = useState(recall("folded", {})[name] === true);
  const fold = (yes) => {
    keep("folded", { ...recall("folded", {}), [name]: yes });
    set(yes);
  };
  return [folded, fold];
}

export function FoldButton({ folded, fold, what }) {
  return html`<button class="quiet fold-button" aria-expanded=${String(!folded)} onClick=${() => fold(!folded)}
    aria-label=${say(folded ? "frame.unfold" : "frame.fold", { what })}>${folded ? "▸" : "▾"}</button>`;
}

// `head` stands beside the title while the part is open.
export function Folding({ name, title, look, head, children }) {
  const [folded, fold] = useFolded(name);
  return html`<section class=${`${look} card`} aria-labelledby=${`${name}-title`}>
    <div class="folding">
      <h2 id=${`${name}-title`}>${title}</h2>
      ${!folded && head}
      <${FoldButton} folded=${folded} fold=${fold} what=${title} />
    </div>
    ${!folded && children}
  </section>`;
}
