// How the ratings of the first players went: a line each, told apart by dashes and by the mark at its end.

import { ask } from "../api.mjs";
import { html } from "../html.mjs";
import { useAsked } from "../parts/loading.mjs";
import { say, sayNumber } from "../words.mjs";
import { Mark, withQuery } from "./lists.mjs";

const SHOWN = 5;
const GAMES = 50;
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 200, 36, 16, 12, 22];
const DASHES = ["", "10 4", "3 3", "14 4 3 4", "6 2"];

async function askHistories(ruleset, seats, players, signal) {
  const asked = players.slice(0, SHOWN).map(async ({ player }) => {
    const { items } = await ask(withQuery(`/v1/players/${encodeURIComponent(player)}/rating-changes`, {
      ruleset,
      seats,
      limit: GAMES,
    }), { signal });
    return {
      player,
      points: items.reverse().map(({ time, mu, sigma }) => ({ at: Date.parse(time), value: mu - 3 * sigma })),
    };
  });
  return (await Promise.all(asked)).filter(({ points }) => points.length);
}

export function RatingHistory({ ruleset, seats, players }) {
  const { answer: lines } = useAsked((signal) => askHistories(ruleset, seats, players, signal), [ruleset, seats]);
  if (!lines?.length) return null;
  const all = lines.flatMap(({ points }) => points);
  const [first, last] = [Math.min(...all.map(({ at }) => at)), Math.max(...all.map(({ at }) => at))];
  const [least, most] = [Math.min(0, ...all.map(({ value }) => value)), Math.max(1, ...all.map(({ value }) => value))];
  const x = (at) =>
    LEFT + (last > first ? ((at - first) / (last - first)) * (WIDTH - LEFT - RIGHT) : (WIDTH - LEFT - RIGHT) / 2);
  const y = (value) => TOP + ((most - value) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const told = lines.map(({ player, points }) =>
    say("board.history-of", {
      name: player,
      first: rounded(points[0].value),
      last: rounded(points.at(-1).value),
      n: points.length,
    }));
  return html`<h2>${say("board.history")}</h2><figure class="chart card"><svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}
    role="img" aria-label=${told.join(" ")}>
      ${[most, 0, least].map((value) => html`<g key=${value}>
        <line class="rule" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
        <text class="soft" x=${LEFT - 6} y=${y(value) + 4} text-anchor="end" font-size="11">${rounded(value)}</text>
      </g>`)}
      <text class="soft" x=${LEFT} y=${HEIGHT - 4} font-size="11">${day(first)}</text>
      <text class="soft" x=${WIDTH - RIGHT} y=${HEIGHT - 4} text-anchor="end" font-size="11">${day(last)}</text>
      ${lines.map(({ player, points }, seat) => html`<g key=${player}>
        <polyline class=${`line-${seat}`} stroke-dasharray=${DASHES[seat] || undefined}
          points=${points.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ")} />
        <svg x=${x(points.at(-1).at) - 6} y=${y(points.at(-1).value) - 6} width="12" height="12">
          <${Mark} seat=${seat} />
        </svg>
      </g>`)}
    </svg>
    <figcaption>
      <ul class="seats">${told.map((words, seat) => html`<li key=${seat}><${Mark} seat=${seat} /> ${words}</li>`)}</ul>
    </figcaption>
  </figure>`;
}

const rounded = (value) => sayNumber(value, { maximumFractionDigits: 1 });
const day = (at) => new Date(at).toISOString().slice(0, 10);
