// Whether the service can be reached. Connections can fall silent without an end, when a laptop has slept for instance,
// so every answer has a time limit, and so has the silence of a stream. Once the service does not answer, it is asked
// again until it does, and `back` tells everybody who waits for that.

import { observable } from "./kept.mjs";

const SLOW = 4_000; // A request that takes longer is said to wait.
const ANSWER = 20_000; // For an answer to begin, and for the rest of it to come.
const SILENCE = 40_000; // A stream says something every 15 seconds.
const PROBE = 4_000;
const OVERDUE = 20_000; // For a stream, once the service answers others.
const CONNECTIONS = 6; // As many as a browser opens to one service.
const LOOK = 1_000; // Times are compared this often: whoever slept wakes with timers that know nothing of it.
const SOON = 1_000;
const LATEST = 20_000;
const CALM = 60_000;

// "well", "slow" while a request waits for long, or "lost" while the service or a stream of it cannot be reached.
export const connection = observable("well");

// Set whenever the service answers again. `away` says whether it was asked in vain before.
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

// Say that something is lost, such as a stream, until it is said to be found.
export function lose(what) {
  lost.add(what);
  tell();
}

export function find(what) {
  if (lost.delete(what)) tell();
}

// Listen to a request: `heard` says that something came, and its signal aborts when nothing came for too long, or when
// the signal that is given does. What streams is given more time.
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
  // What still waits when others are answered again hangs on a dead connection.
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

// A browser sends the next request on a connection that it still has. Where that is dead, others may be, too: `count`
// are asked at once, so that one of them is new, or that all of them are given up.
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

// A promise that can hang and not be ended, such as an import, with the time limit of an answer.
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
// refuses it; resolves with that problem. `read` gets what to call once it is open; `onLost` is told of each loss.
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
      // What cannot be reached is looked for once for all.
      await rest(problem?.status === 0 ? LATEST : wait * (0.75 + Math.random() / 2), signal);
      wait = Math.min(wait * 2, LATEST);
    }
    return null;
  } finally {
    find(stream);
  }
}
