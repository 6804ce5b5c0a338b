// Chance: the seed of the game follows from what was committed to and what the players added, and every outcome from
// the seed. docs/fair-chance.md.

import { Fault, fromHex, isHex, keyed, sha256, toHex, utf8 } from "./bytes.mjs";

// What the record says about chance: the server's seed if revealed, commitment, entropies, and the draws of its steps.
export function readChance({ game }) {
  const opened = game[0].event;
  const entropies = Array(opened.seats).fill(null);
  for (const { topic, event } of game) {
    if (topic === "kifu:seat-taken") entropies[event.seat] = event.entropy ?? null;
    if (topic === "kifu:seat-left") entropies[event.seat] = null;
  }
  const draws = game.filter(({ event }) => "draw" in event).map(({ event }) => ({ step: event.n, draw: event.draw }));
  const steps = game.map(({ event }) => event).filter(({ facts }) => facts);
  const facts = new Map(steps.map(({ n, facts }) => [n, new Set(facts.map(({ type }) => type))]));
  const { commitment, derivation = null, seed: served } = opened;
  return { commitment, derivation, entropies, server_seed: served, draws, facts };
}

// Check the outcomes of /v1/games/ID/chance against the record; `drawn` is /v1/rulesets/ID/draws, or null.
export async function checkChance(record, chance, drawn, progress) {
  const recorded = readChance(record);
  for (const name of ["commitment", "derivation", "entropies"])
    if (JSON.stringify(recorded[name]) !== JSON.stringify(chance[name])) {
      throw new Fault("audit.fault.chance-other", { line: 0, step: 0, name });
    }
  const seed = await deriveSeed(chance);
  checkDraws(chance, chance.outcomes);
  await checkOutcomes(seed, chance.outcomes, progress);
  checkRecorded(recorded, chance.outcomes);
  if (drawn) {
    checkPurposes(drawn, chance.outcomes, recorded.facts);
    checkComplete(drawn, chance.outcomes, recorded.facts);
  }
  return {
    n: chance.outcomes.length,
    draws: recorded.draws.length,
    purposes: drawn !== null,
    changed: chance.changed ?? [],
  };
}

// The seed of the game, made of the server's seed and what the players added.
export async function deriveSeed({ commitment, derivation, entropies, server_seed: served, seed }) {
  if (!isHex(served, 64)) throw new Fault("audit.fault.seed", { line: 0, step: 0 });
  const secret = fromHex(served);
  if (toHex(await sha256(secret)) !== commitment) throw new Fault("audit.fault.commitment", { line: 0, step: 0 });
  if (![null, "kifu-seed-1", "kifu-seed-2"].includes(derivation)) {
    throw new Fault("audit.fault.derivation", { line: 0, step: 0, name: derivation });
  }
  const added = entropies.some((entropy) => entropy !== null);
  if (added && derivation === null) throw new Fault("audit.fault.entropies", { line: 0, step: 0 });
  const parts = [`${derivation}\0`];
  for (const text of entropies.map((entropy) => utf8(entropy ?? ""))) {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, text.length);
    parts.push(length, text);
  }
  const derived = added ? await (await keyed(secret))(...parts) : secret;
  if (seed && seed !== toHex(derived)) throw new Fault("audit.fault.derived", { line: 0, step: 0 });
  return derived;
}

// Older games draw outcomes under the number of the step, and do not count the steps that drew.
const isCounted = ({ derivation }) => derivation !== null && derivation !== "kifu-seed-1";

// Steps that drew are counted 1, 2, 3, ...: none is skipped, and none repeated.
export function checkDraws(chance, outcomes) {
  const counted = isCounted(chance);
  let last = { step: 0, draw: 0 };
  for (const { step, draw } of outcomes) {
    if (!counted && draw !== undefined) throw new Fault("audit.fault.uncounted", { line: 0, step });
    if (counted && draw !== last.draw + (step !== last.step)) {
      throw new Fault("audit.fault.draw", { line: 0, step, n: draw, last: last.draw });
    }
    if (step < last.step) throw new Fault("audit.fault.draw-order", { line: 0, step, last: last.step });
    last = { step, draw };
  }
}

