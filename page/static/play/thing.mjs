// Things of the picture once more, beside the board: a card as it is drawn there, and single symbols.

import { makeFrame, NodeView, sheetOf } from "../game/nodes.mjs";
import { html, useEffect, useMemo, useState } from "../html.mjs";
import { useWatched } from "../router.mjs";

// The drawing of the last step, as soon as it is there, with a frame for what is drawn of it by the picture's symbols.
export function useThings(store) {
  const last = useWatched(store.last);
  const [drawing, set] = useState(() => store.drawing(last));
  useEffect(() => {
    const look = () => set((before) => store.drawing(last) ?? before);
    look();
    return store.onChange(look);
  }, [store, last]);
  return useMemo(() => {
    const frame = makeFrame({ bare: true, prefix: store.prefix });
    frame.drawing = drawing ?? null;
    return frame;
  }, [store, drawing]);
}

function* within(node, drawing) {
  yield node;
  for (const key of node.children ?? []) if (drawing.nodes[key]) yield* within(drawing.nodes[key], drawing);
}

// Which node shows a thing: its key ends in the id of the thing, before the number of a copy. The richest one is taken;
// what is drawn without a symbol has only words, which stand beside it anyway. A deck is not one of its cards.
export function findThing(drawing, id) {
  if (!drawing || !id) return null;
  let found = null;
  let most = 0;
  for (const [key, node] of Object.entries(drawing.nodes)) {
    const parts = key.split("/");
    if (parts.length > 2 && /^[0-9]+$/.test(parts.at(-1))) parts.pop();
    if (parts.at(-1) !== id || parts[0] === "deck" || node.kind !== "group" || !node.title) continue;
    const symbols = symbolsIn(node, drawing);
    if (symbols > most && areaOf(node, drawing)) [found, most] = [node, symbols];
  }
  return found;
}

// How many symbols a node is drawn with.
export const symbolsIn = (node, drawing) => [...within(node, drawing)].filter(({ kind }) => kind === "use").length;

const BROADEST = 300; // Units: what is broader is a part of the board and no thing on it.

export function isThing(node, drawing) {
  const area = areaOf(node, drawing);
  return area !== null && Math.max(area.width, area.height) <= BROADEST;
}

// How large a thing is, by its ground: {x, y, width, height} in units of what it is drawn in; null for words and lines.
export function areaOf(node, drawing) {
  const parts = node.kind === "group" ? (node.children ?? []).map((key) => drawing.nodes[key]).filter(Boolean) : [node];
  const ground = ["rect", "circle", "use"].map((kind) => parts.find((part) => part.kind === kind)).find(Boolean);
  if (!ground) return null;
  const { radius, size = 20 } = ground;
  const [left, top] = node.kind === "group" ? [node.x ?? 0, node.y ?? 0] : [0, 0];
  const [x, y] = [left + ground.x, top + ground.y];
  if (ground.kind === "circle") return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  return { x, y, width: ground.width ?? size, height: ground.height ?? size };
}

// As large as there is room for; it says nothing, since its words stand beside it.
export function Thing({ frame, node }) {
  const { x, y, width, height } = areaOf(node, frame.drawing);
  const box = [x, y, width, height];
  const style = `--units: ${width}; --shape: ${width} / ${height}`;
  return html`<svg class="thing" viewBox=${box.join(" ")} style=${style} aria-hidden="true">
    <${NodeView} key=${`${frame.prefix}${node.key}`} id=${node.key} frame=${frame} />
  </svg>`;
}

export const hasSymbol = (frame, name) =>
  Boolean(name && frame.drawing && (frame.drawing.symbols[name] || frame.drawing.art?.[name]));

// A symbol or a piece of art by its name, small.
export function Icon({ frame, symbol }) {
  if (!hasSymbol(frame, symbol)) return null;
  const { width, height } = sheetOf(symbol, frame.drawing.art);
  return html`<svg class="glyph" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
    <use class=${symbol} href=${`#${frame.prefix}${symbol}`} width=${width} height=${height} />
  </svg>`;
}
