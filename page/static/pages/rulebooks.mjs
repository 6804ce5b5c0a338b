// The rulebooks: each clause with its source, and how often it decided something, where the service counts that.

import { useFilters } from "../audit/lists.mjs";
import { askAll } from "../api.mjs";
import { html, useEffect, useMemo, useState } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { Loaded, useAnswer, useAsked } from "../parts/loading.mjs";
import { useRulesets } from "../parts/rulesets.mjs";
import { place, useWatched } from "../router.mjs";
import { say } from "../words.mjs";

export function RulebooksPage() {
  useTitle(say("frame.rulebooks"));
  const asked = useAnswer("/v1/rulesets");
  return html`<h1>${say("frame.rulebooks")}</h1>
    <${Loaded} from=${asked}>${({ items }) => html`<ul class="rows">${items.map(
      (ruleset) => html`<li key=${ruleset.id} class="card listed">
        <h2><a href=${`/rulebooks/${ruleset.id}`}>${ruleset.title}</a></h2>
        <p>
          ${say("rulebook.seats", { seats: ruleset.seats.join(", ") })} ·${" "}
          ${say("rulebook.clauses", { n: ruleset.clauses })}
        </p>
      </li>`,
    )}</ul>`}<//>`;
}

export function RulebookPage({ ruleset }) {
  const title = useRulesets().find(({ id }) => id === ruleset)?.title ?? ruleset;
  useTitle(say("rulebook.title", { title }));
  const path = `/v1/rulesets/${encodeURIComponent(ruleset)}/clauses`;
  const asked = useAsked((signal) => askRulebook(path, signal), [path]);
  return html`<h1>${say("rulebook.title", { title })}</h1><p><a href="/rulebooks">${say("rulebook.all")}</a></p>
    <${Loaded} from=${asked}>${(clauses) => html`<${Rulebook} clauses=${clauses} />`}<//>`;
}

// All clauses with their counts; a rulebook is shown without them where they cannot be had.
async function askRulebook(path, signal) {
  const counting = askAll(path.replace(/s$/, "-counts"), 5000, { signal }).catch(() => []);
  const clauses = await askAll(path, 5000, { signal });
  const counts = new Map((await counting).map((each) => [each.clause, each]));
  return clauses.map((clause) => ({ ...clause, counts: counts.get(clause.id) }));
}

function Rulebook({ clauses }) {
  const [{ edition, players, order }, change] = useFilters();
  const [wanted, setWanted] = useState("");
  const named = useNamed(clauses, () => setWanted(""));
  const found = useMemo(() => filterClauses(clauses, wanted, edition, players), [clauses, wanted, edition, players]);
  useEffect(() => {
    if (named) document.getElementById(named)?.scrollIntoView({ block: "center" });
  }, [named, found]);
  return html`<form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <label class="field">
        ${say("rulebook.search")}${" "}
        <input type="search" value=${wanted} onInput=${(event) => setWanted(event.target.value)} />
      </label>
      <${Choice} label=${say("rulebook.edition")} values=${valuesOf(clauses, "edition")} value=${edition}
        onChange=${(value) => change({ edition: value })} />
      <${Choice} label=${say("rulebook.players")} values=${valuesOf(clauses, "players")} value=${players}
        onChange=${(value) => change({ players: value })} />
      ${clauses[0]?.counts && html`<label class="field">${say("rulebook.order")} <select value=${order ?? ""}
        onChange=${(event) => change({ order: event.target.value })}>
        <option value="">${say("rulebook.order.book")}</option>
        ${COUNTED.map((name) => html`<option key=${name} value=${name} selected=${name === order}>
          ${say(`rulebook.order.${name}`)}
        </option>`)}
      </select></label>`}
      <p role="status">${say("rulebook.found", { n: found.length, all: clauses.length })}</p>
    </form>
    ${inOrder(found, order).map(([part, group]) => html`<section key=${part}>
      <h2 class="part">${part}</h2>
      <ul class="clauses">
        ${group.map((clause) => html`<${ClauseItem} key=${clause.id} clause=${clause} named=${clause.id === named} />`)}
      </ul>
    </section>`)}`;
}

