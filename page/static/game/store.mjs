// What the page knows of one game: its description, its timeline, its messages, and which step is shown. All parts of
// the game page read and write it here.

import { account } from "../account.mjs";
import { ask } from "../api.mjs";
import { observable } from "../kept.mjs";
import { back } from "../reaching.mjs";
import { say } from "../words.mjs";
import { makePrefix } from "./nodes.mjs";
import { lastSeen, takeSecret } from "./remembered.mjs";
import { listen, makeSelection } from "./selection.mjs";
import { makeStream } from "./stream.mjs";
import { makeTimeline } from "./timeline.mjs";

// `address` says whether the address of the page follows the shown step; `begin` answers with which step to begin.
export function openGame(id, { address = true, begin = null } = {}) {
  const listeners = new Set();
  const selection = makeSelection(id, { address, onShow });
  let timeline = null;
  let stream = null;
  const store = {
    ...describeGame(id),
    ...selection,
    get browsing() {
      return store.shown.get() < store.last.get();
    },
    begin,
    prefix: makePrefix(),
    step: (n) => timeline.step(n),
    steps: () => timeline.steps(),
    drawing: (n) => timeline.film.get(n),
    points: (n) => timeline.film.points(n),
    marked: (drawing) => markedSince(store.markedFrom.get(), drawing, timeline.film),
    names: () => namesOf(store.info.get()),
    mine: () => seatsOf(store.info.get(), account.get()?.name),
    query: (query = "") => withViewer(query, store.viewer.get()),
    hear: (message) => addMessage(store.messages, message),
    tell: throttle(() => listeners.forEach((listener) => listener())),
    onChange: (listener) => listen(listeners, listener),
    refresh: () => stream.refresh(),
    reload,
    close,
  };
  const again = () => store.problem.get()?.code === "unreachable" && reload();
  const ends = [store.viewer.watch(reload), account.watch(reload), back.watch(again)];
  if (address) ends.push(whenVisible(() => store.refresh().catch(() => {})));
  look(selection.wanted, false);
  return store;

  function onShow(step) {
    if (store.problem.get()?.code === "unknown-step") store.problem.set(null);
    timeline.askSoon(step, () => store.shown.get() === step);
  }

  function look(wanted, atEnd) {
    timeline = makeTimeline(store.path, store.query, store.tell);
    stream = makeStream(store, timeline);
    start(store, timeline, stream, wanted, atEnd);
  }

  // For another viewer, everything is requested again; the shown step stays.
  function reload() {
    timeline.close();
    stream.close();
    store.choices.set(null);
    look(store.shown.get(), !store.browsing);
  }

  function close() {
    timeline.close();
    stream.close();
    selection.close();
    ends.forEach((end) => end());
  }
}

function describeGame(id) {
  return {
    id,
    path: `/v1/games/${id}`,
    info: observable(null),
    problem: observable(null),
    viewer: observable(""),
    choices: observable(null),
    messages: observable([]),
    since: 0, // The last step that was seen here before.
    invitation: takeSecret(id),
  };
}

function whenVisible(callback) {
  const onChange = () => document.visibilityState === "visible" && callback();
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

async function start(store, timeline, stream, wanted, atEnd) {
  const { signal } = timeline;
  try {
    // An address with a step need not wait for the description of the game.
    const ahead = wanted ? timeline.load(wanted, wanted).catch(() => {}) : null;
    const info = await ask(store.path, { signal });
    await ahead;
    if (signal.aborted) return;
    takeIn(store, info, store.takeEarly() || wanted, atEnd);
    store.tell();
    const first = store.staged.get() ?? store.shown.get();
    if (first && !timeline.film.has(first)) await timeline.load(first, first);
    if (signal.aborted) return;
    stream.open();
    await Promise.all([timeline.loadSteps(), info.step && timeline.load(1, info.step), stream.loadMessages()]);
  } catch (problem) {
    if (problem.name !== "AbortError" && !signal.aborted) store.problem.set(problem);
  }
}

// The description of a game when it is opened, and the step to begin with.
function takeIn(store, info, wanted, atEnd) {
  store.problem.set(null);
  store.last.set(info.step);
  store.since = Math.min(lastSeen(store.id), info.step);
  if (wanted > info.step) {
    const detail = say("replay.no-step", { n: wanted, last: info.step });
    store.problem.set({ code: "unknown-step", status: 404, members: { detail } });
  }
  // Players want to move, so they see the present; others continue where they were.
  const plays = info.status === "playing" && seatsOf(info, account.get()?.name).length > 0;
  const first = wanted || store.begin?.(info.step) || (plays ? info.step : store.since) || info.step;
  store.beginAt(atEnd ? info.step : Math.min(first, info.step));
  store.info.set(info);
}

// What a drawing marks: everything that changed from a step on, as far as the later steps have arrived.
function markedSince(from, drawing, film) {
  if (from === null) return drawing.marked;
  const keys = new Set();
  for (let n = from; n <= drawing.step; n += 1) film.marked(n).forEach((key) => keys.add(key));
  return [...keys];
}

// The names of seats and sides as the service says them: with the number if a player has several seats.
function namesOf(info) {
  return [...(info?.seats.map(nameSeat) ?? []), ...(info?.sides ?? [])];
}

function nameSeat({ seat, player }, _place, seats) {
  if (!player) return say("replay.seat", { n: seat + 1 });
  return seats.some((other) => other.seat !== seat && other.player === player)
    ? say("replay.seat.of", { name: player, n: seat + 1 })
    : player;
}

function seatsOf(info, name) {
  return (info?.seats ?? []).filter((seat) => name && seat.player === name).map((seat) => seat.seat);
}

function withViewer(query, viewer) {
  const parts = [query, viewer && `as=${encodeURIComponent(viewer)}`].filter(Boolean);
  return parts.length ? `?${parts.join("&")}` : "";
}

function addMessage(messages, message) {
  const known = messages.get();
  if (known.some((other) => other.n === message.n)) return;
  messages.set([...known, message].sort((one, other) => one.n - other.n));
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
