// Why a move was not recorded, by which clause, and what happened meanwhile.

import { html } from "../html.mjs";
import { Told } from "../parts/problem.mjs";
import { has, say } from "../words.mjs";
import { ClauseNote } from "./clause.mjs";

export function Refusal({ problem, ruleset }) {
  if (!problem) return null;
  const { clause, text, why, missed } = problem.members ?? {};
  const advice = `problem.${problem.code}.advice`;
  if (problem.code === "version-conflict") {
    return html`<div class="wrong" role="alert">
      <p>${say("play.missed")}</p>
      <ul>${(missed ?? []).map((step) => html`<li key=${step.n}>${step.words}</li>`)}</ul>
      <p>${say("play.missed.again")}</p>
    </div>`;
  }
  return html`<div class="wrong" role="alert">
    <${Told} problem=${problem} words=${why} />
    ${clause && html`<${ClauseNote} ruleset=${ruleset} clause=${clause} text=${text}
      label=${say("play.clause.refused")} />`}
    ${has(advice) && html`<p>${say(advice)}</p>`}
  </div>`;
}
