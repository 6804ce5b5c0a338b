// How a browser gets a player: as a guest, under a name, with a token, or with a recovery code. Tokens and codes go in
// headers and bodies, never into an address.

import { account, enter } from "../account.mjs";
import { ask, Problem, send } from "../api.mjs";

export async function enterAsGuest() {
  const { name, token } = await send("/v1/guests", {}, { keyed: false });
  enter({ name, token, guest: true });
}

// People who play without an account become guests at that moment.
export async function ensurePlayer() {
  if (!account.get()) await enterAsGuest();
  return account.get();
}

// With the secret, a repeated request gets the token again if the first answer was lost.
export async function register(name) {
  const secret = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) =>
    byte.toString(16).padStart(2, "0")).join("");
  const { name: written, token } = await send("/v1/players", { name, secret });
  enter({ name: written, token });
}

export async function signIn(token) {
  const me = await ask("/v1/me", { headers: { Authorization: `Bearer ${token}` } });
  if (!me.player) throw new Problem({ code: "no-player" });
  enter({ name: me.player, token, guest: me.guest });
}

export async function recover(name, code, revokeOthers) {
  const path = `/v1/players/${encodeURIComponent(name)}/recovery`;
  const { token } = await send(path, { code, revoke_others: revokeOthers }, { keyed: false });
  await signIn(token);
}
