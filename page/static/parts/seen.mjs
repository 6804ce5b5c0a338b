// What is not on the screen is made when it comes near it, so what is there comes sooner.

import { html, useEffect, useRef, useState } from "../html.mjs";

const NEAR = 0.5; // Around the window, as a share of its height.
const PAUSE = 200;

// Calls back once, when an element is shown within a margin around the window. Returns a function that stops it.
export function whenNear(element, margin, callback) {
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watcher.disconnect();
    callback();
  }, { rootMargin: margin });
  watcher.observe(element);
  return () => watcher.disconnect();
}

function isNear(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return element.getClientRects().length > 0 && top < (1 + NEAR) * innerHeight && bottom > -NEAR * innerHeight;
}

// `children` is a function that makes the content, `look` the class of what stands in for it. WebKit does not always
// tell an observer that something came near without being scrolled, so its place is read now and then.
export function WhenSeen({ look = "later", children }) {
  const [seen, see] = useState(false);
  const place = useRef(null);
  useEffect(() => {
    const timer = seen ? 0 : setInterval(() => isNear(place.current) && see(true), PAUSE);
    return () => clearInterval(timer);
  }, [seen]);
  return seen ? children() : html`<div class=${look} ref=${place}></div>`;
}
