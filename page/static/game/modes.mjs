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
  const lit = useLitPanels(store);
  const nodes = store.drawing(store.shown.get())?.nodes ?? {};
  const waits = new Set([...lit].map((key) => (nodes[key]?.width === undefined ? partOf(key, mine) : "wide")));
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

// The keys of the panels with something to choose.
export function useLitPanels(store) {
  const [keys, set] = useState("");
  useEffect(() => {
    const look = () => set(findLitPanels(store).join(" "));
    look();
    const ends = [store.highlight.watch(look), store.shown.watch(look), store.onChange(look)];
    return () => ends.forEach((end) => end());
  }, [store]);
  return new Set(keys.split(" ").filter(Boolean));
}

function findLitPanels(store) {
  const { any, lit: look } = store.highlight.get();
  const drawing = any ? store.drawing(store.shown.get()) : null;
  const isLit = (node) => (node && look(node) !== "") || node?.children?.some((key) => isLit(drawing.nodes[key]));
  return (drawing?.panels ?? []).filter((key) => isLit(drawing.nodes[key]));
}

// The part that a panel of the picture belongs to; a seat's panel has its number in the key.
export function partOf(key, mine) {
  const [, seat] = key.match(/\/([0-9]+)$/) ?? [];
  if (seat === undefined) return "board";
  return mine.includes(Number(seat)) ? "mine" : "others";
}
