// Amounts: a stepper, and moves that differ in nothing but a number as one question with a stepper.

import { html, useEffect, useState } from "../html.mjs";
import { say } from "../words.mjs";
import { Effect } from "./foreseen.mjs";
import { capitalise, findHeading } from "./moves.mjs";

const LEAST = 4; // So few amounts are buttons.

// An amount: typed, or one more or less at a time.
export function Stepper({ label, icon, least, most, value, onChange }) {
  const number = Number(value);
  const step = (by, key, sign) => html`<button type="button" aria-label=${say(key, { what: label })}
    disabled=${number + by < least || number + by > most} onClick=${() => onChange(number + by)}>${sign}</button>`;
  return html`<div class="stepper">
    <label><span>${icon} ${label} <span class="soft">(${least}–${most})</span></span>
      <input type="number" inputmode="numeric" min=${least} max=${most} value=${value}
        onInput=${(event) => onChange(event.target.value)} /></label>
    ${step(-1, "play.template.less", "−")}${step(1, "play.template.more", "+")}
  </div>`;
}

// Moves of one type that differ in one number, which has every value from the least to the greatest: [{member, moves}],
// in the order of the numbers, and the `rest` of the moves. What lies below a gap, such as 0 for nothing, is a rest.
export function splitAmounts(moves) {
  const types = new Map();
  for (const move of moves) {
    const { type } = move.move;
    (types.get(type) ?? types.set(type, []).get(type)).push(move);
  }
  const amounts = [...types.values()].map(asAmount).filter(Boolean);
  const asked = new Set(amounts.flatMap((amount) => amount.moves));
  return { amounts, rest: moves.filter((move) => !asked.has(move)) };
}

function asAmount(moves) {
  const [{ move: first, choice }] = moves;
  const members = Object.keys(first).filter((name) => moves.some(({ move }) => move[name] !== first[name]));
  const [member] = members;
  if (members.length !== 1 || moves.some((one) => one.choice !== choice || !Number.isInteger(one.move[member]))) {
    return null;
  }
  const sorted = [...moves].sort((one, other) => one.move[member] - other.move[member]);
  let from = sorted.length - 1;
  while (from > 0 && sorted[from - 1].move[member] === sorted[from].move[member] - 1) from -= 1;
  const row = sorted.slice(from);
  return row.length < LEAST ? null : { member, moves: row };
}

// One amount is asked for, and one button answers with it.
export function AmountQuestion({ store, frame, member, moves, number, closed, onPlay, onLook }) {
  const [first, last] = [moves[0].move[member], moves.at(-1).move[member]];
  const [typed, type] = useState(first);
  useEffect(() => type(first), [moves[0].choice, first]);
  const amount = Number(typed);
  const chosen = Number.isInteger(amount) ? moves[amount - first] : undefined;
  const heading = capitalise(findHeading(moves[0].move.type, moves));
  return html`<div class="amount-question" role="group" aria-label=${heading}>
    <${Stepper} label=${heading} least=${first} most=${last} value=${typed} onChange=${type} />
    <button class="move" disabled=${closed || !chosen} aria-keyshortcuts=${number < 10 ? number : undefined}
      onPointerEnter=${() => chosen && onLook(chosen)} onPointerLeave=${() => onLook(null)}
      onFocus=${() => chosen && onLook(chosen)} onClick=${() => onPlay(chosen)}>
      ${number < 10 && html`<kbd aria-hidden="true">${number}</kbd>`}
      <span>${capitalise((chosen ?? moves[0]).label)}</span>
      ${chosen && html`<${Effect} store=${store} frame=${frame} move=${chosen} />`}
    </button>
  </div>`;
}
