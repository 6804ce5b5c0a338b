// How long ago something was, as time goes by; the exact time is its title.

import { html } from "../html.mjs";
import { observable } from "../kept.mjs";
import { useWatched } from "../router.mjs";
import { sayAgo, sayTime } from "../words.mjs";

const OFTEN = 20_000;

const clock = observable(0);
setInterval(() => clock.set(clock.get() + 1), OFTEN);

export function Ago({ time }) {
  useWatched(clock);
  return html`<time class="soft" datetime=${time} title=${sayTime(time)}>${sayAgo(time, { style: "short" })}</time>`;
}
