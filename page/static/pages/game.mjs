// The page of one game: its picture with the steps, what is asked, what happened and how it can be checked.

import { AuditPanel } from "../audit/panel.mjs";
import { Picture } from "../game/picture.mjs";
import { openGame } from "../game/store.mjs";
import { html, useEffect, useMemo } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { ProblemView } from "../parts/problem.mjs";
import { PlayPanel } from "../play/panel.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";

export function GamePage({ game }) {
  const store = useMemo(() => openGame(game), [game]);
  useEffect(() => store.close, [store]);
  const info = useWatched(store.info);
  const problem = useWatched(store.problem);
  useTitle(info ? `${titleOf(info)}: ${store.names().slice(0, info.seats.length).join(", ")}` : say("frame.game"));
  if (problem && !info) return html`<${ProblemView} problem=${problem} retry=${store.reload} />`;
  if (!info) return html`<p class="loading" role="status">${say("loading")}</p>`;
  return html`<article class="game">
    <h1>${titleOf(info)}</h1>
    ${problem && html`<${ProblemView} problem=${problem} retry=${store.reload} />`}
    <div class="table">
      ${info.step > 0 && html`<${Picture} store=${store} />`}
      <${PlayPanel} store=${store} />
      <${AuditPanel} store=${store} />
    </div>
  </article>`;
}

const titleOf = (info) => info.ruleset.replace(/(^|-)(\w)/g, (whole, dash, letter) => `${dash && " "}${letter.toUpperCase()}`);
