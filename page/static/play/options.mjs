// Fields for the options of a ruleset, made of its schema: choices, switches and lists. What is left alone is not sent.

import { html } from "../html.mjs";
import { has, say } from "../words.mjs";
import { Field } from "./controls.mjs";
import { readable } from "./moves.mjs";

export function OptionFields({ schema, chosen, wrongAt, onChange }) {
  const change = (name, value) => {
    const others = Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== name));
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return Object.entries(schema.properties).map(([name, rule]) => html`<${OptionField} key=${name} name=${name}
    rule=${rule} value=${chosen[name]} wrong=${wrongAt(`/options/${name}`)}
    onChange=${(value) => change(name, value)} />`);
}

function OptionField({ name, rule, value, wrong, onChange }) {
  const key = `play.option.${name.replaceAll("_", "-")}`;
  const label = has(key) ? say(key) : readable(rule.title ?? name);
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
  const values = listValues(rule);
  if (!values) return null;
  return html`<${Field} label=${label} help=${help} wrong=${wrong}>
    <select value=${value === undefined ? "" : JSON.stringify(value)}
      onChange=${(event) => onChange(event.target.value ? JSON.parse(event.target.value) : undefined)}>
      <option value="">
        ${rule.default === undefined || rule.default === null ? say("play.new.default") : sayValue(rule.default)}
      </option>
      ${values.filter((one) => one !== rule.default && one !== null).map((one) => html`<option key=${one}
        value=${JSON.stringify(one)}>${sayValue(one)}</option>`)}
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
        ${label}: ${value.length ? say("play.new.chosen", { n: value.length }) : say("play.new.default")}
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

export function sayValue(value) {
  const key = `play.value.${value}`;
  return has(key) ? say(key) : readable(value);
}
