// Announcements for screen readers: texts that follow one another and are not visible.

import { html } from "../html.mjs";
import { observable } from "../kept.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";

const MOST = 12;

const announced = observable([]);
let count = 0;

export function announce(text) {
  if (text) announced.set([...announced.get().slice(1 - MOST), { id: (count += 1), text }]);
}

export function Announcements() {
  const texts = useWatched(announced);
  return html`<div class="unseen" role="log" aria-live="polite" aria-label=${say("frame.announced")}>
    ${texts.map(({ id, text }) => html`<p key=${id}>${text}</p>`)}
  </div>`;
}
