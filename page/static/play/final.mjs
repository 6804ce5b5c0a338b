// The page asks before a move that cannot be taken back if it alone gives up what it does: no other answer to the
// question costs the same. What comes after chance or something hidden shows is no reason to ask.

import { html, useEffect, useRef } from "../html.mjs";
import { prefer, prefers } from "../preferences.mjs";
import { say } from "../words.mjs";
import { explain } from "./explaining.mjs";

const NEAREST = 12; // The number of other answers to compare, nearest in the list first.

// A move that cannot be explained is sent anyway: the answer says what is wrong with it.
async function foresee(store, seat, move) {
  try {
    return await explain(store, seat, move);
  } catch {
    return {};
  }
}

// What a move is certain to give up, as a text that is the same for the same losses.
const lossesOf = ({ changes = [] }) =>
  changes.filter(({ before, after }) => after < before).map(({ what, before, after }) => `${what} ${before - after}`)
    .join();

// `moves` are all listed answers to the question; `move` is one of them, or was built from a template.
export async function asksFirst(store, seat, move, moves) {
  if (!prefers("ask-final")) return false;
  const place = moves.findIndex((other) => other.move === move);
  const others = moves.map((other, at) => ({ other, far: Math.abs(at - place) })).filter(({ far }) => far > 0);
  if (!others.length) return false;
  const own = await foresee(store, seat, move);
  const losses = lossesOf(own);
  if (!own.final || !losses) return false;
  others.sort((one, another) => one.far - another.far);
  const found = await Promise.all(others.slice(0, NEAREST).map(({ other }) => foresee(store, seat, other.move)));
  return found.every((one) => lossesOf(one) !== losses);
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
