// The players' signatures for seats with keys: docs/tampering.md, "Signed moves".

import { Fault, fromHex, isHex, isSigned, sha256, toHex, utf8 } from "./bytes.mjs";
import { nameOfKey } from "./chain.mjs";

const DEEDS = {
  "kifu:seat-taken": ["seat", ({ player, keys, entropy }) => ({ player, keys, entropy: entropy ?? null })],
  "kifu:move-played": ["move", ({ move }) => move],
  "kifu:move-taken-back": ["take-back", () => ({})],
  "kifu:seat-resigned": ["resignation", () => ({})],
  "kifu:dispute-raised": ["dispute", ({ step, clause, claim }) => ({ step, clause, claim })],
  "kifu:dispute-withdrawn": ["withdrawal", ({ dispute }) => ({ dispute })],
};
const MINUTE = 60000;

// Points of small order, with either sign: anybody can forge signatures for such a key.
const WEAK = [
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "00".repeat(32),
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
].flatMap((hex) => [hex, hex.slice(0, -2) + (parseInt(hex.slice(-2), 16) | 0x80).toString(16)]);

// The players who sit on seats with keys: their published keys are to be compared.
export function playersWithKeys({ game }) {
  const seated = game.filter(({ topic, event }) => topic === "kifu:seat-taken" && event.keys?.length);
  return [...new Set(seated.map(({ event }) => event.player))];
}

// Check all signatures; `documents` are the answers of /v1/players/NAME/keys.
export async function checkPlayers({ header, game }, documents) {
  const found = { n: 0, sealed: 0, unsigned: [] };
  const table = {
    id: header.game,
    redacted: header.redacted === true,
    demanded: game[0].event.options?.signed_moves === true,
    keys: new Map(),
    previous: "0".repeat(64),
  };
  for (const line of game) {
    if (line.topic in DEEDS) await checkDeed(line, table, documents, found);
    table.previous = line.event.digest ?? "0".repeat(64);
  }
  return found;
}

async function checkDeed({ topic, event, opened = {}, version, where }, table, documents, found) {
  if (topic === "kifu:seat-taken") await sitDown(event, table, documents, where);
  const keys = table.keys.get(event.seat) ?? [];
  const values = { ...where, seat: event.seat };
  // The arbiter plays a correction, and moves for a player who has resigned are made by rule.
  const others = topic === "kifu:move-played" && (event.dispute !== undefined || event.automatic !== undefined);
  if (event.signed === undefined) {
    if (!keys.length) return;
    if (!others && topic !== "kifu:seat-resigned") throw new Fault("audit.fault.unsigned", values);
    found.unsigned.push(event.n);
    return;
  }
  if (!keys.length || others) throw new Fault("audit.fault.signed-by-nobody", values);
  const [deed, content] = DEEDS[topic];
  const { key, signature, content: digest } = event.signed;
  const place = `game ${table.id}\nversion ${version - 1}\ndigest ${table.previous}\nseat ${event.seat}\n`;
  const text = `kifu ${deed} 1\n${place}content ${digest}\n`;
  const names = await Promise.all(keys.map(nameOfKey));
  const signer = keys[names.indexOf(key)];
  if (!signer || !(await isGenuine(signer, signature, text))) throw new Fault("audit.fault.signature", values);
  found.n += 1;
  const signed = { salt: event.signed.salt, content: content(event) };
  const shown = topic === "kifu:dispute-raised"
    ? openClaim(signed, opened)
    : openContent(signed, new Set(table.redacted ? event.hidden : []));
  if (shown === null) found.sealed += 1;
  else if (!isHex(shown.salt, 64) || (await digestOf(shown)) !== digest) {
    throw new Fault("audit.fault.signed-other", values);
  }
}

async function digestOf({ salt, content }) {
  return toHex(await sha256(fromHex(salt), utf8(canonical(content))));
}

async function sitDown({ seat, player, keys = [], timestamp }, table, documents, where) {
  const values = { ...where, seat, name: player };
  if (!keys.length && table.demanded) throw new Fault("audit.fault.keyless", values);
  if (!keys.every((hex) => isHex(hex, 64)) || new Set(keys).size < keys.length) {
    throw new Fault("audit.fault.keys", values);
  }
  table.keys.set(seat, keys);
  const at = Date.parse(timestamp);
  for (const document of documents.filter((one) => one.player === player)) {
    const known = [];
    for (const one of document.keys) {
      const text = `kifu key 1\nplayer ${player}\nkey ${one.public}\n`;
      if (await isGenuine(one.public, one.proof, text)) known.push(one);
    }
    const until = (one) => (one.until === null ? Infinity : Date.parse(one.until));
    const theirs = keys.every((hex) => known.some((one) => one.public === hex && until(one) + MINUTE >= at));
    const current = known.some((one) => Date.parse(one.from) + MINUTE < at && at + MINUTE < until(one));
    if (!theirs || (current && !keys.length)) throw new Fault("audit.fault.not-their-key", values);
  }
}

// The signed salt and content; null if the file hides part of them.
function openContent({ salt, content }, hidden) {
  const values = [["/signed/salt", salt], ...Object.entries(content).map(([name, value]) => [`/move/${name}`, value])];
  if (values.some(([pointer, value]) => hidden.has(pointer) && value.opened === undefined)) return null;
  const [first, ...others] = values.map(([pointer, value]) => (hidden.has(pointer) ? value.opened : value));
  return { salt: first, content: Object.fromEntries(Object.keys(content).map((name, index) => [name, others[index]])) };
}

// The signed salt and content of a dispute; null if either was erased.
function openClaim({ salt, content }, opened) {
  const open = (value, place) => (value?.sealed === undefined ? value : opened[place]?.value);
  const [first, claim] = [open(salt, "/signed/salt"), open(content.claim, "/claim")];
  return first === undefined || claim === undefined ? null : { salt: first, content: { ...content, claim } };
}

// RFC 8785 for values without fractions: members in order, no spaces.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

async function isGenuine(hex, signature, text) {
  return !WEAK.includes(hex) && isHex(signature, 128) && isSigned(hex, fromHex(signature), utf8(text));
}
