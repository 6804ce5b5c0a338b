// Checks a .kifu file with the verifier of the page, in Node: node verify_archive.js FILE [WITNESSES [QUORUM]]
//
// WITNESSES is a file with the key of a witness a line: then the last line of FILE must prove that the whole game is
// under a checkpoint that QUORUM of them cosigned, or more than half.
// FILE ("-": standard input) is the file of a game that is over, or a redacted one of a game that runs. docs/archive.md
// describes what is checked; page/static/audit/verify/ does it, beside which this file must lie. Whether the moves
// follow from the rules, and whether receipts are genuine, is not checked: `kifu verify FILE --keys KEYS` does. Ends
// with 1 at the first line that is not as it should be.
"use strict";
const { readFileSync } = require("node:fs");
const { describe, sayFault } = require("./verify_signatures.js");

const load = (name) => import(`../page/static/audit/verify/${name}.mjs`);
const NO_PROGRESS = async () => {};

class Refused extends Error {}

async function main(file, witnesses, quorum) {
  const { toLatin1 } = await load("bytes");
  const { checkContent, checkHeader, readFile } = await load("lines");
  const { checkChain, checkCommitment, checkTexts, countUnsigned } = await load("chain");
  const { checkClocks } = await load("clocks");
  const { checkPlayers } = await load("players");
  const record = await readFile(toLatin1(readFileSync(file === "-" ? 0 : file)));
  const { header, game, talk } = record;
  if (record.content) await checkContent(record);
  const secret = await checkCommitment(record);
  const { n, last } = await checkChain(game, secret, NO_PROGRESS);
  const said = await checkChain(talk, secret, NO_PROGRESS);
  const { erased } = await checkTexts(talk);
  const texts = await checkTexts(game);
  checkHeader(record);
  const clocks = checkClocks(record);
  const signatures = await checkPlayers(record, []);
  console.log(`Format ${header.kifu}, ${game.length} events, ${n} digests that follow from one another.`);
  if (last !== null) console.log(`The last is ${last}.`);
  const unsigned = countUnsigned(game);
  if (unsigned) console.log(`Unproven: ${unsigned} of ${game.length} events have no receipt of a service.`);
  await checkEvidence(record, witnesses, quorum);
  if (talk.length) console.log(`${talk.length} messages, ${said.n} digests that follow from one another.`);
  if (texts.erased) console.log(`Erased: ${texts.erased} claims or rulings, whose seals the digests cover.`);
  if (erased) console.log(`Erased: ${erased} texts of messages, whose seals the digests cover.`);
  if (clocks) console.log(`The clocks of ${clocks.n} steps come out as recorded; time ran out ${clocks.late.length} times.`);
  if (signatures.n) console.log(describe(signatures));
}

// That the event of the evidence is under its checkpoint, and that enough of the witnesses cosigned it.
async function checkEvidence(record, witnesses, quorum) {
  if (!record.evidence) {
    if (witnesses !== undefined) throw new Refused("the file has no evidence: no witness cosigned it");
    return;
  }
  const { checkInclusion, checkSubject } = await load("log");
  checkSubject(record, record.evidence);
  const { n: covered, checkpoint } = await checkInclusion(record.evidence, null);
  const place = `the checkpoint of ${checkpoint.size} leaves of ${checkpoint.origin}`;
  console.log(`Version ${covered} and all before it are under ${place}.`);
  if (witnesses === undefined) return;
  console.log(await checkCosigners(checkpoint, readFileSync(witnesses, "utf8"), quorum));
  if (covered < record.game.length) throw new Refused(`events after version ${covered} are under no cosigned checkpoint yet`);
}

async function checkCosigners(checkpoint, text, quorum) {
  const { checkWitnesses } = await load("log");
  const words = text.split("\n").map((line) => line.trim().split(/\s+/));
  const vkeys = words
    .filter(([word]) => word && !word.startsWith("#"))
    .map((line) => (line[0] === "witness" ? line[2] : line[0]));
  const wanted = quorum === undefined ? Math.floor(vkeys.length / 2) + 1 : Number(quorum);
  const keys = new Set(vkeys.map((vkey) => vkey.split("+").slice(2).join("+")));
  if (keys.size < vkeys.length) throw new Refused("two witnesses are one");
  if (!(wanted >= 1 && wanted <= vkeys.length)) {
    throw new Refused(`no quorum of ${quorum} among ${vkeys.length} witnesses`);
  }
  const { names } = await checkWitnesses(checkpoint, vkeys);
  const times = new Map(checkpoint.witnesses.map(({ name, time }) => [name, time]));
  const signed = names.map((name) => `${name} at ${times.get(name)}`).join(", ");
  const counted = `${names.length} of ${vkeys.length} witnesses`;
  if (names.length < wanted) throw new Refused(`${counted} cosigned, ${wanted} demanded: ${signed}`);
  return `Cosigned by ${counted}, ${wanted} demanded: ${signed}.`;
}

main(process.argv[2] ?? "-", process.argv[3], process.argv[4]).catch((error) => {
  console.error(error instanceof Refused ? `Fault: ${error.message}` : sayFault(error));
  process.exitCode = 1;
});
