import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function AccountPage() {
  useTitle(say("frame.account"));
  return html`<h1>${say("frame.account")}</h1>`;
}
