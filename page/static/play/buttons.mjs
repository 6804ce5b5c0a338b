// Buttons of moves: in groups by what they do; a long list also has a filter and a first choice that narrows it.

import { html, useEffect, useMemo, useState } from "../html.mjs";
import { explain, say } from "../words.mjs";
import { AmountQuestion, splitAmounts } from "./amounts.mjs";
import { Effect } from "./foreseen.mjs";
import { firstQuestion, GroupButton, OpenGroup, useGroup } from "./groups.mjs";
import { capitalise, findFacet, findHeading, groupByType, matches, readable } from "./moves.mjs";

const FEW = 6; // So few answers say what each of them does, as far as their labels leave room for it.
const SHORT = 40;
const LONG = 12;
const MOST = 30;

// `each` is what all buttons have in common: the store and the frame of its symbols, whether they are closed, and what
// to call when a move is played or looked at.
export function MoveList({ moves, start, picks, ...each }) {
  const { amounts, rest } = splitAmounts(moves);
  return html`
    ${amounts.map((amount, place) => html`<${AmountQuestion} key=${amount.moves[0].move.type} ...${each} ...${amount}
      number=${start + place} />`)}
    ${rest.length > 0 && html`<${Listed} moves=${rest} start=${start + amounts.length} picks=${picks} ...${each} />`}`;
}

function Listed({ moves, start, picks, ...each }) {
  const [typed, setTyped] = useState("");
  useEffect(() => setTyped(""), [moves[0].choice]);
  const long = moves.length > LONG;
  const asked = useGroup(moves);
  const grouped = moves.some((move) => move.group !== null);
  const first = grouped && !typed && !picks.picked.length && asked.group === null;
  const found = long && typed ? moves.filter((move) => matches(move, typed)) : asked.inside ?? moves;
  const shown = found.slice(0, MOST);
  const facet = useMemo(() => long && !grouped && findFacet(moves), [moves]);
  return html`<div class="moves" ref=${asked.list}>
    ${long && html`<div class="narrowing">
      ${facet && html`<div class="facets" role="group" aria-label=${say("play.narrow")}>
        ${[...facet.counts].map(([name, count]) => html`<button key=${name} class="facet"
          onClick=${() => picks.add([name])}>${nameOf(each.store, name)} <span class="soft">${count}</span></button>`)}
      </div>`}
      <label>
        ${say("play.filter", { n: moves.length })}${" "}
        <input type="search" value=${typed} onInput=${(event) => setTyped(event.target.value)} />
      </label>
    </div>`}
    ${asked.inside && !typed && html`<${OpenGroup} group=${asked.group} onBack=${() => asked.open(null)} />`}
    ${first
      ? html`<${FirstQuestion} moves=${moves} start=${start} onOpen=${asked.open} ...${each} />`
      : html`<${Typed} moves=${shown} start=${start} ...${each} />`}
    ${!first && found.length > shown.length && html`<p class="soft">
      ${say("play.more", { n: found.length - shown.length })}
    </p>`}
    ${!found.length && html`<p role="status">${say("play.none")}</p>`}
  </div>`;
}

// Groups, and between them the moves that belong to none.
function FirstQuestion({ moves, start, onOpen, ...each }) {
  return html`<div class="group">
    ${firstQuestion(moves).map((entry, place) => {
      const number = start + place;
      if (entry[0].group !== null) {
        return html`<${GroupButton} key=${entry[0].group} moves=${entry} number=${number} closed=${each.closed}
          onOpen=${onOpen} />`;
      }
      return html`<${MoveButton} key=${entry[0].id} move=${entry[0]} number=${number} ...${each} />`;
    })}
  </div>`;
}

// Moves under headings by what they do.
function Typed({ moves, start, ...each }) {
  const groups = groupByType(moves);
  const few = moves.length <= FEW;
  let number = start;
  return groups.map(([type, group]) => html`<div key=${type} class="group" role="group"
    aria-label=${groups.length > 1 ? findHeading(type, group) : undefined}>
    ${groups.length > 1 && group.length > 1 && html`<h3>${capitalise(findHeading(type, group))}</h3>`}
    ${group.map((move) => html`<${MoveButton} key=${move.id} move=${move} number=${number++} few=${few} ...${each} />`)}
  </div>`);
}

function MoveButton({ store, frame, move, number, few, closed, onPlay, onLook }) {
  const tells = few && move.label.length <= SHORT;
  return html`<button class=${tells ? "move brief" : "move"} disabled=${closed}
    aria-keyshortcuts=${number < 10 ? number : undefined}
    onPointerEnter=${() => onLook(move)} onPointerLeave=${() => onLook(null)} onFocus=${() => onLook(move)}
    onClick=${() => onPlay(move)}>
    ${number < 10 && html`<kbd aria-hidden="true">${number}</kbd>`}<span>${capitalise(move.label)}</span>
    ${tells && html`<${Effect} store=${store} frame=${frame} move=${move} />`}
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
  return bare && member !== "type" ? explain(readable(member), value) : readable(value);
}
