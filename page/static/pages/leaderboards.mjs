import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say } from "../words.mjs";

export function LeaderboardsPage() {
  useTitle(say("frame.leaderboards"));
  return html`<h1>${say("frame.leaderboards")}</h1>`;
}
