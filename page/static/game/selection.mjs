// Which step of a game is shown, what stands out in its picture, and what is picked there. The address of the page
// follows the step where it is the page of that game.

import { observable } from "../kept.mjs";
import { NO_HIGHLIGHT } from "./nodes.mjs";
import { rememberSeen } from "./remembered.mjs";

const ADDRESS_PAUSE = 300; // Browsers slow down pages that change their address at every step of a slider.

// `onShow` is called with each step that somebody wants to see.
export function makeSelection(id, { address, onShow }) {
  const picks = new Set();
  const asks = new Set();
  let addressTimer = 0;
  const shown = observable(0);
  const last = observable(0);
  // Where it is set, all that changed from this step on is marked, not only what the shown step changed.
  const markedFrom = observable(null);
  const onHash = () => {
    const n = stepOfAddress();
    if (n && n !== shown.get()) show(n);
  };
  if (address) addEventListener("hashchange", onHash);

  return {
    shown,
    last,
    markedFrom,
    highlight: observable(NO_HIGHLIGHT),
    wanted: address ? stepOfAddress() : 0,
    beginAt,
    show,
    onPick: (listener) => listen(picks, listener),
    onAsk: (listener) => listen(asks, listener),
    pick: (node) => picks.forEach((listener) => listener(node)),
    askWhy: (node) => asks.forEach((listener) => listener(node)),
    close,
  };

  function beginAt(step) {
    shown.set(step);
    if (step === last.get()) rememberSeen(id, step);
  }

  function show(n) {
    const step = Math.max(Math.min(1, last.get()), Math.min(Math.round(n) || 1, last.get()));
    markedFrom.set(null);
    shown.set(step);
    onShow(step);
    if (!address) return;
    clearTimeout(addressTimer);
    // At the end there is nothing to come back to, and whoever reloads wants what is the end then.
    if (step === last.get()) settle(id, step, location.pathname + location.search);
    else addressTimer = setTimeout(settle, ADDRESS_PAUSE, id, step, `#${step}`);
  }

  function close() {
    clearTimeout(addressTimer);
    removeEventListener("hashchange", onHash);
    if (address && shown.get()) remember(id, shown.get());
  }
}

function settle(id, step, place) {
  if (location.hash || place.startsWith("#")) history.replaceState(null, "", place);
  remember(id, step);
}

function remember(id, step) {
  if (document.visibilityState === "visible") rememberSeen(id, step);
}

function stepOfAddress() {
  return Number(location.hash.match(/^#([1-9][0-9]{0,8})$/)?.[1] ?? 0);
}

export function listen(listeners, listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
