// The front page: a game against a bot with one click, a finished game to look through, and those that run now.

import { account } from "../account.mjs";
import { ask } from "../api.mjs";
import { Picture } from "../game/picture.mjs";
import { openGame } from "../game/store.mjs";
import { html, useEffect, useMemo, useState } from "../html.mjs";
import { canKeep } from "../kept.mjs";
import { useTitle } from "../parts/frame.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { useDeed, Wrong } from "../play/controls.mjs";
import { pickBot, playAgainstBot } from "../play/opening.mjs";
import { useWatched } from "../router.mjs";
import { say, sayAgo } from "../words.mjs";

const BOTS_PAUSE = 3000;

export function HomePage() {
  useTitle("");
  const player = useWatched(account);
  const rulesets = useAsked((signal) => ask("/v1/rulesets", { signal }), []);
  return html`<h1>${say("play.home.title")}</h1>
    <p class="lead">${say("play.home.what")}</p>
    <section class="card">
      <h2>${say("play.home.play")}</h2>
      <${Loaded} from=${rulesets}>${({ items }) => html`<${BotGames} rulesets=${items} />`}<//>
      ${!player && html`<p class="soft">${say(canKeep() ? "play.home.guest" : "play.home.guest.unkept")}</p>`}
      <p><a href="/new">${say("play.home.new")}</a></p>
    </section>
    ${rulesets.answer && html`<${Finished} rulesets=${rulesets.answer.items} />`}
    <${Running} titles=${rulesets.answer?.items} />`;
}

function BotGames({ rulesets }) {
  const bots = useAsked((signal) => ask("/v1/bots", { signal }), []);
  const deed = useDeed();
  const listed = bots.answer?.items;
  useEffect(() => {
    // Bots come back by themselves, for instance after a restart of the service.
    const waiting = listed && !listed.length ? setTimeout(bots.reload, BOTS_PAUSE) : 0;
    return () => clearTimeout(waiting);
  }, [bots.answer]);
  return html`<div class="big-buttons">
      ${rulesets.map((ruleset) => html`<button key=${ruleset.id} class="primary"
        disabled=${deed.busy || (listed && !pickBot(listed, ruleset.id))}
        onClick=${() => deed.run(() => playAgainstBot(ruleset))}>
        ${say("play.home.bot", { title: ruleset.title })}
      </button>`)}
    </div>
    ${listed && !rulesets.some((ruleset) => pickBot(listed, ruleset.id)) && html`<p>${say("play.home.no-bots")}</p>`}
    <${Wrong} problem=${deed.problem} />`;
}

function titleOf(titles, id) {
  return titles?.find((ruleset) => ruleset.id === id)?.title ?? id;
}

// The newest finished game of each ruleset, one of which is shown.
function Finished({ rulesets }) {
  const [chosen, choose] = useState(null);
  const newest = useAsked(
    (signal) => Promise.all(rulesets.map(async ({ id, title }) => {
      const { items } = await ask(`/v1/games?status=finished&ruleset=${id}&limit=1`, { signal });
      return { id, title, game: items[0]?.id };
    })),
    [rulesets],
  );
  const found = (newest.answer ?? []).filter((one) => one.game);
  const shown = found.find((one) => one.id === chosen) ?? found[0];
  if (!shown) return null;
  return html`<section class="card">
    <h2>${say("play.home.finished", { title: shown.title })}</h2>
    ${found.length > 1 && html`<div class="in-row" role="group" aria-label=${say("play.home.which")}>
      ${found.map((one) => html`<button key=${one.id} aria-pressed=${String(one === shown)}
        onClick=${() => choose(one.id)}>${one.title}</button>`)}
    </div>`}
    <${Demo} key=${shown.game} id=${shown.game} />
  </section>`;
}

function Demo({ id }) {
  // In the middle there is more to see than at the end, and something on both sides.
  const store = useMemo(() => openGame(id, { address: false, begin: (last) => Math.ceil(last / 2) }), [id]);
  const [, redraw] = useState(0);
  useEffect(() => {
    const ends = [store.onChange(() => redraw((count) => count + 1)), store.close];
    return () => ends.forEach((end) => end());
  }, [store]);
  const info = useWatched(store.info);
  const shown = useWatched(store.shown);
  const last = useWatched(store.last);
  if (!info) return html`<p class="loading" role="status">${say("loading")}</p>`;
  return html`<p><label class="demo-slider">${say("play.home.slider", { n: shown, last })}
      <input type="range" min="1" max=${last} value=${shown}
        onInput=${(event) => store.show(Number(event.target.value))} />
    </label></p>
    <p class="demo-words">${store.step(shown)?.words ?? ""}</p>
    <${Picture} store=${store} />
    <p><a href=${`/games/${id}`}>${say("play.home.open")}</a></p>`;
}

function Running({ titles }) {
  const running = useAsked((signal) => ask("/v1/games?status=playing&limit=8", { signal }), []);
  return html`<section class="card">
    <h2>${say("play.home.running")}</h2>
    <${Loaded} from=${running}>${({ items }) => (items.length
      ? html`<ul class="games">${items.map((game) => html`<li key=${game.id}>
          <a href=${`/games/${game.id}`}>${titleOf(titles, game.ruleset)}</a>
          <span>
            ${[...new Set(game.seats.map(({ player, bot }) =>
              (bot ? `${player} (${say("play.bot")})` : player)))].join(", ")}
          </span>
          <span class="soft">${sayAgo(game.updated_at)}</span></li>`)}</ul>`
      : html`<p>${say("play.home.none")}</p>`)}<//>
    <p><a href="/games">${say("play.home.all")}</a></p>
  </section>`;
}
