// The public API: `ask` reads, `send` writes, `readLines` follows a stream. Everything that goes wrong is a Problem with
// a code, a sentence for people, and whatever the service says besides.

import { account } from "./account.mjs";
import { recall, keep } from "./kept.mjs";
import { language } from "./words.mjs";

export class Problem extends Error {
  constructor(members) {
    super(members.detail ?? members.title ?? members.code);
    this.members = members;
    this.code = members.code;
    this.status = members.status ?? 0;
  }
}

const TRIES = 4;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// The secrets of links and invitations, by game: they came behind the # of an address, which is never sent.
export function keepLink(game, secret) {
  keep("links", { ...recall("links", {}), [game]: secret });
}

function headersFor(path, extra) {
  const headers = { "Accept-Language": language.get(), ...extra };
  const token = account.get()?.token;
  if (token) headers.Authorization = `Bearer ${token}`;
  const link = recall("links", {})[path.match(/^\/v1\/games\/([0-9a-f-]{36})/)?.[1]];
  if (link) headers["Kifu-Link"] = link;
  return headers;
}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ code: "unreachable", status: 0 });
  }
}

async function refuse(answer) {
  let members = {};
  try {
    members = await answer.json();
  } catch {
    // Not from the service itself, a proxy for instance.
  }
  return new Problem({ code: "unknown", status: answer.status, retryAfter: answer.headers.get("Retry-After"), ...members });
}

// Read a path of the API. Answers the body, or the whole answer with `whole`.
export async function ask(path, { accept = "application/json", signal, whole = false, headers } = {}) {
  const answer = await reach(path, { headers: headersFor(path, { Accept: accept, ...headers }), signal, cache: "no-cache" });
  if (!answer.ok) throw await refuse(answer);
  if (whole) return answer;
  return accept.endsWith("json") ? answer.json() : answer.text();
}

// A random idempotency key; crypto.randomUUID is missing from pages that came by plain http from another machine.
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Write to a path. One key goes with all tries, so that nothing happens twice; `version` is the one that was seen.
export async function send(path, body, { method = "POST", version, key = newKey(), keyed = true } = {}) {
  const headers = headersFor(path, {});
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (keyed && method === "POST") headers["Idempotency-Key"] = key;
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  const options = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const again = keyed || method !== "POST";
  for (let tried = 1; ; tried += 1) {
    try {
      const answer = await reach(path, options);
      if (answer.ok) {
        const text = await answer.text();
        return { ...(text ? JSON.parse(text) : {}), position: answer.headers.get("Kifu-Position") };
      }
      if (!(again && tried < TRIES && (answer.status === 503 || answer.status === 429))) throw await refuse(answer);
      await pause(1000 * Number(answer.headers.get("Retry-After") ?? tried));
    } catch (problem) {
      if (!(again && tried < TRIES && problem.code === "unreachable")) throw problem;
      await pause(400 * 2 ** tried);
    }
  }
}

// Follow a stream of JSON lines; `onLine` gets each, `onOpen` is called once it answers. Resolves when the stream ends,
// throws a Problem when it breaks.
export async function readLines(path, onLine, { signal, headers, onOpen, cache = "no-cache" } = {}) {
  const accept = "application/x-ndjson";
  const answer = await reach(path, { headers: headersFor(path, { Accept: accept, ...headers }), signal, cache });
  if (!answer.ok) throw await refuse(answer);
  if (answer.status === 204) return 204;
  onOpen?.();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Problem({ code: "unreachable", status: 0 });
    }
    if (part.done) break;
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.trim()) onLine(JSON.parse(line));
  }
  if (rest.trim()) onLine(JSON.parse(rest));
  return answer.status;
}

// All items of a list, page by page, up to `most`.
export async function askAll(path, most = 1000, options) {
  const items = [];
  let next = null;
  do {
    const joined = path + (path.includes("?") ? "&" : "?");
    const page = await ask(next === null ? path : `${joined}after=${encodeURIComponent(next)}`, options);
    items.push(...page.items);
    next = page.next;
  } while (next !== null && items.length < most);
  return items;
}
