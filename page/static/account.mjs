// Who plays in this browser: a name and a token, kept here and sent only in the header Authorization.

import { canKeep, keep, observable, recall } from "./kept.mjs";

export const account = observable(recall("account"));

export function enter({ name, token, guest = false }) {
  keep("account", { name, token, guest });
  account.set({ name, token, guest });
}

export function leave() {
  keep("account", null);
  account.set(null);
}

// If the browser stores nothing, the token is lost with the page, so it asks first.
addEventListener("beforeunload", (event) => account.get() && !canKeep() && event.preventDefault());

addEventListener("storage", (event) => {
  if (event.key === "kifu.account") account.set(recall("account"));
});
