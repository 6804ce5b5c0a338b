// Checks what the players of a .kifu file signed, without Kifu: node verify_signatures.js FILE [KEYS...]
//
// FILE ("-": standard input) is the file of a game, whole or redacted. Each of KEYS is the answer of /v1/players/NAME/keys:
// then that player must have sat down with keys from it. docs/tampering.md describes what is done here. The digests that
// are signed are taken as they stand; verify_archive.js checks that they follow, and calls this as well. Receipts are not
// checked. Ends with 1 at the first event that is not as it should be.
"use strict";
const { createHash, createPublicKey, verify } = require("node:crypto");
const { readFileSync } = require("node:fs");

const DEEDS = {
  "kifu:seat-taken": ["seat", ({ player, keys, entropy }) => ({ player, keys, entropy: entropy ?? null })],
  "kifu:move-played": ["move", ({ move }) => move],
  "kifu:move-taken-back": ["take-back", () => ({})],
  "kifu:seat-resigned": ["resignation", () => ({})],
  "kifu:dispute-raised": ["dispute", ({ step, clause, claim }) => ({ step, clause, claim })],
  "kifu:dispute-withdrawn": ["withdrawal", ({ dispute }) => ({ dispute })],
};
const NO_DIGEST = "0".repeat(64);
const MINUTE = 60000;

// What was found in the lines of a file: counts, and the fault if there is one. `documents` are those of players' keys.
function checkSignatures(header, lines, documents = []) {
  const found = { signed: 0, unsigned: [], sealed: 0, fault: null };
  const game = { id: header.game, redacted: header.redacted === true, demanded: false, keys: new Map(), previous: NO_DIGEST };
  const events = lines.filter(({ topic }) => topic !== "kifu:message-sent");
  events.forEach(({ topic, event }, index) => {
    if (found.fault !== null) return;
    if (topic === "kifu:game-opened") game.demanded = event.options?.signed_moves === true;
    const why = topic in DEEDS ? check(topic, event, index + 1, game, documents, found) : null;
    if (why !== null) found.fault = `version ${index + 1}: ${why}`;
    game.previous = event.digest ?? NO_DIGEST;
  });
  return found;
}

// Why an event is not signed as it must be; null if nothing is wrong with it.
function check(topic, event, version, game, documents, found) {
  if (topic === "kifu:seat-taken") {
    const why = sitDown(event, game, documents);
    if (why !== null) return why;
  }
  const keys = game.keys.get(event.seat) ?? [];
  // The arbiter plays a correction, and for a player who has resigned nobody does.
  const others = topic === "kifu:move-played" && (event.dispute !== undefined || event.automatic !== undefined);
  if (event.signed === undefined) {
    if (keys.length === 0) return null;
    if (!others && topic !== "kifu:seat-resigned") return `seat ${event.seat} has keys, but nobody signed this`;
    found.unsigned.push(event.n);
    return null;
  }
  if (keys.length === 0) return `seat ${event.seat} has no keys, but the event has a signature`;
  if (others) return "the player did not play the move, but it has a signature";
  const [deed, content] = DEEDS[topic];
  const { key, signature, content: digest } = event.signed;
  const text = `kifu ${deed} 1\ngame ${game.id}\nversion ${version - 1}\ndigest ${game.previous}\nseat ${event.seat}\ncontent ${digest}\n`;
  const signer = keys.find((hex) => nameOf(hex) === key);
  if (signer === undefined) return `seat ${event.seat} has no key ${key}`;
  if (!isGenuine(signer, signature, text)) return "the signature is not that of the key for this place in this game";
  found.signed += 1;
  const hidden = new Set(game.redacted ? event.hidden : []);
  const shown = opened({ salt: event.signed.salt, content: content(event) }, hidden);
  if (shown === null) found.sealed += 1;
  else if (contentDigest(shown.salt, shown.content) !== digest) return "the player signed something else";
  return null;
}

