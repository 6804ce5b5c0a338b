// Taking back and resigning.

import { courseOf } from "../game/course.mjs";
import { html, useEffect } from "../html.mjs";
import { useChanges, useWatched } from "../router.mjs";
import { say } from "../words.mjs";
import { Confirm, useDeed } from "./controls.mjs";
import { lastTurn } from "./moves.mjs";
import { Refusal } from "./refusal.mjs";

export function TurnTools({ store, info, mine, decide }) {
  useChanges(store, courseOf);
  const last = useWatched(store.last);
  const deed = useDeed();
  useEffect(() => deed.problem?.code !== "version-conflict" && deed.forget(), [last]);
  const turn = lastTurn(store.steps(), mine);
  const alone = new Set(info.seats.map((seat) => seat.player)).size === 1 && info.seats.length === 1;

  const takeBack = (times) => deed.run(async () => {
    let { version } = info;
    for (let done = 0; done < times; done += 1) ({ version } = await decide("take-back", { seat: turn.seat }, version));
  });
  const resign = (seat) => deed.run(() => decide("resignation", { seat }, info.version));

  return html`<div class="tools">
    <${Refusal} problem=${deed.problem} ruleset=${info.ruleset} />
    <div class="in-row">
      <button disabled=${!turn || turn.step.kind !== "move"} onClick=${() => takeBack(1)}>
        ${say("play.take-back")}
      </button>
      ${turn?.count > 1 && !alone && html`<button onClick=${() => takeBack(turn.count)}>
        ${say("play.take-back.turn", { n: turn.count })}
      </button>`}
      ${mine.length === 1
        ? html`<${Resign} seat=${mine[0]} label=${say("play.resign")} busy=${deed.busy} onYes=${resign} />`
        : html`<details>
          <summary>${say("play.resign")}</summary>
          ${mine.map((seat) => html`<${Resign} key=${seat} seat=${seat}
            label=${say("play.resign.seat", { n: seat + 1 })}
            busy=${deed.busy} onYes=${resign} />`)}
        </details>`}
    </div>
    ${!turn && store.steps().length > 1 && html`<p class="soft">${say("play.take-back.closed")}</p>`}
  </div>`;
}

function Resign({ seat, label, busy, onYes }) {
  return html`<${Confirm} look="quiet" disabled=${busy} label=${label} question=${say("play.resign.sure")}
    yes=${say("play.resign.yes")} onYes=${() => onYes(seat)} />`;
}
