// What moves between two drawings of a game: things that changed place, cards that turn, things that come and go, and
// numbers that change. Things match by key, or by likeness: one goes and one comes with the same symbols and words, as
// when a figure goes from a house to a space.

const PIECE = /\b(figure|seat|guard|turn-light|die-\w+)\b/; // The looks of pieces, even within other things.
const NO_PIECE = /\bslot\b/;
const CARD = /\b(card|down|back)\b/;
const NUMBER = /^[+−-]?\d+$/;

// Returns {travels: [{from, to}], turns, comes, goes: [key], counts: [{key, from, to}]} for two drawings. A thing
// travels from its earlier key to its later key; one that leaves or joins a counted group travels from or to the symbol
// in front of the number.
export function findChanges(before, after) {
  const change = {
    before: before.nodes,
    after: after.nodes,
    changed: Object.keys(after.nodes).filter((key) => after.nodes[key] !== before.nodes[key]),
    gone: Object.keys(before.nodes).filter((key) => !(key in after.nodes)),
    parents: [parentsOf(before.nodes), parentsOf(after.nodes)],
  };
  const { travels, comes, goes } = pairUp(change);
  const stayed = change.changed.filter((key) => key in before.nodes);
  return {
    travels: [...travels, ...findMoved(change, stayed)],
    comes,
    goes,
    turns: stayed.filter((key) => turnsOver(change, key)),
    counts: stayed.filter((key) => isNumber(before.nodes[key]) && isNumber(after.nodes[key]))
      .map((key) => ({ key, from: Number(before.nodes[key].text), to: Number(after.nodes[key].text) }))
      .filter(({ from, to }) => from !== to),
  };
}

// A group with nothing in it comes without children.
const childrenOf = (node) => node?.children ?? [];

const isNumber = (node) => node.kind === "text" && NUMBER.test(node.text);

const parents = new WeakMap();

function parentsOf(nodes) {
  if (!parents.has(nodes)) {
    const found = new Map();
    for (const [key, node] of Object.entries(nodes)) for (const child of childrenOf(node)) found.set(child, key);
    parents.set(nodes, found);
  }
  return parents.get(nodes);
}

// The keys that are not within others of them; panels are places of things, not things.
function outermost(keys, nodes, parents) {
  const within = new Set(keys.filter((key) => nodes[key].kind !== "panel"));
  return [...within].filter((key) => !within.has(parents.get(key)));
}

// The symbols on a thing and, with `words`, its words; empty if it has no symbol.
function signOf(nodes, key, words) {
  const parts = [];
  let bears = false;
  const walk = (key) => {
    const node = nodes[key];
    if (!node) return;
    if (node.kind === "use" && !NO_PIECE.test(node.look)) {
      bears = true;
      parts.push(`${node.symbol} ${node.look}`);
    } else if (node.kind === "text" && words) parts.push(node.text);
    else childrenOf(node).forEach(walk);
  };
  walk(key);
  return bears ? parts.join("|") : "";
}

// A thing on its own ground is a place with a piece on it.
function isPiece(nodes, key) {
  const node = nodes[key];
  if (node.kind === "use") return PIECE.test(node.look) && !NO_PIECE.test(node.look);
  if (node.kind !== "group" || childrenOf(node).some((child) => nodes[child]?.kind === "rect")) return false;
  return childrenOf(node).some((child) => nodes[child]?.kind === "use" && isPiece(nodes, child));
}

// Find the origin of each thing that came: a similar thing that went, or a number of such things that fell. Pieces
// within a thing that came are matched too.
function pairUp(change) {
  const { before, after, gone, parents } = change;
  const came = change.changed.filter((key) => !(key in before));
  const isNew = new Set(came);
  const pool = makePool(before, gone);
  const stacks = makeStacks(change);
  const travels = [];
  const comes = [];
  const find = (key, outer) => {
    const piece = isPiece(after, key);
    const from = outer || piece
      ? pool.take(signOf(after, key, true)) ?? (piece ? pool.take(signOf(after, key, false), true) ??
        stacks.find(signOf(after, key, false), -1) : null)
      : null;
    if (from) travels.push({ from, to: key });
    else for (const child of childrenOf(after[key])) if (isNew.has(child)) find(child, false);
    if (outer && !from) comes.push(key);
  };
  outermost(came, after, parents[1]).forEach((key) => find(key, true));
  const goes = [];
  for (const key of outermost(gone, before, parents[0])) {
    if (pool.isTaken(key)) continue;
    const to = isPiece(before, key) ? stacks.find(signOf(before, key, false), 1) : null;
    if (to) travels.push({ from: key, to, ends: true });
    else goes.push(key);
  }
  return { travels, comes, goes };
}

