// What somebody prefers in this browser. Everything is on until it is switched off.

import { keep, recall } from "./kept.mjs";

export const PREFERENCES = ["ask-final", "shortcuts"];

export function prefers(name) {
  return recall(name, true);
}

export function prefer(name, yes) {
  keep(name, yes ? null : false);
}
