// Checks a proof of the log with the verifier of the page: node verify_proof.js PROOF KEYS
//
// PROOF ("-": standard input) is an answer of GET .../proofs/N, .../consistency or /v1/heads/consistency, KEYS the file of
// /.well-known/kifu-keys.json, kept from an earlier day. docs/checkpoints.md describes what is checked;
// page/static/audit/verify/log.mjs does it, beside which this file must lie, and what is here checks that a log was only
// added to. Ends with 1 if the proof is not genuine.
"use strict";
const { readFileSync } = require("node:fs");
const { sayFault } = require("./verify_signatures.js");

const load = (name) => import(`../page/static/audit/verify/${name}.mjs`);

class Refused extends Error {}

async function main(proofFile, keysFile) {
  const proof = JSON.parse(readFileSync(proofFile === "-" ? 0 : proofFile, "utf8"));
  const { keys } = JSON.parse(readFileSync(keysFile, "utf8"));
  const check = { inclusion: checkIncluded, consistency: checkConsistency, heads: checkHeads }[proof.type];
  if (check === undefined) throw new Refused("no proof of the log");
  console.log(await check(proof, keys));
}

async function checkIncluded(proof, keys) {
  const { checkInclusion } = await load("log");
  const { n, leaves, time, partition, checkpoint } = await checkInclusion(proof, keys);
  const said = `Genuine: version ${n} of the game is leaf ${proof.index} of partition ${partition}, of ${leaves} signed at ${time}`;
  if (!checkpoint) return `${said}.`;
  return `${said}, under the checkpoint of ${checkpoint.size} leaves of ${checkpoint.origin}.`;
}

async function checkConsistency({ partition, from, to, path }, keys) {
  const { checkHead } = await load("log");
  const { fromHex } = await load("bytes");
  for (const head of [from, to]) {
    if (head.partition !== partition) throw new Refused(`a head is of partition ${head.partition}, not of ${partition}`);
    await checkHead(head, keys, {});
  }
  await checkExtended(from.size, fromHex(from.root), to.size, fromHex(to.root), path);
  return `Genuine: the ${to.size} leaves of partition ${partition} begin with the ${from.size} signed at ${from.time}.`;
}

async function checkHeads({ from, to, path }, keys) {
  const { readNote } = await load("log");
  const [old, later] = [await readNote(from, keys), await readNote(to, keys)];
  if (old.origin !== later.origin) throw new Refused("the checkpoints are of two logs");
  await checkExtended(old.size, old.root, later.size, later.root, path);
  return `Genuine: the log of heads of ${later.size} leaves begins with that of ${old.size}; its name is ${later.origin}.`;
}

// RFC 9162, 2.1.4.2.
async function checkExtended(old, oldRoot, size, root, path) {
  const { fromHex, isEqual, sha256 } = await load("bytes");
  const hashNode = (left, right) => sha256("\x01", left, right);
  const half = (number) => Math.floor(number / 2);
  const wrong = new Refused(`the path does not show that the ${size} leaves begin with the ${old}`);
  if (old === size) {
    if (path.length > 0 || !isEqual(oldRoot, root)) throw wrong;
    return;
  }
  const siblings = path.map(fromHex);
  const steps = Number.isInteger(Math.log2(old)) ? [oldRoot, ...siblings] : siblings;
  if (old < 1 || old > size || steps.length === 0) throw wrong;
  let [here, last] = [old - 1, size - 1];
  while (here % 2 === 1) [here, last] = [half(here), half(last)];
  let [before, after] = [steps[0], steps[0]];
  for (const sibling of steps.slice(1)) {
    if (last === 0) throw wrong;
    if (here % 2 === 1 || here === last) {
      [before, after] = [await hashNode(sibling, before), await hashNode(sibling, after)];
      while (here !== 0 && here % 2 === 0) [here, last] = [here / 2, half(last)];
    } else after = await hashNode(after, sibling);
    [here, last] = [half(here), half(last)];
  }
  if (last !== 0 || !isEqual(before, oldRoot) || !isEqual(after, root)) throw wrong;
}

main(process.argv[2] ?? "-", process.argv[3] ?? "kifu-keys.json").catch((error) => {
  const why = error instanceof Refused ? error.message : error.key ? sayFault(error) : `this cannot be read: ${error.message}`;
  console.error(`NOT genuine: ${why.replace(/^Fault: |\.$/g, "")}.`);
  process.exitCode = 1;
});
