// What a question is about: each card, lot or offer as the board draws it or with what it says, and what I have of what
// it asks for. One that a move names can be picked here as on the board.

import { html } from "../html.mjs";
import { say, sayNumber } from "../words.mjs";
import { findAnswers } from "./answers.mjs";
import { areaOf, findThing, hasSymbol, Icon, Thing } from "./thing.mjs";

const BROAD = 240; // Units: what is broader has words that could not be read in a column of several.
const NARROW = 130;
const SMALL = 90; // Units: so many fit in a row that they need no columns.
const SYMBOLS = { event: "event", lot: "hammer", offer: "trade" };

export function Subjects({ store, frame, ruleset, subjects, moves }) {
  const shown = subjects?.length
    ? subjects.map((subject) => {
      // Of a kind of piece there are several, and it stands where none of them is drawn.
      const node = subject.kind === "piece" ? null : findThing(frame.drawing, subject.id);
      const symbol = [subject.id, SYMBOLS[subject.kind]].find((name) => hasSymbol(frame, name));
      return { subject, node, symbol, pick: pickOf(store, subject.id, moves) };
    })
    : findAnswers(frame.drawing, moves).map((node) => ({
      subject: { kind: "place", id: node.key, title: node.title },
      node,
      pick: () => store.pick(node),
    }));
  if (!shown.length) return null;
  const brief = shown.length > 1;
  const widths = shown.map(({ node }) => (node ? areaOf(node, frame.drawing).width : BROAD));
  const size = sizeOf(Math.max(...widths));
  return html`<ul class=${["subjects", brief && "several", size].filter(Boolean).join(" ")}
    aria-label=${say("play.subjects")} tabindex=${brief ? 0 : undefined}>
    ${shown.map(({ subject, node, symbol, pick }, place) => html`<${Subject} key=${`${subject.id}/${place}`}
      frame=${frame} ruleset=${ruleset} subject=${subject} node=${node} symbol=${symbol} pick=${pick}
      brief=${brief} />`)}
  </ul>`;
}

const sizeOf = (width) =>
  (width > BROAD ? "broad" : width > NARROW ? null : width > SMALL ? "narrow" : "small");

// Picks what moves name with the id of a thing, as its place on the board does; null where none does.
function pickOf(store, id, moves) {
  const places = new Set();
  for (const { names } of moves) for (const name of names) if (id && name.endsWith(`:${id}`)) places.add(name);
  return places.size ? () => store.pick({ places: [...places] }) : null;
}

function Subject({ frame, ruleset, subject, node, symbol, pick, brief }) {
  const { kind, title, text, clause, needs = [] } = subject;
  // For the pointer alone: the buttons below have the same for everybody else.
  const onClick = pick && ((event) => !event.target.closest("a") && pick());
  const quiet = brief && node; // Its symbols say it, and so do the answers.
  const look = ["subject", node && "pictured", pick && "open"].filter(Boolean).join(" ");
  const hint = node ? title : undefined;
  return html`<li class=${look} data-kind=${kind} title=${hint} onClick=${onClick}>
    <h3 class=${node ? "unseen" : ""}><${Icon} frame=${frame} symbol=${node ? "" : symbol} />${title}</h3>
    ${node && html`<${Thing} frame=${frame} node=${node} />`}
    ${text && html`<p class=${quiet ? "unseen" : ""}>${text}</p>`}
    ${needs.length > 0 && html`<ul class="needs">
      ${needs.map((need) => html`<${Need} key=${need.what} frame=${frame} need=${need} brief=${brief} />`)}
    </ul>`}
    ${clause && !quiet && html`<p class="soft"><a href=${`/rulebooks/${ruleset}#${clause}`}>${clause}</a></p>`}
  </li>`;
}

// A tick for what I have, a ring for what I lack. Where several things are compared, symbols and numbers are seen, and
// the sentence is for those who listen.
function Need({ frame, need, brief }) {
  const { what, needed, held, symbol } = need;
  const lacking = needed - held;
  const numbers = { what, needed: sayNumber(needed), held: sayNumber(held), lacking: sayNumber(lacking) };
  const sentence = say(lacking > 0 ? "play.need.lacking" : "play.need.met", numbers);
  return html`<li class=${lacking > 0 ? "lacking" : "met"} title=${sentence}>
    <${Icon} frame=${frame} symbol=${lacking > 0 ? "missing" : "met"} />
    <${Icon} frame=${frame} symbol=${symbol} />
    ${brief && symbol
      ? html`<b aria-hidden="true">${sayNumber(needed)}</b><span class="unseen">${sentence}</span>`
      : html`<span>${sentence}</span>`}
  </li>`;
}
