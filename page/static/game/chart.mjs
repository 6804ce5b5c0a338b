// The score over time: a line for each seat; lines differ in colour, dashes and the mark at the end.

import { html, useMemo } from "../html.mjs";
import { Folding } from "../parts/folding.mjs";
import { useChanges, useWatched } from "../router.mjs";
import { say, sayNumber } from "../words.mjs";

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 34;
const RIGHT = 22;
const TOP = 12;
const BOTTOM = 22;
const DASHES = ["", "10 4", "3 3", "14 4 3 4", "6 2"];
const MARKS = [
  "M0-6a6 6 0 1 0 .01 0z",
  "M-5.5-5.5h11v11h-11z",
  "M0-7 7 6H-7z",
  "M0-7 7 0 0 7-7 0z",
  "M0-7 7-1 4 6H-4L-7-1z",
];

export function Chart({ store, playback }) {
  const shown = useWatched(store.shown);
  const last = useWatched(store.last);
  const reach = useChanges(store, () => findReach(store, last));
  const lines = useMemo(() => readLines(store, reach), [store, reach]);
  if (!lines.length || last < 2) return null;
  const names = store.names();
  const values = lines.flatMap((line) => line.values.map(([, points]) => points));
  const most = Math.max(5, ...values);
  const least = Math.min(0, ...values);
  const x = (n) => LEFT + ((n - 1) / (last - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (points) => TOP + ((most - points) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    playback.jump(1 + Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * (last - 1)));
  };
  const now = store.points(shown) ?? [];
  const told = lines.map((line) =>
    say("replay.chart.point", { name: names[line.side], points: sayNumber(now[line.side] ?? 0) }));
  return html`<${Folding} name="chart" look="score" title=${say("replay.chart")}>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${say("replay.chart.of", { now: told.join(", ") })}
      onClick=${jump}>
      ${ticks(least, most).map((points) => html`<g key=${points}>
        <path class="chart-grid" d=${`M${LEFT} ${y(points)}H${WIDTH - RIGHT}`} />
        <text class="chart-text" x=${LEFT - 6} y=${y(points) + 4} text-anchor="end">${sayNumber(points)}</text>
      </g>`)}
      <path class="chart-now" d=${`M${x(shown)} ${TOP}V${HEIGHT - BOTTOM}`} />
      <text class="chart-text" x=${Math.max(LEFT + 8, Math.min(x(shown), WIDTH - RIGHT - 8))} y=${HEIGHT - 6}
        text-anchor="middle">${sayNumber(shown)}</text>
      ${lines.map((line) => html`<g key=${line.side} class=${`chart-${line.side % 5}`}>
        <path class="chart-line" d=${drawLine(line.values, x, y, reach)}
          stroke-dasharray=${DASHES[line.side % 5] || undefined} />
        <path class="chart-mark" d=${MARKS[line.side % 5]}
          transform=${`translate(${x(shown)} ${y(now[line.side] ?? 0)})`} />
      </g>`)}
    </svg>
    <ul class="chart-names">
      ${lines.map((line, place) => html`<li key=${line.side} class=${`chart-${line.side % 5}`}>
        <svg viewBox="-22 -8 44 16" width="44" height="16" aria-hidden="true">
          <path class="chart-line" d="M-22 0H22" stroke-dasharray=${DASHES[line.side % 5] || undefined} />
          <path class="chart-mark" d=${MARKS[line.side % 5]} />
        </svg>
        ${told[place]}
      </li>`)}
    </ul>
  <//>`;
}

// Up to where the points are known: drawings come one after the other.
function findReach(store, last) {
  let reach = reaches.get(store) ?? 1;
  if (!store.points(reach)) reach = 1;
  while (reach < last && store.points(reach + 1)) reach += 1;
  reaches.set(store, reach);
  return reach;
}

const reaches = new WeakMap();

// Only where points change, so that a line has few corners. A side that never scores has no line.
function readLines(store, reach) {
  const seats = store.info.get().seats.length;
  const lines = [];
  for (let n = 1; n <= reach; n += 1) {
    for (const [side, points] of (store.points(n) ?? []).entries()) {
      lines[side] ??= { side, values: [] };
      const { values } = lines[side];
      if (!values.length || values.at(-1)[1] !== points) values.push([n, points]);
    }
  }
  return lines.filter((line) => line.side < seats || line.values.length > 1);
}

function drawLine(values, x, y, reach) {
  const corners = values.map(([n, points], place) =>
    (place ? `H${x(n).toFixed(1)}V${y(points).toFixed(1)}` : `M${x(n).toFixed(1)} ${y(points).toFixed(1)}`));
  return `${corners.join("")}H${x(reach).toFixed(1)}`;
}

function ticks(least, most) {
  const size = [1, 2, 5, 10, 20, 25, 50, 100].find((step) => (most - least) / step <= 5) ?? 200;
  const found = [];
  for (let points = Math.ceil(least / size) * size; points <= most; points += size) found.push(points);
  return found;
}
