// Charts as plain SVG: each has a sentence for those who do not see it, and lines differ by dashes and marks as well.

import { html } from "../html.mjs";
import { explain, say, sayNumber } from "../words.mjs";

const WIDTH = 400;
const HEIGHT = 170;
const LEFT = 44;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 24;

// A line over numbered points, with a band for their uncertainty; `points` are {value, spread, label}.
export function LineChart({ points, title }) {
  if (!points.length) return null;
  const least = Math.min(...points.map(({ value, spread = 0 }) => value - spread));
  const most = Math.max(...points.map(({ value, spread = 0 }) => value + spread));
  const room = most - least || 1;
  const x = (index) =>
    LEFT + (points.length > 1 ? (index * (WIDTH - LEFT - RIGHT)) / (points.length - 1) : (WIDTH - LEFT - RIGHT) / 2);
  const y = (value) => TOP + ((most - value) * (HEIGHT - TOP - BOTTOM)) / room;
  const line = points.map(({ value }, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const upper = points.map(({ value, spread = 0 }, index) => `${x(index).toFixed(1)},${y(value + spread).toFixed(1)}`);
  const lower = points.map(({ value, spread = 0 }, index) =>
    `${x(index).toFixed(1)},${y(value - spread).toFixed(1)}`).reverse();
  const marks = [most, (most + least) / 2, least];
  const words = say("chart.line", {
    title,
    n: points.length,
    first: rounded(points[0].value),
    last: rounded(points.at(-1).value),
    least: rounded(Math.min(...points.map(({ value }) => value))),
    most: rounded(Math.max(...points.map(({ value }) => value))),
  });
  return html`<figure class="chart"><svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${words}>
      ${marks.map((value) => html`<g key=${value}>
        <line class="rule" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
        <text class="soft" x=${LEFT - 6} y=${y(value) + 4} text-anchor="end" font-size="12">${rounded(value)}</text>
      </g>`)}
      <polygon class="chart-band" points=${[...upper, ...lower].join(" ")} />
      <polyline class="line-0" points=${line} />
      ${points.map(({ value, label }, index) => html`<circle key=${index} class="seat-0" cx=${x(index)} cy=${y(value)}
        r="3.5"><title>${label}</title></circle>`)}
    </svg><figcaption>${words}</figcaption></figure>`;
}

// Bars with their numbers written on them; `bars` are {label, count}.
export function BarChart({ bars, title }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const step = 28;
  const words = explain(title, bars.map(({ label, count }) => `${label} ${sayNumber(count)}`).join(", "));
  return html`<figure class="chart"><svg viewBox=${`0 0 ${WIDTH} ${bars.length * step + 8}`} role="img"
    aria-label=${words}>
      ${bars.map(({ label, count }, index) => html`<g key=${label}>
        <text class="ink" x=${60} y=${index * step + 21} text-anchor="end" font-size="14">${label}</text>
        <rect class="seat-0" x="70" y=${index * step + 6} width=${((WIDTH - 130) * count) / most} height=${step - 8} />
        <text class="ink" x=${78 + ((WIDTH - 130) * count) / most} y=${index * step + 21} font-size="14">
          ${sayNumber(count)}
        </text>
      </g>`)}
    </svg><figcaption>${title}</figcaption></figure>`;
}

const rounded = (value) => sayNumber(value, { maximumFractionDigits: 1 });