// Match things that went to things that came, by their signs: each once, and no part of a thing that was matched as a
// whole.
function makePool(nodes, gone) {
  const bySign = new Map();
  const taken = new Set();
  const put = (sign, key) => sign && (bySign.get(sign) ?? bySign.set(sign, []).get(sign)).push(key);
  for (const key of gone) {
    if (nodes[key].kind === "panel") continue;
    put(signOf(nodes, key, true), key);
    if (isPiece(nodes, key)) put(`piece ${signOf(nodes, key, false)}`, key);
  }
  const take = (sign, piece = false) => {
    const found = bySign.get(piece ? `piece ${sign}` : sign)?.find((key) => !taken.has(key));
    const walk = (key) => {
      taken.add(key);
      childrenOf(nodes[key]).forEach(walk);
    };
    if (found) walk(found);
    return found;
  };
  return { take, isTaken: (key) => taken.has(key) };
}

// The symbols in front of numbers that changed, which stand for many things of their kind.
function makeStacks({ before, after, changed }) {
  const found = new Map();
  for (const key of changed) {
    if (!isNumber(after[key]) || !before[key] || !isNumber(before[key])) continue;
    const group = parentsOf(after).get(key);
    const symbol = childrenOf(after[group]).find((child) => after[child]?.kind === "use");
    if (!symbol || !(symbol in before)) continue;
    found.set(`${signOf(after, symbol, false)} ${Math.sign(after[key].text - before[key].text)}`, symbol);
  }
  // A piece that bears more than one symbol is of the kind that the first of them says.
  return { find: (sign, way) => found.get(`${sign.split("|")[0]} ${way}`) ?? null };
}

// Groups and symbols that changed place, unless a thing that contains them did.
function findMoved({ before, after, parents }, stayed) {
  const moved = new Set();
  const stands = (key) => {
    const [one, other] = [before[key], after[key]];
    return (one.x ?? 0) === (other.x ?? 0) && (one.y ?? 0) === (other.y ?? 0);
  };
  const keys = new Set(stayed);
  for (const [child, parent] of parents[1]) {
    if (child in before && parents[0].get(child) !== parent && parents[0].has(child)) keys.add(child);
  }
  for (const key of keys) {
    const { kind } = after[key];
    if (kind !== before[key].kind || (kind !== "group" && kind !== "use")) continue;
    if (!stands(key) || parents[0].get(key) !== parents[1].get(key)) moved.add(key);
  }
  return [...moved].filter((key) => {
    for (let at = parents[1].get(key); at; at = parents[1].get(at)) if (moved.has(at) || !(at in before)) return false;
    return signOf(after, key, false) !== "";
  }).map((key) => ({ from: key, to: key }));
}

// A card turns if another face is up than before.
function turnsOver({ before, after }, key) {
  if (!isCard(before, key) || !isCard(after, key)) return false;
  return before[key].kind !== after[key].kind || faceOf(before, key) !== faceOf(after, key);
}

function isCard(nodes, key) {
  const node = nodes[key];
  if (node.kind === "rect") return CARD.test(node.look) && node.title !== undefined;
  const ground = nodes[childrenOf(node)[0]];
  return node.kind === "group" && ground?.kind === "rect" && CARD.test(ground.look);
}

function faceOf(nodes, key) {
  const inside = childrenOf(nodes[key]).map((child) => nodes[child]);
  return inside.find((node) => node?.kind === "text" && !NUMBER.test(node.text))?.text ?? "";
}
