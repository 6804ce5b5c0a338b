// Checks the chance of a finished game with the verifier of the page: node verify_chance.js FILE [DRAWS [GAME]]
//
// FILE is what GET /v1/games/{id}/chance or `kifu chance --json` gives of a game that is over, or its .kifu file ("-":
// standard input). docs/fair-chance.md describes what is checked; page/static/audit/verify/chance.mjs does it, beside
// which this file must lie. A .kifu file holds no outcomes: commitment and derivation are checked, and that the steps
// that drew are counted without a gap; `kifu chance --json FILE.kifu` gives the outcomes for a second look. DRAWS is what
// `kifu chance RULESET --json` gives: then every outcome must be for a purpose that the game has, with its bounds. GAME is
// the .kifu file of the game that FILE is about: then every step that drew must have outcomes in FILE, for purposes that
// its facts show, and every fact that never comes without an outcome must have one. Receipts, digests and moves are not
// checked. Ends with 1 at the first thing that is not as it should be.
"use strict";
const { readFileSync } = require("node:fs");
const { sayFault } = require("./verify_signatures.js");

const load = (name) => import(`../page/static/audit/verify/${name}.mjs`);
const NO_PROGRESS = async () => {};

class Refused extends Error {}

async function main(file, listed, recorded) {
  const { deriveSeed, checkDraws, checkOutcomes } = await load("chance");
  const bytes = readFileSync(file === "-" ? 0 : file);
  const isFile = bytes.toString("latin1").trimStart().startsWith('{"kifu":');
  const chance = isFile ? { ...(await readGame(bytes)), outcomes: [] } : JSON.parse(bytes.toString("utf8"));
  if (typeof chance.server_seed !== "string") throw new Refused("the seed is still secret: the game is not over");
  const seed = await deriveSeed(chance);
  if ((chance.changed ?? []).length) throw new Refused(`outcomes are missing: steps ${chance.changed.join(", ")}`);
  checkDraws(chance, chance.draws ?? chance.outcomes);
  await checkOutcomes(seed, chance.outcomes, NO_PROGRESS);
  await checkRules(chance, listed, recorded);
  const many = chance.outcomes.length;
  console.log(`The commitment holds. The seed of the game is ${Buffer.from(seed).toString("hex")}.`);
  console.log(many ? `All ${many} outcomes follow from it.` : "No outcomes are listed.");
  if (recorded) console.log("No step of the game lacks the outcomes that its facts show.");
  console.log("Receipts, digests and moves were not checked: `kifu verify FILE --keys KEYS` does.");
}

async function readGame(bytes) {
  const { toLatin1 } = await load("bytes");
  const { readFile } = await load("lines");
  const { readChance } = await load("chance");
  return readChance(await readFile(toLatin1(bytes)));
}

// What the game draws for, and what its record says was drawn.
async function checkRules(chance, listed, recorded) {
  const { checkComplete, checkPurposes, checkRecorded } = await load("chance");
  const drawn = listed ? JSON.parse(readFileSync(listed, "utf8")) : null;
  const game = recorded ? await readGame(readFileSync(recorded)) : null;
  if (game && game.commitment !== chance.commitment) throw new Refused("the outcomes are those of another game");
  if (drawn) checkPurposes(drawn, chance.outcomes, game && game.facts);
  if (game) checkRecorded(game, chance.outcomes);
  if (drawn && game) checkComplete(drawn, chance.outcomes, game.facts);
}

main(process.argv[2] ?? "-", process.argv[3], process.argv[4]).catch((error) => {
  if (error instanceof Refused) console.error(`Fault: ${error.message}`);
  else console.error(error.key ? sayFault(error) : `These are not the outcomes of a game: ${error.message}`);
  process.exitCode = 1;
});
