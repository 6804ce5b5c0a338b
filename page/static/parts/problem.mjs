// What went wrong and what to do: in the words of the service, and in ours where it could not be asked.

import { html } from "../html.mjs";
import { has, say } from "../words.mjs";

export function describe(problem) {
  const own = `problem.${problem.code}`;
  if (problem.code === "unreachable" || problem.code === "unknown") return say(own, { status: problem.status });
  return problem.members?.detail ?? (has(own) ? say(own) : say("problem.unknown", { status: problem.status ?? 0 }));
}

export function ProblemView({ problem, retry }) {
  const advice = `problem.${problem.code}.advice`;
  return html`<section class="problem" role="alert">
    <h2>${problem.members?.title ?? say("problem.title")}</h2>
    <p>${describe(problem)}</p>
    ${problem.members?.clause && html`<p><code>${problem.members.clause}</code></p>`}
    ${has(advice) && html`<p>${say(advice)}</p>`}
    <p>
      ${retry && html`<button onClick=${retry}>${say("problem.retry")}</button>`}
      <a href="/">${say("problem.home")}</a>
    </p>
  </section>`;
}

export function MissingPage() {
  return html`<section class="problem"><h1>${say("problem.page")}</h1><p>${say("problem.page.advice")}</p><p><a href="/">${say("problem.home")}</a></p></section>`;
}
