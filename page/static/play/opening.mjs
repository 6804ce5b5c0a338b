// One click to a game against a bot: a guest where nobody is signed in, a game with the other seats kept for a bot, and
// the first seat for the one who clicked.

import { ask, Problem, send } from "../api.mjs";
import { go } from "../router.mjs";
import { ensurePlayer } from "./entering.mjs";

const BEST = ["greedy", "other", "random"];

export function pickBot(bots, ruleset) {
  const fit = bots.filter((bot) => bot.rulesets.includes(ruleset));
  return fit.sort((one, other) => BEST.indexOf(one.kind) - BEST.indexOf(other.kind))[0] ?? null;
}

export async function playAgainstBot({ id, seats }) {
  const bot = pickBot((await ask("/v1/bots")).items, id);
  if (!bot) throw new Problem({ code: "no-bots" });
  await ensurePlayer();
  const count = seats.find((number) => number > 1);
  const reserved = Array.from({ length: count - 1 }, (_, place) => ({ seat: place + 1, player: bot.name }));
  const game = await send("/v1/games", { ruleset: id, seats: count, reserved });
  await send(`/v1/games/${game.id}/seats`, { seat: 0 });
  go(`/games/${game.id}`);
}
