import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function GamePage() {
  useTitle(say("frame.game"));
  return html`<h1>${say("frame.game")}</h1>`;
}
