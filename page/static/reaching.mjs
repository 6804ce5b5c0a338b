// Whether the service can be reached. Connections can fall silent without closing, for instance after a laptop has
// slept, so every answer and the silence of every stream have a time limit. Once the service does not answer, it is
// asked again until it does, and `back` tells everything that waits for it.

import { observable } from "./kept.mjs";

const SLOW = 4_000; // The page says that it waits for a request that takes longer.
const ANSWER = 20_000; // For an answer to begin, and for the rest of it to come.
const SILENCE = 40_000; // A stream says something every 15 seconds.
const PROBE = 4_000;
const OVERDUE = 20_000; // For a stream, once the service answers others.
const CONNECTIONS = 6; // As many as a browser opens to one service.
const LOOK = 1_000; // Times are compared this often, since timers do not notice that the machine slept.
const SOON = 1_000;
const LATEST = 20_000;
const CALM = 60_000;

// "well", "slow" while a request waits for long, or "lost" while the service or a stream of it cannot be reached.
export const connection = observable("well");

// Set whenever the service answers again. `away` says whether earlier requests failed.
export const back = observable({ count: 0, away: false });

const slow = new Set();
const lost = new Set();
let searching = false;
let pause = SOON;
let found = 0;

function tell() {
  const state = lost.size ? "lost" : slow.size ? "slow" : "well";
  if (state !== connection.get()) connection.set(state);
}

// Report something as lost, such as a stream, until it is reported as found.
export function lose(what) {
  lost.add(what);
  tell();
}

export function find(what) {
  if (lost.delete(what)) tell();
}

// Watch a request: `heard` reports that something came; its signal aborts when nothing has come for too long, or with
// the given signal. Streams have more time.
export function listen(outer, first = ANSWER) {
  const own = new AbortController();
  const stop = () => own.abort();
  let limit = first;
  let last = Date.now();
  const timer = setInterval(() => {
    const silent = Date.now() - last;
    if (silent >= limit) return own.abort();
    if (limit === ANSWER && silent >= SLOW) {
      slow.add(own);
      tell();
    }
  }, LOOK);
  // A request that still waits when others are answered again hangs on a dead connection.
  const unwatch = back.watch(() => Date.now() - last >= (limit === SILENCE ? OVERDUE : PROBE) && stop());
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop);
  function heard() {
    last = Date.now();
    if (slow.delete(own)) tell();
  }
  return {
    signal: own.signal,
    heard,
    streams() {
      limit = SILENCE;
      heard();
    },
    end() {
      clearInterval(timer);
      unwatch();
      outer?.removeEventListener("abort", stop);
      if (slow.delete(own)) tell();
    },
  };
}

// Look for a service that did not answer, at growing intervals; a connection that comes and goes does not shorten them.
export async function search() {
  if (searching) return;
  searching = true;
  lose("service");
  if (Date.now() - found > CALM) pause = SOON;
  let away = false;
  let count = 1;
  for (;;) {
    await rest(count > 1 ? 0 : pause);
    const found = await probe(count);
    if (found === "answered") break;
    away = true;
    count = found === "silent" ? CONNECTIONS : 1;
    pause = Math.min(pause * 2, LATEST);
  }
  searching = false;
  found = Date.now();
  find("service");
  back.set({ count: back.get().count + 1, away });
}

// A browser sends the next request on a connection that it still has. If that is dead, others may be too: `count`
// requests go at once, so that one of them gets another connection, or all are given up.
async function probe(count) {
  const stop = new AbortController();
  const ears = Array.from({ length: count }, () => listen(stop.signal, PROBE));
  try {
    await Promise.any(ears.map(askHealth));
    return "answered";
  } catch {
    return ears.some((ear) => ear.signal.aborted) ? "silent" : "refused";
  } finally {
    stop.abort();
    ears.forEach((ear) => ear.end());
  }
}

async function askHealth({ signal }) {
  const answer = await fetch("/healthz", { signal, cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
}

// Put the time limit of an answer on a promise that can hang and cannot be aborted, such as an import.
export async function inTime(promise) {
  const ear = listen();
  const late = new Promise((_, reject) =>
    ear.signal.addEventListener("abort", () => reject(new Error("nothing came"))));
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    search();
    throw error;
  } finally {
    ear.end();
  }
}

// Wait, but no longer than until the service is back, the machine is online, or the signal aborts.
export function rest(milliseconds, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unwatch();
      removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    const unwatch = back.watch(done);
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
}

// Read a stream that stays open again and again, until `read` says that it is over, the signal aborts, or the service
// refuses it; resolves with that problem. `read` gets a function to call once it is open; `onLost` is called at each
// loss.
export async function keepReading(read, { signal, onLost }) {
  let wait = SOON / 2;
  const stream = {};
  const onOpen = () => {
    wait = SOON / 2;
    find(stream);
  };
  try {
    while (!signal.aborted) {
      let problem = null;
      try {
        if (await read(onOpen)) return null;
      } catch (error) {
        problem = error;
      }
      if (signal.aborted) return null;
      if (problem?.status >= 400 && problem.status < 500 && problem.status !== 429) return problem;
      lose(stream);
      await onLost?.(problem);
      // One search for the service serves all callers.
      await rest(problem?.status === 0 ? LATEST : wait * (0.75 + Math.random() / 2), signal);
      wait = Math.min(wait * 2, LATEST);
    }
    return null;
  } finally {
    find(stream);
  }
}
