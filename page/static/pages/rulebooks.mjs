// The rulebooks: chapters that can be read one after the other, each clause with its name in the margin, its source,
// and how often it decided something, where it did.

import { useFilters } from "../audit/lists.mjs";
import { ask, askAll } from "../api.mjs";
import { html, useEffect, useMemo, useState } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { askFigures, Figure, FigureSymbols } from "../parts/figures.mjs";
import { Loaded, useAnswer, useAsked } from "../parts/loading.mjs";
import { useRulesets } from "../parts/rulesets.mjs";
import { place, useWatched } from "../router.mjs";
import { has, say } from "../words.mjs";

const CHAPTER = "chapter-";

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
  const asked = useAsked((signal) => askRulebook(path, ruleset, signal), [path]);
  return html`<h1>${say("rulebook.title", { title })}</h1><p><a href="/rulebooks">${say("rulebook.all")}</a></p>
    <${Loaded} from=${asked}>${(book) => html`<${Rulebook} ...${book} />`}<//>`;
}

// All clauses with their counts, and the newest finished game with the things on its table; the rulebook is shown even
// if these are unavailable.
async function askRulebook(path, ruleset, signal) {
  const counting = askAll(path.replace(/s$/, "-counts"), 5000, { signal }).catch(() => []);
  const played = ask(`/v1/games?status=finished&limit=1&ruleset=${encodeURIComponent(ruleset)}`, { signal })
    .then(async ({ items: [game] }) => game && { game: game.id, ...await askFigures(game, signal) })
    .catch(() => null);
  const clauses = await askAll(path, 5000, { signal });
  const counts = new Map((await counting).map((each) => [each.clause, each]));
  return {
    clauses: clauses.map((clause) => ({ ...clause, counts: counts.get(clause.id) })),
    ...await played,
  };
}

function Rulebook({ clauses, game, frame, things }) {
  const [{ edition, players, order }, change] = useFilters();
  const [wanted, setWanted] = useState("");
  const named = useNamed(clauses, () => setWanted(""));
  const found = useMemo(() => filterClauses(clauses, wanted, edition, players), [clauses, wanted, edition, players]);
  const chapters = useMemo(() => inOrder(found, order), [found, order]);
  useEffect(() => {
    const block = named?.startsWith(CHAPTER) ? "start" : "center";
    if (named) document.getElementById(named)?.scrollIntoView({ block });
  }, [named, chapters]);
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
    <div class="book">
      ${frame && html`<${FigureSymbols} frame=${frame} />`}
      <${Contents} chapters=${chapters} />
      <div class="book-text">
        ${game && !wanted && !order && html`<${Table} game=${game} />`}
        ${chapters.map(({ id, title, clauses }) => html`<section key=${id} id=${id} class="chapter">
          <h2>${title}</h2>
          ${clauses.map((clause) => html`<${ClauseItem} key=${clause.id} clause=${clause}
            named=${clause.id === named} frame=${frame} thing=${things?.get(clause.id)} />`)}
        </section>`)}
      </div>
    </div>`;
}

function Contents({ chapters }) {
  return html`<nav class="contents" aria-label=${say("rulebook.contents")}>
    <h2>${say("rulebook.contents")}</h2>
    <ol>${chapters.map(({ id, title, clauses }) => html`<li key=${id}>
      <a href=${`#${id}`}>${title}</a> <span class="soft small">${clauses.length}</span>
    </li>`)}</ol>
  </nav>`;
}

// The things that the chapters speak of, as they lie on the table.
function Table({ game }) {
  return html`<figure class="table-picture">
    <img src=${`/v1/games/${game}/states/1.svg?as=spectator`} alt=${say("rulebook.table")} />
    <figcaption>
      ${say("rulebook.table")} · <a href=${`/games/${game}#1`}>${say("rulebook.table.watch")}</a>
    </figcaption>
  </figure>`;
}

function ClauseItem({ clause, named, frame, thing }) {
  const scope = [
    clause.edition && say("rulebook.edition-is", { edition: clause.edition }),
    clause.players && say("rulebook.players-are", { players: clause.players }),
  ].filter(Boolean);
  return html`<article id=${clause.id} class="clause" aria-current=${named ? "true" : undefined}>
    <p class="clause-id">
      <a href=${`#${clause.id}`} title=${say("rulebook.link", { title: clause.title })}>
        <code>${breakable(clause.id.split(".").slice(1).join("."))}</code>
      </a>
    </p>
    <div>
      ${thing && html`<${Figure} frame=${frame} thing=${thing} />`}
      <h3>${clause.title}</h3>
      <p>${clause.text}</p>
      ${clause.note && html`<p class="soft note">${clause.note}</p>`}
      <p class="soft small">${[clause.source, ...scope].join(" · ")}</p>
      <${Counts} counts=${clause.counts} />
    </div>
  </article>`;
}

// A name that may wrap after a dot or a hyphen.
const breakable = (name) => name.split(/(?<=[.-])/).map((part, place) => html`${place > 0 && html`<wbr />`}${part}`);

const COUNTED = ["decided", "refused", "disputed"];
const RULED = ["upheld", "annulled", "corrected", "noted"];

function Counts({ counts }) {
  if (!counts) return null;
  const shown = [...COUNTED, ...RULED].filter((name) => counts[name] > 0);
  if (!shown.length) return null;
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

// The clause or chapter after the # of the address; the search is cleared so that it shows.
function useNamed(clauses, forget) {
  useWatched(place);
  const named = decodeURIComponent(location.hash.slice(1));
  const there = named.startsWith(CHAPTER) || clauses.some(({ id }) => id === named) ? named : null;
  useEffect(() => {
    if (there && !there.startsWith(CHAPTER)) forget();
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

// In chapters as the rulebook has them, or in one list by how often they mattered.
function inOrder(clauses, order) {
  if (!COUNTED.includes(order)) return inChapters(clauses);
  const sorted = [...clauses].sort((one, other) => (other.counts?.[order] ?? 0) - (one.counts?.[order] ?? 0));
  return [{ id: CHAPTER + order, title: say(`rulebook.order.${order}`), clauses: sorted }];
}

// Clauses by the second word of their names: micro-dojo.turn.alternate belongs to "turn".
function inChapters(clauses) {
  const groups = new Map();
  for (const clause of clauses) {
    const part = clause.id.split(".")[1];
    groups.set(part, [...(groups.get(part) ?? []), clause]);
  }
  return [...groups].map(([part, group]) => ({ id: CHAPTER + part, title: nameChapter(part), clauses: group }));
}

function nameChapter(part) {
  const key = `rulebook.chapter.${part}`;
  return has(key) ? say(key) : part.charAt(0).toUpperCase() + part.slice(1).replaceAll("-", " ");
}
