// What arrives while a game is open: its messages, its new steps with their drawings, and its end.

import { ask } from "../api.mjs";
import { follow } from "./live.mjs";

const PAUSE = 2000; // Before new steps are asked for again.

// The stream of a store, for the eyes of one timeline.
export function makeStream(store, timeline) {
  const { signal } = timeline;
  const drawSoon = gather((numbers) => drawNew(Math.min(...numbers), Math.max(...numbers)));
  let stop = () => {};

  return { open, loadMessages, refresh, close: () => stop() };

  function open() {
    const after = () => `${store.query() ? "&" : "?"}after=${store.last.get()}`;
    stop = follow(`${store.path}/live${store.query()}`, after, {
      talk: store.hear,
      game: (info) => store.info.set(info),
      // At the end, everything hidden is revealed, in earlier steps too.
      end(info) {
        store.info.set(info);
        store.reload();
      },
      step(step) {
        if (step.n > store.last.get()) drawSoon(step.n);
        timeline.add(step);
      },
    });
  }

  async function loadMessages() {
    let after = 0;
    do {
      const page = await ask(`${store.path}/messages?after=${after}&limit=1000`, { signal });
      page.items.forEach(store.hear);
      after = page.next;
    } while (after !== null);
  }

  // New steps are shown once they are drawn, and only to somebody who was at the end.
  async function drawNew(from, to) {
    const browsing = store.browsing;
    const [info] = await Promise.all([
      ask(store.path, { signal }),
      timeline.load(Math.max(1, Math.min(from - 1, store.last.get())), to),
    ]).catch((problem) => {
      if (problem.name !== "AbortError") setTimeout(() => signal.aborted || drawNew(from, to), PAUSE);
      return [];
    });
    if (!info || signal.aborted) return;
    const before = store.last.get();
    store.last.set(Math.max(to, before));
    if (!browsing) store.arrive(before, store.last.get());
    store.info.set(info);
    store.tell();
  }

  async function refresh() {
    const info = await ask(store.path, { signal });
    if (info.step > store.last.get()) await drawNew(store.last.get() + 1, info.step);
    else store.info.set(info);
    if (timeline.steps().length < info.step) await timeline.loadSteps();
    return info;
  }
}

// Collect what comes in quick succession, one batch after the other.
function gather(callback) {
  let batch = [];
  let running = false;
  async function run() {
    running = true;
    while (batch.length) {
      const now = batch;
      batch = [];
      await callback(now);
    }
    running = false;
  }
  return (item) => {
    batch.push(item);
    if (!running) queueMicrotask(() => running || run());
  };
}
