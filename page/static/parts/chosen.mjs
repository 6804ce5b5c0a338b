// The options of a game in words: on its page, in lists and where players wait.

import { html } from "../html.mjs";
import { sayOptions } from "../play/introducing.mjs";
import { say } from "../words.mjs";
import { useRulesets } from "./rulesets.mjs";

export function Chosen({ game }) {
  const ruleset = useRulesets().find(({ id }) => id === game.ruleset);
  const words = ruleset ? sayOptions(ruleset, game.options) : [];
  return words.length ? html`<p class="soft chosen">${say("play.chosen", { options: words.join(" · ") })}</p>` : null;
}
