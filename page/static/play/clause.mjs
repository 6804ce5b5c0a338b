// A clause of the rulebook, whose words are fetched when somebody wants to read them.

import { ask } from "../api.mjs";
import { html, useState } from "../html.mjs";
import { describe } from "../parts/problem.mjs";
import { say } from "../words.mjs";

export function ClauseNote({ ruleset, clause, text, label }) {
  const [found, set] = useState(text ? { text } : null);
  async function fetchText(event) {
    if (!event.currentTarget.open || found) return;
    try {
      set(await ask(`/v1/rulesets/${ruleset}/clauses/${clause}`));
    } catch (problem) {
      set({ text: describe(problem) });
    }
  }
  return html`<details class="clause-note" onToggle=${fetchText}>
    <summary>${label ?? say("play.clause")} <code>${clause}</code></summary>
    ${found && html`${found.title && html`<p><strong>${found.title}</strong></p>`}<p>${found.text}</p>`}
  </details>`;
}
