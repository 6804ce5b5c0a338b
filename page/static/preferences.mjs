// What somebody prefers in this browser.

import { keep, observable, recall } from "./kept.mjs";

const AT_FIRST = { "ask-final": true, shortcuts: true, motion: true, sounds: false };

export const PREFERENCES = Object.keys(AT_FIRST);

// Set whenever a preference changes.
export const preferred = observable(0);

export function prefers(name) {
  return recall(name, AT_FIRST[name]);
}

export function prefer(name, yes) {
  keep(name, yes === AT_FIRST[name] ? null : yes);
  preferred.set(preferred.get() + 1);
}

// Whether things may move: neither the system nor this browser is set to reduce motion.
export function wantsMotion() {
  return prefers("motion") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
