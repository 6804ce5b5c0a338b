// Plays back what others did: the picture shows the steps one after the other, while the page is already at the last
// one. Nobody has to wait for it: any action brings the picture to the present at once.

import { account } from "../account.mjs";
import { html, useEffect, useMemo } from "../html.mjs";
import { observable } from "../kept.mjs";
import { prefer, preferred, prefers, wantsMotion } from "../preferences.mjs";
import { useChanges, useWatched } from "../router.mjs";
import { standingSteps } from "../play/moves.mjs";
import { say, sayNumber } from "../words.mjs";
import { ring } from "./ringing.mjs";

const LOOK = 30; // Milliseconds between checks whether the step to play back has arrived.
const MOST = 20; // Whoever has missed more reads the log, or plays them back by hand.

// The recap of a game, at the speed of its playback. `at` is null, or {n, last} while it runs: the shown step and the
// last one.
export class Recap {
  at = observable(null);
  #store;
  #playback;
  #ends = [];
  #timer = 0;
  #begun = false;
  #missed = null; // The last step seen before the page was hidden.

  constructor(store, playback) {
    this.#store = store;
    this.#playback = playback;
  }

  open() {
    const store = this.#store;
    const look = () => this.#look();
    document.addEventListener("visibilitychange", look);
    this.#ends = [
      store.info.watch(() => this.#begin()),
      store.onArrival((from, to) => this.#take(from, to)),
      store.staged.watch((n) => n === null && this.#stop()),
      store.highlight.watch(({ picked }) => picked && this.skip()),
      () => document.removeEventListener("visibilitychange", look),
    ];
  }

  close() {
    this.#stop();
    this.#ends.splice(0).forEach((end) => end());
  }

  // Plays back what happened since the viewer's last move.
  again() {
    const first = this.#store.browsing ? 0 : firstSince(this.#store);
    if (first) this.#play(first);
  }

  skip() {
    if (this.#store.staged.get() !== null) this.#store.stage(null);
    this.#stop();
  }

  // Returning players see what happened since, unless they asked for a certain step.
  #begin() {
    const { since, last, browsing } = this.#store;
    if (this.#begun) return;
    this.#begun = true;
    const missed = since > 0 ? last.get() - since : 0;
    if (missed > 0 && missed <= MOST && !browsing && this.#store.mine().length && wantsMotion()) this.#play(since + 1);
  }

  // Steps have come while the viewer was at the last one. Their own steps are shown at once.
  #take(from, to) {
    const running = this.at.get();
    if (!wantsMotion()) return;
    if (document.hidden) this.#missed ??= from;
    else if (isMine(this.#store, from + 1) && to === from + 1) this.skip();
    else if (running && !isMine(this.#store, from + 1)) this.at.set({ ...running, last: to });
    else this.#play(from + 1);
  }

  #look() {
    if (document.hidden || this.#missed === null) return;
    if (!this.#store.browsing) this.#play(this.#missed + 1);
    this.#missed = null;
  }

  // Plays back the steps from `first` to the last one of the game.
  #play(first) {
    clearTimeout(this.#timer);
    const last = this.#store.last.get();
    const before = Math.max(first, last - MOST + 1) - 1;
    this.at.set({ n: before, last });
    this.#store.stage(before);
    this.#showSoon(before + 1);
  }

  // On a page that has just been opened the drawings are still on their way.
  #showSoon(n) {
    const ready = hasDrawings(this.#store, n, this.at.get().last);
    if (ready) this.#show(n);
    else this.#timer = setTimeout(() => this.#showSoon(n), LOOK);
  }

  #show(n) {
    this.at.set({ ...this.at.get(), n });
    this.#store.stage(n, { within: this.#playback.motion() });
    ring("step");
    this.#timer = setTimeout(() => (n < this.at.get().last ? this.#showSoon(n + 1) : this.skip()),
      this.#playback.interval());
  }

  #stop() {
    clearTimeout(this.#timer);
    if (this.at.get()) this.at.set(null);
  }
}

function hasDrawings(store, first, last) {
  for (let n = first; n <= last; n += 1) if (!store.drawing(n)) return false;
  return true;
}

function isMine(store, n) {
  const step = store.step(n);
  return step !== null && step.seat !== null && store.mine().includes(step.seat);
}

// The first step since the last move of mine, or 0 if nothing came after it.
export function firstSince(store) {
  const mine = store.mine();
  const moves = standingSteps(store.steps()).filter((step) => step.kind === "move");
  const own = moves.findLast((step) => mine.includes(step.seat));
  const later = own && moves.find((step) => step.n > own.n);
  return later ? later.n : 0;
}

export function useRecap(store, playback) {
  const recap = useMemo(() => new Recap(store, playback), [store, playback]);
  useEffect(() => {
    recap.open();
    return () => recap.close();
  }, [recap]);
  return recap;
}

// The step that is played back, in words, with a button to skip; otherwise the button to see it again.
export function RecapBar({ store, recap, speed }) {
  const at = useWatched(recap.at);
  const last = useWatched(store.last);
  useWatched(account);
  const first = useChanges(store, () => (at ? 0 : firstSince(store)));
  const words = useChanges(store, () => at && store.step(at.n)?.words);
  return html`<div class="recap" role="group" aria-label=${say("replay.recap")}>
    ${at && html`
      <p class="recap-words"><b>${sayNumber(at.n)}</b> ${words}</p>
      ${speed}
      <button class="primary" onClick=${() => recap.skip()}>${say("replay.recap.skip")}</button>`}
    ${first > 0 && html`<button class="quiet" onClick=${() => recap.again()}>
      ${say("replay.recap.play", { n: last - first + 1 })}
    </button>`}
    <${SoundButton} />
  </div>`;
}

function SoundButton() {
  useWatched(preferred);
  const on = prefers("sounds");
  const change = () => {
    prefer("sounds", !on);
    ring("step");
  };
  return html`<button class="quiet sound" aria-pressed=${String(on)} aria-label=${say("replay.sounds")}
    title=${say("replay.sounds")} onClick=${change}>
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d="M3 9v6h4l5 5V4L7 9z" />
      <path class="line" d=${on ? "M15 8.5a5 5 0 0 1 0 7M17.5 5.5a9 9 0 0 1 0 13" : "M15.5 9l6 6m0-6l-6 6"} />
    </svg>
  </button>`;
}
