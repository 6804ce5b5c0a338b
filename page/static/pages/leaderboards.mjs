// Who plays best: by rating, for each game and number of seats, and by wins.

import { Pages, PlayerLink, Reload, RulesetChoice, useFilters, usePages, useRulesets, withQuery } from "../audit/lists.mjs";
import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { say, sayAgo, sayNumber } from "../words.mjs";

const decimal = (value) => sayNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function LeaderboardsPage() {
  useTitle(say("frame.leaderboards"));
  const rulesets = useRulesets();
  const [{ ruleset, seats, by }, change] = useFilters();
  const chosen = rulesets.find(({ id }) => id === ruleset) ?? rulesets[0];
  const counts = chosen?.seats.filter((count) => count > 1) ?? [];
  const count = counts.includes(Number(seats)) ? Number(seats) : counts[0];
  const wins = by === "wins";
  const path = chosen && (wins ? `/v1/leaderboards/${chosen.id}` : withQuery("/v1/ratings", { ruleset: chosen.id, seats: count }));
  const pages = usePages(path);
  return html`<h1>${say("frame.leaderboards")}</h1>
    <div class="choices" role="group" aria-label=${say("board.by")}>
      <button aria-pressed=${!wins} onClick=${() => change({ by: "" })}>${say("board.ratings")}</button>
      <button aria-pressed=${wins} onClick=${() => change({ by: "wins" })}>${say("board.wins")}</button>
    </div>
    <form class="filters" onSubmit=${(event) => event.preventDefault()}>
      <${RulesetChoice} all=${false} rulesets=${rulesets} value=${chosen?.id} onChange=${(value) => change({ ruleset: value, seats: "" })} />
      ${!wins && html`<label class="field">${say("board.seats")} <select value=${count} onChange=${(event) => change({ seats: event.target.value })}>${counts.map((each) => html`<option key=${each} value=${each} selected=${each === count}>${each}</option>`)}</select></label>`}
      <${Reload} pages=${pages} />
    </form>
    <p class="soft">${wins ? say("board.wins-words") : say("board.ratings-words")}</p>
    <${Pages} pages=${pages} empty=${say("board.nobody")}>${(items) => (wins ? html`<${WinsTable} items=${items} />` : html`<${RatingsTable} items=${items} />`)}<//>`;
}

function RatingsTable({ items }) {
  return html`<div class="wide" tabindex="0" role="region" aria-label=${say("board.ratings")}><table>
    <thead><tr><th class="number">${say("board.place")}</th><th>${say("people.player")}</th><th class="number">${say("board.rating")}</th><th class="number">${say("board.skill")}</th><th class="number">${say("board.games")}</th><th>${say("board.last")}</th></tr></thead>
    <tbody>${items.map((line) => html`<tr key=${line.player}>
      <td class="number">${line.place}</td><td><${PlayerLink} name=${line.player} bot=${line.bot} /></td>
      <td class="number"><b>${decimal(line.ordinal)}</b></td><td class="number">${decimal(line.mu)} ± ${decimal(line.sigma)}</td>
      <td class="number">${sayNumber(line.games)}</td><td>${sayAgo(line.changed_at)}</td>
    </tr>`)}</tbody></table></div>`;
}

function WinsTable({ items }) {
  return html`<div class="wide" tabindex="0" role="region" aria-label=${say("board.wins")}><table>
    <thead><tr><th class="number">${say("board.place")}</th><th>${say("people.player")}</th><th class="number">${say("board.won")}</th><th class="number">${say("board.shared")}</th><th class="number">${say("board.games")}</th><th class="number">${say("board.rate")}</th><th class="number">${say("board.mean")}</th></tr></thead>
    <tbody>${items.map((line) => html`<tr key=${line.player}>
      <td class="number">${line.place}</td><td><${PlayerLink} name=${line.player} bot=${line.bot} /></td>
      <td class="number"><b>${sayNumber(line.wins)}</b></td><td class="number">${sayNumber(line.shared_wins)}</td>
      <td class="number">${sayNumber(line.games)}</td><td class="number">${sayNumber(line.win_rate, { style: "percent" })}</td><td class="number">${decimal(line.mean_points)}</td>
    </tr>`)}</tbody></table></div>`;
}