function sitDown({ seat, player, keys = [], timestamp }, game, documents) {
  if (keys.length === 0 && game.demanded) return `seat ${seat} was taken without a key, though the game demands one`;
  if (!keys.every((hex) => /^[0-9a-f]{64}$/.test(hex)) || new Set(keys).size < keys.length) return "the keys are not keys";
  game.keys.set(seat, keys);
  const at = Date.parse(timestamp);
  for (const document of documents.filter((one) => one.player === player)) {
    const known = document.keys.filter((one) => isGenuine(one.public, one.proof, `kifu key 1\nplayer ${player}\nkey ${one.public}\n`));
    if (!keys.every((hex) => known.some((one) => one.public === hex))) return `a key of seat ${seat} is not one of ${player}`;
    const until = (one) => (one.until === null ? Infinity : Date.parse(one.until));
    if (known.some((one) => keys.includes(one.public) && until(one) + MINUTE < at)) return `${player} had revoked a key of the seat`;
    const current = known.some((one) => Date.parse(one.from) + MINUTE < at && at + MINUTE < until(one));
    if (current && keys.length === 0) return `the seat was taken without a signature, though ${player} had a key`;
  }
  return null;
}

// Salt and content as they were signed; null if the file hides part of them.
function opened({ salt, content }, hidden) {
  const values = [["/signed/salt", salt], ...Object.entries(content).map(([name, value]) => [`/move/${name}`, value])];
  if (values.some(([pointer, value]) => hidden.has(pointer) && value.opened === undefined)) return null;
  const [first, ...others] = values.map(([pointer, value]) => (hidden.has(pointer) ? value.opened : value));
  return { salt: first, content: Object.fromEntries(Object.keys(content).map((name, index) => [name, others[index]])) };
}

function contentDigest(salt, content) {
  if (!/^[0-9a-f]{64}$/.test(salt)) return null;
  return createHash("sha256").update(Buffer.from(salt, "hex")).update(canonical(content), "utf8").digest("hex");
}

// RFC 8785 for values without fractions: members in order, no spaces.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

const nameOf = (hex) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex").slice(0, 16);

// Points of small order, with either sign: anybody can make signatures that such a key verifies.
const WEAK = [`01${"00".repeat(31)}`, `ec${"ff".repeat(30)}7f`, "00".repeat(32), `ed${"ff".repeat(30)}7f`, `ee${"ff".repeat(30)}7f`]
  .concat("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
  .concat("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
  .flatMap((hex) => [hex, hex.slice(0, -2) + (parseInt(hex.slice(-2), 16) | 0x80).toString(16)]);

function isGenuine(hex, signature, text) {
  if (WEAK.includes(hex)) return false;
  // The 32 bytes of an Ed25519 key with the header that SubjectPublicKeyInfo has for them.
  const der = Buffer.from(`302a300506032b6570032100${hex}`, "hex");
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return /^[0-9a-f]{128}$/.test(signature) && verify(null, Buffer.from(text, "utf8"), key, Buffer.from(signature, "hex"));
}

function describe({ signed, unsigned, sealed }) {
  const hidden = sealed ? ` ${sealed} are over moves that this file hides.` : "";
  const without = unsigned.length ? ` Steps ${unsigned.join(", ")} of seats with keys are not the player's own or are unsigned resignations.` : "";
  return `${signed} genuine signatures of players.${hidden}${without}`;
}

module.exports = { checkSignatures, describe };

if (require.main === module) {
  const [file = "-", ...named] = process.argv.slice(2);
  const lines = readFileSync(file === "-" ? 0 : file, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
  const documents = named.map((name) => JSON.parse(readFileSync(name, "utf8")));
  const found = checkSignatures(lines[0], lines.filter((line) => "event" in line), documents);
  if (found.fault === null) {
    console.log(describe(found));
    console.log("Receipts, digests and moves were not checked: `kifu verify FILE --keys KEYS` does.");
  } else {
    console.error(`Fault: ${found.fault}`);
    process.exitCode = 1;
  }
}
