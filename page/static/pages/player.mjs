import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function PlayerPage() {
  useTitle(say("frame.player"));
  return html`<h1>${say("frame.player")}</h1>`;
}
