// Three ways to look at a game: to play it, with the question and the board; to replay it; and to audit it. On a phone
// one part of it is shown at a time.

import { html, useState } from "../html.mjs";
import { say } from "../words.mjs";

const MODES = ["play", "replay", "audit"];
const PARTS = ["board", "mine", "others", "log"];

// Whoever plays begins with the question, others with the way that the game went.
export function useMode(info, mine) {
  const [chosen, choose] = useState(proofOfAddress() ? "audit" : null);
  const plays = mine.length > 0 && ["waiting", "playing"].includes(info?.status);
  const modes = plays ? MODES : MODES.slice(1);
  const mode = modes.includes(chosen) ? chosen : modes[0];
  return { mode, modes, choose };
}

// The part of the audit that the address of the page names, or null.
export function proofOfAddress() {
  return new URLSearchParams(location.search).get("audit");
}

export function Modes({ mode, modes, choose, openKeys }) {
  return html`<div class="modes" role="group" aria-label=${say("replay.modes")}>
    ${modes.map((name) => html`<button key=${name} aria-pressed=${String(name === mode)} onClick=${() => choose(name)}>
      ${say(`replay.mode.${name}`)}
    </button>`)}
    <button class="push wide-only" onClick=${openKeys} aria-label=${say("replay.keys")}
      title=${say("replay.keys")}>?</button>
  </div>`;
}

export function Parts({ part, choose, mine }) {
  const parts = PARTS.filter((name) => name !== "mine" || mine.length);
  return html`<div class="parts" role="group" aria-label=${say("replay.parts")}>
    ${parts.map((name) => html`<button key=${name} aria-pressed=${String(name === part)} onClick=${() => choose(name)}>
      ${say(`replay.part.${name}`)}
    </button>`)}
  </div>`;
}

// Which part a panel of the picture belongs to: that of a seat has its number in its key.
export function partOf(key, mine) {
  const [, seat] = key.match(/\/([0-9]+)$/) ?? [];
  if (seat === undefined) return "board";
  return mine.includes(Number(seat)) ? "mine" : "others";
}
