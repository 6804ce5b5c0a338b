// All games that are listed: those that wait for players, those that run, and the results of those that are over.

import { Mark, Pages, PlayerLink, Reload, RulesetChoice, useFilters, usePages, withQuery } from "../audit/lists.mjs";
import { html } from "../html.mjs";
import { Chosen } from "../parts/chosen.mjs";
import { useTitle } from "../parts/frame.mjs";
import { Loaded, useAnswer } from "../parts/loading.mjs";
import { titleOf, useRulesets } from "../parts/rulesets.mjs";
import { say, sayAgo, sayTime } from "../words.mjs";

const SHOWN = ["playing", "waiting", "over", "cancelled"];

export function GamesPage() {
  useTitle(say("frame.games"));
  const rulesets = useRulesets();
  const [{ status = "playing", ruleset, player }, change] = useFilters();
  const shown = SHOWN.includes(status) ? status : "playing";
  const path = shown === "over"
    ? withQuery("/v1/scores", { ruleset, player })
    : withQuery("/v1/games", { status: shown, ruleset, player });
  const pages = usePages(path);
  return html`<h1>${say("frame.games")}</h1>
    <div class="choices" role="group" aria-label=${say("people.which")}>
      ${SHOWN.map((each) => html`<button key=${each} aria-pressed=${each === shown}
        onClick=${() => change({ status: each === "playing" ? "" : each })}>${say(`people.status.${each}`)}</button>`)}
    </div>
    <form class="filters" onSubmit=${(event) => event.preventDefault()}>
      <${RulesetChoice} rulesets=${rulesets} value=${ruleset} onChange=${(value) => change({ ruleset: value })} />
      <label class="field">
        ${say("people.player")}${" "}
        <input value=${player ?? ""} maxlength="40" placeholder=${say("people.anybody")}
          onChange=${(event) => change({ player: event.target.value.trim() })} />
      </label>
      <${Reload} pages=${pages} />
    </form>
    <${Pages} pages=${pages} empty=${html`${say(`people.none.${shown}`)} <a href="/new">${say("people.open-one")}</a>`}>
      ${(items) => html`<ul class="rows">
        ${items.map((item) =>
          (shown === "over"
            ? html`<${ResultRow} key=${item.game} game=${item} rulesets=${rulesets} />`
            : html`<${GameRow} key=${item.id} game=${item} rulesets=${rulesets} />`))}
      </ul>`}
    <//>
    ${shown === "over" && pages.items?.length === 0 && html`<${WithoutResults} rulesets=${rulesets}
      path=${withQuery("/v1/games", { status: "finished", ruleset, player })} />`}`;
}

// Games that are over and have no results, such as those that a new service brings to look at.
function WithoutResults({ path, rulesets }) {
  const games = useAnswer(path);
  return html`<${Loaded} from=${games}>${({ items }) => html`<ul class="rows">
    ${items.map((item) => html`<${GameRow} key=${item.id} game=${item} rulesets=${rulesets} />`)}
  </ul>`}<//>`;
}

function GameRow({ game, rulesets }) {
  const free = game.seats.filter((seat) =>
    seat.player === null && !seat.by_invitation && seat.reserved_for === null).length;
  const waiting = game.status === "waiting";
  return html`<li class="card listed">
    <h2><a href=${`/games/${game.id}`}>${titleOf(rulesets, game.ruleset)}</a></h2>
    <ul class="seats">
      ${game.seats.map((seat) => html`<li key=${seat.seat}>
        <${Mark} seat=${seat.seat} /> <${SeatName} seat=${seat} />
        ${game.to_move.includes(seat.seat) && html` <span class="tag">${say("people.to-move")}</span>`}
      </li>`)}
    </ul>
    <${Chosen} game=${game} />
    <p class="soft">
      ${waiting ? say("people.free", { n: free }) : say("people.steps", { n: game.step })} ·${" "}
      ${say("people.changed", { when: sayAgo(game.updated_at) })}${game.branch && ` · ${say("people.branch")}`}
      ${game.teaching && ` · ${say("people.teaching")}`}${!game.rated && ` · ${say("people.unrated")}`}
      ${game.waits_until && ` · ${say("people.waits-until", { when: sayTime(game.waits_until) })}`}
      ${game.imported && ` · ${say("people.imported")}`}
    </p>
    <p>
      <a class="button" href=${`/games/${game.id}`}>
        ${waiting && free ? say("people.sit-down") : say("people.watch")}
      </a>
    </p>
  </li>`;
}

function SeatName({ seat }) {
  if (seat.player !== null) return html`<${PlayerLink} name=${seat.player} bot=${seat.bot} />`;
  if (seat.reserved_for !== null) {
    return html`<span class="soft">${say("people.kept-for", { name: seat.reserved_for })}</span>`;
  }
  return html`<span class="soft">${seat.by_invitation ? say("people.by-invitation") : say("people.free-seat")}</span>`;
}

function ResultRow({ game, rulesets }) {
  const seats = [...game.seats].sort((one, other) => one.rank - other.rank);
  return html`<li class="card listed">
    <h2><a href=${`/games/${game.game}`}>${titleOf(rulesets, game.ruleset)}</a></h2>
    <ol class="seats">
      ${seats.map((seat) => html`<li key=${seat.seat}>
        <${Mark} seat=${seat.seat} /> <span class="rank">${say("people.rank", { rank: seat.rank })}</span>${" "}
        ${seat.player === null
          ? (seat.side ?? say("people.nobody"))
          : html`<${PlayerLink} name=${seat.player} bot=${seat.bot} />`}${" "}
        <b>${say("people.points", { n: seat.points })}</b>
      </li>`)}
    </ol>
    <p class="soft">
      <time dateTime=${game.ended_at}>${sayTime(game.ended_at)}</time>
      ${game.status === "resigned" && ` · ${say("people.resigned")}`}
      ${!game.counted && ` · ${say("people.not-counted", { why: say(`people.why.${game.why}`) })}`}
    </p>
    <p><a class="button" href=${`/games/${game.game}`}>${say("people.replay")}</a></p>
  </li>`;
}
