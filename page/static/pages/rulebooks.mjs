import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function RulebooksPage() {
  useTitle(say("frame.rulebooks"));
  return html`<h1>${say("frame.rulebooks")}</h1>`;
}

export function RulebookPage({ ruleset }) {
  useTitle(ruleset);
  return html`<h1>${ruleset}</h1>`;
}
