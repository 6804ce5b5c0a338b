// Checks the content and the chain of digests of a .kifu file, without Kifu: node verify_archive.js FILE [WITNESSES [QUORUM]]
//
// WITNESSES is a file with the key of a witness a line: then the last line of FILE must prove that the whole game is under a
// checkpoint that QUORUM of them cosigned, or more than half.
// FILE ("-": standard input) is the file of a game that is over, or a redacted one of a game that runs. docs/archive.md
// describes what is done here. What players signed is checked by verify_signatures.js, which must lie beside it. Whether the
// moves follow from the rules, and whether receipts are genuine, is not checked: `kifu verify FILE --keys KEYS` does. Ends
// with 1 at the first line that is not as it should be.
"use strict";
const { createHash, createHmac } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { checkSignatures, describe } = require("./verify_signatures.js");
const { subtle } = require("node:crypto").webcrypto;

const HEADER = ["kifu", "game", "ruleset", "rules", "content", "players", "status", "steps", "redacted", "messages"];

class Fault extends Error {}

// Every character stands for one byte: digests are of bytes, and nothing is written anew.
async function main(file, witnesses, quorum) {
  const lines = readFileSync(file === "-" ? 0 : file, "latin1").replace(/\n$/, "").split("\n");
  const header = parsed(lines, 0, HEADER);
  if (!/^\{"kifu":[1-4],/.test(lines[0])) throw new Fault("line 1: no .kifu file of format 1, 2, 3 or 4");
  if (header.kifu >= 3) checkContent(header, parsed(lines, 1, ["content", "files"]));
  const first = header.kifu >= 3 ? 2 : 1;
  const evidence = header.kifu === 4 ? parsed(lines, lines.length - 1, ["evidence"]).evidence : undefined;
  if (header.kifu === 4 && evidence === undefined) throw new Fault(`line ${lines.length}: the evidence is missing`);
  if (evidence !== undefined) lines.pop();
  const leaves = [];
  const game = { id: header.game, events: 0, digests: 0, previous: null };
  const talk = { id: talkOf(header.game), events: 0, digests: 0, previous: null };
  const events = [];
  let seed = null;
  lines.slice(first).forEach((text, index) => {
    const where = `line ${first + index + 1}`;
    const line = parsed(lines, first + index, ["topic", "event", "receipt"]);
    const stream = line.topic === "kifu:message-sent" ? talk : game;
    if (stream === game && talk.events > 0) throw new Fault(`${where}: an event of the game after a message`);
    const version = (stream.events += 1);
    const event = slice(text, member(text, 0, "event", where));
    if (line.event.originator_id !== stream.id || line.event.originator_version !== version)
      throw new Fault(`${where}: the event belongs to another place`);
    if (index === 0) seed = header.redacted ? null : checkedSeed(line.event, where);
    const known = /,"digest":"([0-9a-f]{64})"\}$/.exec(event)?.[1] ?? sha256(event).toString("hex");
    if (stream === game) events.push(line);
    if (stream === game) leaves.push(`kifu leaf 1\ngame ${header.game}\nversion ${version}\ndigest ${known}\n`);
    const tail = /,"digest":"([0-9a-f]{64})"\}$/.exec(event);
    if (tail === null) {
      if (stream.previous !== null) throw new Fault(`${where}: the event has no digest, though the one before it has`);
      return;
    }
    const body = `${event.slice(0, tail.index)}}`;
    const part = publicPart(body, line, version, seed, where);
    const found = sha256(stream.previous ?? Buffer.alloc(32), `${line.topic}\n`, part);
    if (found.toString("hex") !== tail[1]) throw new Fault(`${where}: the digest does not follow`);
    stream.previous = found;
    stream.digests += 1;
  });
  if ((header.messages ?? 0) !== talk.events || header.messages === 0)
    throw new Fault(`line ${lines.length}: the file has ${talk.events} messages, the header says ${header.messages ?? 0}`);
  checkHeader(header, events);
  const signatures = checkSignatures(header, lines.slice(first).map((_, index) => parsed(lines, first + index)));
  if (signatures.fault !== null) throw new Fault(signatures.fault);
  console.log(`Format ${header.kifu}, ${game.events} events, ${game.digests} digests that follow from one another.`);
  if (game.previous !== null) console.log(`The last is ${game.previous.toString("hex")}.`);
  const unsigned = events.filter(({ receipt }) => !receipt).length;
  if (unsigned > 0) console.log(`Unproven: ${unsigned} of ${game.events} events have no receipt of a service.`);
  if (evidence !== undefined) console.log(checkEvidence(evidence, header, leaves));
  if (witnesses !== undefined) console.log(await checkWitnesses(evidence, leaves, witnesses, quorum));
  if (talk.events > 0) console.log(`${talk.events} messages, ${talk.digests} digests that follow from one another.`);
  if (signatures.signed > 0) console.log(describe(signatures));
}

