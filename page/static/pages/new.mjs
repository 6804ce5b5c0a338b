// Open a game: which one, with which options, and who sits where. What was chosen is kept until the game is open.

import { account } from "../account.mjs";
import { send } from "../api.mjs";
import { html } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { Loaded, useAnswer } from "../parts/loading.mjs";
import { useAskedRulesets } from "../parts/rulesets.mjs";
import { Field, useDeed, useDraft, Wrong } from "../play/controls.mjs";
import { ensurePlayer } from "../play/entering.mjs";
import { keepSecrets } from "../play/inviting.mjs";
import { findRepeated, sayFacts } from "../play/introducing.mjs";
import { OptionFields, Presets } from "../play/options.mjs";
import { SeekButton } from "../play/seeking.mjs";
import { go, useWatched } from "../router.mjs";
import { say } from "../words.mjs";

export function NewGamePage() {
  useTitle(say("frame.new"));
  const rulesets = useAskedRulesets();
  const bots = useAnswer("/v1/bots");
  return html`<h1>${say("frame.new")}</h1>
    <${Loaded} from=${rulesets}>${(games) => html`<${Loaded} from=${bots}>
      ${(found) => html`<${NewGame} rulesets=${games.items} bots=${found.items} />`}
    <//>`}<//>`;
}

const wished = () => new URLSearchParams(location.search).get("ruleset");
const EMPTY = { options: {}, seats: {}, unlisted: false, unrated: false, entropy: "" };

function NewGame({ rulesets, bots }) {
  const player = useWatched(account);
  const [id, setId] = useDraft("new.ruleset", rulesets[0].id);
  const ruleset = rulesets.find((one) => one.id === (wished() ?? id)) ?? rulesets[0];
  const [draft, setDraft, clear] = useDraft(`new.${ruleset.id}`, EMPTY);
  const deed = useDeed();
  const count = countOf(ruleset.seats, draft.count);
  const seats = Array.from({ length: count }, (_, seat) => draft.seats[seat] ?? { who: seat === 0 ? "me" : "open" });
  const set = (members) => setDraft((before) => ({ ...before, ...members }));
  const wrong = wrongsOf(deed.problem);

  const open = (event) => {
    event.preventDefault();
    deed.run(async () => {
      await openGame(ruleset.id, { ...draft, seats, count });
      clear();
    });
  };
  const choose = (event) => {
    deed.forget();
    if (wished()) go("/new", { replace: true });
    setId(event.target.value);
  };
  return html`<form class="new-game" onSubmit=${open}>
    <section class="card">
      <${GameField} rulesets=${rulesets} ruleset=${ruleset} wrong=${wrong} onChange=${choose} />
      <${Field} label=${say("play.new.seats")} wrong=${wrong.at("/seats")}>
        <select value=${String(count)} onChange=${(event) => set({ count: Number(event.target.value) })}>
          ${ruleset.seats.map((number) => html`<option key=${number} value=${String(number)}
            selected=${number === count}>${number}</option>`)}
        </select>
      <//>
      ${seats.map((seat, number) => html`<${SeatField} key=${number} number=${number} seat=${seat} ruleset=${ruleset.id}
        bots=${bots} wrong=${wrong.at(`/reserved/${placeIn(seats, number)}`)}
        onChange=${(value) => set({ seats: { ...draft.seats, [number]: value } })} />`)}
      <${Repeated} seats=${seats} me=${player?.name ?? say("play.new.who.me")} />
    </section>
    <section class="card">
      <h2>${say("play.new.options")}</h2>
      <${Presets} ruleset=${ruleset} count=${count} chosen=${draft.options}
        choose=${(options, count) => { deed.forget(); set({ options, count }); }} />
      <${Options} ruleset=${ruleset} draft=${draft} set=${set} wrong=${wrong} />
    </section>
    <section class="card">
      <${OpeningFields} draft=${draft} set=${set} />
      ${wrong.elsewhere && html`<${Wrong} problem=${deed.problem} />`}
      ${deed.problem && !wrong.elsewhere && html`<p class="wrong" role="alert">${say("play.new.above")}</p>`}
      <p>
        <button class="primary" disabled=${deed.busy}>${say("play.new.open")}</button>${" "}
        ${count > 1 && !draft.unlisted && !seats.some(isKept) && html`<${SeekButton} ruleset=${ruleset.id}
          seats=${count} draft=${draft} deed=${deed} done=${clear} />`}${" "}
        <button type="button" onClick=${() => { clear(); deed.forget(); }}>${say("play.new.reset")}</button>
      </p>
      ${!player && html`<p class="soft">${say("play.home.guest")}</p>`}
    </section>
  </form>`;
}

