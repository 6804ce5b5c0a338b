import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function HomePage() {
  useTitle(say("frame.home"));
  return html`<h1>${say("frame.home")}</h1>`;
}
