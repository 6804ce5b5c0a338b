// The front page: what each game is, with a button to play it; who looks for players; a finished
// game to look through; and running games.

import { account } from "../account.mjs";
import { ask } from "../api.mjs";
import { Picture } from "../game/picture.mjs";
import { openGame } from "../game/store.mjs";
import { html, useEffect, useMemo, useState } from "../html.mjs";
import { canKeep } from "../kept.mjs";
import { useTitle } from "../parts/frame.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { titleOf, useAskedRulesets } from "../parts/rulesets.mjs";
import { WhenSeen } from "../parts/seen.mjs";
import { useDeed, Wrong } from "../play/controls.mjs";
import { sayFacts } from "../play/introducing.mjs";
import { pickBot, playAgainstBot } from "../play/opening.mjs";
import { Seeking } from "../play/seeking.mjs";
import { useChanges, useWatched } from "../router.mjs";
import { say, sayAgo } from "../words.mjs";

const BOTS_PAUSE = 3000;

export function HomePage() {
  useTitle("");
  const player = useWatched(account);
  const rulesets = useAskedRulesets();
  const listed = rulesets.answer?.items;
  const newest = useAsked((signal) => Promise.all((listed ?? []).map((each) => findNewest(each, signal))), [listed]);
  // Everything below the cards appears with their pictures, and the slowest picture comes last, so nothing moves while
  // it is read.
  const settled = rulesets.problem || newest.problem || newest.answer?.length > 0;
  return html`<h1>${say("play.home.title")}</h1>
    <p class="lead">${say("play.home.what")}</p>
    <${Loaded} from=${settled ? rulesets : {}}>
      ${({ items }) => html`<${GameCards} rulesets=${items} finished=${newest.answer} />`}
    <//>
    ${settled && html`
      ${!player && html`<p class="soft">${say(canKeep() ? "play.home.guest" : "play.home.guest.unkept")}</p>`}
      <${Seeking} rulesets=${listed ?? []} />
      <${Running} rulesets=${listed ?? []} />
      <${Finished} found=${(newest.answer ?? []).filter((one) => one.game)} />`}`;
}

function GameCards({ rulesets, finished }) {
  const bots = useAsked((signal) => ask("/v1/bots", { signal }), []);
  const deed = useDeed();
  const listed = bots.answer?.items;
  useEffect(() => {
    // Bots come back by themselves, for instance after a restart of the service.
    const waiting = listed && !listed.length ? setTimeout(bots.reload, BOTS_PAUSE) : 0;
    return () => clearTimeout(waiting);
  }, [bots.answer]);
  return html`<div class="cards game-cards">
      ${rulesets.map((ruleset) => html`<${GameCard} key=${ruleset.id} ruleset=${ruleset} deed=${deed}
        shown=${finished?.find(({ id, game }) => game && id === ruleset.id)}
        ready=${!listed || pickBot(listed, ruleset.id)} />`)}
    </div>
    ${listed && !rulesets.some((ruleset) => pickBot(listed, ruleset.id)) && html`<p>${say("play.home.no-bots")}</p>`}
    <${Wrong} problem=${deed.problem} />`;
}

function GameCard({ ruleset, shown, ready, deed }) {
  const { id, title, introduction } = ruleset;
  return html`<section class="card game-card" aria-label=${title}>
    ${shown && html`<a class="game-face" href=${`/games/${shown.game}`} aria-label=${say("play.home.watch", { title })}>
      <img src=${`/v1/games/${shown.game}/states/${shown.middle}.svg`} alt="" loading="lazy" width="600" height="315" />
    </a>`}
    <h2>${title}</h2>
    ${introduction && html`<p>${introduction.sentence}</p>`}
    <p class="soft">${sayFacts(ruleset)}</p>
    <p class="in-row">
      <button class="primary" disabled=${deed.busy || !ready} onClick=${() => deed.run(() => playAgainstBot(ruleset))}
        aria-label=${say("play.home.bot", { title })}>${say("play.home.bot.short")}</button>
      <a class="button" href=${`/new?ruleset=${id}`}>${say("play.home.people")}</a>
    </p>
    <p class="in-row">
      <a href=${`/rulebooks/${id}`}>${say("play.home.rules")}</a>
      ${shown && html`<a href=${`/games/${shown.game}`}>${say("play.home.watch.short")}</a>`}
    </p>
  </section>`;
}

// The middle of a game shows more than its end, and has steps on both sides.
const middleOf = (last) => Math.ceil(last / 2);

async function findNewest({ id, title }, signal) {
  const { items } = await ask(`/v1/games?status=finished&ruleset=${id}&limit=1`, { signal });
  const [game] = items;
  return { id, title, game: game?.id, middle: middleOf(game?.step ?? 0) };
}

// The newest finished game of each ruleset, one of which is shown.
function Finished({ found }) {
  const [chosen, choose] = useState(null);
  const shown = found.find((one) => one.id === chosen) ?? found[0];
  if (!shown) return null;
  return html`<section class="card">
    <h2>${say("play.home.finished", { title: shown.title })}</h2>
    ${found.length > 1 && html`<div class="in-row" role="group" aria-label=${say("play.home.which")}>
      ${found.map((one) => html`<button key=${one.id} aria-pressed=${String(one === shown)}
        onClick=${() => choose(one.id)}>${one.title}</button>`)}
    </div>`}
    <${WhenSeen} look="demo">${() => html`<${Demo} key=${shown.game} id=${shown.game} />`}<//>
    <p><a href=${`/games/${shown.game}`}>${say("play.home.open")}</a></p>
  </section>`;
}

function Demo({ id }) {
  const store = useMemo(() => openGame(id, { address: false, begin: middleOf }), [id]);
  useEffect(() => store.close, [store]);
  const info = useWatched(store.info);
  const shown = useWatched(store.shown);
  const last = useWatched(store.last);
  const words = useChanges(store, () => store.step(shown)?.words);
  if (!info) return html`<p class="loading" role="status">${say("loading")}</p>`;
  return html`<p><label class="demo-slider">${say("play.home.slider", { n: shown, last })}
      <input type="range" min="1" max=${last} value=${shown}
        onInput=${(event) => store.show(Number(event.target.value))} />
    </label></p>
    <p class="demo-words">${words}</p>
    <${Picture} store=${store} />`;
}

function Running({ rulesets }) {
  const running = useAsked((signal) => ask("/v1/games?status=playing&limit=8", { signal }), []);
  return html`<section class="card">
    <h2>${say("play.home.running")}</h2>
    <${Loaded} from=${running}>${({ items }) => (items.length
      ? html`<ul class="games">${items.map((game) => html`<li key=${game.id}>
          <a href=${`/games/${game.id}`}>${titleOf(rulesets, game.ruleset)}</a>
          <span>
            ${[...new Set(game.seats.map(({ player, bot }) =>
              (bot ? `${player} (${say("play.bot")})` : player)))].join(", ")}
          </span>
          <span class="soft">${sayAgo(game.updated_at)}</span></li>`)}</ul>`
      : html`<p>${say("play.home.none")}</p>`)}<//>
    <p><a href="/games">${say("play.home.all")}</a></p>
  </section>`;
}
