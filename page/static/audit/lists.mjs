// What the lists share: filters in the address, pages that are read one after the other, players and their marks.

import { ask } from "../api.mjs";
import { html, useCallback, useEffect, useState } from "../html.mjs";
import { ProblemView } from "../parts/problem.mjs";
import { go, place, useWatched } from "../router.mjs";
import { say } from "../words.mjs";

// What is chosen in the address behind "?", and how to change it.
export function useFilters() {
  useWatched(place);
  const chosen = Object.fromEntries(new URLSearchParams(location.search));
  const change = (changes) => {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    const text = query.toString();
    go(location.pathname + (text ? `?${text}` : ""), { replace: true });
  };
  return [chosen, change];
}

// A path with a query; empty values are left out.
export function withQuery(path, wanted) {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) =>
    value !== undefined && value !== null && value !== ""));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

// The pages of a list that have been requested.
export function usePages(path) {
  const [turn, next] = useState(0);
  const [found, set] = useState({ items: null, next: null });
  const load = async (after, before, signal) => {
    set((was) => ({ ...was, loading: true, problem: null }));
    try {
      const page = await ask(after === null
        ? path
        : withQuery(path.split("?")[0], {
          ...Object.fromEntries(new URLSearchParams(path.split("?")[1])),
          after,
        }), { signal });
      set({ items: [...before, ...page.items], next: page.next, at: Date.now() });
    } catch (problem) {
      if (problem.name !== "AbortError") set((was) => ({ ...was, loading: false, problem }));
    }
  };
  useEffect(() => {
    const stop = new AbortController();
    if (path) load(null, [], stop.signal);
    return () => stop.abort();
  }, [path, turn]);
  return {
    ...found,
    more: () => load(found.next, found.items ?? []),
    reload: useCallback(() => next((turn) => turn + 1), []),
  };
}

// A list with its status: loading, empty, unreadable, or that there is more.
export function Pages({ pages, empty, children }) {
  if (pages.problem) return html`<${ProblemView} problem=${pages.problem} retry=${pages.reload} />`;
  if (pages.items === null) return html`<p role="status">${say("loading")}</p>`;
  if (!pages.items.length) return html`<p class="card">${empty}</p>`;
  return html`${children(pages.items)}
    ${pages.next !== null && html`<p>
      <button disabled=${pages.loading} onClick=${pages.more}>${say("people.more")}</button>
    </p>`}`;
}

export function Reload({ pages }) {
  return html`<button disabled=${pages.loading} onClick=${pages.reload}>${say("people.reload")}</button>`;
}

export function RulesetChoice({ rulesets, value, onChange, all = true }) {
  return html`<label class="field">${say("people.game")}
    <select value=${value ?? ""} onChange=${(event) => onChange(event.target.value)}>
      ${all && html`<option value="">${say("people.all-games")}</option>`}
      ${rulesets.map(({ id, title }) => html`<option key=${id} value=${id} selected=${id === value}>${title}</option>`)}
    </select>
  </label>`;
}

const SHAPES = [
  "M1 6a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
  "M1.5 1.5h9v9h-9z",
  "M6 .5L11.5 11H.5z",
  "M6 0L12 6L6 12L0 6z",
  "M6 .5L11.7 4.7L9.5 11.5h-7L.3 4.7z",
];

// The mark of a seat, which differs from others in shape and colour.
export function Mark({ seat }) {
  return html`<svg class="mark" viewBox="0 0 12 12" aria-hidden="true">
    <path class=${`seat-${seat % SHAPES.length}`} d=${SHAPES[seat % SHAPES.length]} />
  </svg>`;
}

export function PlayerLink({ name, bot = false, guest = false }) {
  return html`<a href=${`/players/${encodeURIComponent(name)}`}>${name}</a>
    ${bot && html` <span class="tag">${say("people.bot")}</span>`}
    ${guest && html` <span class="tag">${say("people.guest")}</span>`}`;
}
