// Checks the chance of a finished game, without Kifu: node verify_chance.js FILE [DRAWS [GAME]]
//
// FILE is what GET /v1/games/{id}/chance or `kifu chance --json` gives of a game that is over, or its .kifu file ("-":
// standard input). docs/fair-chance.md describes what is done here. A .kifu file holds no outcomes: commitment and
// derivation are checked, and that the steps that drew are counted without a gap; `kifu chance --json FILE.kifu` gives the
// outcomes for a second look. DRAWS is what `kifu chance RULESET --json` gives: then every
// outcome must be for a purpose that the game has, with its bounds. GAME is the .kifu file of the game that FILE is
// about: then every step that drew must have outcomes in FILE, for purposes that its facts show, and every fact that
// never comes without an outcome must have one. Receipts, digests and moves are not checked. Ends with 1 at the first thing that is not as it should be.
"use strict";
const { createHash, createHmac } = require("node:crypto");
const { readFileSync } = require("node:fs");

class Fault extends Error {}

function main(file, listed, recorded) {
  const text = readFileSync(file === "-" ? 0 : file, "utf8");
  const chance = text.trimStart().startsWith('{"kifu":') ? fromArchive(text) : JSON.parse(text);
  if (typeof chance.server_seed !== "string") throw new Fault("the seed is still secret: the game is not over");
  const seed = checkedSeed(chance);
  if ((chance.changed ?? []).length) throw new Fault(`outcomes are missing: steps ${chance.changed.join(", ")}`);
  const counted = chance.derivation !== null && chance.derivation !== "kifu-seed-1";
  checkDraws(counted, chance.draws ?? chance.outcomes);
  checkOutcomes(seed, chance.outcomes);
  const { draws, purposes } = listed ? JSON.parse(readFileSync(listed, "utf8")) : { draws: [], purposes: [] };
  const game = recorded ? fromArchive(readFileSync(recorded, "utf8")) : null;
  if (game && game.commitment !== chance.commitment) throw new Fault("the outcomes are those of another game");
  if (listed) checkPurposes(draws, purposes, chance.outcomes, game && game.facts);
  if (game) checkComplete(purposes, chance.outcomes, game);
  const many = chance.outcomes.length;
  console.log(`The commitment holds. The seed of the game is ${seed.toString("hex")}.`);
  console.log(many ? `All ${many} outcomes follow from it.` : "No outcomes are listed.");
  if (game) console.log("No step of the game lacks the outcomes that its facts show.");
  console.log("Receipts, digests and moves were not checked: `kifu verify FILE --keys KEYS` does.");
}

function fromArchive(text) {
  const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  // Before the events come the header and, since format 3, the content.
  const events = lines.filter((line) => "event" in line);
  if (!events.length) throw new Fault("there is no event in the file");
  const opened = events[0].event;
  const entropies = Array(opened.seats).fill(null);
  for (const { topic, event } of events) {
    if (topic === "kifu:seat-taken") entropies[event.seat] = event.entropy ?? null;
    if (topic === "kifu:seat-left") entropies[event.seat] = null;
  }
  const derivation = opened.derivation ?? null;
  const draws = events.filter(({ event }) => "draw" in event).map(({ event }) => ({ step: event.n, draw: event.draw }));
  const facts = new Map();
  for (const { event } of events) if (event.facts) facts.set(event.n, new Set(event.facts.map(({ type }) => type)));
  return { commitment: opened.commitment, derivation, entropies, server_seed: opened.seed, outcomes: [], draws, facts };
}

function checkedSeed({ commitment, derivation, entropies, server_seed, seed }) {
  if (!/^[0-9a-f]{64}$/.test(server_seed)) throw new Fault("the server's seed is not 64 hexadecimal digits");
  const secret = Buffer.from(server_seed, "hex");
  const published = createHash("sha256").update(secret).digest("hex");
  if (published !== commitment) throw new Fault(`the commitment is ${commitment}, not that of the seed, ${published}`);
  const derived = derive(secret, derivation, entropies);
  if (seed && seed !== derived.toString("hex")) throw new Fault(`the seed derived is ${derived.toString("hex")}`);
  return derived;
}

