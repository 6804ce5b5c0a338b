// What is not on the screen is made when it comes near it, so what is there comes sooner.

import { html, useEffect, useRef, useState } from "../html.mjs";

const NEAR = 0.5; // Around the window, as a share of its height.
const PAUSE = 200;

// Calls back once, when an element is shown within a margin around the window, a share of its size. Returns a function
// that stops it. WebKit does not always tell an observer that something came near without being scrolled, so its place
// is read now and then as well.
export function whenNear(element, margin, callback) {
  const look = () => {
    if (!isNear(element, margin)) return;
    stop();
    callback();
  };
  const watcher = new IntersectionObserver(look, { rootMargin: `${100 * margin}%` });
  const timer = setInterval(look, PAUSE);
  const stop = () => {
    watcher.disconnect();
    clearInterval(timer);
  };
  watcher.observe(element);
  return stop;
}

function isNear(element, margin) {
  const { top, bottom } = element.getBoundingClientRect();
  return element.getClientRects().length > 0 && top < (1 + margin) * innerHeight && bottom > -margin * innerHeight;
}

// `children` is a function that makes the content, `look` the class of what stands in for it.
export function WhenSeen({ look = "later", children }) {
  const [seen, see] = useState(false);
  const place = useRef(null);
  useEffect(() => (seen ? undefined : whenNear(place.current, NEAR, () => see(true))), [seen]);
  return seen ? children() : html`<div class=${look} ref=${place}></div>`;
}
