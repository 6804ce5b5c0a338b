// Who looks for players: the open seeks of all, one's own, and the game to which one of them has led.

import { account } from "../account.mjs";
import { ask, send } from "../api.mjs";
import { PlayerLink } from "../audit/lists.mjs";
import { html, useEffect } from "../html.mjs";
import { Chosen } from "../parts/chosen.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { titleOf } from "../parts/rulesets.mjs";
import { go, useWatched } from "../router.mjs";
import { say, sayTime } from "../words.mjs";
import { useDeed, Wrong } from "./controls.mjs";
import { ensurePlayer } from "./entering.mjs";
import { waiting } from "./turns.mjs";

const PAUSE = 4_000; // Lists have no stream; the account's own says only that a seat is kept.

export function Seeking({ rulesets }) {
  const player = useWatched(account);
  const { invited } = useWatched(waiting);
  const deed = useDeed();
  const asked = useAsked((signal) => listSeeks(player, signal), [player?.token, invited.length]);
  const seeks = asked.answer?.own.some(isOpen) ?? false;
  useEffect(() => {
    if (asked.loading || !seeks) return undefined;
    const timer = setTimeout(asked.reload, PAUSE);
    return () => clearTimeout(timer);
  }, [asked.answer, asked.loading]);
  const act = (doing) => deed.run(async () => {
    await doing();
    asked.reload();
  });
  return html`<section class="card" aria-label=${say("play.seek.title")}>
    <h2>${say("play.seek.title")}</h2>
    <${Loaded} from=${asked}>${({ open, own }) => html`
      ${own.filter((seek) => isKept(seek, invited)).map((seek) => html`<p key=${seek.id} role="status">
        ${say("play.seek.found")} <a class="button" href=${`/games/${seek.game}`}>${say("play.seek.go")}</a>
      </p>`)}
      ${open.length
        ? html`<ul class="games">${open.map((seek) => html`<${SeekRow} key=${seek.id} seek=${seek} rulesets=${rulesets}
            mine=${seek.player === player?.name} busy=${deed.busy} act=${act} />`)}</ul>`
        : html`<p>${say("play.seek.none")}</p>`}`}<//>
    <${Wrong} problem=${deed.problem} />
    <p><a href="/new">${say("play.seek.how")}</a></p>
  </section>`;
}

const isOpen = (seek) => seek.status === "open";
const isKept = (seek, invited) => seek.game && invited.some(({ game }) => game === seek.game);

async function listSeeks(player, signal) {
  const [open, own] = await Promise.all([
    ask("/v1/seeks?limit=20", { signal }),
    player ? ask("/v1/me/seeks?limit=20", { signal }) : { items: [] },
  ]);
  return { open: open.items, own: own.items };
}

function SeekRow({ seek, rulesets, mine, busy, act }) {
  const join = () => act(() => openSeek({ games: seek.games, rated: seek.rated }));
  const withdraw = () => act(() => send(`/v1/seeks/${seek.id}`, undefined, { method: "DELETE" }));
  return html`<li>
    ${mine ? html`<b>${say("play.seek.yours")}</b>` : html`<${PlayerLink} name=${seek.player} bot=${seek.bot} />`}
    <div>${seek.games.map((game, place) => html`<div key=${place}>
      ${say("play.seek.game", { title: titleOf(rulesets, game.ruleset), seats: game.seats.join(", ") })}
      <${Chosen} game=${game} />
    </div>`)}</div>
    ${!seek.rated && html`<span class="soft">${say("people.unrated")}</span>`}
    <span class="soft">${say("play.seek.until", { when: sayTime(seek.until) })}</span>
    ${mine
      ? html`<button disabled=${busy} onClick=${withdraw}>${say("play.seek.withdraw")}</button>`
      : html`<button disabled=${busy} onClick=${join}>${say("play.seek.join", { name: seek.player })}</button>`}
  </li>`;
}

async function openSeek(wanted) {
  await ensurePlayer();
  await send("/v1/seeks", wanted);
}

// In place of opening a table: let the service find players for the same game.
export function SeekButton({ ruleset, seats, draft, deed, done }) {
  const seek = () => deed.run(async () => {
    await openSeek({ games: [{ ruleset, seats: [seats], options: draft.options }], rated: !draft.unrated });
    done();
    go("/");
  });
  return html`<button type="button" disabled=${deed.busy} onClick=${seek}>${say("play.seek.open")}</button>`;
}
