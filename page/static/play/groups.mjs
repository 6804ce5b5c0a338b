// A long list as two questions: first the groups that the rules name, then the moves of one of them.

import { html, useEffect, useRef, useState } from "../html.mjs";
import { say } from "../words.mjs";
import { capitalise } from "./moves.mjs";

// The first question: groups, each at the place of its first move, and between them the moves without a group.
export function firstQuestion(moves) {
  const entries = new Map();
  for (const move of moves) {
    const key = move.group === null ? move.id : `group ${move.group}`;
    (entries.get(key) ?? entries.set(key, []).get(key)).push(move);
  }
  return [...entries.values()];
}

// The group that is open. The focus follows: to its heading, and back to the button that opened it.
export function useGroup(moves) {
  const [group, open] = useState(null);
  const list = useRef(null);
  const before = useRef(null);
  useEffect(() => {
    before.current = null; // The focus is at the next question.
    open(null);
  }, [moves[0]?.choice]);
  useEffect(() => {
    if (group !== null) list.current?.querySelector("h3")?.focus();
    else if (before.current !== null) buttonOf(list.current, before.current)?.focus();
    before.current = group;
  }, [group]);
  const inside = group === null ? [] : moves.filter((move) => move.group === group);
  return { list, open, group: inside.length ? group : null, inside: inside.length ? inside : null };
}

function buttonOf(list, group) {
  return [...(list?.querySelectorAll("button.opens") ?? [])].find((button) => button.dataset.group === group);
}

export function GroupButton({ moves, number, closed, onOpen }) {
  const { group } = moves[0];
  return html`<button class="move opens" data-group=${group} aria-expanded="false" disabled=${closed}
    aria-keyshortcuts=${number < 10 ? number : undefined} onClick=${() => onOpen(group)}>
    ${number < 10 && html`<kbd aria-hidden="true">${number}</kbd>`}
    <span>${capitalise(group)} … <span class="soft">${say("play.group.moves", { n: moves.length })}</span></span>
  </button>`;
}

export function OpenGroup({ group, onBack }) {
  return html`<div class="opened">
    <h3 tabindex="-1">${capitalise(group)} …</h3>
    <button class="back" aria-keyshortcuts="Escape" onClick=${onBack}>${say("play.group.back")}</button>
  </div>`;
}
