// The page of one game: its picture with the steps, what is asked, what happened and how it can be checked.

import { AuditPanel } from "../audit/panel.mjs";
import { useAnnouncements } from "../game/announcer.mjs";
import { Chart } from "../game/chart.mjs";
import { Eyes } from "../game/eyes.mjs";
import { Log } from "../game/log.mjs";
import { News, Since } from "../game/news.mjs";
import { Picture } from "../game/picture.mjs";
import { openGame } from "../game/store.mjs";
import { Talk } from "../game/talk.mjs";
import { Transport, usePlayback } from "../game/transport.mjs";
import { html, useEffect, useMemo } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { ProblemView } from "../parts/problem.mjs";
import { PlayPanel } from "../play/panel.mjs";
import { useWatched } from "../router.mjs";
import { say, sayNumber } from "../words.mjs";

export function GamePage({ game }) {
  const store = useMemo(() => openGame(game), [game]);
  useEffect(() => store.close, [store]);
  const playback = usePlayback(store);
  const info = useWatched(store.info);
  const problem = useWatched(store.problem);
  useAnnouncements(store);
  useTitle(info ? `${titleOf(info)}: ${store.names().slice(0, info.seats.length).join(", ")}` : say("frame.game"));
  if (problem && !info) return html`<${ProblemView} problem=${problem} retry=${store.reload} />`;
  if (!info) return html`<p class="loading" role="status">${say("loading")}</p>`;
  return html`<article class="game">
    <${Head} store=${store} info=${info} />
    ${problem && html`<${ProblemView} problem=${problem} retry=${store.reload} />`}
    <div class="game-grid">
      <div class="game-aside">
        <div class="game-play"><${PlayPanel} store=${store} /></div>
        <div class="game-side">
          ${info.step > 0 && html`<${Log} store=${store} playback=${playback} />`}
          <${Talk} store=${store} playback=${playback} />
        </div>
      </div>
      <div class="game-table">
        ${info.step > 0 && html`
          <${Since} store=${store} playback=${playback} />
          <${Picture} store=${store} />
          <${News} store=${store} playback=${playback} />
          <${Transport} store=${store} playback=${playback} />
          <${Chart} store=${store} playback=${playback} />
          <${AuditPanel} store=${store} />`}
      </div>
    </div>
  </article>`;
}

function Head({ store, info }) {
  const shown = useWatched(store.shown);
  const last = useWatched(store.last);
  const names = store.names();
  return html`<header class="game-head">
    <h1>${titleOf(info)}</h1>
    <p class="soft">${statusOf(info, names)}</p>
    ${last > 0 && html`<p class="game-at">${say("replay.at", { n: sayNumber(shown), last: sayNumber(last) })}</p>`}
    <${Eyes} store=${store} info=${info} />
  </header>`;
}

function statusOf(info, names) {
  if (info.paused) return say("replay.status.paused");
  if (info.to_move.length) {
    return say("replay.status.to-move", { names: info.to_move.map((seat) => names[seat]).join(", ") });
  }
  return say(`replay.status.${info.status}`);
}

const titleOf = (info) =>
  info.ruleset.replace(/(^|-)(\w)/g, (whole, dash, letter) => `${dash && " "}${letter.toUpperCase()}`);
