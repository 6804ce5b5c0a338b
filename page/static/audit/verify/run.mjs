// All checks of a game in their order. What came of each is told as it happens: "ok" with what was counted, "fault" with
// where it broke, "skipped" with why it could not be done here, "nothing" where there is nothing to check.

import { Fault, hasCrypto, hasEd25519, toLatin1 } from "./bytes.mjs";
import { checkChain, checkCommitment, checkReceipts, countUnsigned } from "./chain.mjs";
import { checkChance, readChance } from "./chance.mjs";
import { checkContent, checkHeader, readFile } from "./lines.mjs";
import { checkInclusion, checkWitnesses } from "./log.mjs";
import { checkPlayers, playersWithKeys } from "./players.mjs";

export const CHECKS = ["file", "content", "header", "commitment", "chain", "talk", "receipts", "players", "chance", "log", "witnesses", "rules"];

// Why a check cannot be done: a key of the catalogue.
class Skipped extends Error {
  constructor(name, values = {}, state = "skipped") {
    super(name);
    this.key = name;
    this.values = values;
    this.state = state;
  }
}

// Verify the bytes of a .kifu file. `sources` has functions that ask for what the file does not hold: keys, chance, draws,
// proof, keysOf, and the list vkeys; what is missing is skipped. `tell` gets all results so far, again and again.
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
      const values = await check(progress);
      say(name, { state: "ok", values });
      return values;
    } catch (error) {
      if (error instanceof Fault) say(name, { state: "fault", why: error.key, values: error.values });
      else if (error instanceof Skipped) say(name, { state: error.state, why: error.key, values: error.values });
      else if (error.code !== undefined) say(name, { state: "skipped", why: "audit.skip.service", values: { why: error.message } });
      else say(name, { state: "fault", why: "audit.fault.unreadable", values: { line: 0, step: 0, name: error.message } });
      return null;
    }
  };
  await runAll(bytes, sources, run);
  return [...results.values()];
}

async function runAll(bytes, sources, run) {
  const need = async (source, why, ...given) => {
    if (!source) throw new Skipped(why);
    return source(...given);
  };
  let record = null;
  await run("file", async () => {
    if (!hasCrypto()) throw new Skipped("audit.skip.insecure");
    record = await readFile(toLatin1(bytes));
    return { n: record.game.length, kifu: record.header.kifu, unsigned: countUnsigned(record.game) };
  });
  const withRecord = (name, check) =>
    run(name, (progress) => {
      if (record === null) throw new Skipped(hasCrypto() ? "audit.skip.file" : "audit.skip.insecure");
      return check(progress);
    });
  let secret = null;
  let signing = false;
  await withRecord("content", () => {
    if (!record.content) throw new Skipped("audit.skip.no-content");
    return checkContent(record);
  });
  await withRecord("header", () => checkHeader(record));
  await withRecord("commitment", async () => {
    secret = await checkCommitment(record);
    if (secret === null) throw new Skipped("audit.skip.secret");
    return {};
  });
  await withRecord("chain", async (progress) => {
    const found = await checkChain(record.game, secret, progress);
    if (!found.n) throw new Skipped("audit.skip.no-digests");
    return found;
  });
  await withRecord("talk", (progress) => {
    if (!record.talk.length) throw new Skipped("audit.skip.no-talk", {}, "nothing");
    return checkChain(record.talk, secret, progress);
  });
  const needSigning = async () => {
    signing ||= await hasEd25519();
    if (!signing) throw new Skipped("audit.skip.ed25519");
  };
  await withRecord("receipts", async (progress) => {
    await needSigning();
    const { keys } = await need(sources.keys, "audit.skip.no-keys");
    const found = await checkReceipts([record.game, record.talk], keys, progress);
    if (!found.n) throw new Skipped("audit.skip.no-receipts", found);
    return found;
  });
  await withRecord("players", async () => {
    const names = playersWithKeys(record);
    if (!names.length) throw new Skipped("audit.skip.no-signatures", {}, "nothing");
    await needSigning();
    const documents = sources.keysOf ? await Promise.all(names.map(sources.keysOf)) : [];
    return checkPlayers(record, documents);
  });
  await withRecord("chance", async (progress) => {
    if (secret === null) throw new Skipped("audit.skip.secret");
    if (!sources.chance) throw new Skipped("audit.skip.no-chance", { n: readChance(record).draws.length });
    const chance = await sources.chance();
    return checkChance(record, chance, sources.draws ? await sources.draws(record.header.ruleset) : null, progress);
  });
  const logged = await withRecord("log", async () => {
    await needSigning();
    if (record.game.at(-1).digest === undefined) throw new Skipped("audit.skip.chain");
    const { keys } = await need(sources.keys, "audit.skip.no-keys");
    const proof = sources.proof ? await sources.proof(record) : record.evidence;
    if (!proof) throw new Skipped("audit.skip.no-proof");
    return checkInclusion(record, proof, keys);
  });
  await withRecord("witnesses", async () => {
    if (!logged?.checkpoint) throw new Skipped("audit.skip.no-checkpoint");
    const { witnesses } = logged.checkpoint;
    if (!witnesses.length) throw new Skipped("audit.skip.no-witness");
    const names = witnesses.map(({ name }) => name).join(", ");
    if (!sources.vkeys?.length) throw new Skipped("audit.skip.no-vkeys", { n: witnesses.length, names });
    const found = await checkWitnesses(logged.checkpoint, sources.vkeys);
    if (found.n * 2 <= found.all) throw new Skipped("audit.skip.few-witnesses", found);
    return found;
  });
  await withRecord("rules", () => {
    throw new Skipped("audit.skip.rules");
  });
}
