// Moves as data: what they name, how picks narrow them, and how a long list is divided.

// Everything that a move names, as "member:value", the form of places in a drawing; a list names each of its values.
export function namesOf(move) {
  const names = new Set();
  const walk = (member, value) => {
    if (Array.isArray(value)) value.forEach((one) => walk(member, one));
    else if (value instanceof Object) Object.entries(value).forEach(([inner, one]) => walk(inner, one));
    else names.add(`${member}:${value}`);
  };
  Object.entries(move).forEach(([member, value]) => walk(member, value));
  return names;
}

// All moves of my seats in one list; `position` is the place of each.
export function listMoves(choices, mine) {
  const found = [];
  for (const [place, choice] of (choices?.choices ?? []).entries()) {
    if (!mine.includes(choice.seat)) continue;
    for (const { move, label, group = null } of choice.moves ?? []) {
      const id = `${place}.${found.length}`;
      found.push({ move, label, group, choice, seat: choice.seat, id, names: namesOf(move) });
    }
  }
  return found;
}

// Whether a move means a place: it has its name, or all of its names where spaces separate several.
export function means(move, place) {
  return place.includes(" ") ? place.split(" ").every((name) => move.names.has(name)) : move.names.has(place);
}

// A pick is a list of places, one of which a move must mean.
export function narrow(moves, picks) {
  return moves.filter((move) => picks.every((pick) => pick.some((place) => means(move, place))));
}

// Whether the words of a move hold every word that was typed.
export function matches(move, typed) {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const label = fold(move.label);
  return words.every((word) => label.includes(word));
}

function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

// The member that best divides a long list: all moves have it, with few values and few moves for each.
export function findFacet(moves) {
  const members = new Map();
  for (const { names } of moves) {
    const own = new Set();
    for (const name of names) {
      const member = name.slice(0, name.indexOf(":"));
      const found = members.get(member) ?? members.set(member, { member, counts: new Map(), moves: 0 }).get(member);
      found.counts.set(name, (found.counts.get(name) ?? 0) + 1);
      if (!own.has(member)) found.moves += 1;
      own.add(member);
    }
  }
  const fit = [...members.values()].map((found) => ({ ...found, most: Math.max(...found.counts.values()) }));
  const useful = fit.filter((found) =>
    found.moves === moves.length && found.counts.size > 1 && found.most > 1 && found.most < moves.length);
  return useful.sort((one, other) => one.most + one.counts.size - other.most - other.counts.size)[0] ?? null;
}

export function groupByType(moves) {
  const groups = new Map();
  for (const move of moves) {
    const group = groups.get(move.move.type) ?? groups.set(move.move.type, []).get(move.move.type);
    group.push(move);
  }
  return [...groups];
}

// The words that all labels begin with: they describe a group in the language of the labels.
export function findHeading(type, moves) {
  const all = moves.map((move) => move.label.split(/\s+/));
  const shared = all[0].filter((word, place) =>
    all.every((words) => words[place] === word && words.slice(0, place).every((one, n) => one === all[0][n])));
  return shared.length && moves.length > 1 ? `${shared.join(" ").replace(/[:,;]$/, "")} …` : readable(type);
}

export function readable(id) {
  const text = String(id).replace(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// The steps that count after all take-backs and rulings.
export function standingSteps(steps) {
  const stack = [];
  for (const step of steps) {
    if (step.to !== undefined && step.to !== null) while (stack.length && stack.at(-1).n > step.to) stack.pop();
    else stack.push(step);
  }
  return stack;
}

// The seat of mine that moved last, and how many moves it has made since another seat did.
export function lastTurn(steps, mine) {
  const moves = standingSteps(steps).filter((step) => step.kind === "move" || step.kind === "set-up");
  const seat = moves.at(-1)?.seat ?? null;
  if (seat === null || !mine.includes(seat)) return null;
  let count = 0;
  while (count < moves.length && moves[moves.length - 1 - count].seat === seat) count += 1;
  return { seat, count, step: moves.at(-1) };
}

// Moves for a place that is not legal now: the current ones with that value instead of theirs, one of each type.
export function movesLike(moves, places) {
  const tried = new Map();
  for (const place of places) {
    const names = place.split(" ").map((name) => [name.slice(0, name.indexOf(":")), name.slice(name.indexOf(":") + 1)]);
    for (const { move, seat } of moves) {
      const changed = tried.has(move.type) ? null : replaceMembers(move, names);
      if (changed) tried.set(move.type, { seat, move: changed });
    }
  }
  return [...tried.values()].slice(0, 4);
}

// A move with other values of these members, or null if it has none of them, another type, or values of another kind.
function replaceMembers(move, names) {
  const changed = { ...move };
  for (const [member, value] of names) {
    const was = move[member];
    if (member === "type" ? value !== was || names.length === 1 : typeof was !== "string" && typeof was !== "number") {
      return null;
    }
    if (typeof was === "number" && !Number.isInteger(Number(value))) return null;
    changed[member] = typeof was === "number" ? Number(value) : value;
  }
  return changed;
}
