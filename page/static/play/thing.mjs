// Things of the picture once more, beside the board: a card as it is drawn there, and single symbols.

import { makeFrame, NodeView, Symbols } from "../game/nodes.mjs";
import { html, useEffect, useMemo, useState } from "../html.mjs";
import { useWatched } from "../router.mjs";

// The drawing of the last step, as soon as it is there, with a frame for what is drawn of it.
export function useThings(store) {
  const last = useWatched(store.last);
  const [drawing, set] = useState(() => store.drawing(last));
  useEffect(() => {
    const look = () => set((before) => store.drawing(last) ?? before);
    look();
    return store.onChange(look);
  }, [store, last]);
  return useMemo(() => {
    const frame = makeFrame({ bare: true });
    frame.drawing = drawing ?? null;
    return frame;
  }, [drawing]);
}

// The symbols and the art of nodes, and of nothing else.
export function ThingSymbols({ frame, nodes }) {
  if (!frame.drawing) return null;
  const { symbols, art = {} } = frame.drawing;
  const used = new Set();
  for (const node of nodes) for (const one of within(node, frame.drawing)) if (one.symbol) used.add(one.symbol);
  // A set that grows while it is walked through: art may be made of other art.
  for (const name of used) for (const { symbol } of art[name]?.shapes ?? []) if (symbol) used.add(symbol);
  const pick = (all) => Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
  return html`<${Symbols} frame=${frame} drawing=${{ symbols: pick(symbols), art: pick(art) }} />`;
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
  return hasSymbol(frame, symbol) && html`<svg class="glyph" viewBox=${sheetOf(frame, symbol)} aria-hidden="true">
    <${Shapes} frame=${frame} symbol=${symbol} />
  </svg>`;
}

function sheetOf(frame, symbol) {
  const { width = 24, height = 24 } = frame.drawing.art?.[symbol] ?? {};
  return `0 0 ${width} ${height}`;
}

function Shapes({ frame, symbol }) {
  const { symbols, art = {} } = frame.drawing;
  if (!art[symbol]) return html`<path class=${symbol} d=${symbols[symbol]} />`;
  return art[symbol].shapes.map(({ look, path, symbol: part, x = 0, y = 0, size = 20 }) => part
    ? html`<svg class=${look} x=${x} y=${y} width=${size} height=${size} viewBox=${sheetOf(frame, part)}>
      <${Shapes} frame=${frame} symbol=${part} />
    </svg>`
    : html`<path class=${look} d=${path} />`);
}
