// Who plays best: by rating, and by wins over all time, a year or a month, for each game and number of seats.

import { RatingHistory } from "../audit/history.mjs";
import { Pages, PlayerLink, Reload, RulesetChoice, useFilters, usePages, withQuery } from "../audit/lists.mjs";
import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { useRulesets } from "../parts/rulesets.mjs";
import { language, say, sayAgo, sayNumber } from "../words.mjs";

const MONTHS = 12;

const decimal = (value) => sayNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const share = (value) => sayNumber(value, { style: "percent" });

export function LeaderboardsPage() {
  useTitle(say("frame.leaderboards"));
  const rulesets = useRulesets();
  const [{ ruleset, seats, by, period }, change] = useFilters();
  const chosen = rulesets.find(({ id }) => id === ruleset) ?? rulesets[0];
  const counts = chosen?.seats.filter((count) => count > 1) ?? [];
  const wins = by === "wins";
  const known = counts.includes(Number(seats)) ? Number(seats) : undefined;
  const count = wins ? known : (known ?? counts[0]);
  const span = /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(period ?? "") ? period : undefined;
  const wanted = { ruleset: chosen?.id, seats: count };
  const pages = usePages(
    chosen && (wins ? withQuery("/v1/standings", { ...wanted, period: span }) : withQuery("/v1/ratings", wanted)),
  );
  return html`<h1>${say("frame.leaderboards")}</h1>
    <div class="choices" role="group" aria-label=${say("board.by")}>
      <button aria-pressed=${!wins} onClick=${() => change({ by: "" })}>${say("board.ratings")}</button>
      <button aria-pressed=${wins} onClick=${() => change({ by: "wins" })}>${say("board.wins")}</button>
    </div>
    <form class="filters" onSubmit=${(event) => event.preventDefault()}>
      <${RulesetChoice} all=${false} rulesets=${rulesets} value=${chosen?.id}
        onChange=${(value) => change({ ruleset: value, seats: "" })} />
      <label class="field">${say("board.seats")} <select value=${count ?? ""}
        onChange=${(event) => change({ seats: event.target.value })}>
        ${wins && html`<option value="">${say("board.any-seats")}</option>`}
        ${counts.map((each) => html`<option key=${each} value=${each} selected=${each === count}>${each}</option>`)}
      </select></label>
      ${wins && html`<${PeriodChoice} value=${span} onChange=${(value) => change({ period: value })} />`}
      <${Reload} pages=${pages} />
    </form>
    <p class="soft">${wins ? say("board.wins-words") : say("board.ratings-words")}</p>
    <${Pages} pages=${pages} empty=${say("board.nobody")}>
      ${(items) =>
        (wins
          ? html`<${WinsTable} items=${items} />`
          : html`<${RatingsTable} items=${items} />
            <${RatingHistory} key=${pages.at} ruleset=${chosen.id} seats=${count} players=${items} />`)}
    <//>
    ${wins && chosen && html`<${Leaders} path=${withQuery("/v1/standings/leaders", wanted)} />`}`;
}

// All time, this year and the one before, and the last months.
function PeriodChoice({ value, onChange }) {
  const now = new Date();
  const years = [now.getUTCFullYear(), now.getUTCFullYear() - 1].map(String);
  const months = Array.from(
    { length: MONTHS },
    (_, back) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
  const periods = [...years, ...months];
  if (value && !periods.includes(value)) periods.push(value);
  return html`<label class="field">${say("board.period")} <select value=${value ?? ""}
    onChange=${(event) => onChange(event.target.value)}>
    <option value="">${say("board.all-time")}</option>
    ${periods.map((each) => html`<option key=${each} value=${each} selected=${each === value}>
      ${sayPeriod(each)}
    </option>`)}
  </select></label>`;
}

function sayPeriod(period) {
  if (period.length === 4) return period;
  return new Intl.DateTimeFormat(language.get(), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${period}-01T00:00:00Z`));
}

function Table({ title, heads, children }) {
  return html`<div class="wide" tabindex="0" role="region" aria-label=${title}><table>
    <thead>
      <tr>${heads.map(([name, number]) => html`<th key=${name} class=${number ? "number" : ""}>${say(name)}</th>`)}</tr>
    </thead>
    <tbody>${children}</tbody></table></div>`;
}

const RATING_HEADS = [
  ["board.place", true],
  ["people.player"],
  ["board.rating", true],
  ["board.skill", true],
  ["board.games", true],
  ["board.last"],
];

function RatingsTable({ items }) {
  return html`<${Table} title=${say("board.ratings")} heads=${RATING_HEADS}>
    ${items.map((line) => html`<tr key=${line.player}>
      <td class="number">${line.place}</td><td><${PlayerLink} name=${line.player} bot=${line.bot} /></td>
      <td class="number"><b>${decimal(line.ordinal)}</b></td>
      <td class="number">${decimal(line.mu)} ± ${decimal(line.sigma)}</td>
      <td class="number">${sayNumber(line.games)}</td><td>${sayAgo(line.changed_at)}</td>
    </tr>`)}<//>`;
}

const WIN_HEADS = [
  ["board.place", true],
  ["people.player"],
  ["board.won", true],
  ["board.shared", true],
  ["board.games", true],
  ["board.rate", true],
  ["board.mean", true],
  ["player.best", true],
  ["board.rating", true],
];

function WinsTable({ items }) {
  return html`<${Table} title=${say("board.wins")} heads=${WIN_HEADS}>${items.map((line) => html`<tr key=${line.player}>
      <td class="number">${line.place}</td><td><${PlayerLink} name=${line.player} bot=${line.bot} /></td>
      <td class="number"><b>${sayNumber(line.wins)}</b></td>
      <td class="number">${sayNumber(line.shared_wins)}</td>
      <td class="number">${sayNumber(line.games)}</td>
      <td class="number">${share(line.win_rate)}</td>
      <td class="number">${decimal(line.mean_points)}</td>
      <td class="number">${sayNumber(line.best)}</td>
      <td class="number">${line.rating === null ? "–" : decimal(line.rating)}</td>
    </tr>`)}<//>`;
}

// Who led in each of the last months.
function Leaders({ path }) {
  const pages = usePages(path);
  if (!pages.items?.length) return null;
  return html`<h2>${say("board.leaders")}</h2><ul class="rows">${pages.items.map(({ period, leaders }) => html`<li
    key=${period} class="card listed">
    <h3>${sayPeriod(period)}</h3>
    <ol>
      ${leaders.map((line) => html`<li key=${line.player}>
        <${PlayerLink} name=${line.player} bot=${line.bot} />${" "}
        ${say("board.wins-of", { wins: sayNumber(line.wins), n: line.games })}
      </li>`)}
    </ol>
  </li>`)}</ul>`;
}
