// What is new: steps that came while the viewer looks at the past, and those since their last visit.

import { html, useEffect, useRef, useState } from "../html.mjs";
import { useChanges, useWatched } from "../router.mjs";
import { say, sayNumber } from "../words.mjs";
import { courseOf } from "./course.mjs";

export function News({ store, playback }) {
  const shown = useWatched(store.shown);
  const last = useWatched(store.last);
  const known = useRef(last);
  if (shown === last) known.current = last;
  const count = last - known.current;
  return html`<p class="news" role="status">
    ${count > 0 && html`<button class="primary" onClick=${() => playback.jump(last)}>
      ${say("replay.news", { n: count })} »
    </button>`}
  </p>`;
}

// Returning viewers can see what happened since: spectators start at the step that they saw last, players at the
// present.
export function Since({ store, playback }) {
  const known = store.since > 0 && store.since < store.last.get();
  const [open, set] = useState(known && [store.since, store.last.get()].includes(store.shown.get()));
  const last = useWatched(store.last);
  const shown = useWatched(store.shown);
  const opened = useRef({ last, looked: false }).current;
  const marking = useWatched(store.markedFrom) !== null;
  useChanges(store, courseOf);
  const first = useRef(store.since).current;
  useEffect(() => {
    if (shown < last) opened.looked = true;
    else if (open && !marking && (opened.looked || last > opened.last)) set(false);
  }, [shown, last, marking]);
  if (!open) return null;
  const steps = Array.from({ length: last - first }, (_, place) => first + 1 + place);
  const mark = () => {
    store.show(last);
    store.markedFrom.set(first + 1);
  };
  return html`<section class="since card" aria-label=${say("replay.since", { n: last - first })}>
    <h2>${say("replay.since", { n: last - first })}</h2>
    ${marking && html`<ol class="since-steps">
      ${steps.slice(-12).map((n) => html`<li key=${n} value=${n}>${store.step(n)?.words}</li>`)}
    </ol>`}
    <p>
      ${!marking && html`<button class="primary" onClick=${mark}>${say("replay.since.show")}</button>`}
      <button onClick=${() => { playback.jump(first); playback.toggle(); }}>
        ${say("replay.since.play", { n: sayNumber(first) })}
      </button>
      <button onClick=${() => { set(false); playback.jump(last); }}>${say("replay.since.dismiss")}</button>
    </p>
  </section>`;
}
