// By which clauses a step happened: each fact with its clause, and the wording of the clause.

import { ask } from "../api.mjs";
import { html } from "../html.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { say } from "../words.mjs";

const clauses = new Map();

// The rulebook does not change while the page is open, and many facts cite the same clause.
function askClause(ruleset, clause) {
  const path = `/v1/rulesets/${ruleset}/clauses/${encodeURIComponent(clause)}`;
  if (!clauses.has(path)) {
    const asked = ask(path);
    clauses.set(path, asked);
    asked.catch(() => clauses.delete(path));
  }
  return clauses.get(path);
}

export function Reasons({ store, step }) {
  const { ruleset } = store.info.get();
  const cited = [...new Map(step.facts.map((fact) => [fact.clause, fact])).keys()];
  const from = useAsked(() => Promise.all(cited.map((clause) => askClause(ruleset, clause))), [store, step]);
  if (!cited.length) return html`<p class="reasons soft">${say("replay.why.nothing")}</p>`;
  return html`<${Loaded} from=${from}>${(found) => html`<ul class="reasons">
    ${found.map((clause) => html`<li key=${clause.id}>
      <a href=${`/rulebooks/${ruleset}#${clause.id}`}>${clause.title}</a>
      <span class="soft"> ${countFacts(step, clause.id)}</span>
      <p>${clause.text}</p>
    </li>`)}
  </ul>`}<//>`;
}

function countFacts(step, clause) {
  const types = step.facts.filter((fact) => fact.clause === clause).map((fact) => fact.type.replaceAll("-", " "));
  return [...new Set(types)].join(", ");
}
