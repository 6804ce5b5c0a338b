// The moves of my seats: places of the picture and buttons choose the same things, and any move takes two clicks.

import { html, useEffect, useRef, useState } from "../html.mjs";
import { useWatched } from "../router.mjs";
import { explain, say } from "../words.mjs";
import { MoveList } from "./buttons.mjs";
import { useChoices, useSender } from "./choosing.mjs";
import { ClauseNote } from "./clause.mjs";
import { useDeed } from "./controls.mjs";
import { useDeskKeys } from "./keys.mjs";
import { Foreseen, useForesight, useForesightOnPicture } from "./foreseen.mjs";
import { capitalise, listMoves, narrow } from "./moves.mjs";
import { usePicks } from "./picking.mjs";
import { Refusal } from "./refusal.mjs";
import { useReturn } from "./returning.mjs";
import { Subjects } from "./subjects.mjs";
import { TemplateForm } from "./template.mjs";
import { useThings } from "./thing.mjs";
import { asksFirst, FinalMove } from "./final.mjs";
import { TurnTools } from "./tools.mjs";
import { WaitingFor } from "./waitingfor.mjs";
import { WhyNot } from "./whynot.mjs";

export function Moves({ store, info, mine }) {
  const shown = useWatched(store.shown);
  const last = useWatched(store.last);
  const past = shown < last;
  const { choices, problem, load } = useChoices(store, info, mine);
  const decide = useSender(store, load);
  const deed = useDeed();
  const [sent, setSent] = useState(0); // The version that was answered: its moves are disabled.
  const [final, setFinal] = useState(null); // A move that cannot be taken back, until it is confirmed.
  const desk = useRef(null);
  const moves = past ? [] : listMoves(choices, mine);
  const closed = deed.busy || (choices && choices.version <= sent);
  const leave = useReturn(desk, choices && !closed && !final, choices?.version);

  function play(choice, move, sure = false) {
    const { version } = choices;
    const { seat } = choice;
    return deed.run(async () => {
      leave();
      if (!sure && (await asksFirst(store, seat, move, choice.moves ?? []))) {
        setFinal({ choice, move });
        return;
      }
      setFinal(null);
      await decide("moves", { seat, move }, version).catch((problem) => {
        // A version that the page has not received yet disables the moves that were legal before it.
        if (problem.code === "version-conflict") setSent(problem.members.version - 1);
        throw problem;
      });
      setSent(version);
      picks.clear();
    });
  }

  const picks = usePicks(store, moves, (move) => closed || play(move.choice, move.move), leave);
  const left = narrow(moves, picks.picked);
  useDeskKeys(desk);
  useEffect(() => setFinal(null), [choices?.version]);
  useEffect(() => deed.problem?.code !== "version-conflict" && deed.forget(), [last]);

  return html`<div ref=${desk} class="desk">
    ${past && html`<p class="past">
      ${say("play.past", { n: shown })}${" "}
      <button onClick=${() => store.show(last)}>${say("play.past.back")}</button>
    </p>`}
    ${problem && problem.code !== deed.problem?.code && html`<${Refusal} problem=${problem} ruleset=${info.ruleset} />`}
    <${Refusal} problem=${deed.problem} ruleset=${info.ruleset} />
    <${Asked} store=${store} info=${info} mine=${mine} choices=${choices} left=${left} picks=${picks}
      closed=${closed || past || final} play=${play} />
    ${final && html`<${FinalMove} onYes=${() => play(final.choice, final.move, true)} onNo=${() => setFinal(null)} />`}
    <${WaitingFor} store=${store} info=${info} />
    <${WhyNot} store=${store} info=${info} moves=${moves} choices=${choices} />
    <${TurnTools} store=${store} info=${info} mine=${mine} decide=${decide} />
  </div>`;
}

function Asked({ store, info, mine, choices, left, picks, closed, play }) {
  const foresight = useForesight(store, choices?.version);
  useForesightOnPicture(store, left);
  const frame = useThings(store);
  const open = (choices?.choices ?? []).filter((choice) => mine.includes(choice.seat));
  const answerable = open.filter((choice) => choice.moves?.length || choice.template);
  if (!choices) return html`<p role="status" class="loading">${say("loading")}</p>`;
  if (!answerable.length) return html`<h2 tabindex="-1">${say("play.not-asked")}</h2>`;
  let first = 1;
  return html`<div>
    <${Tray} left=${left} picks=${picks} closed=${closed} play=${play} onLook=${foresight.look} />
    ${answerable.map((choice) => {
      const moves = left.filter((move) => move.choice === choice);
      const start = first;
      first += moves.length;
      return html`<section key=${`${choice.seat}/${choice.clause}/${choice.prompt}`} class="choice">
        <h2 tabindex="-1">
          ${mine.length > 1 ? explain(say("play.seat", { n: choice.seat + 1 }), choice.prompt) : choice.prompt}
        </h2>
        <${ClauseNote} ruleset=${info.ruleset} clause=${choice.clause} />
        <${Subjects} store=${store} frame=${frame} ruleset=${info.ruleset} subjects=${choice.subjects}
          moves=${moves} />
        ${moves.length > 0 && html`<${MoveList} store=${store} frame=${frame} moves=${moves} start=${start}
          closed=${closed} picks=${picks} onPlay=${(move) => play(move.choice, move.move)} onLook=${foresight.look} />`}
        ${choice.template && html`<${TemplateForm} key=${choice.template.type} store=${store} frame=${frame}
          names=${store.names()} choice=${choice} closed=${closed} onPlay=${(move) => play(choice, move)} />`}
      </section>`;
    })}
    <${Foreseen} told=${foresight.told} />
  </div>`;
}

const FEW = 6;

// The moves left after a pick, in view wherever the player has scrolled.
function Tray({ left, picks, closed, play, onLook }) {
  if (!picks.picked.length) return null;
  return html`<div class="tray" role="status">
    <p>${say("play.picked", { n: left.length })} <button onClick=${picks.clear}>${say("play.picked.clear")}</button></p>
    ${left.length <= FEW && html`<div class="group">
      ${left.map((move) => html`<button key=${move.id} class=${left.length === 1 ? "primary" : ""} disabled=${closed}
        onPointerEnter=${() => onLook(move)} onPointerLeave=${() => onLook(null)} onFocus=${() => onLook(move)}
        onClick=${() => play(move.choice, move.move)}>${capitalise(move.label)}</button>`)}
    </div>`}
  </div>`;
}
