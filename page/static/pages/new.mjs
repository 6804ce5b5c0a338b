import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function NewGamePage() {
  useTitle(say("frame.new"));
  return html`<h1>${say("frame.new")}</h1>`;
}
