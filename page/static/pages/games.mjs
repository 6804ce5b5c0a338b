import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function GamesPage() {
  useTitle(say("frame.games"));
  return html`<h1>${say("frame.games")}</h1>`;
}
