// Digests and signatures by the browser's own WebCrypto. Texts are latin1, one character a byte, since digests cover
// bytes and nothing is encoded again.

const { subtle } = globalThis.crypto ?? {};

// Browsers offer WebCrypto only to pages that came by https or from the same machine.
export const hasCrypto = () => subtle !== undefined;

// What is wrong: a key of the catalogue, and where.
export class Fault extends Error {
  constructor(name, values = {}) {
    super(name);
    this.key = name;
    this.values = values;
  }
}

export const utf8 = (text) => new TextEncoder().encode(text);

export function latin1(text) {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export function toLatin1(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

export function join(parts) {
  const arrays = parts.map((part) => (typeof part === "string" ? latin1(part) : part));
  const whole = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}

export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromBase64 = (text) => latin1(atob(text));
export const isHex = (text, length) => typeof text === "string" && text.length === length && /^[0-9a-f]*$/.test(text);
export const isEqual = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

export async function sha256(...parts) {
  return new Uint8Array(await subtle.digest("SHA-256", join(parts)));
}

export async function sha1(...parts) {
  return new Uint8Array(await subtle.digest("SHA-1", join(parts)));
}

// HMAC-SHA-256 under one key, for many messages.
export async function keyed(secret) {
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (...parts) => new Uint8Array(await subtle.sign("HMAC", key, join(parts)));
}

// Whether this browser can check Ed25519; older ones cannot.
export async function hasEd25519() {
  try {
    await importPublic("03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8");
    return true;
  } catch {
    return false;
  }
}

const imported = new Map();

function importPublic(hex) {
  if (!imported.has(hex)) imported.set(hex, subtle.importKey("raw", fromHex(hex), "Ed25519", false, ["verify"]));
  return imported.get(hex);
}

export async function isSigned(publicHex, signature, text) {
  try {
    return await subtle.verify("Ed25519", await importPublic(publicHex), signature, text);
  } catch {
    return false;
  }
}

// In microseconds, which Date does not have.
export function timeOf(text) {
  const [, seconds, fraction, zone] = /^(.{19})(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return Date.parse(`${seconds}${zone}`) * 1000 + Math.round(Number(fraction ?? 0) * 1e6);
}
