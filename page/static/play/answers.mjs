// Where a question names no thing itself, the things of the picture that tell its answers apart stand in it, such as
// tiles, dice and figures.

import { means } from "./moves.mjs";
import { isThing, symbolsIn } from "./thing.mjs";

const MOST = 8; // So many things can be compared; more are found on the board.

// The nodes to show: of the members of moves whose values are few things, the one with most of them, and then others
// for moves that mean none of these.
export function findAnswers(drawing, moves) {
  if (!drawing || moves.length < 2) return [];
  const members = [...gather(drawing, moves)].filter(([, things]) => things.size <= MOST);
  members.sort(([, one], [, other]) => other.size - one.size);
  const shown = new Set();
  const told = new Set();
  for (const [, things] of members) {
    const added = [...things].filter(([node, meant]) => !shown.has(node) && meant.some((move) => !told.has(move)));
    if (shown.size + added.length > MOST) continue;
    for (const [node, meant] of added) {
      shown.add(node);
      meant.forEach((move) => told.add(move));
    }
  }
  return [...shown];
}

// By the members of moves: the things that mean values of theirs, each with the moves.
function gather(drawing, moves) {
  const members = new Map();
  for (const [place, node] of richest(drawing)) {
    const meant = moves.filter((move) => means(move, place));
    if (!meant.length) continue;
    const member = place.slice(0, place.indexOf(":"));
    const things = members.get(member) ?? members.set(member, new Map()).get(member);
    things.set(node, [...things.get(node) ?? [], ...meant]);
  }
  return members;
}

// The thing with most symbols for each place of a drawing.
function richest(drawing) {
  const found = new Map();
  for (const node of Object.values(drawing.nodes)) {
    if (!node.title || !node.places || !isThing(node, drawing)) continue;
    const symbols = symbolsIn(node, drawing);
    for (const place of node.places) {
      if (!found.has(place) || symbols > found.get(place).symbols) found.set(place, { node, symbols });
    }
  }
  return [...found].map(([place, { node }]) => [place, node]);
}
