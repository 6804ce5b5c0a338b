import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function MinePage() {
  useTitle(say("frame.mine"));
  return html`<h1>${say("frame.mine")}</h1>`;
}
