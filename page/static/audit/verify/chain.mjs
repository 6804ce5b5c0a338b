// The chain of digests, and the receipts that the service gave: docs/decisions/008-digest-chain.md.

import { Fault, fromHex, isHex, isSigned, keyed, sha256, timeOf, toHex, utf8 } from "./bytes.mjs";
import { findMember, slice } from "./lines.mjs";

const TAIL = /,"digest":"([0-9a-f]{64})"\}$/;

// The seed that the opening committed to; null if the file does not reveal it.
export async function checkCommitment({ header, game }) {
  const { seed, commitment } = game[0].event;
  if (header.redacted) return null;
  if (!isHex(seed, 64)) throw new Fault("audit.fault.seed", game[0].where);
  const secret = fromHex(seed);
  if (toHex(await sha256(secret)) !== commitment) throw new Fault("audit.fault.commitment", game[0].where);
  return secret;
}

// Follow the chain of a stream; returns how many digests follow from one another, and the last.
export async function checkChain(stream, secret, progress) {
  const salts = secret && (await keyed(secret));
  let previous = null;
  let n = 0;
  for (const line of stream) {
    const tail = TAIL.exec(line.raw);
    if (tail === null) {
      if (previous !== null) throw new Fault("audit.fault.no-digest", line.where);
      line.digest = toHex(await sha256(line.raw));
      continue;
    }
    const body = `${line.raw.slice(0, tail.index)}}`;
    const open = await makePublic(body, line, salts);
    const found = await sha256(previous ?? new Uint8Array(32), `${line.topic}\n`, open);
    line.digest = toHex(found);
    if (line.digest !== tail[1]) throw new Fault("audit.fault.digest", line.where);
    previous = found;
    n += 1;
    if (n % 25 === 0) await progress(n, stream.length);
  }
  return { n, last: previous && toHex(previous) };
}

// The event with a seal in place of each hidden value.
async function makePublic(body, { event, version, where }, salts) {
  const spans = (event.hidden ?? []).map((pointer) => {
    const names = pointer.split("/").slice(1);
    const [start, end] = names.reduce(([at], name) => findMember(body, at, name, where), [0, 0]);
    return { pointer, start, end };
  });
  spans.sort((one, other) => other.start - one.start);
  let text = body;
  for (const { pointer, start, end } of spans) {
    const seal = await makeSeal(text.slice(start, end), pointer, version, salts, where);
    text = text.slice(0, start) + seal + text.slice(end);
  }
  return text;
}

async function makeSeal(value, pointer, version, salts, where) {
  if (salts) return seal(await salts(`seal/${version}${pointer}`), value);
  const shown = JSON.parse(value);
  if (shown.sealed !== undefined) return value;
  // With a longer salt, the first digits of a value could pass for the end of its salt.
  if (!isHex(shown.salt, 64)) throw new Fault("audit.fault.salt", where);
  return seal(fromHex(shown.salt), slice(value, findMember(value, 0, "opened", where)));
}

const seal = async (salt, value) => `{"sealed":"${toHex(await sha256(salt, value))}"}`;

// Where events have seals of what people wrote, which can be erased, and of the salts of signatures over it.
const PLACES = {
  "kifu:message-sent": ["/text"],
  "kifu:dispute-raised": ["/claim", "/signed/salt"],
  "kifu:dispute-ruled": ["/words"],
};
const valueAt = (event, place) => place.split("/").slice(1).reduce((value, name) => value?.[name], event);

// Whether the values beside events are those that were sealed; returns how many texts are sealed, and how many erased.
export async function checkTexts(stream) {
  const found = { n: 0, erased: 0 };
  for (const { topic, event, opened = {}, where } of stream) {
    const sealed = (PLACES[topic] ?? []).filter((place) => isHex(valueAt(event, place)?.sealed, 64));
    if (Object.keys(opened).some((place) => !sealed.includes(place))) throw new Fault("audit.fault.opened", where);
    for (const place of sealed) {
      const opening = opened[place];
      if (opening && !(await isOpening(opening, valueAt(event, place).sealed))) {
        throw new Fault("audit.fault.other-text", where);
      }
      if (place === "/signed/salt") continue;
      found.n += 1;
      if (!opening) found.erased += 1;
    }
  }
  return found;
}

// The value is a text, so its bytes are those of UTF-8 and not those of JSON.
async function isOpening({ value, salt }, sealed) {
  return typeof value === "string" && isHex(salt, 64) && toHex(await sha256(fromHex(salt), utf8(value))) === sealed;
}

// How many events have no receipt: anyone can make such a record, so it is unproven.
export const countUnsigned = (stream) =>
  stream.filter(({ receipt }) => receipt === undefined || receipt === null).length;

// Check the receipts beside the events by the keys of the service; receipts by other keys are only counted.
export async function checkReceipts(streams, keys, progress) {
  const all = streams.flat();
  let [n, unknown, missing, begun] = [0, 0, 0, false];
  for (const [index, { receipt, event, version, where, id, topic }] of all.entries()) {
    if (index % 25 === 0) await progress(index, all.length);
    if (receipt === undefined || receipt === null) {
      if (begun && topic !== "kifu:message-sent") throw new Fault("audit.fault.no-receipt", where);
      missing += 1;
      continue;
    }
    begun = true;
    const key = keys.find((one) => one.key === receipt.key);
    if (!key) {
      unknown += 1;
      continue;
    }
    const step = topic === "kifu:message-sent" ? 0 : (event.n ?? 0);
    const text =
      `kifu receipt 1\ngame ${id}\nstep ${step}\nversion ${version}\ndigest ${event.digest}\ntime ${event.timestamp}\n`;
    const genuine = isHex(receipt.signature, 128) &&
      (await isSigned(key.public, fromHex(receipt.signature), utf8(text)));
    if (!genuine) throw new Fault("audit.fault.receipt", where);
    if (!isInUse(key, event.timestamp, keys)) throw new Fault("audit.fault.key-time", where);
    n += 1;
  }
  return { n, unknown, missing };
}

// No other key can have signed before the first one, whatever the clock said when it was made.
export function isInUse(key, at, keys) {
  const time = timeOf(at);
  const first = keys.every((one) => timeOf(key.from) <= timeOf(one.from));
  return (first || time >= timeOf(key.from)) && (!key.until || time <= timeOf(key.until));
}

export async function nameOfKey(publicHex) {
  return toHex(await sha256(fromHex(publicHex))).slice(0, 16);
}

