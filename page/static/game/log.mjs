// What happened, in words: folded by turns, the shown step marked, and the clauses of each step on demand.

import { Component } from "../vendor/preact.mjs";
import { html, useEffect, useMemo, useRef, useState } from "../html.mjs";
import { Ago } from "../parts/ago.mjs";
import { Folding } from "../parts/folding.mjs";
import { WhenSeen } from "../parts/seen.mjs";
import { useChanges, useWatched } from "../router.mjs";
import { say, sayNumber, sayTime } from "../words.mjs";
import { courseOf } from "./course.mjs";
import { Reasons } from "./reasons.mjs";

const MOST_FOUND = 200;
const SCROLL_PAUSE = 50;

export function Log({ store, playback }) {
  const [wanted, want] = useState("");
  const veil = useVeil(store);
  const search = html`<input type="search" value=${wanted} onInput=${(event) => want(event.target.value)}
    placeholder=${say("replay.log.filter")} aria-label=${say("replay.log.filter")} />`;
  return html`<${Folding} name="log" look="log" title=${say("replay.log")} head=${search}>
    <${WhenSeen}>${() => html`<${List} store=${store} playback=${playback} wanted=${wanted} veil=${veil} />`}<//>
  <//>`;
}

function List({ store, playback, wanted, veil }) {
  const shown = useWatched(store.shown);
  const course = useChanges(store, courseOf);
  const [told, tell] = useState(null);
  const list = useRef(null);
  const jump = useMemo(() => (n) => playback.jump(n), [playback]);
  const explain = useMemo(() => (n) => tell((told) => (told === n ? null : n)), []);

  // Once the slider rests, the list scrolls to the shown step; the page itself does not move.
  useEffect(() => {
    const timer = setTimeout(() => {
      const box = list.current;
      const row = box?.querySelector("[aria-current]");
      if (!row) return;
      const top = row.offsetTop;
      if (top < box.scrollTop + 24 || top + row.offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = top - box.clientHeight / 3;
      }
    }, SCROLL_PAUSE);
    return () => clearTimeout(timer);
  }, [shown, course]);

  const members = { store, course, shown, jump, told, explain };
  return html`<div class="log-list" ref=${list}>
    ${wanted.trim() ? html`<${Found} wanted=${wanted} ...${members} />` : html`<${Turns} veil=${veil} ...${members} />`}
  </div>`;
}

function Turns({ store, course, shown, jump, told, explain, veil }) {
  const names = store.names();
  const rounds = new Map(course.rounds.map((round) => [round.n, round.number]));
  const { since } = store;
  const [end, reveal] = veil;
  const turns = cutAfter(cutAfter(course.turns, since), end).filter((turn) => turn.first <= end);
  const rest = store.last.get() - end;
  return html`${turns.map((turn) => html`
    <${Turn} key=${turn.first} turn=${turn} last=${turn.last} store=${store} name=${names[turn.seat]} rounds=${rounds}
      undone=${course.undone} shown=${inside(turn, shown)} told=${inside(turn, told)} jump=${jump}
      explain=${explain} />
    ${turn.last === since && since < store.last.get() && html`<p class="since-mark">${say("replay.log.since")}</p>`}`)}
    ${rest > 0 && html`<p class="veil">
      <button onClick=${reveal}>${say("replay.log.reveal", { n: rest })}</button>
    </p>`}`;
}

// Returning readers see only the steps that they have watched since, until they ask for all. Returns the last step to
// show, and a function that shows all.
function useVeil(store) {
  const shown = useWatched(store.shown);
  const [open, set] = useState(false);
  const reached = useRef(0);
  const last = useWatched(store.last);
  const began = useRef(null);
  began.current ??= shown ? shown === store.since && shown < last : null;
  reached.current = Math.max(reached.current, shown);
  if (reached.current >= last) began.current = false;
  const veiled = began.current && !open;
  return [veiled ? reached.current : last, () => set(true)];
}

// Turns; one that continues beyond a step is split in two.
function cutAfter(turns, n) {
  return turns.flatMap((turn) =>
    (turn.first <= n && n < turn.last ? [{ ...turn, last: n }, { ...turn, first: n + 1 }] : [turn]));
}

const inside = (turn, n) => (n >= turn.first && n <= turn.last ? n : null);

// A turn renders again only when it changed: a slider passes hundreds of them.
class Turn extends Component {
  shouldComponentUpdate(next, state) {
    return ["last", "name", "shown", "told", "undone"].some((name) => next[name] !== this.props[name]) ||
      state !== this.state;
  }

