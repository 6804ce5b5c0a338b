// Addresses: which component shows which, without loading the document again.

import { html, useEffect, useState } from "./html.mjs";
import { observable } from "./kept.mjs";

export const place = observable(location.pathname + location.search + location.hash);

function arrive() {
  place.set(location.pathname + location.search + location.hash);
}

export function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  arrive();
  if (!address.startsWith("#")) scrollTo(0, 0);
}

addEventListener("popstate", arrive);
addEventListener("hashchange", arrive);
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const here = link.origin === location.origin && !link.target && !link.hasAttribute("download");
  const ours = !/^\/(docs|openapi\.json|v1|static|checkpoint|tile|metrics|healthz|readyz)\b/.test(link.pathname);
  if (!here || !ours) return;
  if (link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});

// Follow an observable in a component.
export function useWatched(source) {
  const [value, set] = useState(source.get());
  useEffect(() => {
    set(source.get());
    return source.watch(set);
  }, [source]);
  return value;
}

// Show the component of the first route that matches; a route is [pattern, component], named parts become members.
export function Routes({ routes, missing }) {
  useWatched(place);
  for (const [pattern, component] of routes) {
    const match = location.pathname.match(pattern);
    if (match) {
      const parts = Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, part]) => [name, decodeURIComponent(part)]));
      return html`<${component} key=${location.pathname} ...${parts} />`;
    }
  }
  return html`<${missing} />`;
}