function ClauseItem({ clause, named }) {
  const scope = [
    clause.edition && say("rulebook.edition-is", { edition: clause.edition }),
    clause.players && say("rulebook.players-are", { players: clause.players }),
  ].filter(Boolean);
  return html`<li id=${clause.id} class="clause" aria-current=${named ? "true" : undefined}>
    <h3>
      ${clause.title}${" "}
      <a class="anchor" href=${`#${clause.id}`} aria-label=${say("rulebook.link", { title: clause.title })}>#</a>
    </h3>
    <p>${clause.text}</p>
    ${clause.note && html`<p class="soft">${clause.note}</p>`}
    <p class="soft small"><code>${clause.id}</code> · ${clause.source}${scope.map((each) => ` · ${each}`)}</p>
    <${Counts} counts=${clause.counts} />
  </li>`;
}

const COUNTED = ["decided", "refused", "disputed"];
const RULED = ["upheld", "annulled", "corrected", "noted"];

function Counts({ counts }) {
  if (!counts) return null;
  const shown = [...COUNTED, ...RULED].filter((name) => counts[name] > 0);
  if (!shown.length) return html`<p class="small soft">${say("rulebook.count.never")}</p>`;
  return html`<p class="small counts">
    ${shown.map((name) => html`<span key=${name}>${say(`rulebook.count.${name}`, { n: counts[name] })}</span>`)}
  </p>`;
}

function Choice({ label, values, value, onChange }) {
  if (!values.length) return null;
  return html`<label class="field">${label}
    <select value=${value ?? ""} onChange=${(event) => onChange(event.target.value)}>
      <option value="">${say("rulebook.any")}</option>
      ${values.map((each) => html`<option key=${each} value=${each} selected=${each === value}>${each}</option>`)}
    </select></label>`;
}

// The clause behind the # of the address; what is searched for is forgotten so that it shows.
function useNamed(clauses, forget) {
  useWatched(place);
  const named = location.hash.slice(1);
  const there = clauses.some(({ id }) => id === named) ? named : null;
  useEffect(() => {
    if (there) forget();
  }, [there]);
  return there;
}

function valuesOf(clauses, name) {
  if (name === "edition") return [...new Set(clauses.map((clause) => clause.edition).filter(Boolean))].sort();
  const counts = new Set(clauses.flatMap(({ players }) => (players ? countsIn(players) : [])));
  return [...counts].sort((one, other) => one - other).map(String);
}

// The numbers of players that "2-4" or "3" means.
function countsIn(players) {
  const [least, most = least] = players.split("-").map(Number);
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

function filterClauses(clauses, wanted, edition, players) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return clauses.filter((clause) => {
    if (edition && clause.edition && clause.edition !== edition) return false;
    if (players && clause.players && !countsIn(clause.players).includes(Number(players))) return false;
    const text = `${clause.id} ${clause.title} ${clause.text} ${clause.source} ${clause.note ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

// In parts as the rulebook has them, or in one list by how often they mattered.
function inOrder(clauses, order) {
  if (!COUNTED.includes(order)) return groupByPart(clauses);
  const sorted = [...clauses].sort((one, other) => (other.counts?.[order] ?? 0) - (one.counts?.[order] ?? 0));
  return [[say(`rulebook.order.${order}`), sorted]];
}

// Clauses by the second word of their names: micro-dojo.turn.alternate belongs to "turn".
function groupByPart(clauses) {
  const groups = new Map();
  for (const clause of clauses) {
    const part = clause.id.split(".")[1].replaceAll("-", " ");
    groups.set(part, [...(groups.get(part) ?? []), clause]);
  }
  return [...groups];
}
