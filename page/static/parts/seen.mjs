// What is not on the screen is made when it comes near it, so what is there comes sooner.

import { html, useEffect, useRef, useState } from "../html.mjs";

const NEAR = "50%"; // Of the size of the window.

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

// `children` is a function that makes the content. `look` is the class of what stands in for it; it has a size, since
// WebKit does not see an element that has none.
export function WhenSeen({ look = "later", children }) {
  const [seen, see] = useState(false);
  const place = useRef(null);
  useEffect(() => (seen ? undefined : whenNear(place.current, NEAR, () => see(true))), [seen]);
  return seen ? children() : html`<div class=${look} ref=${place}></div>`;
}
