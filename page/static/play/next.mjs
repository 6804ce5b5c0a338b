// The key n: to the game that has waited longest for me, other than the one that is shown.

import { account } from "../account.mjs";
import { ask } from "../api.mjs";
import { describe } from "../parts/problem.mjs";
import { notify } from "../parts/notices.mjs";
import { go } from "../router.mjs";
import { say } from "../words.mjs";
import { isTyping } from "./keys.mjs";

export function byWaiting(one, other) {
  return Date.parse(one.updated_at) - Date.parse(other.updated_at);
}

export async function goToNext() {
  if (!account.get()) return notify(say("play.mine.signed-out"));
  try {
    const { items } = await ask("/v1/me/games?to_move=true&limit=200");
    const next = items.sort(byWaiting).find((game) => location.pathname !== `/games/${game.id}`);
    if (next) go(`/games/${next.id}`);
    else notify(say("play.turns.none"));
  } catch (problem) {
    notify(describe(problem));
  }
}

export function watchNextKey() {
  addEventListener("keydown", (event) => {
    if (event.key !== "n" || isTyping(event)) return;
    event.preventDefault();
    goToNext();
  });
}
