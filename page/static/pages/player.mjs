// The page of a player: records, the course of the ratings, placements, and games.

import { BarChart, LineChart } from "../audit/charts.mjs";
import { Pages, Reload, usePages } from "../audit/lists.mjs";
import { ask } from "../api.mjs";
import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { Loaded, useAnswer, useAsked } from "../parts/loading.mjs";
import { titleOf, useRulesets } from "../parts/rulesets.mjs";
import { explain, say, sayNumber, sayTime } from "../words.mjs";

const decimal = (value) => sayNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function PlayerPage({ name }) {
  useTitle(`${say("frame.player")} ${name}`);
  const path = `/v1/players/${encodeURIComponent(name)}`;
  const rulesets = useRulesets();
  const asked = useAnswer(path);
  return html`${asked.problem && html`<h1>${name}</h1>`}<${Loaded} from=${asked}>${(player) => html`
    <h1>
      ${player.name}
      ${player.bot && html` <span class="tag">${say("people.bot")}</span>`}
      ${player.guest && html` <span class="tag">${say("people.guest")}</span>`}
    </h1>
    <p class="soft">${say("player.since", { when: sayTime(player.registered_at) })}</p>
    <${Records} records=${player.records} rulesets=${rulesets} />
    <${Ratings} path=${path} rulesets=${rulesets} />
    <${Statistics} path=${path} rulesets=${rulesets} />
    <${Games} path=${path} rulesets=${rulesets} />
  `}<//>`;
}

function Records({ records, rulesets }) {
  if (!records.length) return html`<p class="card">${say("player.no-records")}</p>`;
  return html`<h2>${say("player.records")}</h2><div class="wide" tabindex="0" role="region"
    aria-label=${say("player.records")}><table>
    <thead>
      <tr>
        <th>${say("people.game")}</th>
        <th class="number">${say("player.joined")}</th>
        <th class="number">${say("board.games")}</th>
        <th class="number">${say("board.won")}</th>
        <th class="number">${say("board.rate")}</th>
        <th class="number">${say("board.mean")}</th>
        <th class="number">${say("player.best")}</th>
      </tr>
    </thead>
    <tbody>${records.map((record) => html`<tr key=${record.ruleset}>
      <td>${titleOf(rulesets, record.ruleset)}</td>
      <td class="number">${sayNumber(record.joined)}</td>
      <td class="number">${sayNumber(record.games)}</td>
      <td class="number">${sayNumber(record.wins)}</td>
      <td class="number">${sayNumber(record.win_rate, { style: "percent" })}</td>
      <td class="number">${decimal(record.mean_points)}</td>
      <td class="number">${record.best === null ? "–" : sayNumber(record.best)}</td>
    </tr>`)}</tbody></table></div>`;
}

function Ratings({ path, rulesets }) {
  const asked = useAsked((signal) => ask(`${path}/ratings?limit=200`, { signal }), [path]);
  return html`<${Loaded} from=${asked}>${({ items }) => html`<div class="rows">${items.map((rating) => {
    const title = say("player.rating-of", { game: titleOf(rulesets, rating.ruleset), seats: rating.seats });
    const points = rating.history.map((change) => ({
      value: change.mu,
      spread: change.sigma,
      label: explain(sayTime(change.time), `${decimal(change.mu)} ± ${decimal(change.sigma)}`),
    }));
    return html`<section key=${`${rating.ruleset}/${rating.seats}`} class="card">
      <h2>${title}</h2>
      <p>
        ${say("player.rating", {
          ordinal: decimal(rating.ordinal),
          mu: decimal(rating.mu),
          sigma: decimal(rating.sigma),
          n: rating.games,
        })}
      </p>
      <${LineChart} points=${points} title=${title} />
    </section>`;
  })}</div>`}<//>`;
}

// What the last games add up to: a chart of points for each ruleset, placements, and the present streak.
function Statistics({ path, rulesets }) {
  const asked = useAsked((signal) => ask(`${path}/statistics`, { signal }), [path]);
  return html`<${Loaded}
    from=${asked}>${({ games, rulesets: played, placements, streak, longest_streak: longest }) => html`
    ${streak && html`<p>
      ${say(streak.won ? "player.streak-won" : "player.streak-lost", { n: streak.games, longest })}
    </p>`}
    <div class="rows">
      ${played.map(({ ruleset }) => html`<section key=${ruleset} class="card">
        <${LineChart} title=${say("player.points-over-time", { game: titleOf(rulesets, ruleset) })}
          points=${pointsOf(games, ruleset)} />
      </section>`)}
      ${placements.map((each) => html`<section key=${`${each.ruleset}/${each.seats}`} class="card">
        <${BarChart}
          title=${explain(say("player.placements"), say("player.rating-of", {
            game: titleOf(rulesets, each.ruleset),
            seats: each.seats,
          }))}
          bars=${each.ranks.map((count, index) => ({ label: say("people.rank", { rank: index + 1 }), count }))} />
      </section>`)}
    </div>`}<//>`;
}

function pointsOf(games, ruleset) {
  return games.filter((game) => game.ruleset === ruleset).map((game) => ({
    value: game.points,
    label: explain(sayTime(game.time), say("people.points", { n: game.points })),
  }));
}

function Games({ path, rulesets }) {
  const pages = usePages(`${path}/games`);
  return html`<h2>${say("frame.games")} <${Reload} pages=${pages} /></h2>
    <${Pages} pages=${pages} empty=${say("player.no-games")}>${(items) => html`<div class="wide" tabindex="0"
      role="region" aria-label=${say("frame.games")}><table>
      <thead>
        <tr>
          <th>${say("people.game")}</th>
          <th>${say("player.status")}</th>
          <th class="number">${say("player.rank")}</th>
          <th class="number">${say("player.points")}</th>
          <th>${say("player.when")}</th>
          <th>${say("player.counted")}</th>
        </tr>
      </thead>
      <tbody>${items.map((game) => html`<tr key=${game.game}>
        <td><a href=${`/games/${game.game}`}>${titleOf(rulesets, game.ruleset)}</a></td>
        <td>${say(`player.is.${game.status}`)}</td>
        <td class="number">${game.rank ?? "–"}</td>
        <td class="number">${game.points ?? "–"}</td>
        <td>${sayTime(game.ended_at ?? game.joined_at)}</td>
        <td>${game.counted === null ? "–" : game.counted ? say("player.yes") : say(`people.why.${game.why}`)}</td>
      </tr>`)}</tbody></table></div>`}<//>`;
}
