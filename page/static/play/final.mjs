// A move that cannot be taken back is asked about first, unless this browser was told not to.

import { send } from "../api.mjs";
import { html, useEffect, useRef } from "../html.mjs";
import { keep, recall } from "../kept.mjs";
import { say } from "../words.mjs";

export function asksBefore() {
  return recall("ask-final", true);
}

// What cannot be explained is sent as it is: the answer then says what is wrong with it.
export async function cannotBeTakenBack(store, seat, move) {
  try {
    return (await send(`${store.path}/explanations`, { seat, move }, { keyed: false })).final === true;
  } catch {
    return false;
  }
}

export function FinalMove({ onYes, onNo }) {
  const yes = useRef(null);
  useEffect(() => {
    yes.current?.scrollIntoView({ block: "nearest" });
    yes.current?.focus();
  }, []);
  const onKeyDown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // Otherwise the list of moves would go back as well.
    onNo();
  };
  return html`<div class="final" role="alertdialog" aria-label=${say("play.final")} onKeyDown=${onKeyDown}>
    <p>${say("play.final")}</p>
    <p>
      <button ref=${yes} class="move primary" onClick=${onYes}>${say("play.final.yes")}</button>${" "}
      <button onClick=${onNo}>${say("play.final.no")}</button>
    </p>
    <label>
      <input type="checkbox" onChange=${(event) => keep("ask-final", event.target.checked ? false : null)} />${" "}
      ${say("play.final.never")}
    </label>
  </div>`;
}
