// With whose eyes the game is seen: a spectator's, those of one's own seats, and after the end those of any seat.

import { account } from "../account.mjs";
import { html } from "../html.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";

export function Eyes({ store, info }) {
  useWatched(account);
  const viewer = useWatched(store.viewer);
  const names = store.names();
  const mine = store.mine();
  const over = info.result !== null;
  const seats = over ? info.seats.map((seat) => seat.seat) : mine.length > 1 ? mine : [];
  if (!seats.length && !mine.length) return null;
  const eyes = [["", mine.length ? say("replay.eyes.own") : say("replay.eyes.open")]];
  for (const seat of seats) eyes.push([`seat:${seat}`, say("replay.eyes.seat", { name: names[seat] })]);
  if (mine.length || over) eyes.push(["spectator", say("replay.eyes.spectator")]);
  return html`<label class="eyes">${say("replay.eyes")}
    <select value=${viewer} onChange=${(event) => store.viewer.set(event.target.value)}>
      ${eyes.map(([value, name]) => html`<option value=${value} selected=${value === viewer}>${name}</option>`)}
    </select>
  </label>`;
}
