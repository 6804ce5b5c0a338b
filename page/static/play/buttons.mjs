// Buttons of moves: in groups by what they do, and with a filter and a first narrowing where there are many.

import { html, useMemo, useState } from "../html.mjs";
import { say } from "../words.mjs";
import { capitalise, findFacet, findHeading, groupByType, matches, readable } from "./moves.mjs";

const LONG = 12;
const MOST = 30;

export function MoveList({ store, moves, start, closed, picks, onPlay }) {
  const [typed, setTyped] = useState("");
  const long = moves.length > LONG;
  const found = long && typed ? moves.filter((move) => matches(move, typed)) : moves;
  const shown = found.slice(0, MOST);
  const groups = groupByType(shown);
  const facet = useMemo(() => long && findFacet(moves), [moves]);
  let number = start;
  return html`<div class="moves">
    ${long && html`<div class="narrowing">
      ${facet && html`<div class="facets" role="group" aria-label=${say("play.narrow")}>
        ${[...facet.counts].map(([name, count]) => html`<button key=${name} class="facet"
          onClick=${() => picks.add([name])}>${nameOf(store, name)} <span class="soft">${count}</span></button>`)}
      </div>`}
      <label>
        ${say("play.filter", { n: moves.length })}${" "}
        <input type="search" value=${typed} onInput=${(event) => setTyped(event.target.value)} />
      </label>
    </div>`}
    ${groups.map(([type, group]) => html`<div key=${type} class="group" role="group"
      aria-label=${groups.length > 1 ? findHeading(type, group) : undefined}>
      ${groups.length > 1 && group.length > 1 && html`<h3>${capitalise(findHeading(type, group))}</h3>`}
      ${group.map((move) => html`<${MoveButton} key=${move.id} move=${move} number=${number++} closed=${closed}
        onPlay=${onPlay} />`)}
    </div>`)}
    ${found.length > shown.length && html`<p class="soft">${say("play.more", { n: found.length - shown.length })}</p>`}
    ${!found.length && html`<p role="status">${say("play.none")}</p>`}
  </div>`;
}

function MoveButton({ move, number, closed, onPlay }) {
  return html`<button class="move" disabled=${closed} aria-keyshortcuts=${number < 10 ? number : undefined}
    onClick=${() => onPlay(move)}>
    ${number < 10 && html`<kbd aria-hidden="true">${number}</kbd>`}<span>${capitalise(move.label)}</span>
  </button>`;
}

// A value in words: the title of its place in the picture, in the language of the game, or else the value itself.
export function nameOf(store, name) {
  const nodes = store.drawing(store.last.get())?.nodes ?? {};
  const isNamed = (place) => place === name || place.startsWith(`${name} type:`);
  const title = Object.values(nodes).find((node) => node.title && node.places?.some(isNamed))?.title;
  if (title && title.length <= 40) return title;
  const [member, value] = name.split(":");
  const bare = /^(-?\d+|true|false)$/.test(value);
  return bare && member !== "type" ? `${readable(member)}: ${value}` : readable(value);
}
