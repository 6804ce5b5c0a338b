// The page asks before a move that cannot be taken back if that sets it apart: it has several alternatives, and those
// next to it can be taken back. If they are all alike, as in an auction, or so few that nobody clicks the wrong one, a
// question would only be in the way.

import { html, useEffect, useRef } from "../html.mjs";
import { prefer, prefers } from "../preferences.mjs";
import { say } from "../words.mjs";
import { explain } from "./explaining.mjs";

const SEVERAL = 4; // The number of answers from which one may be clicked by mistake.
const NEAREST = 6; // The number of alternatives to compare, nearest in the list first.

// A move that cannot be explained is sent anyway: the answer says what is wrong with it.
async function cannotBeTakenBack(store, seat, move) {
  try {
    return (await explain(store, seat, move)).final === true;
  } catch {
    return false;
  }
}

// `moves` are all answers to the question, `move` among them; one that was built from a template is not.
export async function asksFirst(store, seat, move, moves) {
  const place = moves.findIndex((other) => other.move === move);
  const clear = place >= 0 && moves.length < SEVERAL;
  if (!prefers("ask-final") || clear || !(await cannotBeTakenBack(store, seat, move))) return false;
  const others = moves.map((other, at) => ({ other, far: Math.abs(at - place) })).filter(({ far }) => far > 0);
  others.sort((one, another) => one.far - another.far);
  for (const { other } of others.slice(0, NEAREST)) {
    if (await cannotBeTakenBack(store, seat, other.move)) return false;
  }
  return true;
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
      <input type="checkbox" onChange=${(event) => prefer("ask-final", !event.target.checked)} />${" "}
      ${say("play.final.never")}
    </label>
  </div>`;
}
