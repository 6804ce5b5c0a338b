// Moves of a family too large to list, such as offers: a form made from the bounds and sets of its template.

import { html, useEffect } from "../html.mjs";
import { has, say } from "../words.mjs";
import { Stepper } from "./amounts.mjs";
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
  useComposing(store, choice.template, filled, fill);
  const submit = (event) => {
    event.preventDefault();
    onPlay(buildMove(choice.template, filled));
  };
  const parts = splitSides(choice.template);
  return html`<form class="template" onSubmit=${submit}>
    <h3>${nameArgument(type)}</h3>
    ${note && html`<p class="soft">${capitalise(note)}</p>`}
    <p class="soft">${say("play.template.pick")}</p>
    ${parts.partner && html`<${Partner} names=${names} least=${parts.partner[0]} most=${parts.partner[1]}
      value=${filled.partner} onChange=${(value) => fill({ ...filled, partner: value })} />`}
    <div class="sides">
      ${["give", "want"].map((side) => parts[side].length > 0 && html`<${Side} key=${side} side=${side} frame=${frame}
        fields=${parts[side]} filled=${filled} fill=${fill} />`)}
    </div>
    <p>
      <button class="primary" disabled=${closed}>${nameArgument(type)}</button>${" "}
      <button type="button" onClick=${() => fill({})}>${say("play.template.clear")}</button>
    </p>
  </form>`;
}

// What one gives and, where the member begins with for_, what one wants: [member, bounds or set] each.
function splitSides({ bounds, sets }) {
  const { partner, ...amounts } = bounds;
  const fields = [
    ...Object.entries(amounts).filter(([, [least, most]]) => most > 0 || least !== most),
    ...Object.entries(sets ?? {}).filter(([, { of }]) => of.length),
  ];
  const isWanted = ([name]) => name.startsWith("for_");
  return { partner, give: fields.filter((field) => !isWanted(field)), want: fields.filter(isWanted) };
}

function Side({ side, frame, fields, filled, fill }) {
  return html`<fieldset class=${`side ${side}`}>
    <legend>${say(`play.template.${side}`)}</legend>
    ${fields.map(([name, field]) => Array.isArray(field)
      ? html`<${Stepper} key=${name} label=${nameArgument(name)} least=${field[0]} most=${field[1]}
        icon=${html`<${Icon} frame=${frame} symbol=${SYMBOLS[name.replace("for_", "")]} />`}
        value=${filled[name] ?? field[0]} onChange=${(value) => fill({ ...filled, [name]: value })} />`
      : html`<${SetField} key=${name} name=${name} frame=${frame} several=${field} chosen=${filled[name] ?? {}}
        onChange=${(chosen) => fill({ ...filled, [name]: chosen })} />`)}
  </fieldset>`;
}

// Things of the picture that the form can take up are lit there, and those in it are ticked. A click takes one more of
// a thing, or none any more once all of them are in.
function useComposing(store, template, filled, fill) {
  const { bounds, sets = {} } = template;
  const key = JSON.stringify([template, filled]);
  useEffect(() => {
    const open = new Set(Object.keys(bounds).filter((name) => bounds[name][1] > 0));
    const chosen = new Set([...open].filter((name) => Number(filled[name] ?? 0) > 0));
    for (const [name, { of }] of Object.entries(sets)) {
      for (const value of of) {
        open.add(`${name}:${value}`);
        if (filled[name]?.[value] > 0) chosen.add(`${name}:${value}`);
      }
    }
    store.composed.set({ open, chosen });
  }, [store, key]);
  useEffect(() => () => store.composed.set(null), [store]);
  useEffect(() => store.onPick(({ key: thing, places = [] }) => {
    const name = places.find((place) => store.composed.get()?.open.has(place));
    if (name) fill((before) => takeOneMore(template, dealWith(template, before, name, seatOf(thing)), name));
  }), [store, key]);
}

// A thing of another player chooses that player as the partner; what was wanted of somebody else is dropped.
function dealWith({ bounds: { partner } }, filled, name, seat) {
  const other = partner && name.startsWith("for_") && seat >= partner[0] && seat <= partner[1];
  if (!other || seat === Number(filled.partner ?? partner[0])) return filled;
  const kept = Object.entries(filled).filter(([member]) => !member.startsWith("for_"));
  return { ...Object.fromEntries(kept), partner: String(seat) };
}

// Whose a thing is: the second part of its key.
const seatOf = (key) => Number(key.split("/")[1]);

function takeOneMore({ bounds, sets }, filled, place) {
  const [name, value] = place.split(":");
  if (value === undefined) {
    const next = Number(filled[name] ?? bounds[name][0]) + 1;
    return { ...filled, [name]: next > bounds[name][1] ? bounds[name][0] : next };
  }
  const most = sets[name].of.filter((one) => String(one) === value).length;
  const next = Number(filled[name]?.[value] ?? 0) + 1;
  return { ...filled, [name]: { ...filled[name], [value]: next > most ? 0 : next } };
}

// With whom: the seats within the bounds, by the names of their players.
function Partner({ names, least, most, value, onChange }) {
  return html`<label>${nameArgument("partner")}
    <select value=${String(value ?? least)} onChange=${(event) => onChange(event.target.value)}>
      ${names.slice(least, most + 1).map((name, place) => html`<option key=${place} value=${String(least + place)}>
        ${name}
      </option>`)}
    </select></label>`;
}

function SetField({ name, frame, several, chosen, onChange }) {
  const symbolOf = (value) => [String(value), SYMBOLS[name.replace("for_", "")]].find((one) => hasSymbol(frame, one));
  const icon = (value) => html`<${Icon} frame=${frame} symbol=${symbolOf(value)} />`;
  return html`<fieldset>
    <legend>
      ${nameArgument(name)}${" "}
      ${several.least > 0 && html`<span class="soft">(${several.least}–${several.most})</span>`}
    </legend>
    ${[...countValues(several.of)].map(([value, count]) => count === 1
      ? html`<label key=${value} class="check">
        <input type="checkbox" checked=${chosen[value] > 0}
          onChange=${(event) => onChange({ ...chosen, [value]: event.target.checked ? 1 : 0 })} />${" "}
        ${icon(value)} ${readable(value)}
      </label>`
      : html`<${Stepper} key=${value} label=${readable(value)} least=${0} most=${count} value=${chosen[value] ?? 0}
        icon=${icon(value)} onChange=${(number) => onChange({ ...chosen, [value]: Number(number) })} />`)}
  </fieldset>`;
}

function nameArgument(name) {
  const key = `play.argument.${name.replaceAll("_", "-")}`;
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
