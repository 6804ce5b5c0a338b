// My games: those where I am to move first, the longest waiting on top.

import { account } from "../account.mjs";
import { ask } from "../api.mjs";
import { html, useState } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { titleOf, useRulesets } from "../parts/rulesets.mjs";
import { askLeave, mayAsk } from "../play/notifying.mjs";
import { byWaiting } from "../play/next.mjs";
import { refused, waiting } from "../play/turns.mjs";
import { useWatched } from "../router.mjs";
import { say, sayAgo } from "../words.mjs";

export function MinePage() {
  useTitle(say("frame.mine"));
  const player = useWatched(account);
  return html`<h1>${say("frame.mine")}</h1>
    <p><a href="/new">${say("frame.new")}</a></p>
    ${player
      ? html`<${Mine} key=${player.name} player=${player} />`
      : html`<p>${say("play.mine.signed-out")} <a href="/account">${say("frame.account")}</a></p>`}`;
}

const PARTS = [
  ["play.mine.yours", "to_move=true&limit=200"],
  ["play.mine.running", "status=playing&to_move=false&limit=50"],
  ["play.mine.waiting", "status=waiting&limit=50"],
  ["play.mine.finished", "status=finished&limit=50"],
  ["play.mine.resigned", "status=resigned&limit=50"],
];

function Mine({ player }) {
  const told = useWatched(waiting);
  const isRefused = useWatched(refused);
  const key = told.turns.map((turn) => `${turn.game}${turn.version}`).join();
  const rulesets = useRulesets();
  const parts = useAsked(listParts, [player.token, key]);
  if (isRefused) return null; // The frame says so.
  return html`
    ${player.guest && html`<p>${say("play.mine.guest")} <a href="/account">${say("play.mine.keep")}</a></p>`}
    <${Notifying} />
    <${Loaded} from=${parts}>${([turns, ...others]) => html`
      <section class="card">
        <h2>${say("play.mine.yours")}</h2>
        <p class="soft">${say("play.mine.key")}</p>
        <${Games} games=${turns.games.sort(byWaiting)} rulesets=${rulesets} name=${player.name}
          none=${say("play.turns.none")} />
      </section>
      ${told.invited.length > 0 && html`<section class="card">
        <h2>${say("play.mine.invited")}</h2>
        <ul class="games">
          ${told.invited.map((seat) => html`<li key=${`${seat.game}/${seat.seat}`}>
            <a href=${`/games/${seat.game}`}>${titleOf(rulesets, seat.ruleset)}</a>${" "}
            <span>${say("play.seat", { n: seat.seat + 1 })}</span>
          </li>`)}
        </ul>
      </section>`}
      ${others.filter(({ games }) => games.length).map(({ title, games }) => html`<section key=${title} class="card">
        <h2>${say(title)}</h2>
        <${Games} games=${games} rulesets=${rulesets} name=${player.name} />
      </section>`)}`}<//>`;
}

// A game that changes while the lists are read may be in two of them: it is shown where it is newest.
async function listParts(signal) {
  const answers = await Promise.all(PARTS.map(([, query]) => ask(`/v1/me/games?${query}`, { signal })));
  const newest = new Map();
  for (const game of answers.flatMap(({ items }) => items)) {
    newest.set(game.id, Math.max(game.version, newest.get(game.id) ?? 0));
  }
  return PARTS.map(([title], place) => ({
    title,
    games: answers[place].items.filter((game) => game.version === newest.get(game.id)),
  }));
}

function Games({ games, rulesets, name, none }) {
  if (!games.length) return html`<p>${none}</p>`;
  return html`<ul class="games">${games.map((game) => html`<li key=${game.id}>
    <a href=${`/games/${game.id}`}>${titleOf(rulesets, game.ruleset)}</a>
    <span>${sayOthers(game, name)}</span>
    ${game.winners && html`<span>
      ${say(game.winners.some((seat) => game.seats[seat]?.player === name) ? "play.mine.won" : "play.mine.lost")}
    </span>`}
    <span class="soft">${sayAgo(game.updated_at)}</span>
  </li>`)}</ul>`;
}

function sayOthers(game, name) {
  const others = game.seats.filter((seat) => seat.player !== name).map((seat) =>
    seat.player ? seat.player + (seat.bot ? ` (${say("play.bot")})` : "") : seat.reserved_for ?? say("play.room.free"));
  return others.length ? say("play.mine.with", { names: others.join(", ") }) : say("play.mine.alone");
}

function Notifying() {
  const [open, set] = useState(mayAsk());
  if (!open) return null;
  const allow = async () => {
    await askLeave();
    set(mayAsk());
  };
  return html`<p>${say("play.turns.ask")} <button onClick=${allow}>${say("play.turns.allow")}</button></p>`;
}
