// The steps of a game and their drawings that have arrived for one viewer. Another viewer gets another timeline.

import { readLines } from "../api.mjs";
import { makeFilm } from "./film.mjs";

const NEAR = 12; // Steps ahead of the stream of all drawings that it is likely to reach in a moment.

// `query` makes the query of a path for this viewer; `tell` is called whenever more has arrived.
export function makeTimeline(path, query, tell) {
  const stop = new AbortController();
  const { signal } = stop;
  const film = makeFilm();
  const asked = new Set();
  let steps = new Map();
  let streamed = 0;
  let soon = 0;

  return {
    signal,
    film,
    step: (n) => steps.get(n) ?? null,
    steps: () => [...steps.values()],
    add,
    load,
    loadSteps,
    askSoon,
    close,
  };

  function add(step) {
    steps.set(step.n, step);
    tell();
  }

  async function load(from, to) {
    let whole = true;
    await readLines(`${path}/drawings${query(`from=${from}&to=${to}`)}`, (line) => {
      film.add(line, whole);
      whole = false;
      if (from < to) streamed = Math.max(streamed, line.step);
      tell();
    }, { signal, cache: "default" });
  }

  async function loadSteps() {
    await readLines(`${path}/steps${query()}`, add, { signal });
    steps = new Map([...steps].sort(([one], [other]) => one - other));
    tell();
  }

  // The viewer is ahead of the stream of all drawings: the one where they stop is requested alone.
  function askSoon(step, isShown) {
    if (film.has(step) || asked.has(step)) return;
    clearTimeout(soon);
    soon = setTimeout(() => {
      if (!isShown() || film.has(step)) return;
      asked.add(step);
      load(step, step).catch(() => asked.delete(step));
    }, step - streamed < NEAR ? 400 : 80);
  }

  function close() {
    stop.abort();
    clearTimeout(soon);
  }
}