// The header repeats what the events say, for those who read no further.
function checkHeader(header, events) {
  const [{ topic, event: opened }] = events;
  if (topic !== "kifu:game-opened") throw new Fault("a game begins with its opening");
  const players = Array(opened.seats).fill(null);
  let [status, steps, ended] = ["waiting", 0, 0];
  for (const { topic, event } of events) {
    if (topic === "kifu:seat-taken") players[event.seat] = event.player;
    if (topic === "kifu:seat-left") players[event.seat] = null;
    if (topic === "kifu:game-cancelled") status = "cancelled";
    if (topic === "kifu:game-started") status = "playing";
    if (topic === "kifu:seat-resigned" && event.result) status = "resigned";
    if (event.facts?.some((fact) => fact.type === "ended")) ended = event.n;
    if ([event.undone].flat().includes(ended)) ended = 0;
    steps = event.n ?? steps;
  }
  if (status === "playing" && ended) status = "finished";
  const said = { game: opened.originator_id, ruleset: opened.ruleset, rules: `${opened.ruleset}@${opened.rules_version}` };
  for (const [name, value] of Object.entries({ ...said, content: opened.content, players, status, steps }))
    if (JSON.stringify(header[name]) !== JSON.stringify(value))
      throw new Fault(`line 1: ${name} in the header is ${JSON.stringify(header[name])}, the events say ${JSON.stringify(value)}`);
}

// That the event of the evidence is under its checkpoint; which witnesses cosigned that is another question.
function checkEvidence({ type, game, version, digest, partition, index, path, head, heads }, header, leaves) {
  const wrong = (why) => new Fault(`the evidence ${why}`);
  if (type !== "inclusion") throw wrong(`is of the type ${type}`);
  if (game !== header.game) throw wrong("is that of another game");
  if (leaves[version - 1] === undefined) throw wrong(`is of version ${version}, which the file does not have`);
  if (!leaves[version - 1].endsWith(`digest ${digest}\n`)) throw wrong("names another digest");
  if (head.partition !== partition) throw wrong("names two partitions");
  if (![...path, ...heads.path].every((step) => /^[0-9a-f]{64}$/.test(step))) throw wrong("has a path that is not of digests");
  checkIncluded(leafHash(leaves[version - 1]), index, head.size, path, Buffer.from(head.root, "hex"), wrong);
  if (crc32(Buffer.from(game.replaceAll("-", ""), "hex")) % 64 !== partition) throw wrong("names another partition");
  if (heads.leaf.split("\n")[partition + 2] !== `${partition} ${head.size} ${head.root}`) throw wrong("has two heads");
  const [origin, size, root] = textOf(heads.checkpoint).split("\n");
  checkIncluded(leafHash(heads.leaf), heads.index, Number(size), heads.path, Buffer.from(root, "base64"), wrong);
  return `Version ${version} and all before it are under the checkpoint of ${size} leaves of ${origin}.`;
}

