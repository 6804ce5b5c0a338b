// All checks of a game, in order. Results are reported as they come: "ok" with counts, "fault" with the place,
// "skipped" with the reason, "nothing" if there is nothing to check.

import { Fault, hasCrypto, hasEd25519, toLatin1 } from "./bytes.mjs";
import { checkChain, checkCommitment, checkReceipts, checkTexts, countUnsigned } from "./chain.mjs";
import { checkChance, readChance } from "./chance.mjs";
import { checkClocks } from "./clocks.mjs";
import { checkContent, checkHeader, readFile } from "./lines.mjs";
import { checkInclusion, checkSubject, checkWitnesses } from "./log.mjs";
import { checkPlayers, playersWithKeys } from "./players.mjs";

// Why a check cannot be done: a key of the catalogue.
class Skipped extends Error {
  constructor(name, values = {}, state = "skipped") {
    super(name);
    this.key = name;
    this.values = values;
    this.state = state;
  }
}

// Verify the bytes of a .kifu file. `sources` has functions that request what the file lacks: keys, chance, draws,
// proof, keysOf, and the list vkeys; checks without their source are skipped. `tell` gets all results so far, after
// each.
export async function verifyFile(bytes, sources, tell) {
  const results = new Map(CHECKS.map((name) => [name, { name, state: "waiting" }]));
  const say = (name, result) => {
    results.set(name, { name, ...result });
    tell([...results.values()]);
  };
  const run = async (name, check) => {
    say(name, { state: "running" });
    // The page stays alive: each piece of work lets the browser paint.
    const progress = async (done, all) => {
      say(name, { state: "running", done, all });
      await new Promise((resolve) => setTimeout(resolve));
    };
    try {
      say(name, { state: "ok", values: await check(progress) });
    } catch (error) {
      say(name, describeError(error));
    }
  };
  await runAll(bytes, sources, run);
  return [...results.values()];
}

function describeError(error) {
  if (error instanceof Fault) return { state: "fault", why: error.key, values: error.values };
  if (error instanceof Skipped) return { state: error.state, why: error.key, values: error.values };
  if (error.code !== undefined) return { state: "skipped", why: "audit.skip.service", values: { why: error.message } };
  return { state: "fault", why: "audit.fault.unreadable", values: { line: 0, step: 0, name: error.message } };
}

// Each check takes what is known about a file and a function that reports its progress, and returns its counts.
const RUN = {
  file: runFile,
  content: runContent,
  header: ({ record }) => checkHeader(record),
  commitment: runCommitment,
  chain: runChain,
  talk: runTalk,
  texts: runTexts,
  receipts: runReceipts,
  players: runPlayers,
  clocks: runClocks,
  chance: runChance,
  log: runLog,
  witnesses: runWitnesses,
  rules: () => skip("audit.skip.rules"),
};

export const CHECKS = Object.keys(RUN);

async function runAll(bytes, sources, run) {
  const known = { bytes, sources, record: null, secret: null, checkpoint: null };
  for (const [name, check] of Object.entries(RUN)) {
    await run(name, (progress) => {
      if (!hasCrypto()) skip("audit.skip.insecure");
      if (known.record === null && name !== "file") skip("audit.skip.file");
      return check(known, progress);
    });
  }
}

async function runFile(known) {
  known.record = await readFile(toLatin1(known.bytes));
  const { game, header } = known.record;
  return { n: game.length, kifu: header.kifu, unsigned: countUnsigned(game) };
}

function runContent({ record }) {
  if (!record.content) skip("audit.skip.no-content");
  return checkContent(record);
}

async function runCommitment(known) {
  known.secret = await checkCommitment(known.record);
  if (known.secret === null) skip("audit.skip.secret");
  return {};
}

async function runChain({ record, secret }, progress) {
  const found = await checkChain(record.game, secret, progress);
  if (!found.n) skip("audit.skip.no-digests");
  return found;
}

async function runTalk({ record, secret }, progress) {
  if (!record.talk.length) skip("audit.skip.no-talk", {}, "nothing");
  const found = await checkChain(record.talk, secret, progress);
  const { erased } = await checkTexts(record.talk);
  return { ...found, erased };
}

async function runTexts({ record }) {
  const found = await checkTexts(record.game);
  if (!found.n) skip("audit.skip.no-texts", {}, "nothing");
  return found;
}

async function runReceipts({ record, sources }, progress) {
  await needSigning();
  const found = await checkReceipts([record.game, record.talk], await keysFrom(sources), progress);
  if (!found.n) skip("audit.skip.no-receipts", found);
  return found;
}

async function runPlayers({ record, sources }) {
  const names = playersWithKeys(record);
  if (!names.length) skip("audit.skip.no-signatures", {}, "nothing");
  await needSigning();
  const documents = sources.keysOf ? await Promise.all(names.map(sources.keysOf)) : [];
  return checkPlayers(record, documents);
}

function runClocks({ record }) {
  return checkClocks(record) ?? skip("audit.skip.no-clock", {}, "nothing");
}

async function runChance({ record, secret, sources }, progress) {
  if (secret === null) skip("audit.skip.secret");
  if (!sources.chance) skip("audit.skip.no-chance", { n: readChance(record).draws.length });
  const chance = await sources.chance();
  return checkChance(record, chance, sources.draws ? await sources.draws(record.header.ruleset) : null, progress);
}

async function runLog(known) {
  const { record, sources } = known;
  await needSigning();
  if (record.game.at(-1).digest === undefined) skip("audit.skip.chain");
  const keys = await keysFrom(sources);
  const proof = sources.proof ? await sources.proof(record) : record.evidence;
  if (!proof) skip("audit.skip.no-proof");
  checkSubject(record, proof);
  const found = await checkInclusion(proof, keys);
  known.checkpoint = found.checkpoint;
  return { ...found, all: record.game.length };
}

async function runWitnesses({ checkpoint, sources }) {
  if (!checkpoint) skip("audit.skip.no-checkpoint");
  const { witnesses } = checkpoint;
  if (!witnesses.length) skip("audit.skip.no-witness");
  const names = witnesses.map(({ name }) => name).join(", ");
  if (!sources.vkeys?.length) skip("audit.skip.no-vkeys", { n: witnesses.length, names });
  const found = await checkWitnesses(checkpoint, sources.vkeys);
  if (found.n * 2 <= found.all) skip("audit.skip.few-witnesses", found);
  return found;
}

async function keysFrom(sources) {
  if (!sources.keys) skip("audit.skip.no-keys");
  return (await sources.keys()).keys;
}

async function needSigning() {
  if (!(await hasEd25519())) skip("audit.skip.ed25519");
}

function skip(...why) {
  throw new Skipped(...why);
}
