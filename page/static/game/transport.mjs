// The bar below the picture: a slider over all steps with marks at turns and rounds, and the buttons that move it.

import { html, useEffect, useMemo, useRef, useState } from "../html.mjs";
import { useChanges, useWatched } from "../router.mjs";
import { say, sayNumber } from "../words.mjs";
import { courseOf, nextTurn } from "./course.mjs";
import { makePlayback, SPEEDS } from "./playback.mjs";
import { ShareMenu } from "./share.mjs";

export function Transport({ store, playback }) {
  const shown = useWatched(store.shown);
  const last = useWatched(store.last);
  const playing = useWatched(playback.playing);
  const back = useWatched(playback.back);
  const course = useChanges(store, courseOf);
  useEffect(() => playback.stop, [playback]);
  const turn = (way) => () => playback.jump(nextTurn(course, shown, way, last));
  return html`<section class="transport" aria-label=${say("replay.transport")}>
    <${Slider} store=${store} playback=${playback} course=${course} shown=${shown} last=${last} />
    <div class="buttons">
      <${Push} does=${() => playback.jump(1)} sign="first" name=${say("replay.first")} off=${shown <= 1} />
      <${Push} does=${turn(-1)} sign="turnBack" name=${say("replay.turn-back")} off=${shown <= 1} />
      <${Push} does=${() => playback.jump(shown - 1)} sign="back" name=${say("replay.step-back")} off=${shown <= 1} />
      <${Push} does=${playback.toggle} sign=${playing ? "pause" : "play"}
        name=${playing ? say("replay.pause") : say("replay.play")} primary=${true} />
      <${Push} does=${() => playback.jump(shown + 1)} sign="on" name=${say("replay.step-on")} off=${shown >= last} />
      <${Push} does=${turn(1)} sign="turnOn" name=${say("replay.turn-on")} off=${shown >= last} />
      <${Push} does=${() => playback.jump(last)} sign="last" name=${say("replay.last")} off=${shown >= last} />
      <${Jump} shown=${shown} last=${last} playback=${playback} />
      ${back !== null && back !== shown && html`<button onClick=${playback.goBack}>
        ${say("replay.back", { n: sayNumber(back) })}
      </button>`}
      <${ShareMenu} store=${store} speed=${html`<${Speed} playback=${playback} />`} />
    </div>
  </section>`;
}

const SIGNS = {
  first: "M4 4h3v16H4zM20 4v16L8 12z",
  turnBack: "M12 4v16L2 12zM22 4v16l-10-8z",
  back: "M16 4v16L5 12z",
  play: "M6 3l15 9-15 9z",
  pause: "M5 4h5v16H5zM14 4h5v16h-5z",
  on: "M8 4l11 8-11 8z",
  turnOn: "M2 4l10 8-10 8zM12 4l10 8-10 8z",
  last: "M17 4h3v16h-3zM4 4l12 8-12 8z",
};

function Push({ does, sign, name, off = false, primary = false }) {
  const ends = sign === "first" || sign === "last" ? " wide-only" : "";
  return html`<button class=${`push${primary ? " primary" : ""}${ends}`} onClick=${does} disabled=${off}
    aria-label=${name} title=${name}>
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${SIGNS[sign]} /></svg>
  </button>`;
}

function Slider({ store, playback, course, shown, last }) {
  const marks = useMemo(() => drawMarks(course, last), [course, last]);
  const words = store.step(shown)?.words ?? "";
  const slide = (event) => playback.jump(Number(event.target.value), { remember: false });
  const from = useRef(null);
  const begin = () => { from.current = store.shown.get(); };
  const end = () => {
    if (from.current !== null && Math.abs(from.current - store.shown.get()) > 1) playback.back.set(from.current);
    from.current = null;
  };
  const told = say("replay.slider.at", { n: sayNumber(shown), last: sayNumber(last), words });
  return html`<div class="slider">
    <svg class="slider-marks" viewBox=${`0 0 ${Math.max(1, last - 1)} 20`} preserveAspectRatio="none"
      aria-hidden="true">
      <path class="mark-turn" d=${marks.turns} />
      <path class="mark-undone" d=${marks.undone} />
      <path class="mark-round" d=${marks.rounds} />
    </svg>
    <input type="range" min="1" max=${Math.max(last, 1)} step="1" value=${shown} onInput=${slide}
      onPointerDown=${begin} onChange=${end} aria-label=${say("replay.slider")} aria-valuetext=${told} />
  </div>`;
}

function drawMarks(course, last) {
  const at = (steps, top, bottom) => steps.map((n) => `M${n - 1} ${top}V${bottom}`).join("");
  // Where turns are as short as pixels, their marks would be one grey bar.
  const turns = course.turns.length > 300 ? [] : course.turns.slice(1).map((turn) => turn.first);
  return {
    turns: last > 1 ? at(turns, 14, 20) : "",
    rounds: at(course.rounds.map((round) => round.n), 0, 20),
    undone: at([...course.undone.keys()], 0, 6),
  };
}

function Jump({ shown, last, playback }) {
  const [typed, type] = useState(String(shown));
  const field = useRef(null);
  useEffect(() => {
    if (document.activeElement !== field.current) type(String(shown));
  }, [shown]);
  const go = (event) => {
    event.preventDefault();
    const n = Number(typed);
    if (Number.isInteger(n) && n >= 1 && n <= last) playback.jump(n);
    else type(String(shown));
  };
  return html`<form class="jump" onSubmit=${go}>
    <input type="text" inputmode="numeric" size="4" ref=${field} value=${typed}
      onInput=${(event) => type(event.target.value)} onBlur=${go} aria-label=${say("replay.jump")} />
    <span class="soft">/ ${sayNumber(last)}</span>
  </form>`;
}

export function Speed({ playback }) {
  const speed = useWatched(playback.speed);
  return html`<label class="speed">${say("replay.speed")} <select value=${speed}
    onChange=${(event) => playback.setSpeed(Number(event.target.value))}>
    ${SPEEDS.map((number) => html`<option value=${number} selected=${number === speed}>
      ${say("replay.speed.at", { n: sayNumber(number) })}
    </option>`)}
  </select></label>`;
}

export const usePlayback = (store) => useMemo(() => makePlayback(store), [store]);
