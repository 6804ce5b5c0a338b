// The page of one game: its picture with the steps, the questions, what happened, and how to check it.

import { AuditPanel } from "../audit/panel.mjs";
import { useAnnouncements } from "../game/announcer.mjs";
import { Chart } from "../game/chart.mjs";
import { Drawn } from "../game/drawn.mjs";
import { Eyes } from "../game/eyes.mjs";
import { Keys } from "../game/keys.mjs";
import { Log } from "../game/log.mjs";
import { Drawers, Modes, Parts, proofOfAddress, useDrawer, useMode } from "../game/modes.mjs";
import { News, Since } from "../game/news.mjs";
import { Picture } from "../game/picture.mjs";
import { openGame } from "../game/store.mjs";
import { Talk } from "../game/talk.mjs";
import { RecapBar, useRecap } from "../game/recap.mjs";
import { Speed, Transport, usePlayback } from "../game/transport.mjs";
import { html, useEffect, useMemo, useState } from "../html.mjs";
import { observable } from "../kept.mjs";
import { Chosen } from "../parts/chosen.mjs";
import { FoldButton, useFolded } from "../parts/folding.mjs";
import { useTitle } from "../parts/frame.mjs";
import { ProblemView } from "../parts/problem.mjs";
import { PlayPanel } from "../play/panel.mjs";
import { useWatched } from "../router.mjs";
import { explain, say, sayNumber } from "../words.mjs";

export function GamePage({ game }) {
  const store = useMemo(() => openGame(game), [game]);
  useEffect(() => store.close, [store]);
  const playback = usePlayback(store);
  const recap = useRecap(store, playback);
  const info = useWatched(store.info);
  const problem = useWatched(store.problem);
  useAnnouncements(store);
  useTitle(info ? explain(titleOf(info), store.names().slice(0, info.seats.length).join(", ")) : say("frame.game"));
  if (problem && !info) return html`<${ProblemView} problem=${problem} retry=${store.reload} />`;
  if (!info) return html`<p class="loading" role="status">${say("loading")}</p>`;
  return html`<${Table} store=${store} info=${info} playback=${playback} recap=${recap} problem=${problem} />`;
}

// The layout depends on `mode`, on a phone also on `part`, and on whether the viewer looks at the past.
function Table({ store, info, playback, recap, problem }) {
  const mine = store.mine();
  const past = useWatched(store.shown) < useWatched(store.last);
  const modes = useMode(info, mine);
  const [part, show] = useState("board");
  const drawer = useDrawer(store, mine);
  const [wanted, want] = useState(() => ({ part: proofOfAddress() }));
  const openProof = (n) => {
    store.show(n);
    modes.choose("audit");
    want({ part: "chance" });
  };
  const help = useMemo(() => observable(false), [store]);
  const begun = info.step > 0;
  const asks = modes.mode === "play" && begun && !past;
  const state = `${asks ? "asks" : ""} ${info.result ? "over" : ""}`;
  return html`<article class=${`game ${state}`} data-part=${begun ? part : undefined}
    data-drawer=${drawer.open ?? undefined}>
    <${Head} store=${store} info=${info}>
      ${begun && html`<${Modes} ...${modes} openKeys=${() => help.set(true)} />`}
      ${asks && html`<${Drawers} ...${drawer} />`}
    <//>
    ${begun && html`<${Parts} part=${part} choose=${show} mine=${mine} />`}
    ${problem && html`<${ProblemView} problem=${problem} retry=${store.reload} />`}
    <div class="game-grid">
      <div class="game-aside">
        <${Sheet}>
          ${begun && info.result === null && html`<${RecapBar} store=${store} recap=${recap}
            speed=${html`<${Speed} playback=${playback} />`} />`}
          <${PlayPanel} store=${store} />
        <//>
        <div class="game-side">
          ${begun && html`<${Chosen} game=${info} />`}
          ${begun && html`<${Log} store=${store} playback=${playback} />`}
          <${Talk} store=${store} playback=${playback} />
        </div>
      </div>
      <div class="game-table">
        ${begun && html`
          <${Since} store=${store} playback=${playback} />
          <${Picture} store=${store} />
          <${Drawn} store=${store} openProof=${openProof} />
          <${News} store=${store} playback=${playback} />
          ${(past || modes.mode !== "play") && html`<${Transport} store=${store} playback=${playback} />`}
          ${modes.mode === "replay" && html`<${Chart} store=${store} playback=${playback} />`}
          ${modes.mode === "audit" && html`<${AuditPanel} store=${store} wanted=${wanted} />`}
          <${Keys} store=${store} playback=${playback} recap=${recap} help=${help} />`}
      </div>
    </div>
  </article>`;
}

// The question. On a phone it sticks to the lower edge of the screen, where it can be folded.
function Sheet({ children }) {
  const [folded, fold] = useFolded("sheet");
  return html`<div class=${`game-play ${folded ? "folded" : ""}`}>
    <div class="sheet-edge"><${FoldButton} folded=${folded} fold=${fold} what=${say("play.panel")} /></div>
    ${children}
  </div>`;
}

function Head({ store, info, children }) {
  const shown = useWatched(store.shown);
  const last = useWatched(store.last);
  const names = store.names();
  return html`<header class="game-head">
    <h1>${titleOf(info)}</h1>
    <p class="soft">${statusOf(info, names)}</p>
    ${last > 0 && html`<p class="game-at">${say("replay.at", { n: sayNumber(shown), last: sayNumber(last) })}</p>`}
    ${children}
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
