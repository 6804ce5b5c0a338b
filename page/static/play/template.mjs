// Moves of a family too large to list, such as offers: a form made from the bounds and sets of its template. It stands
// for two tableaus, what one gives and what one wants, and is filled in here or on the picture.

import { html } from "../html.mjs";
import { has, say } from "../words.mjs";
import { Stepper } from "./amounts.mjs";
import { isWanted, partnerOf, useComposing, withPartner } from "./composing.mjs";
import { useDraft } from "./controls.mjs";
import { capitalise, readable } from "./moves.mjs";
import { hasSymbol, Icon } from "./thing.mjs";

const SYMBOLS = {
  mon: "coin",
  blackmail: "blackmail",
  actions: "action",
  bonus: "bonus",
  geishas: "geisha",
  missions: "mission",
  cards: "card",
};

export function TemplateForm({ store, frame, names, choice, closed, onPlay }) {
  const { type, note } = choice.template;
  const [filled, fill] = useDraft(`move.${store.id}.${choice.seat}.${type}`, {});
  const partner = partnerOf(choice.template, filled);
  useComposing(store, frame.drawing, choice, filled, fill);
  const submit = (event) => {
    event.preventDefault();
    onPlay(buildMove(choice.template, { ...filled, partner }));
  };
  const parts = splitSides(choice.template);
  return html`<form class="template" onSubmit=${submit}>
    <h3>${nameArgument(type)}</h3>
    ${parts.partner && html`<${Partner} names=${names} ...${choice.template} value=${partner}
      onChange=${(seat) => fill(withPartner(filled, seat))} />`}
    <div class="sides">
      ${["give", "want"].map((side) => parts[side].length > 0 && html`<fieldset key=${side} class=${`side ${side}`}>
        <legend>${say(`play.template.${side}`)}</legend>
        ${parts[side].map(([name, field]) => html`<${Argument} key=${name} name=${name} field=${field} frame=${frame}
          names=${names} filled=${filled} fill=${fill} />`)}
      </fieldset>`)}
    </div>
    <p>
      <button class="primary" disabled=${closed}>${nameArgument(type)}</button>${" "}
      <button type="button" onClick=${() => fill({})}>${say("play.template.clear")}</button>
    </p>
    <p class="soft">${say("play.template.pick")} ${note && capitalise(note)}</p>
  </form>`;
}

// What one gives and, where the member begins with for_, what one wants: [member, bounds or set] each.
function splitSides({ bounds, sets }) {
  const { partner, ...amounts } = bounds;
  const fields = [
    ...Object.entries(amounts).filter(([, [least, most]]) => most > 0 || least !== most),
    ...Object.entries(sets ?? {}).filter(([, { of }]) => of.length),
  ];
  const wanted = ([name]) => isWanted(name);
  return { partner, give: fields.filter((field) => !wanted(field)), want: fields.filter(wanted) };
}

// A number has a stepper; a set has a box or a stepper for each of its values.
function Argument({ name, field, frame, names, filled, fill }) {
  const iconOf = (value) => {
    const symbol = [String(value), SYMBOLS[name.replace("for_", "")]].find((one) => hasSymbol(frame, one));
    return html`<${Icon} frame=${frame} symbol=${symbol} />`;
  };
  if (Array.isArray(field)) {
    return html`<${Stepper} label=${nameArgument(name)} least=${field[0]} most=${field[1]} icon=${iconOf("")}
      value=${filled[name] ?? field[0]} onChange=${(value) => fill({ ...filled, [name]: value })} />`;
  }
  const chosen = filled[name] ?? {};
  const choose = (value, number) => fill({ ...filled, [name]: { ...chosen, [value]: Number(number) } });
  return [...countValues(field.of)].map(([value, count]) => {
    const label = nameValue(frame.drawing, name, value, names);
    return count === 1
      ? html`<label key=${value} class="check">
        <input type="checkbox" checked=${chosen[value] > 0}
          onChange=${(event) => choose(value, event.target.checked)} />
        <span>${iconOf(value)} ${label}</span>
      </label>`
      : html`<${Stepper} key=${value} label=${label} icon=${iconOf(value)} least=${0} most=${count}
        value=${chosen[value] ?? 0} onChange=${(number) => choose(value, number)} />`;
  });
}

// The title of its place in the picture, unless that says whose it is.
function nameValue(drawing, name, value, names) {
  const place = `${name}:${value}`;
  const title = Object.values(drawing?.nodes ?? {}).find((node) => node.title && node.places?.includes(place))?.title;
  if (title && !names.some((player) => title.includes(player))) return title;
  return Number.isInteger(value) ? `${nameArgument(name)} ${value}` : readable(value);
}

// With whom, by the names of their players.
function Partner({ names, seats, value, onChange }) {
  return html`<label>${nameArgument("partner")}
    <select value=${String(value)} onChange=${(event) => onChange(event.target.value)}>
      ${seats.map((seat) => html`<option key=${seat} value=${String(seat)}>${names[seat]}</option>`)}
    </select></label>`;
}

function nameArgument(name) {
  const key = `play.argument.${name.replace("for_", "").replaceAll("_", "-")}`;
  return has(key) ? say(key) : readable(name);
}

function countValues(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

// Untouched numbers have their least value, and lists hold the chosen values.
export function buildMove({ type, bounds, sets }, filled) {
  const move = { type };
  for (const [name, [least]] of Object.entries(bounds)) {
    const number = Number(filled[name] ?? least);
    move[name] = Number.isInteger(number) ? number : least;
  }
  for (const [name, { of }] of Object.entries(sets ?? {})) {
    const chosen = filled[name] ?? {};
    move[name] = [...countValues(of)].flatMap(([value, count]) =>
      Array(Math.max(0, Math.min(count, chosen[value] ?? 0))).fill(value));
  }
  return move;
}