  render({ turn, store, name, rounds, undone, shown, told, jump, explain }, { open = false }) {
    const numbers = Array.from({ length: turn.last - turn.first + 1 }, (_, place) => turn.first + place);
    const round = numbers.find((n) => rounds.has(n));
    const all = numbers.every((n) => undone.has(n));
    const isOpen = open || shown !== null;
    const toggle = (event) => {
      event.preventDefault();
      if (shown === null) this.setState({ open: !open });
      else jump(turn.first);
    };
    return html`
      <details class=${`turn ${turn.seat === null ? "" : `turn-${turn.seat}`} ${all ? "undone" : ""}`} open=${isOpen}>
        <summary onClick=${toggle}>
          ${turn.seat !== null && html`<span class=${`seat-dot dot-${turn.seat % 5}`} aria-hidden="true"></span>`}
          <span class="turn-name">${name ?? say("replay.log.table")}</span>
          <span class="soft">
            ${turn.first === turn.last ? sayNumber(turn.first) : `${sayNumber(turn.first)}–${sayNumber(turn.last)}`}
          </span>
          ${all && html`<span class="tag">${say("replay.log.undone")}</span>`}
          ${store.step(turn.first) && html`<${Ago} time=${store.step(turn.first).time} />`}
          ${!isOpen && html`<span class="turn-words">${store.step(turn.first)?.words}</span>`}
        </summary>
        ${isOpen && html`<ol>
          ${foldUndone(numbers, undone).map((part) => html`<${Part} key=${part[0]} part=${part} store=${store}
            undone=${undone} shown=${shown} told=${told} jump=${jump} explain=${explain} />`)}
        </ol>`}
      </details>
      ${round !== undefined && html`<h3 class="round">${say("replay.round", { n: sayNumber(rounds.get(round)) })}</h3>`}
    `;
  }
}

// Steps in a row that were undone are one part, each other step is a part of its own.
function foldUndone(numbers, undone) {
  const parts = [];
  for (const n of numbers) {
    const before = parts.at(-1);
    if (before && undone.has(n) && undone.has(before[0])) before.push(n);
    else parts.push([n]);
  }
  return parts;
}

function Part({ part, undone, shown, told, ...rest }) {
  const rows = part.map((n) => html`<${Row} key=${n} n=${n} undoneBy=${undone.get(n)} current=${n === shown}
    told=${n === told} ...${rest} />`);
  if (!undone.has(part[0])) return rows;
  const open = part.includes(shown) || part.includes(told);
  return html`<li class="fold"><details open=${open}>
    <summary><span class="tag">${say("replay.log.fold", { n: part.length })}</span></summary>
    <ol>${rows}</ol>
  </details></li>`;
}

function Row({ n, store, undoneBy, current, told, jump, explain }) {
  const step = store.step(n);
  if (!step) return null;
  return html`<li class=${`row ${undoneBy ? "undone" : ""} kind-${step.kind}`}
    aria-current=${current ? "step" : undefined}>
    <button class="row-step" title=${sayTime(step.time)} onClick=${() => jump(n)}>
      <span class="row-number">${n}</span> <span>${step.words}</span>
    </button>
    ${undoneBy && html`<span class="tag">${say("replay.log.undone-by", { n: sayNumber(undoneBy) })}</span>`}
    ${step.automatic && html`<span class="tag">${say(`replay.automatic.${step.automatic}`)}</span>`}
    <button class="quiet row-why" aria-expanded=${told ? "true" : "false"}
      aria-label=${say("replay.why.of", { n: sayNumber(n) })} onClick=${() => explain(n)}>§</button>
    ${told && html`<${Reasons} store=${store} step=${step} />`}
  </li>`;
}

function Found({ store, course, wanted, shown, jump, told, explain }) {
  const words = wanted.trim().toLowerCase().split(/\s+/);
  const found = store.steps().filter((step) => {
    const text = step.words.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return html`
    <p class="soft" role="status">${say("replay.log.found", { n: found.length })}</p>
    <ol>
      ${found.slice(0, MOST_FOUND).map((step) => html`<${Row} key=${step.n} n=${step.n} store=${store}
        undoneBy=${course.undone.get(step.n)} current=${step.n === shown} told=${step.n === told} jump=${jump}
        explain=${explain} />`)}
    </ol>
    ${found.length > MOST_FOUND && html`<p class="soft">
      ${say("replay.log.more", { n: found.length - MOST_FOUND })}
    </p>`}
  `;
}
