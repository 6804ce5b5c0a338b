// Whom a running game waits for, besides me.

import { html } from "../html.mjs";
import { say } from "../words.mjs";

export function WaitingFor({ store, info }) {
  const names = store.names();
  const seats = info.to_move.filter((seat) => !store.mine().includes(seat));
  if (!seats.length) return null;
  const list = new Intl.ListFormat(document.documentElement.lang).format(seats.map((seat) => names[seat]));
  return html`<p role="status">${say("play.waiting-for", { names: list })}</p>`;
}
