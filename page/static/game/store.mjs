// What the page knows of one game: its description, its steps, the drawing of each, and which of them is shown. All
// parts of the game page read and write it here.

import { account } from "../account.mjs";
import { ask, readLines } from "../api.mjs";
import { observable } from "../kept.mjs";
import { back } from "../reaching.mjs";
import { say } from "../words.mjs";
import { makeFilm } from "./film.mjs";
import { follow } from "./live.mjs";
import { NO_HIGHLIGHT } from "./nodes.mjs";
import { lastSeen, rememberSeen, takeSecret } from "./remembered.mjs";

const ADDRESS_PAUSE = 300; // Browsers slow down pages that change their address at every step of a slider.

export function openGame(id, { address = true, begin = null } = {}) {
  const path = `/v1/games/${id}`;
  const listeners = { change: new Set(), pick: new Set(), ask: new Set() };
  let steps = new Map();
  let film = makeFilm();
  let stop = new AbortController();
  let stopLive = () => {};
  let addressTimer = 0;
  let soon = 0;
  let streamed = 0;
  const asked = new Set();

  const store = {
    id,
    path,
    info: observable(null),
    problem: observable(null),
    shown: observable(0),
    last: observable(0),
    viewer: observable(""),
    choices: observable(null),
    highlight: observable(NO_HIGHLIGHT),
    messages: observable([]),
    markedFrom: observable(null), // All that changed from this step on is marked, not only what the shown step changed.
    since: 0, // The last step that was seen here before.
    invitation: takeSecret(id),
    get browsing() {
      return store.shown.get() < store.last.get();
    },
    step: (n) => steps.get(n) ?? null,
    steps: () => [...steps.values()],
    drawing: (n) => film.get(n),
    marked,
    points: (n) => film.points(n),
    names: () => [...(store.info.get()?.seats.map(nameSeat) ?? []), ...(store.info.get()?.sides ?? [])],
    mine,
    show,
    refresh,
    hear,
    reload,
    onChange: (listener) => listen(listeners.change, listener),
    onPick: (listener) => listen(listeners.pick, listener),
    onAsk: (listener) => listen(listeners.ask, listener),
    pick: (node) => listeners.pick.forEach((listener) => listener(node)),
    askWhy: (node) => listeners.ask.forEach((listener) => listener(node)),
    query: withViewer,
    close,
  };

  const tell = throttle(() => listeners.change.forEach((listener) => listener()));
  const onHash = () => {
    const n = stepOfAddress();
    if (n && n !== store.shown.get()) show(n);
  };
  const onVisible = () => document.visibilityState === "visible" && refresh().catch(() => {});
  if (address) {
    addEventListener("hashchange", onHash);
    document.addEventListener("visibilitychange", onVisible);
  }
  const again = () => store.problem.get()?.code === "unreachable" && reload();
  const unwatch = [store.viewer.watch(reload), account.watch(reload), back.watch(again)];
  start(address ? stepOfAddress() : 0);
  return store;

  async function start(wanted, atEnd = false) {
    const { signal } = stop;
    try {
      // An address with a step need not wait for what the game is.
      const ahead = wanted ? load(wanted, wanted, signal).catch(() => {}) : null;
      const info = await ask(path, { signal });
      await ahead;
      if (signal.aborted) return;
      store.problem.set(null);
      store.last.set(info.step);
      store.since = Math.min(lastSeen(id), info.step);
      if (wanted > info.step) {
        const detail = say("replay.no-step", { n: wanted, last: info.step });
        store.problem.set({ code: "unknown-step", status: 404, members: { detail } });
      }
      const first = atEnd ? info.step : Math.min(wanted || begin?.(info.step) || store.since || info.step, info.step);
      store.shown.set(first);
      if (first === info.step) rememberSeen(id, first);
      store.info.set(info);
      tell();
      if (first && !film.has(first)) await load(first, first, signal);
      stopLive();
      stopLive = follow(`${path}/live${withViewer()}`, () => `${withViewer() ? "&" : "?"}after=${store.last.get()}`, live(signal));
      await Promise.all([loadSteps(signal), info.step && load(1, info.step, signal), loadMessages(signal)]);
    } catch (problem) {
      if (problem.name !== "AbortError" && !signal.aborted) store.problem.set(problem);
    }
  }

  // Everything is asked anew for other eyes; what is shown stays shown.
  function reload() {
    const shown = store.shown.get();
    const atEnd = !store.browsing;
    stop.abort();
    stopLive();
    stop = new AbortController();
    asked.clear();
    streamed = 0;
    steps = new Map();
    film = makeFilm();
    store.choices.set(null);
    start(shown, atEnd);
  }

  async function load(from, to, signal) {
    const target = film;
    let whole = true;
    await readLines(`${path}/drawings${withViewer(`from=${from}&to=${to}`)}`, (line) => {
      target.add(line, whole);
      whole = false;
      if (from < to) streamed = Math.max(streamed, line.step);
      tell();
    }, { signal, cache: "default" });
  }

  async function loadSteps(signal) {
    await readLines(`${path}/steps${withViewer()}`, (step) => {
      steps.set(step.n, step);
      tell();
    }, { signal });
    steps = new Map([...steps].sort(([one], [other]) => one - other));
    tell();
  }

  async function loadMessages(signal) {
    let after = 0;
    do {
      const page = await ask(`${path}/messages?after=${after}&limit=1000`, { signal });
      page.items.forEach(hear);
      after = page.next;
    } while (after !== null);
  }

  function hear(message) {
    const known = store.messages.get();
    if (!known.some((other) => other.n === message.n)) store.messages.set([...known, message].sort((one, other) => one.n - other.n));
  }

  function live(signal) {
    const drawSoon = gather((numbers) => drawNew(Math.min(...numbers), Math.max(...numbers), signal));
    return {
      talk: hear,
      game: (info) => store.info.set(info),
      // At the end everything that was hidden is open, also in what was seen before.
      end(info) {
        store.info.set(info);
        reload();
      },
      step(step) {
        steps.set(step.n, step);
        if (step.n > store.last.get()) drawSoon(step.n);
        tell();
      },
    };
  }

  // New steps are shown once they are drawn, and only to somebody who was at the end.
  async function drawNew(from, to, signal) {
    const browsing = store.browsing;
    const [info] = await Promise.all([
      ask(path, { signal }),
      load(Math.max(1, Math.min(from - 1, store.last.get())), to, signal),
    ]).catch((problem) => {
      if (problem.name !== "AbortError") setTimeout(() => signal.aborted || drawNew(from, to, signal), 2000);
      return [];
    });
    if (!info || signal.aborted) return;
    store.last.set(Math.max(to, store.last.get()));
    if (!browsing) show(store.last.get());
    store.info.set(info);
    tell();
  }

  function show(n) {
    const step = Math.max(Math.min(1, store.last.get()), Math.min(Math.round(n) || 1, store.last.get()));
    if (store.problem.get()?.code === "unknown-step") store.problem.set(null);
    store.markedFrom.set(null);
    store.shown.set(step);
    if (!film.has(step) && !asked.has(step)) askSoon(step);
    if (!address) return;
    clearTimeout(addressTimer);
    // At the end there is nothing to come back to, and whoever reloads wants what is the end then.
    if (step === store.last.get()) settle(step, location.pathname + location.search);
    else addressTimer = setTimeout(settle, ADDRESS_PAUSE, step, `#${step}`);
  }

  function settle(step, place) {
    if (location.hash || place.startsWith("#")) history.replaceState(null, "", place);
    if (document.visibilityState === "visible") rememberSeen(id, step);
  }

  // What is marked in the shown drawing, as far as the steps since then have come.
  function marked(drawing) {
    const from = store.markedFrom.get();
    if (from === null) return drawing.marked;
    const keys = new Set();
    for (let n = from; n <= drawing.step; n += 1) film.marked(n).forEach((key) => keys.add(key));
    return [...keys];
  }

  // Somebody is ahead of the stream of all drawings: the one that is shown when they stop is asked alone.
  function askSoon(step) {
    clearTimeout(soon);
    soon = setTimeout(() => {
      if (store.shown.get() !== step || film.has(step)) return;
      asked.add(step);
      load(step, step, stop.signal).catch(() => asked.delete(step));
    }, step - streamed < 12 ? 400 : 80);
  }

  async function refresh() {
    const info = await ask(path, { signal: stop.signal });
    if (info.step > store.last.get()) await drawNew(store.last.get() + 1, info.step, stop.signal);
    else store.info.set(info);
    if (steps.size < info.step) await loadSteps(stop.signal);
    return info;
  }

  function mine() {
    const name = account.get()?.name;
    return (store.info.get()?.seats ?? []).filter((seat) => name && seat.player === name).map((seat) => seat.seat);
  }

  function withViewer(query = "") {
    const parts = [query, store.viewer.get() && `as=${encodeURIComponent(store.viewer.get())}`].filter(Boolean);
    return parts.length ? `?${parts.join("&")}` : "";
  }

  function close() {
    stop.abort();
    stopLive();
    clearTimeout(addressTimer);
    clearTimeout(soon);
    unwatch.forEach((end) => end());
    removeEventListener("hashchange", onHash);
    document.removeEventListener("visibilitychange", onVisible);
    if (address && store.shown.get() && document.visibilityState === "visible") rememberSeen(id, store.shown.get());
  }
}

// As the service names them in words: with the number where one player has several seats.
function nameSeat({ seat, player }, _place, seats) {
  if (!player) return say("replay.seat", { n: seat });
  return seats.some((other) => other.seat !== seat && other.player === player) ? say("replay.seat.of", { name: player, n: seat }) : player;
}

function stepOfAddress() {
  return Number(location.hash.match(/^#([1-9][0-9]{0,8})$/)?.[1] ?? 0);
}

function listen(listeners, listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Call back a moment later, once for many calls.
function throttle(callback) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      callback();
    }, 30);
  };
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
