// Three modes of a game page: play, with the question and the board; replay; and audit. A phone shows one part at a
// time.

import { html, useEffect, useState } from "../html.mjs";
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

const DRAWERS = ["board", "others"];

// Who plays on a wide screen sees the board and what is theirs; what else there is lies in drawers, which open above.
// One opens by itself while the game waits for what is in it and for nothing on the board.
export function useDrawer(store, mine) {
  const waits = useLitParts(store, mine);
  const needed = waits.has("wide") ? null : DRAWERS.findLast((name) => waits.has(name)) ?? null;
  const [chosen, choose] = useState(null);
  const open = chosen?.needed === needed ? chosen.open : needed;
  const toggle = (name) => choose({ needed, open: open === name ? null : name });
  return { open, toggle, waits };
}

export function Drawers({ open, toggle, waits }) {
  return html`<div class="drawers" role="group" aria-label=${say("replay.drawers")}>
    ${DRAWERS.map((name) => html`<button key=${name} class=${waits.has(name) ? "waits" : ""}
      aria-expanded=${String(name === open)} onClick=${() => toggle(name)}>
      ${say(`replay.drawer.${name}`)}
      ${waits.has(name) && html`<span class="unseen"> ${say("replay.drawer.waits")}</span>`}
    </button>`)}
  </div>`;
}

// The parts of the picture with something to choose, and "wide" if that is on a board.
function useLitParts(store, mine) {
  const [parts, set] = useState("");
  useEffect(() => {
    const look = () => set([...findLitParts(store, mine)].join(" "));
    look();
    const ends = [store.highlight.watch(look), store.shown.watch(look), store.onChange(look)];
    return () => ends.forEach((end) => end());
  }, [store, mine.join()]);
  return new Set(parts.split(" ").filter(Boolean));
}

function findLitParts(store, mine) {
  const { any, lit: look } = store.highlight.get();
  const nodes = any ? store.drawing(store.shown.get())?.nodes : null;
  const isLit = (node) => (node && look(node) !== "") || node?.children?.some((key) => isLit(nodes[key]));
  const lit = Object.entries(nodes ?? {}).filter(([, node]) => node.kind === "panel" && isLit(node));
  return new Set(lit.map(([key, node]) => (node.width === undefined ? partOf(key, mine) : "wide")));
}

// The part that a panel of the picture belongs to; a seat's panel has its number in the key.
export function partOf(key, mine) {
  const [, seat] = key.match(/\/([0-9]+)$/) ?? [];
  if (seat === undefined) return "board";
  return mine.includes(Number(seat)) ? "mine" : "others";
}
