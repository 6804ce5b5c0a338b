// A game as it happens: the stream of its steps and messages, opened again whenever it is lost.

import { readLines } from "../api.mjs";

const SOON = 500;
const LATEST = 20_000;

// `on` has `step`, `game`, `talk`, `end` and `state` ("live", "lost" or "over"). Answers how to stop.
export function follow(path, after, on) {
  let stopped = false;
  let stream = null;
  let last = null;
  let timer = 0;
  let wait = SOON;
  let ended = false;
  let wake = () => {};

  async function run() {
    while (!stopped) {
      stream = new AbortController();
      try {
        const headers = last === null ? {} : { "Last-Event-ID": String(last) };
        const status = await readLines(last === null ? `${path}${after()}` : path, take, { signal: stream.signal, headers, onOpen });
        if (status === 204 || ended) return on.state("over");
      } catch (problem) {
        if (stopped) return;
        if (problem.status >= 400 && problem.status < 500 && problem.status !== 429) return on.state("over");
      }
      if (stopped) return;
      on.state("lost");
      await new Promise((resolve) => {
        timer = setTimeout(resolve, wait * (0.75 + Math.random() / 2));
        wake = resolve;
      });
      wait = Math.min(wait * 2, LATEST);
    }
  }

  function onOpen() {
    wait = SOON;
    on.state("live");
  }

  function take(event) {
    last = event.id;
    if (event.event === "end") ended = true;
    on[event.event]?.(event.data);
  }

  const online = () => wake();
  addEventListener("online", online);
  run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    removeEventListener("online", online);
    stream?.abort();
  };
}
