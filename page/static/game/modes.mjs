// Three modes of a game page: play, with the question and the board; replay; and audit. A phone shows one part at a
// time.

import { html, useState } from "../html.mjs";
import { say } from "../words.mjs";

const MODES = ["play", "replay", "audit"];
const PARTS = ["board", "mine", "others", "log"];

// Players begin with the question, others with the replay.
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

// The part that a panel of the picture belongs to; a seat's panel has its number in the key.
export function partOf(key, mine) {
  const [, seat] = key.match(/\/([0-9]+)$/) ?? [];
  if (seat === undefined) return "board";
  return mine.includes(Number(seat)) ? "mine" : "others";
}
