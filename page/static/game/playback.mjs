// Moving through the steps: play at a speed, jump, and go back to where one was before the last jump.

import { keep, observable, recall } from "../kept.mjs";

export const SPEEDS = [0.5, 1, 2, 5, 10];
const STEP = 700; // Milliseconds for the motion of a single step by hand.
const LONGEST = 1200;
const SHORTEST = 150;

export function makePlayback(store) {
  const speed = recall("speed", 2);
  const playback = {
    playing: observable(false),
    speed: observable(SPEEDS.includes(speed) ? speed : 2),
    back: observable(null), // Where somebody was before they jumped.
    jump,
    goBack,
    toggle,
    setSpeed,
    stop,
    interval: () => 1000 / playback.speed.get(),
    motion,
  };
  let timer = 0;
  return playback;

  function jump(n, { remember = true } = {}) {
    const before = store.shown.get();
    stop();
    store.show(n, { within: remember && Math.abs(n - before) === 1 ? STEP : 0 });
    if (remember && Math.abs(store.shown.get() - before) > 1) playback.back.set(before);
  }

  function goBack() {
    const to = playback.back.get();
    if (to !== null) jump(to);
  }

  function toggle() {
    if (playback.playing.get()) return stop();
    if (!store.browsing) store.show(1);
    playback.playing.set(true);
    timer = setTimeout(tick, playback.interval());
  }

  function tick() {
    const next = store.shown.get() + 1;
    // Playing faster than drawings arrive waits for them.
    if (store.drawing(next)) store.show(next, { within: playback.motion() });
    if (store.browsing) timer = setTimeout(tick, playback.interval());
    else stop();
  }

  // How long the motion of a step may take at this speed; nothing moves where it would only flicker.
  function motion() {
    const time = Math.min(LONGEST, 0.8 * playback.interval());
    return time < SHORTEST ? 0 : time;
  }

  function setSpeed(speed) {
    playback.speed.set(speed);
    keep("speed", speed);
  }

  function stop() {
    clearTimeout(timer);
    if (playback.playing.get()) playback.playing.set(false);
  }
}
