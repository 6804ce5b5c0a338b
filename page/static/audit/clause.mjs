// A cited clause: its name links to the rulebook, with its text beside it.

import { html } from "../html.mjs";

export function ClauseLink({ store, ruleset, clause }) {
  const book = ruleset ?? store.info.get().ruleset;
  return html`<a href=${`/rulebooks/${book}#${clause}`}><code>${clause}</code></a>`;
}

export function CitedClause({ store, ruleset, cited }) {
  return html`<div class="cited"><${ClauseLink} store=${store} ruleset=${ruleset} clause=${cited.clause} />
    ${cited.text && html`<p>${cited.text}</p>`}
    ${cited.source && html`<p class="soft small">${cited.source}</p>`}
  </div>`;
}

// The clauses that facts cite, each once, in their order.
export function uniqueClauses(facts) {
  return [...new Map(facts.map((fact) => [fact.clause, fact])).values()];
}