function GameField({ rulesets, ruleset, wrong, onChange }) {
  return html`<${Field} label=${say("play.new.ruleset")} wrong=${wrong.at("/ruleset")}>
      <select value=${ruleset.id} onChange=${onChange}>
        ${rulesets.map((one) => html`<option key=${one.id} value=${one.id} selected=${one === ruleset}>
          ${one.title}
        </option>`)}
      </select>
    <//>
    ${ruleset.introduction && html`<p>${ruleset.introduction.sentence}</p>`}
    <p class="soft">${sayFacts(ruleset)}</p>
    <p><a href=${`/rulebooks/${ruleset.id}`}>${say("play.new.rulebook", { n: ruleset.clauses })}</a></p>`;
}

const countOf = (seats, wanted) =>
  seats.includes(wanted) ? wanted : seats.find((number) => number > 1) ?? seats[0];

function Options({ ruleset, draft, set, wrong }) {
  const { description } = ruleset.options;
  return html`<${OptionFields} ruleset=${ruleset} chosen=${draft.options} wrongAt=${wrong.at}
      onChange=${(options) => set({ options })} />
    ${description && html`<details>
      <summary>${say("play.new.options.about")}</summary>
      <p class="soft" lang="en">${description}</p>
    </details>`}`;
}

function OpeningFields({ draft, set }) {
  return html`<label class="check">
      <input type="checkbox" checked=${draft.unlisted}
        onChange=${(event) => set({ unlisted: event.target.checked })} />${" "}
      ${say("play.new.unlisted")}
    </label>
    <p class="soft">${say("play.new.unlisted.help")}</p>
    <label class="check">
      <input type="checkbox" checked=${draft.unrated}
        onChange=${(event) => set({ unrated: event.target.checked })} />${" "}
      ${say("play.new.unrated")}
    </label>
    <p class="soft">${say("play.new.unrated.help")}</p>
    <${Field} label=${say("play.new.entropy")} help=${say("play.new.entropy.help")}>
      <input maxlength="128" value=${draft.entropy} onInput=${(event) => set({ entropy: event.target.value })} />
    <//>`;
}

function SeatField({ number, seat, ruleset, bots, wrong, onChange }) {
  const value = seat.who === "bot" ? `bot:${seat.name}` : seat.who;
  const choose = (event) => {
    const [who, name] = event.target.value.split(/:(.*)/s);
    onChange(who === "bot" ? { who, name } : { who, name: seat.who === "player" ? seat.name : "" });
  };
  return html`<div class="entry seat-field">
    <label><span>${say("play.seat", { n: number + 1 })}</span>
      <select value=${value} onChange=${choose}>
        ${["me", "open", "invited", "player"].map((who) => html`<option key=${who} value=${who}
          selected=${who === value}>${say(`play.new.who.${who}`)}</option>`)}
        ${bots.filter((bot) => bot.rulesets.includes(ruleset)).map((bot) => html`<option key=${bot.name}
          value=${`bot:${bot.name}`} selected=${`bot:${bot.name}` === value}>
          ${bot.name} (${say("play.bot")})
        </option>`)}
      </select></label>
    ${seat.who === "player" && html`<label>
      <span>${say("play.register.name")}</span>${" "}
      <input required maxlength="40" value=${seat.name ?? ""}
        onInput=${(event) => onChange({ who: "player", name: event.target.value })} />
    </label>`}
    ${wrong && html`<${Wrong} problem=${wrong} />`}
  </div>`;
}

function Repeated({ seats, me }) {
  const name = findRepeated(seats.map((seat) => (seat.who === "me" ? me : seat.name?.trim())));
  return html`<div role="status">
    ${name && html`<p class="uncounted">${say("play.counts-not", { name })}</p>`}
  </div>`;
}

const isKept = (seat) => seat.who !== "me" && seat.who !== "open";
const placeIn = (seats, number) => (isKept(seats[number]) ? seats.slice(0, number).filter(isKept).length : "none");

async function openGame(ruleset, { options, seats, count, unlisted, unrated, entropy }) {
  await ensurePlayer();
  const reserved = seats.flatMap((seat, number) =>
    (isKept(seat) ? [{ seat: number, ...(seat.who === "invited" ? {} : { player: seat.name.trim() }) }] : []));
  const game = await send("/v1/games", { ruleset, seats: count, options, unlisted, rated: !unrated, reserved });
  keepSecrets(game.id, game);
  try {
    for (const [seat, { who }] of seats.entries()) {
      if (who === "me") {
        await send(`/v1/games/${game.id}/seats`, { seat, ...(entropy.trim() ? { entropy: entropy.trim() } : {}) });
      }
    }
  } finally {
    // The game is open, even if a seat was refused: its page says so when the seat is asked for again.
    go(`/games/${game.id}`);
  }
}

// The place of a refusal: at the field that its pointer names, or below everything.
function wrongsOf(problem) {
  const pointers = problem
    ? [problem.members?.pointer, ...(problem.members?.errors ?? []).map((error) => error.pointer)].filter(Boolean)
    : [];
  return {
    at: (place) => (pointers.some((pointer) => pointer === place || pointer.startsWith(`${place}/`)) ? problem : null),
    get elsewhere() {
      return problem !== null && !pointers.some((pointer) => /^\/(options\/|reserved\/|seats|ruleset)/.test(pointer));
    },
  };
}
