// The options of a game to open: presets, and the fields of all options by subject, made of the schema of the ruleset.
// Untouched options are not sent.

import { html } from "../html.mjs";
import { explain, has, say } from "../words.mjs";
import { CLOCKS, sayClock } from "./clocks.mjs";
import { Field } from "./controls.mjs";
import { EVERY_GAME, findPreset, sayOption, sayValue } from "./introducing.mjs";

export function Presets({ ruleset, count, chosen, choose }) {
  const presets = ruleset.introduction?.presets ?? [];
  const now = findPreset(presets, chosen, ruleset.options);
  return html`<div class="presets" role="group" aria-label=${say("play.new.presets")}>
    ${presets.map((preset) => html`<button key=${preset.id} type="button" aria-pressed=${String(preset === now)}
      onClick=${() => choose({ ...keepCommon(chosen), ...preset.options }, nearest(preset.seats, count))}>
      <b>${preset.title}</b> <span>${preset.words}</span>
    </button>`)}
  </div>`;
}

const keepCommon = (chosen) => Object.fromEntries(Object.entries(chosen).filter(([name]) => EVERY_GAME.includes(name)));

// The number of seats nearest to the one that was chosen.
const nearest = (seats, count) => [...seats].sort((one, other) => Math.abs(one - count) - Math.abs(other - count))[0];

export function OptionFields({ ruleset, chosen, wrongAt, onChange }) {
  const { properties } = ruleset.options;
  const groups = groupsOf(ruleset);
  const change = (name, value) => {
    // Options that mean nothing without it are removed with it.
    const gone = value === undefined ? groups.find(({ needs }) => needs === name)?.options ?? [] : [];
    const others = Object.entries(chosen).filter(([other]) => other !== name && !gone.includes(other));
    onChange(Object.fromEntries(value === undefined ? others : [...others, [name, value]]));
  };
  return groups.map((group) => {
    const shown = group.needs && !chosen[group.needs] ? [group.needs] : group.options;
    const wrongs = group.options.filter((name) => wrongAt(`/options/${name}`));
    const told = [...new Set([...shown, ...wrongs])];
    return html`<${Folded} key=${group.title} group=${group} wrong=${wrongs.length > 0}
        count=${group.options.filter((name) => chosen[name] !== undefined).length}>
      ${told.map((name) => html`<${OptionField} key=${name} name=${name} rule=${properties[name]} value=${chosen[name]}
        wrong=${wrongAt(`/options/${name}`)} onChange=${(value) => change(name, value)} />`)}
    <//>`;
  });
}

// The groups of a ruleset, with what every game has and what belongs to no group in the last one.
function groupsOf({ options, introduction }) {
  const groups = introduction?.groups ?? [];
  const grouped = new Set(groups.flatMap((group) => group.options));
  const rest = Object.keys(options.properties).filter((name) => !grouped.has(name));
  return [...groups, { title: say("play.new.every-game"), options: rest, needs: null }];
}

function Folded({ group, count, wrong, children }) {
  return html`<details class="option-group" open=${wrong || undefined}>
    <summary><b>${group.title}</b>${" "}
      <span class="soft">${count ? say("play.new.changed", { n: count }) : say("play.new.default")}</span>
    </summary>
    <div class="options">${children}</div>
  </details>`;
}

function OptionField({ name, rule, value, wrong, onChange }) {
  const key = `play.option.${name.replaceAll("_", "-")}`;
  const label = sayOption(name, rule);
  const help = has(`${key}.help`) ? say(`${key}.help`) : rule.description;
  if (rule.type === "boolean") {
    const switchTo = ({ target }) => onChange(target.checked === rule.default ? undefined : target.checked);
    return html`<${Field} label="" help=${help} wrong=${wrong}>
      <span class="check">
        <input type="checkbox" checked=${value ?? rule.default} onChange=${switchTo} />${" "}
        ${label}
      </span>
    <//>`;
  }
  if (rule.type === "array") {
    return html`<${ListField} label=${label} help=${help} rule=${rule} value=${value ?? []} wrong=${wrong}
      onChange=${onChange} />`;
  }
  const values = name === "clock" ? CLOCKS : listValues(rule);
  if (!values) return null;
  return html`<${Field} label=${label} help=${help} wrong=${wrong}>
    <select value=${value === undefined ? "" : JSON.stringify(value)}
      onChange=${(event) => onChange(event.target.value ? JSON.parse(event.target.value) : undefined)}>
      <option value="">
        ${rule.default === undefined || rule.default === null ? say("play.new.default") : sayValue(rule.default)}
      </option>
      ${values.filter((one) => one !== rule.default && one !== null).map((one) => html`<option key=${one}
        value=${JSON.stringify(one)}>${name === "clock" ? sayClock(one) : sayValue(one)}</option>`)}
    </select>
  <//>`;
}

function ListField({ label, help, rule, value, wrong, onChange }) {
  const toggle = (one) => {
    const next = value.includes(one) ? value.filter((other) => other !== one) : [...value, one];
    onChange(next.length ? next : undefined);
  };
  return html`<div class="entry">
    <details open=${Boolean(wrong)}>
      <summary>
        ${explain(label, value.length ? say("play.new.chosen", { n: value.length }) : say("play.new.default"))}
      </summary>
      <div class="many">
        ${(rule.items.enum ?? []).map((one) => html`<label key=${one} class="check">
          <input type="checkbox" checked=${value.includes(one)} onChange=${() => toggle(one)} /> ${sayValue(one)}
        </label>`)}
      </div>
    </details>
    ${help && html`<p class="soft">${help}</p>`}
    ${wrong && html`<${Field} label="" wrong=${wrong} />`}
  </div>`;
}

function listValues(rule) {
  return rule.enum ?? rule.anyOf?.find((one) => one.enum)?.enum;
}
