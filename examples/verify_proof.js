// Checks a proof of the log, without Kifu: node verify_proof.js PROOF KEYS
//
// PROOF ("-": standard input) is an answer of GET .../proofs/N, .../consistency or /v1/heads/consistency, KEYS the file of
// /.well-known/kifu-keys.json, kept from an earlier day. docs/checkpoints.md describes what is done here. Ends with 1
// if the proof is not genuine.
"use strict";
const { createHash, createPublicKey, verify } = require("node:crypto");
const { readFileSync } = require("node:fs");

class Fault extends Error {}

function main(proofFile, keysFile) {
  const proof = JSON.parse(readFileSync(proofFile === "-" ? 0 : proofFile, "utf8"));
  const { keys } = JSON.parse(readFileSync(keysFile, "utf8"));
  const check = { inclusion: checkInclusion, consistency: checkConsistency, heads: checkHeads }[proof.type];
  if (check === undefined) throw new Fault("no proof of the log");
  console.log(check(proof, keys));
}

function checkInclusion(proof, keys) {
  const { head, heads, game, version, digest, index } = proof;
  const own = crc32(Buffer.from(game.replaceAll("-", ""), "hex")) % 64;
  if (proof.partition !== own || head.partition !== own) throw new Fault(`the game belongs to partition ${own}`);
  checkHead(head, keys);
  const leaf = leafHash(`kifu leaf 1\ngame ${game}\nversion ${version}\ndigest ${digest}\n`);
  checkIncluded(leaf, index, head.size, bytes(proof.path), hex(head.root), "version and digest");
  const said = `Genuine: version ${version} of the game is leaf ${index} of partition ${own}, of ${head.size} signed at ${head.time}`;
  if (heads === undefined) return `${said}.`;
  const line = heads.leaf.split("\n")[own + 2];
  if (!/^kifu heads 1\ntime \S+\n/.test(heads.leaf) || line !== `${own} ${head.size} ${head.root}`)
    throw new Fault(`the leaf of the log of heads has another head of partition ${own}`);
  const checkpoint = checkNote(heads.checkpoint, keys, time(/\ntime (\S+)\n/.exec(heads.leaf)[1]));
  checkIncluded(leafHash(heads.leaf), heads.index, checkpoint.size, bytes(heads.path), checkpoint.root, "the leaf of heads");
  return `${said}, under the checkpoint of ${checkpoint.size} leaves of ${checkpoint.origin}.`;
}

function checkConsistency({ partition, from, to, path }, keys) {
  for (const head of [from, to]) {
    if (head.partition !== partition) throw new Fault(`a head is of partition ${head.partition}, not of ${partition}`);
    checkHead(head, keys);
  }
  checkExtended(from.size, hex(from.root), to.size, hex(to.root), bytes(path));
  return `Genuine: the ${to.size} leaves of partition ${partition} begin with the ${from.size} signed at ${from.time}.`;
}

function checkHeads({ from, to, path }, keys) {
  const [old, later] = [from, to].map((note) => checkNote(note, keys, null));
  if (old.origin !== later.origin) throw new Fault("the checkpoints are of two logs");
  checkExtended(old.size, old.root, later.size, later.root, bytes(path));
  return `Genuine: the log of heads of ${later.size} leaves begins with that of ${old.size}; its name is ${later.origin}.`;
}

function checkHead({ partition, size, root, time: at, key: name, signature }, keys) {
  const text = `kifu tree head 1\npartition ${partition}\nsize ${size}\nroot ${root}\ntime ${at}\n`;
  const key = keys.find((one) => one.key === name);
  const signed = key !== undefined && verify(null, Buffer.from(text), publicKey(key), hex(signature));
  if (!signed) throw new Fault(`the head of ${size} leaves is not signed by a key of the service`);
  // No other key can have signed before the first one, whatever the clock said when it was made.
  const first = keys.every((one) => time(key.from) <= time(one.from));
  if ((!first && time(at) < time(key.from)) || (key.until && time(at) > time(key.until))) throw new Fault(`the key was not in use at ${at}`);
}