// Which witnesses cosigned the checkpoint, and whether they are enough; a false signature of one of them is a fault.
async function checkWitnesses(evidence, leaves, file, quorum) {
  if (evidence === undefined) throw new Fault("the file has no evidence: no witness cosigned it");
  const words = readFileSync(file, "utf8").split("\n").map((line) => line.trim().split(/\s+/));
  const vkeys = words.filter(([word]) => word && !word.startsWith("#")).map((line) => (line[0] === "witness" ? line[2] : line[0]));
  const wanted = quorum === undefined ? Math.floor(vkeys.length / 2) + 1 : Number(quorum);
  if (new Set(vkeys.map((vkey) => vkey.split("+").slice(2).join("+"))).size < vkeys.length) throw new Fault("two witnesses are one");
  if (!(wanted >= 1 && wanted <= vkeys.length)) throw new Fault(`no quorum of ${quorum} among ${vkeys.length} witnesses`);
  const note = evidence.heads.checkpoint;
  if (!note.endsWith("\n")) throw new Fault("the last line of the checkpoint is not ended");
  const lines = note.slice(textOf(note).length + 1).trimEnd().split("\n");
  const signed = [];
  for (const vkey of vkeys) {
    const [name, id, ...rest] = vkey.split("+");
    const material = Buffer.from(rest.join("+"), "base64");
    const keyId = sha256(Buffer.from(`${name}\n`), material).subarray(0, 4);
    if (material[0] !== 4 || material.length !== 33 || keyId.toString("hex") !== id) throw new Fault(`${vkey} is not the key of a witness`);
    const values = lines.map((line) => line.split(" ")).filter((line) => line[1] === name).map((line) => Buffer.from(line[2], "base64"));
    const key = await subtle.importKey("raw", material.subarray(1), "Ed25519", false, ["verify"]);
    const times = [];
    // Each that says it is of this witness must be genuine, also one behind another.
    for (const value of values.filter((found) => found.subarray(0, 4).equals(keyId))) {
      const at = value.length === 76 ? value.readBigUInt64BE(4) : 0n;
      const text = Buffer.from(`cosignature/v1\ntime ${at}\n${textOf(note)}`);
      if (!(await subtle.verify("Ed25519", key, value.subarray(12), text))) throw new Fault(`the signature of ${name} is false`);
      times.push(at);
    }
    if (times.length) signed.push(`${name} at ${new Date(Number(times[0]) * 1000).toISOString()}`);
  }
  if (signed.length < wanted) throw new Fault(`${signed.length} of ${vkeys.length} witnesses cosigned, ${wanted} demanded: ${signed}`);
  if (evidence.version < leaves.length) throw new Fault(`events after version ${evidence.version} are under no cosigned checkpoint yet`);
  return `Cosigned by ${signed.length} of ${vkeys.length} witnesses, ${wanted} demanded: ${signed.join(", ")}.`;
}

const textOf = (note) => note.slice(0, note.lastIndexOf("\n\n") + 1);
const leafHash = (text) => sha256("\x00", text);

// RFC 9162, 2.1.3.2.
function checkIncluded(leaf, index, size, path, root, wrong) {
  let [here, last, found] = [index, size - 1, leaf];
  for (const sibling of path.map((step) => Buffer.from(step, "hex"))) {
    if (last === 0) throw wrong("has a path that is too long");
    if (here % 2 === 1 || here === last) {
      found = sha256("\x01", sibling, found);
      while (here !== 0 && here % 2 === 0) [here, last] = [here / 2, Math.floor(last / 2)];
    } else found = sha256("\x01", found, sibling);
    [here, last] = [Math.floor(here / 2), Math.floor(last / 2)];
  }
  if (index >= size || last !== 0 || !found.equals(root)) throw wrong("has a path that does not lead to its root");
}

function crc32(data) {
  let found = 0xffffffff;
  for (const byte of data) {
    found ^= byte;
    for (let bit = 0; bit < 8; bit += 1) found = (found >>> 1) ^ (found & 1 ? 0xedb88320 : 0);
  }
  return (found ^ 0xffffffff) >>> 0;
}

