import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function DisputesPage() {
  useTitle(say("frame.disputes"));
  return html`<h1>${say("frame.disputes")}</h1>`;
}
