// The public API: `ask` reads, `send` writes, `readLines` follows a stream. Every failure, a timeout included, is a
// Problem with a code, a sentence for people, and any further members from the service.

import { account } from "./account.mjs";
import { recall, keep } from "./kept.mjs";
import { listen, search } from "./reaching.mjs";
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
const LONGEST_PAUSE = 10_000; // Beyond this, people are told why they wait.
const LONGEST_WORK = 8; // Milliseconds, after which the page may paint and answer to clicks.
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// The secrets of links and invitations, by game: they came after the # of an address, which is never sent.
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

// Fetch under a time limit; `read` takes what the answer holds.
async function reach(path, { signal, ...options }, read) {
  const ear = listen(signal);
  // If the answer ends early or never comes, the service is unreachable, unless the caller aborted.
  const hear = async (promise) => {
    try {
      const value = await promise;
      ear.heard();
      return value;
    } catch (error) {
      if (signal?.aborted) throw error;
      search();
      throw new Problem({ code: "unreachable", status: 0 });
    }
  };
  try {
    const answer = await hear(fetch(path, { ...options, signal: ear.signal }));
    if (!answer.ok) throw refuse(answer, await (await readWhole(answer, hear)).text());
    return await read(answer, hear, ear);
  } finally {
    ear.end();
  }
}

function refuse(answer, text) {
  let members = {};
  try {
    members = JSON.parse(text);
  } catch {
    // Not from the service itself, a proxy for instance.
  }
  return new Problem({
    code: "unknown",
    status: answer.status,
    retryAfter: answer.headers.get("Retry-After"),
    ...members,
  });
}

// The service is starting, or a proxy does not reach it.
const isAway = ({ code, status }) => [502, 503, 504].includes(status) && (code === "unknown" || code === "unavailable");

// Do something; repeat it after a pause if `again` accepts its problem.
async function persist(act, again) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await act();
    } catch (problem) {
      if (tried === TRIES || !again(problem)) throw problem;
      const wait = problem.status ? 1000 * Number(problem.members.retryAfter ?? tried) : 400 * 2 ** tried;
      if (wait > LONGEST_PAUSE) throw problem;
      await pause(wait);
    }
  }
}

// Read a whole answer, however long it takes, as long as bytes keep coming.
async function readWhole(answer, hear) {
  const parts = [];
  const reader = answer.body?.getReader();
  for (let part = await hear(reader?.read()); part &&
    !part.done; part = await hear(reader.read())) parts.push(part.value);
  return new Blob(parts);
}

// Read a path of the API. Returns the object or text in the answer, or with `whole` its bytes as a Blob.
export async function ask(path, { accept = "application/json", signal, whole = false, headers } = {}) {
  const options = { headers: headersFor(path, { Accept: accept, ...headers }), signal, cache: "no-cache" };
  const bytes = await persist(() => reach(path, options, readWhole), isAway);
  if (whole) return bytes;
  const text = await bytes.text();
  return accept.endsWith("json") ? JSON.parse(text) : text;
}

// A random idempotency key; crypto.randomUUID is missing from pages that came by plain http from another machine.
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Write to a path. All tries use one key, so nothing happens twice; `version` is the one that the page has seen.
export async function send(path, body, { method = "POST", version, key = newKey(), keyed = true } = {}) {
  const headers = headersFor(path, {});
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (keyed && method === "POST") headers["Idempotency-Key"] = key;
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  const options = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const act = () => reach(path, options, async (answer, hear) => {
    const text = await (await readWhole(answer, hear)).text();
    return { ...(text ? JSON.parse(text) : {}), position: answer.headers.get("Kifu-Position") };
  });
  const repeatable = keyed || method !== "POST";
  return persist(act, (problem) =>
    repeatable &&
      (problem.code === "unreachable" || problem.status === 429 || problem.status === 503 || isAway(problem)));
}

// Follow a stream of JSON lines; `onLine` gets each, `onOpen` is called once it answers. Resolves when the stream ends,
// throws a Problem when it breaks.
export async function readLines(path, onLine, { signal, headers, onOpen, cache = "no-cache" } = {}) {
  const accept = "application/x-ndjson";
  const options = { headers: headersFor(path, { Accept: accept, ...headers }), signal, cache };
  return reach(path, options, async (answer, hear, ear) => {
    if (answer.status === 204) return 204;
    ear.streams();
    onOpen?.();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let began = performance.now();
    for (;;) {
      const part = await hear(reader.read());
      if (part.done) break;
      const lines = (rest + part.value).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        if (line.trim()) onLine(JSON.parse(line));
        if (performance.now() - began < LONGEST_WORK) continue;
        await pause(0);
        began = performance.now();
      }
    }
    if (rest.trim()) onLine(JSON.parse(rest));
    return answer.status;
  });
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
