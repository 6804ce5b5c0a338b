// Addresses: which component shows which, without loading the document again.

import { html, useEffect, useReducer, useRef, useState } from "./html.mjs";
import { observable } from "./kept.mjs";
import { inTime } from "./reaching.mjs";

export const place = observable(location.pathname + location.search + location.hash);

function arrive() {
  place.set(location.pathname + location.search + location.hash);
}

export function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](history.state, "", address);
  arrive();
  if (!address.startsWith("#")) scrollTo(0, 0);
}

addEventListener("popstate", arrive);
addEventListener("hashchange", arrive);
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link ||
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey) return;
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

// What `read` finds in a store, in a component that renders again when it finds something else: most of what arrives
// for a store concerns few of those that listen.
export function useChanges(store, read) {
  const [, update] = useReducer((count) => count + 1, 0);
  const now = useRef({});
  now.current = { read, found: read(store) };
  useEffect(() => {
    const look = () => now.current.read(store) === now.current.found || update();
    look();
    return store.onChange(look);
  }, [store]);
  return now.current.found;
}

const components = new Map();

function findRoute(routes) {
  return routes.find(([pattern]) => pattern.test(location.pathname));
}

// A wrongly encoded part is kept as it is: nothing has that name, and its page says so.
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

// Load the component of the address, if there is one; a route is [pattern, what imports its module, name].
export async function loadRoute(routes) {
  const route = findRoute(routes);
  if (!route || components.has(route)) return;
  const [, load, name] = route;
  components.set(route, (await inTime(load()))[name]);
}

// Show the component of the first route that matches; named parts of its pattern become members.
export function Routes({ routes, missing, waiting, failed }) {
  useWatched(place);
  const [problem, setProblem] = useState(null);
  const [, redraw] = useState(0);
  const route = findRoute(routes);
  const component = components.get(route);
  useEffect(() => {
    setProblem(null);
    if (route && !component) loadRoute(routes).then(() => redraw((count) => count + 1), setProblem);
  }, [route]);
  if (!route) return html`<${missing} />`;
  if (problem) return html`<${failed} problem=${problem} />`;
  if (!component) return html`<${waiting} />`;
  const { groups } = location.pathname.match(route[0]);
  const parts = Object.fromEntries(Object.entries(groups ?? {}).map(([name, part]) => [name, decode(part)]));
  return html`<${component} key=${location.pathname} ...${parts} />`;
}
