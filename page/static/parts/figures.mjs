// The things that clauses speak of, each as the board of a game draws it: a card, a tile, a building, a space.

import { ask } from "../api.mjs";
import { makeFrame, Symbols } from "../game/nodes.mjs";
import { html } from "../html.mjs";
import { areaOf, isThing, symbolsIn, Thing } from "../play/thing.mjs";

const BEGUN = 0.25; // So much of a game is played when all kinds of things lie on its table.

// Asks for the table of a finished game. Returns {frame, things}: a thing for each clause that has one. Those that name
// a player are somebody's, and no example.
export async function askFigures(game, signal) {
  const step = Math.max(1, Math.floor(BEGUN * game.step));
  const path = `/v1/games/${game.id}/drawings?from=${step}&to=${step}&as=spectator`;
  const drawing = await ask(path, { accept: "application/x-ndjson", signal });
  const names = game.seats.map((seat) => seat.player).filter(Boolean);
  const frame = makeFrame({ bare: true });
  frame.drawing = drawing;
  const things = new Map();
  for (const node of Object.values(drawing.nodes)) {
    if (!node.clause || !node.title || names.some((name) => node.title.includes(name))) continue;
    const more = symbolsIn(node, drawing) - (things.has(node.clause) ? symbolsIn(things.get(node.clause), drawing) : 0);
    if (more > 0 && isThing(node, drawing)) things.set(node.clause, node);
  }
  return { frame, things };
}

// What all figures of a page are drawn with.
export const FigureSymbols = ({ frame }) => html`<${Symbols} frame=${frame} drawing=${frame.drawing} />`;

export function Figure({ frame, thing }) {
  const { width } = areaOf(thing, frame.drawing);
  return html`<figure class="clause-figure" style=${`--units: ${width}`}>
    <${Thing} frame=${frame} node=${thing} />
    <figcaption>${thing.title}</figcaption>
  </figure>`;
}