// Recompute one outcome: the counter of the accepted number, and the result.
export async function drawAgain(hmac, place, start, bound) {
  const limit = (1n << 64n) - ((1n << 64n) % BigInt(bound));
  for (let counter = start; ; counter += 1) {
    const digest = await hmac(utf8(`${place}/${counter}`));
    const number = new DataView(digest.buffer).getBigUint64(0);
    if (number < limit) return { counter, digest, number, result: number % BigInt(bound) };
  }
}

export async function checkOutcomes(seed, outcomes, progress) {
  const hmac = await keyed(seed);
  const next = new Map();
  for (const [index, { step, draw, purpose, counter, bound, result }] of outcomes.entries()) {
    if (index % 25 === 0) await progress(index, outcomes.length);
    const place = `${draw ?? step}/${purpose}`;
    const where = { line: 0, step, name: purpose, counter, bound, result };
    if (!Number.isSafeInteger(bound) || bound < 1) throw new Fault("audit.fault.bound-number", where);
    const again = await drawAgain(hmac, place, next.get(place) ?? 0, bound);
    if (again.counter !== counter) throw new Fault("audit.fault.counter", { ...where, n: again.counter });
    if (again.result !== BigInt(result)) throw new Fault("audit.fault.outcome", { ...where, n: again.result });
    next.set(place, counter + 1);
  }
}

// Each step that drew, according to the record, has outcomes under its draw; no other step has any.
export function checkRecorded(recorded, outcomes) {
  if (!isCounted(recorded)) return;
  const listed = new Map(outcomes.map(({ step, draw }) => [step, draw]));
  for (const { step, draw } of recorded.draws) if (listed.get(step) !== draw) {
    throw new Fault("audit.fault.draw-missing", { line: 0, step, n: draw });
  }
  const there = new Set(recorded.draws.map(({ step }) => step));
  for (const step of listed.keys()) if (!there.has(step)) {
    throw new Fault("audit.fault.outcome-extra", { line: 0, step });
  }
}

// Each outcome has a purpose of the game that a fact of its step shows, and a bound that the purpose allows. The bounds
// of a shuffle decrease by one down to 2. Without `facts`, any fact may show it.
export function checkPurposes({ draws, purposes }, outcomes, facts = null) {
  const shuffles = new Map();
  for (const { step, draw, purpose, bound } of outcomes) {
    const where = { line: 0, step, name: purpose, bound };
    const ways = draws.filter((one) => fits(one, purpose));
    const named = purposes.filter((one) => fits(one, purpose));
    if (!ways.length || !named.length) throw new Fault("audit.fault.purpose", where);
    const shown = named.filter((one) => !facts || one.facts.some((fact) => facts.get(step)?.has(fact)));
    if (!shown.length) throw new Fault("audit.fault.unshown", where);
    const place = `${draw ?? step}/${purpose}`;
    const shuffled = ways.every(({ kind }) => kind === "shuffle" || kind === "draw");
    const before = shuffles.get(place)?.bound ?? 2;
    const follows = !shuffled || before === 2 || bound === before - 1;
    const fixed = ways.some((one) => one.bound === null || one.bound === bound);
    const within = shown.some(({ least, most }) => least <= bound && bound <= most);
    if (!follows || !fixed || !within) throw new Fault("audit.fault.bound", where);
    if (shuffled) shuffles.set(place, { step, name: purpose, bound });
  }
  for (const where of shuffles.values()) if (where.bound !== 2) {
    throw new Fault("audit.fault.bound", { line: 0, ...where });
  }
}

// A fact that purposes name as `always` comes with an outcome for one of them.
export function checkComplete({ purposes }, outcomes, facts) {
  const drawn = new Map();
  for (const { step, purpose } of outcomes) drawn.set(step, [...(drawn.get(step) ?? []), purpose]);
  for (const [step, types] of facts)
    for (const type of types) {
      const wanted = purposes.filter(({ always }) => always.includes(type));
      const there = wanted.some((one) => (drawn.get(step) ?? []).some((purpose) => fits(one, purpose)));
      const name = wanted.map((one) => one.name).join(", ");
      if (wanted.length && !there) throw new Fault("audit.fault.outcome-missing", { line: 0, step, fact: type, name });
    }
}

const fits = ({ pattern }, purpose) => new RegExp(`^(?:${pattern})$`).test(purpose);
