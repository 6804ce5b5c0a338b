// The clocks of a game: in words before it is opened, and ticking while it runs.

import { html, useEffect, useState } from "../html.mjs";
import { say, sayNumber, sayTime } from "../words.mjs";

/** Clocks that go well together: for a game in one sitting, and for one by correspondence. */
export const CLOCKS = [
  { spell: 30, bank: 900, window: 20 },
  { spell: 90, bank: 1800, window: 30 },
  { spell: 86400, bank: 432000, most: 604800, window: 28800 },
];
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const SOON = 30; // Seconds before the end of a time from which it is told as urgent.

export function sayClock({ spell, bank = 0 }) {
  const [turn, more] = [sayLength(spell), sayLength(bank)];
  return bank ? say("play.clock.with-bank", { turn, bank: more }) : say("play.clock.turn", { turn });
}

// A length of time in its two largest units: 1 hr 30 min.
export function sayLength(seconds) {
  const whole = Math.max(Math.floor(seconds), 0);
  const first = UNITS.findIndex(([, size]) => whole >= size);
  const units = first < 0 ? UNITS.slice(-1) : UNITS.slice(first, first + 2);
  const parts = units.map(([unit, size], place) => {
    const rest = place ? whole % units[place - 1][1] : whole;
    return [Math.floor(rest / size), unit];
  });
  const told = parts.filter(([amount], place) => amount || !place);
  return told.map(([amount, unit]) => sayNumber(amount, { style: "unit", unit, unitDisplay: "short" })).join(" ");
}

export function Clocks({ store, info }) {
  useTicking(info.clocks.seats.some(({ due }) => due));
  const names = store.names();
  return html`<ul class="clocks" aria-label=${say("play.clock.times")}>
    ${info.clocks.seats.map((time) => html`<${SeatClock} key=${time.seat} time=${time} name=${names[time.seat]}
      mine=${store.mine().includes(time.seat)} />`)}
  </ul>`;
}

function SeatClock({ time, name, mine }) {
  const left = time.due ? (Date.parse(time.due) - Date.now()) / 1000 : time.left;
  const soon = Boolean(time.due) && left < SOON;
  const out = time.ran_out ? say("play.clock.ran-out", { at: sayTime(time.ran_out) }) : null;
  return html`<li class=${`${time.due ? "runs" : ""} ${soon || out ? "soon" : ""}`}>
    <span>${name}</span>${" "}<b role="timer">${out ?? sayLength(left)}</b>
    ${soon && mine && html`${" "}<span role="alert">${say("play.clock.soon")}</span>`}
  </li>`;
}

// Draws again each second while some time runs.
function useTicking(runs) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [runs]);
}