// The id of the stream of messages of a game: a UUID of version 5 in the name space of the game.
function talkOf(game) {
  const bytes = createHash("sha1").update(Buffer.from(game.replaceAll("-", ""), "hex")).update("talk").digest();
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// The object of a line, which has no members but these, and none twice at any depth.
function parsed(lines, index, members = null) {
  const where = `line ${index + 1}`;
  const text = Buffer.from(lines[index] ?? "", "latin1").toString("utf8");
  if (/[\x00-\x1f\x7f]|^[^{]|[^}]$/.test(text)) throw new Fault(`${where}: control characters, or something around the object`);
  let value = null;
  try {
    value = JSON.parse(text);
  } catch {}
  if (typeof value !== "object" || value === null) throw new Fault(`${where}: no JSON object`);
  const twice = memberTwice(text);
  if (twice !== null) throw new Fault(`${where}: the member ${twice} stands twice`);
  const unknown = Object.keys(value).find((name) => members !== null && !members.includes(name));
  if (unknown !== undefined) throw new Fault(`${where}: an unknown member ${JSON.stringify(unknown)}`);
  return value;
}

// The first name that an object in this JSON has twice, as it is written, or null: JSON.parse takes the last without a word.
function memberTwice(text) {
  const open = [];
  for (const [token, string, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (colon) {
      const name = JSON.parse(string);
      if (open.at(-1).has(name)) return string;
      open.at(-1).add(name);
    }
  }
  return null;
}

function checkContent(header, { content, files }) {
  const lines = Object.keys(files ?? {})
    .sort()
    .map((name) => `${name} ${sha256(Buffer.from(files[name], "utf8")).toString("hex")}\n`);
  const found = sha256(lines.join("")).toString("hex");
  if (found !== content || content !== header.content) throw new Fault(`line 2: the digest of the content is ${found}`);
}

function checkedSeed({ seed, commitment }, where) {
  const secret = Buffer.from(String(seed), "hex");
  if (sha256(secret).toString("hex") !== commitment) throw new Fault(`${where}: not the seed that was committed to`);
  return secret;
}

// The event with a seal in the place of each hidden value.
function publicPart(body, { event }, version, seed, where) {
  const spans = event.hidden.map((pointer) => {
    const names = pointer.split("/").slice(1);
    const [start, end] = names.reduce(([at], name) => member(body, at, name, where), [0, 0]);
    return { pointer, start, end };
  });
  return spans
    .sort((one, other) => other.start - one.start)
    .reduce((text, { pointer, start, end }) => {
      const value = text.slice(start, end);
      return text.slice(0, start) + sealed(value, pointer, version, seed, where) + text.slice(end);
    }, body);
}

function sealed(value, pointer, version, seed, where) {
  if (seed !== null) {
    return seal(createHmac("sha256", seed).update(`seal/${version}${pointer}`).digest(), value);
  }
  const shown = JSON.parse(value);
  if (shown.sealed !== undefined) return value;
  // With a longer salt, the first digits of a value could pass for the end of its salt.
  if (!/^[0-9a-f]{64}$/.test(shown.salt)) throw new Fault(`${where}: the salt at ${pointer} is not 64 hexadecimal digits`);
  return seal(Buffer.from(shown.salt, "hex"), slice(value, member(value, 0, "opened", where)));
}

const seal = (salt, value) => `{"sealed":"${sha256(salt, value).toString("hex")}"}`;

const slice = (text, [start, end]) => text.slice(start, end);

// Where the value of a member, or the item of an array, starts and ends; `at` is the bracket in front of it.
function member(text, at, name, where) {
  for (let place = at + 1, index = 0; "]}".indexOf(text[place]) < 0; index += 1) {
    let key = String(index);
    if (text[at] === "{") {
      const colon = endOf(text, place);
      key = JSON.parse(text.slice(place, colon));
      place = colon + 1;
    }
    const end = endOf(text, place);
    if (key === name) return [place, end];
    place = text[end] === "," ? end + 1 : end;
  }
  throw new Fault(`${where}: nothing is at ${name}`);
}

// The end of the value that starts at a place.
function endOf(text, place) {
  let depth = 0;
  for (let at = place; at < text.length; at += 1) {
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    } else if ("{[".includes(text[at])) depth += 1;
    else if (depth === 0 && ",:]}".includes(text[at])) return at;
    else if ("]}".includes(text[at])) depth -= 1;
    if (depth === 0 && '"]}'.includes(text[at])) return at + 1;
  }
  return text.length;
}

function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) typeof part === "string" ? hash.update(part, "latin1") : hash.update(part);
  return hash.digest();
}

main(process.argv[2] ?? "-", process.argv[3], process.argv[4]).catch((error) => {
  if (!(error instanceof Fault) && !(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
  console.error(`Fault: ${error.message}`);
  process.exitCode = 1;
});
