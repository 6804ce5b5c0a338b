// The shown step of a game, how fast its picture gets there, what stands out in it, and what is picked. On the page of
// the game, the address follows the step.

import { observable } from "../kept.mjs";
import { wantsMotion } from "../preferences.mjs";
import { NO_HIGHLIGHT } from "./nodes.mjs";
import { rememberSeen } from "./remembered.mjs";

const ARRIVING = 700; // Milliseconds for the motion of a step that has just come.
const ADDRESS_PAUSE = 300; // Browsers slow down pages that change their address at every step of a slider.

// `onShow` is called with each step that somebody wants to see.
export function makeSelection(id, { address, onShow }) {
  let addressTimer = 0;
  const shown = observable(0);
  const last = observable(0);
  const staging = makeStaging();
  // If set, everything that changed from this step on is marked, not only what the shown step changed.
  const markedFrom = observable(null);
  const following = address ? followAddress((n) => {
    const there = last.get() > 0;
    if (there && n !== shown.get()) show(n);
    return there;
  }) : { wanted: 0, takeEarly: () => 0, end() {} };

  return {
    shown,
    last,
    ...staging,
    markedFrom,
    highlight: observable(NO_HIGHLIGHT),
    wanted: following.wanted,
    takeEarly: following.takeEarly,
    beginAt,
    show,
    arrive,
    ...makePicking(),
    close,
  };

  function beginAt(step) {
    shown.set(step);
    if (step === last.get()) rememberSeen(id, step);
  }

  // Shows a step; its picture moves there within `within` milliseconds.
  function show(n, { within = 0 } = {}) {
    const step = Math.max(Math.min(1, last.get()), Math.min(Math.round(n) || 1, last.get()));
    markedFrom.set(null);
    staging.pace.set(wantsMotion() ? within : 0);
    shown.set(step);
    if (step !== last.get()) staging.staged.set(null);
    onShow(step);
    if (!address) return;
    clearTimeout(addressTimer);
    // The end needs no address of its own: a reload should show whatever is the end by then.
    if (step === last.get()) settle(id, step, location.pathname + location.search);
    else addressTimer = setTimeout(settle, ADDRESS_PAUSE, id, step, `#${step}`);
  }

  // Goes from one last step to the next; the playback is told first.
  function arrive(from, to) {
    staging.tellArrival(from, to);
    show(to, { within: ARRIVING });
  }

  function close() {
    clearTimeout(addressTimer);
    following.end();
    if (address && shown.get()) remember(id, shown.get());
  }
}

// Calls `go` with the step of each address that somebody goes to. What it refuses, since there are no steps yet, can be
// taken later.
function followAddress(go) {
  let early = 0;
  // By the event: until it comes, the address may have followed the step that was shown before.
  const onHash = ({ newURL }) => {
    const n = stepOf(new URL(newURL).hash);
    if (n && !go(n)) early = n;
  };
  addEventListener("hashchange", onHash);
  return {
    wanted: stepOf(location.hash),
    takeEarly() {
      const n = early;
      early = 0;
      return n;
    },
    end: () => removeEventListener("hashchange", onHash),
  };
}

// Where the picture is while steps are played back to somebody who is at the last one.
function makeStaging() {
  const staged = observable(null); // The step, or null if the picture is at the shown one.
  const pace = observable(0); // How many milliseconds it may take to get there; 0 where nothing moves.

  function stage(n, { within = 0 } = {}) {
    pace.set(wantsMotion() ? within : 0);
    staged.set(n);
  }

  const arrivals = new Set();
  return {
    staged,
    pace,
    stage,
    onArrival: (listener) => listen(arrivals, listener),
    tellArrival: (from, to) => arrivals.forEach((listener) => listener(from, to)),
  };
}

// The place in the picture that somebody points at: to read what it is good for, to choose it or to ask why it cannot
// be chosen.
function makePicking() {
  const picks = new Set();
  const asks = new Set();
  return {
    looked: observable(null), // The node that can be chosen and is looked at.
    composed: observable(null), // By keys of nodes that a form can take up: "picked" if it is in the form, or "lit".
    foreseen: observable(null), // A node, and in words what choosing it does.
    onPick: (listener) => listen(picks, listener),
    onAsk: (listener) => listen(asks, listener),
    pick: (node) => picks.forEach((listener) => listener(node)),
    askWhy: (node) => asks.forEach((listener) => listener(node)),
  };
}

function settle(id, step, place) {
  if (location.hash || place.startsWith("#")) history.replaceState(history.state, "", place);
  remember(id, step);
}

function remember(id, step) {
  if (document.visibilityState === "visible") rememberSeen(id, step);
}

function stepOf(hash) {
  return Number(hash.match(/^#([1-9][0-9]{0,8})$/)?.[1] ?? 0);
}

export function listen(listeners, listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
