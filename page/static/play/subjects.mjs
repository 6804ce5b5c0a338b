// The subjects of a question: each card, lot or offer with its text, what it asks for, and what I have of that.

import { html } from "../html.mjs";
import { say, sayNumber } from "../words.mjs";

export function Subjects({ ruleset, subjects }) {
  if (!subjects?.length) return null;
  return html`<ul class="subjects" aria-label=${say("play.subjects")}>
    ${subjects.map((subject, place) => html`<${Subject} key=${`${subject.id}/${place}`} ruleset=${ruleset}
      ...${subject} />`)}
  </ul>`;
}

function Subject({ ruleset, kind, title, text, clause, needs = [] }) {
  return html`<li class=${`subject ${kind}`}>
    <h3>${title}</h3>
    ${text && html`<p>${text}</p>`}
    ${needs.length > 0 && html`<ul class="needs">
      ${needs.map((need) => html`<${Need} key=${need.what} ...${need} />`)}
    </ul>`}
    ${clause && html`<p class="soft"><a href=${`/rulebooks/${ruleset}#${clause}`}>${clause}</a></p>`}
  </li>`;
}

// A tick for what I have, a ring for what I lack; the words say it too.
function Need({ what, needed, held }) {
  const lacking = needed - held;
  const numbers = { what, needed: sayNumber(needed), held: sayNumber(held), lacking: sayNumber(lacking) };
  return html`<li class=${lacking > 0 ? "lacking" : "met"}>
    <span aria-hidden="true">${lacking > 0 ? "○" : "✓"}</span>${" "}
    ${say(lacking > 0 ? "play.need.lacking" : "play.need.met", numbers)}
  </li>`;
}