// A checkpoint of C2SP: text, an empty line, and signatures. Those of keys that are not ours are passed over; one that
// names ours and is not of it makes the note worthless. `since` is a time before which it cannot have been signed.
function checkNote(note, keys, since) {
  const end = note.lastIndexOf("\n\n");
  const [origin, size, root, ...rest] = note.slice(0, end + 1).split("\n");
  if (end < 0 || !note.endsWith("\n") || !origin || !/^(0|[1-9][0-9]*)$/.test(size ?? "") || rest.at(-1) !== "")
    throw new Fault("no checkpoint");
  let signed = false;
  for (const line of note.slice(end + 2, -1).split("\n")) {
    const [, name, encoded] = /^\u2014 (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
    const value = Buffer.from(encoded ?? "", "base64");
    if (value.length < 5) throw new Fault("the checkpoint has a line that is not a signature");
    if (name !== origin) continue;
    const key = keys.find((one) => keyId(origin, one).equals(value.subarray(0, 4)));
    if (key === undefined) continue;
    if (!verify(null, Buffer.from(note.slice(0, end + 1)), publicKey(key), value.subarray(4)))
      throw new Fault("the signature of the checkpoint is not that of its key");
    signed ||= since === null || !key.until || since <= time(key.until);
  }
  if (!signed) throw new Fault("no key of the service signed the checkpoint while it was in use");
  return { origin, size: Number(size), root: Buffer.from(root, "base64") };
}

function keyId(origin, key) {
  return sha256(`${origin}\n\x01`, hex(key.public)).subarray(0, 4);
}

function publicKey(key) {
  const x = hex(key.public).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

// RFC 9162, 2.1.3.2.
function checkIncluded(leaf, index, size, path, root, what) {
  let [here, last, found] = [index, size - 1, leaf];
  const wrong = new Fault(`the path does not lead from ${what} to the signed root`);
  if (index >= size) throw wrong;
  for (const sibling of path) {
    if (last === 0) throw wrong;
    if (here % 2 === 1 || here === last) {
      found = nodeHash(sibling, found);
      while (here !== 0 && here % 2 === 0) [here, last] = [here / 2, half(last)];
    } else found = nodeHash(found, sibling);
    [here, last] = [half(here), half(last)];
  }
  if (last !== 0 || !found.equals(root)) throw wrong;
}

// RFC 9162, 2.1.4.2.
function checkExtended(old, oldRoot, size, root, path) {
  const wrong = new Fault(`the path does not show that the ${size} leaves begin with the ${old}`);
  if (old === size) {
    if (path.length > 0 || !oldRoot.equals(root)) throw wrong;
    return;
  }
  const steps = Number.isInteger(Math.log2(old)) ? [oldRoot, ...path] : path;
  if (old < 1 || old > size || steps.length === 0) throw wrong;
  let [here, last] = [old - 1, size - 1];
  while (here % 2 === 1) [here, last] = [half(here), half(last)];
  let [before, after] = [steps[0], steps[0]];
  for (const sibling of steps.slice(1)) {
    if (last === 0) throw wrong;
    if (here % 2 === 1 || here === last) {
      [before, after] = [nodeHash(sibling, before), nodeHash(sibling, after)];
      while (here !== 0 && here % 2 === 0) [here, last] = [here / 2, half(last)];
    } else after = nodeHash(after, sibling);
    [here, last] = [half(here), half(last)];
  }
  if (last !== 0 || !before.equals(oldRoot) || !after.equals(root)) throw wrong;
}

const half = (number) => Math.floor(number / 2);
const hex = (text) => Buffer.from(text, "hex");
const bytes = (path) => path.map(hex);
const leafHash = (text) => sha256("\x00", text);
const nodeHash = (left, right) => sha256("\x01", left, right);

// In microseconds, which Date does not have.
function time(text) {
  const [, seconds, fraction, zone] = /^(.{19})(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const at = Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(at)) throw new Fault(`${text} is not a time`);
  return at * 1000 + Math.round(Number(fraction ?? 0) * 1e6);
}

function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function crc32(data) {
  let found = 0xffffffff;
  for (const byte of data) {
    found ^= byte;
    for (let bit = 0; bit < 8; bit += 1) found = (found >>> 1) ^ (found & 1 ? 0xedb88320 : 0);
  }
  return (found ^ 0xffffffff) >>> 0;
}

try {
  main(process.argv[2] ?? "-", process.argv[3] ?? "kifu-keys.json");
} catch (error) {
  console.error(`NOT genuine: ${error instanceof Fault ? error.message : `this cannot be read: ${error.message}`}.`);
  process.exitCode = 1;
}
