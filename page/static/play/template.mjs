// Moves of a family too large to list, such as offers: a form made from the bounds and sets of its template.

import { html } from "../html.mjs";
import { has, say } from "../words.mjs";
import { Stepper } from "./amounts.mjs";
import { useDraft } from "./controls.mjs";
import { capitalise, readable } from "./moves.mjs";

export function TemplateForm({ game, names, choice, closed, onPlay }) {
  const { type, bounds, sets, note } = choice.template;
  const [filled, fill] = useDraft(`move.${game}.${choice.seat}.${type}`, {});
  const fields = Object.entries(bounds).filter(([, [least, most]]) => most > 0 || least !== most);
  const lists = Object.entries(sets ?? {}).filter(([, { of }]) => of.length);
  const submit = (event) => {
    event.preventDefault();
    onPlay(buildMove(choice.template, filled));
  };
  return html`<form class="template" onSubmit=${submit}>
    <h3>${nameArgument(type)}</h3>
    ${note && html`<p class="soft">${capitalise(note)}</p>`}
    <div class="arguments">
      ${fields.map(([name, [least, most]]) => name === "partner"
        ? html`<${Partner} key=${name} names=${names} least=${least} most=${most} value=${filled[name]}
          onChange=${(value) => fill({ ...filled, [name]: value })} />`
        : html`<${Stepper} key=${name} label=${nameArgument(name)} least=${least} most=${most}
          value=${filled[name] ?? least} onChange=${(value) => fill({ ...filled, [name]: value })} />`)}
    </div>
    ${lists.map(([name, several]) => html`<${SetField} key=${name} name=${name} several=${several}
      chosen=${filled[name] ?? {}} onChange=${(chosen) => fill({ ...filled, [name]: chosen })} />`)}
    <p>
      <button class="primary" disabled=${closed}>${nameArgument(type)}</button>${" "}
      <button type="button" onClick=${() => fill({})}>${say("play.template.clear")}</button>
    </p>
  </form>`;
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

function SetField({ name, several, chosen, onChange }) {
  return html`<fieldset>
    <legend>
      ${nameArgument(name)}${" "}
      ${several.least > 0 && html`<span class="soft">(${several.least}–${several.most})</span>`}
    </legend>
    ${[...countValues(several.of)].map(([value, count]) => count === 1
      ? html`<label key=${value} class="check">
        <input type="checkbox" checked=${chosen[value] > 0}
          onChange=${(event) => onChange({ ...chosen, [value]: event.target.checked ? 1 : 0 })} />${" "}
        ${readable(value)}
      </label>`
      : html`<${Stepper} key=${value} label=${readable(value)} least=${0} most=${count} value=${chosen[value] ?? 0}
        onChange=${(number) => onChange({ ...chosen, [value]: Number(number) })} />`)}
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
