// Why a place in the picture cannot be chosen now, requested when somebody asks.

import { send } from "../api.mjs";
import { html, useEffect, useRef, useState } from "../html.mjs";
import { say } from "../words.mjs";
import { ClauseNote } from "./clause.mjs";
import { movesLike } from "./moves.mjs";
import { Refusal } from "./refusal.mjs";

export function WhyNot({ store, info, moves, choices }) {
  const [answer, set] = useState(null);
  const now = useRef(null);
  now.current = moves;
  useEffect(() => set(null), [choices]);
  useEffect(() => store.onAsk(async (node) => {
    const title = node.title ?? "";
    const open = now.current;
    const tried = movesLike(open, node.places ?? []);
    set({ title, loading: true });
    try {
      const found = await Promise.all(tried.map((body) => send(`${store.path}/explanations`, body)));
      set({
        title,
        reasons: found.filter((one) => !one.legal),
        prompts: [...new Set(open.map((move) => move.choice.prompt))],
      });
    } catch (problem) {
      // Moves that the game cannot even read are left out.
      set(
        problem.code === "malformed"
          ? { title, reasons: [], prompts: [...new Set(open.map((move) => move.choice.prompt))] }
          : { title, problem },
      );
    }
  }), [store]);
  if (!answer) return null;
  return html`<div class="whynot" role="status">
    <h3>${say("play.why-not", { what: answer.title })}</h3>
    ${answer.loading && html`<p>${say("loading")}</p>`}
    <${Refusal} problem=${answer.problem} ruleset=${info.ruleset} />
    ${answer.reasons?.map((reason) => html`<div key=${reason.clause}>
      <p>${reason.why}</p>
      <${ClauseNote} ruleset=${info.ruleset} clause=${reason.clause} text=${reason.text}
        label=${say("play.clause.refused")} />
    </div>`)}
    ${answer.reasons?.length === 0 && html`<p>
      ${answer.prompts.length
        ? say("play.why-not.no-part", { prompts: answer.prompts.join(" ") })
        : say("play.why-not.nothing")}
    </p>`}
    <button onClick=${() => set(null)}>${say("notices.dismiss")}</button>
  </div>`;
}
