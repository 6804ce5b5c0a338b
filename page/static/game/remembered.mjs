// What this browser keeps about games: the last step seen, and the secrets from addresses.

import { keepLink } from "../api.mjs";
import { keep, recall } from "../kept.mjs";

const MOST_SEEN = 200;

// Secrets come after the # of an address. They are kept here and removed from it before anybody copies it.
export function takeSecret(id) {
  const [, kind, secret] = location.hash.match(/^#(link|invitation)=([\w-]{20,200})$/) ?? [];
  if (secret) {
    keepLink(id, secret);
    if (kind === "invitation") keep("invitations", { ...recall("invitations", {}), [id]: secret });
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return recall("invitations", {})[id] ?? null;
}

export function lastSeen(id) {
  return recall("seen", {})[id] ?? 0;
}

export function rememberSeen(id, step) {
  const seen = recall("seen", {});
  const newest = Math.max(step, seen[id] ?? 0);
  delete seen[id];
  const rest = Object.entries(seen).slice(-MOST_SEEN);
  keep("seen", { ...Object.fromEntries(rest), [id]: newest });
}
