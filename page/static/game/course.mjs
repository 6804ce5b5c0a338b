// The course of a game: where turns and rounds begin, and which steps were undone later.

const ROUND = /(^|-)round-(began|begun|begins|started)$/;

// Returns {turns: [{first, last, seat}], rounds: [{n, title}], undone: Map of step -> step that undid it}. A turn is a
// run of steps of one seat within a round, including what the rules or the arbiter do in between.
export function readCourse(steps) {
  const turns = [];
  const rounds = [];
  const undone = new Map();
  let turn = null;
  let over = false;
  for (const step of steps) {
    const seat = step.kind === "set-up" ? null : step.seat ?? turn?.seat ?? null;
    if (!turn || over || seat !== turn.seat) {
      turn = { first: step.n, last: step.n, seat };
      turns.push(turn);
    }
    turn.last = step.n;
    const began = step.facts?.find((fact) => ROUND.test(fact.type));
    over = began !== undefined;
    if (began) rounds.push({ n: step.n, number: began.round ?? began.number ?? rounds.length + 1 });
    if (step.undone) undone.set(step.undone, step.n);
    for (const n of step.annulled ?? []) undone.set(n, step.n);
  }
  return { turns, rounds: rounds.filter((round) => !undone.has(round.n)), undone };
}

// The course of a store's steps, recomputed only when there are more of them.
export function courseOf(store) {
  const known = courses.get(store);
  const last = store.steps();
  if (known && known.count === last.length && known.first === last[0]) return known.course;
  const course = readCourse(last);
  courses.set(store, { count: last.length, first: last[0], course });
  return course;
}

const courses = new WeakMap();

// The first step of the next turn in a direction, or the end of the game there.
export function nextTurn(course, shown, way, last) {
  const firsts = course.turns.map((turn) => turn.first);
  if (way > 0) return firsts.find((first) => first > shown) ?? last;
  return firsts.findLast((first) => first < shown) ?? 1;
}