function derive(secret, derivation, entropies) {
  const added = entropies.some((entropy) => entropy !== null);
  if (![null, "kifu-seed-1", "kifu-seed-2"].includes(derivation)) throw new Fault(`no derivation is known as ${derivation}`);
  if (derivation === null && added) throw new Fault("entropy was added to a game that takes none");
  if (!added) return secret;
  const hmac = createHmac("sha256", secret).update(`${derivation}\0`);
  for (const entropy of entropies) {
    const text = Buffer.from(entropy ?? "", "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    hmac.update(length).update(text);
  }
  return hmac.digest();
}

// Steps that drew are counted 1, 2, 3, ... in their order: none is left out, and none draws a second time. In older games
// outcomes are drawn under the number of the step instead.
function checkDraws(counted, outcomes) {
  let last = { step: 0, draw: 0 };
  for (const { step, draw } of outcomes) {
    const where = `step ${step}`;
    if (!counted && draw !== undefined) throw new Fault(`${where}: the chance of this game is numbered by step`);
    if (counted && draw !== last.draw + (step !== last.step)) throw new Fault(`${where}: draw ${draw} follows draw ${last.draw}`);
    if (step < last.step) throw new Fault(`${where}: it is listed after step ${last.step}`);
    last = { step, draw };
  }
}

function checkOutcomes(seed, outcomes) {
  const next = new Map();
  for (const { step, draw, purpose, counter, bound, result } of outcomes) {
    const place = `${draw ?? step}/${purpose}`;
    const where = `step ${step}, ${purpose}, counter ${counter}`;
    if (!Number.isSafeInteger(bound) || bound < 1) throw new Fault(`${where}: the bound ${bound} is not a positive integer`);
    let count = next.get(place) ?? 0;
    const limit = (1n << 64n) - ((1n << 64n) % BigInt(bound));
    while (number(seed, place, count) >= limit) count += 1;
    if (count !== counter) throw new Fault(`${where}: the counter should be ${count}`);
    const drawn = number(seed, place, count) % BigInt(bound);
    if (drawn !== BigInt(result)) throw new Fault(`${where}: ${result} below ${bound} should be ${drawn}`);
    next.set(place, count + 1);
  }
}

// Each outcome is for a purpose of the game that a fact of its step shows, with a bound that the purpose can have. The
// bounds of a shuffle go down by one to 2.
function checkPurposes(draws, purposes, outcomes, facts) {
  const shuffles = new Map();
  for (const { step, draw, purpose, bound } of outcomes) {
    const fits = draws.filter((one) => isFor(one, purpose));
    const named = purposes.filter((one) => isFor(one, purpose));
    const where = `step ${step}, ${purpose}`;
    if (!fits.length || !named.length) throw new Fault(`${where}: the game draws for no such purpose`);
    const shown = named.filter((one) => !facts || one.facts.some((fact) => facts.get(step)?.has(fact)));
    if (!shown.length) throw new Fault(`${where}: no fact of the step shows it`);
    const place = `${draw ?? step}/${purpose}`;
    const shuffled = fits.every(({ kind }) => kind === "shuffle" || kind === "draw");
    const before = shuffles.get(place) ?? 2;
    const follows = !shuffled || before === 2 || bound === before - 1;
    const fixed = fits.some((one) => one.bound === null || one.bound === bound);
    const within = shown.some(({ least, most }) => least <= bound && bound <= most);
    if (!follows || !fixed || !within) throw new Fault(`${where}: the bound ${bound} is not that of its purpose`);
    if (shuffled) shuffles.set(place, bound);
  }
  for (const [place, last] of shuffles) if (last !== 2) throw new Fault(`${place}: the shuffle ends with the bound ${last}`);
}

// The record says of each step whether it drew, and which facts came of it. Some of them never come without an outcome for
// one of the purposes that name them as `always`.
function checkComplete(purposes, outcomes, game) {
  const drawn = new Map();
  for (const { step, purpose } of outcomes) drawn.set(step, [...(drawn.get(step) ?? []), purpose]);
  for (const { step, draw } of game.draws) {
    if (!drawn.has(step)) throw new Fault(`step ${step}: draw ${draw} is recorded, but has no outcomes in the list`);
  }
  for (const [step, facts] of game.facts) {
    for (const fact of facts) {
      const wanted = purposes.filter(({ always }) => always.includes(fact));
      const there = wanted.some((one) => (drawn.get(step) ?? []).some((purpose) => isFor(one, purpose)));
      const names = wanted.map(({ name }) => name).join(" or ");
      if (wanted.length && !there) throw new Fault(`step ${step}, ${fact}: an outcome for ${names} is missing`);
    }
  }
}

function isFor({ pattern }, purpose) {
  return new RegExp(`^(?:${pattern})$`).test(purpose);
}

function number(seed, place, counter) {
  return createHmac("sha256", seed).update(`${place}/${counter}`).digest().readBigUInt64BE(0);
}

try {
  main(process.argv[2] ?? "-", process.argv[3], process.argv[4]);
} catch (error) {
  console.error(error instanceof Fault ? error.message : `These are not the outcomes of a game: ${error.message}`);
  process.exitCode = 1;
}
