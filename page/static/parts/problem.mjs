// What went wrong and what to do: in the words of the service, and in ours where it could not be asked. The service
// says in English what is wrong this time; in other languages the kind of problem is said first, in words of the page.

import { html } from "../html.mjs";
import { has, language, say } from "../words.mjs";

export function describe(problem) {
  const own = `problem.${problem.code}`;
  if (problem.code === "unreachable" || problem.code === "unknown") return say(own, { status: problem.status });
  if (isForeign(problem)) return say(`${own}.title`);
  return problem.members?.detail ?? (has(own) ? say(own) : say("problem.unknown", { status: problem.status ?? 0 }));
}

function isForeign({ code, members }) {
  return language.get() !== "en" && members?.detail !== undefined && has(`problem.${code}.title`);
}

// A problem in a line, or in two where the service says in English what the page has said in short. `words` replace
// those of the service.
export function Told({ problem, words }) {
  if (!isForeign(problem)) return html`<p>${words ?? describe(problem)}</p>`;
  return html`<p>${describe(problem)}</p><p class="soft" lang="en">${words ?? problem.members.detail}</p>`;
}

export function ProblemView({ problem, retry }) {
  const { code, members } = problem;
  const title = has(`problem.${code}.title`) ? say(`problem.${code}.title`) : (members?.title ?? say("problem.title"));
  const advice = `problem.${code}.advice`;
  return html`<section class="problem" role="alert">
    <h2>${title}</h2>
    ${isForeign(problem) ? html`<p class="soft" lang="en">${members.detail}</p>` : html`<p>${describe(problem)}</p>`}
    ${members?.clause && html`<p><code>${members.clause}</code></p>`}
    ${has(advice) && html`<p>${say(advice)}</p>`}
    <p>
      ${retry && html`<button onClick=${retry}>${say("problem.retry")}</button>`}
      <a href="/">${say("problem.home")}</a>
    </p>
  </section>`;
}

export function MissingPage() {
  return html`<section class="problem">
    <h1>${say("problem.page")}</h1>
    <p>${say("problem.page.advice")}</p>
    <p><a href="/">${say("problem.home")}</a></p>
  </section>`;
}
