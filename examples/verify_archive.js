// Checks the content and the chain of digests of a .kifu file, without Kifu: node verify_archive.js FILE
//
// FILE ("-": standard input) is the file of a game that is over, or a redacted one of a game that runs. docs/archive.md
// describes what is done here. What players signed is checked by verify_signatures.js, which must lie beside it. Whether the
// moves follow from the rules, and whether receipts are genuine, is not checked: `kifu verify FILE --keys KEYS` does. Ends
// with 1 at the first line that is not as it should be.
"use strict";
const { createHash, createHmac } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { checkSignatures, describe } = require("./verify_signatures.js");

class Fault extends Error {}

// Every character stands for one byte: digests are of bytes, and nothing is written anew.
function main(file) {
  const lines = readFileSync(file === "-" ? 0 : file, "latin1").replace(/\n$/, "").split("\n");
  const header = parsed(lines, 0);
  if (![1, 2, 3].includes(header.kifu)) throw new Fault("line 1: no .kifu file of format 1, 2 or 3");
  if (header.kifu === 3) checkContent(header, parsed(lines, 1));
  const first = header.kifu === 3 ? 2 : 1;
  const game = { id: header.game, events: 0, digests: 0, previous: null };
  const talk = { id: talkOf(header.game), events: 0, digests: 0, previous: null };
  let seed = null;
  lines.slice(first).forEach((text, index) => {
    const where = `line ${first + index + 1}`;
    const line = parsed(lines, first + index);
    const stream = line.topic === "kifu:message-sent" ? talk : game;
    if (stream === game && talk.events > 0) throw new Fault(`${where}: an event of the game after a message`);
    const version = (stream.events += 1);
    const event = slice(text, member(text, 0, "event", where));
    if (line.event.originator_id !== stream.id || line.event.originator_version !== version)
      throw new Fault(`${where}: the event belongs to another place`);
    if (index === 0) seed = header.redacted ? null : checkedSeed(line.event, where);
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
  if ((header.messages ?? 0) !== talk.events)
    throw new Fault(`line ${lines.length}: the file has ${talk.events} messages, the header says ${header.messages ?? 0}`);
  const signatures = checkSignatures(header, lines.slice(first).map((_, index) => parsed(lines, first + index)));
  if (signatures.fault !== null) throw new Fault(signatures.fault);
  console.log(`Format ${header.kifu}, ${game.events} events, ${game.digests} digests that follow from one another.`);
  if (game.previous !== null) console.log(`The last is ${game.previous.toString("hex")}.`);
  if (talk.events > 0) console.log(`${talk.events} messages, ${talk.digests} digests that follow from one another.`);
  if (signatures.signed > 0) console.log(describe(signatures));
}

// The id of the stream of messages of a game: a UUID of version 5 in the name space of the game.
function talkOf(game) {
  const bytes = createHash("sha1").update(Buffer.from(game.replaceAll("-", ""), "hex")).update("talk").digest();
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function parsed(lines, index) {
  try {
    const value = JSON.parse(Buffer.from(lines[index] ?? "", "latin1").toString("utf8"));
    if (typeof value === "object" && value !== null) return value;
  } catch {}
  throw new Fault(`line ${index + 1}: no JSON object`);
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

try {
  main(process.argv[2] ?? "-");
} catch (error) {
  if (!(error instanceof Fault) && !(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
  console.error(`Fault: ${error.message}`);
  process.exitCode = 1;
}
