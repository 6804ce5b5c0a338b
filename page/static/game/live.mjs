// A game as it happens: the stream of its steps and messages, opened again whenever it is lost.

import { readLines } from "../api.mjs";
import { keepReading } from "../reaching.mjs";

// `on` has `step`, `game`, `talk` and `end`. Returns a function that stops it.
export function follow(path, after, on) {
  const stop = new AbortController();
  const { signal } = stop;
  let last = null;
  let ended = false;

  async function read(onOpen) {
    const headers = last === null ? {} : { "Last-Event-ID": String(last) };
    const status = await readLines(last === null ? `${path}${after()}` : path, take, { signal, headers, onOpen });
    return status === 204 || ended;
  }

  function take(event) {
    last = event.id;
    if (event.event === "end") ended = true;
    on[event.event]?.(event.data);
  }

  keepReading(read, { signal });
  return () => stop.abort();
}
