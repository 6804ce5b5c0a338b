// The motion of one step: copies of things travel above the picture from where they were to where they are, while the
// picture below is already that of the step. So nothing ever waits for it, and it can end at any moment.

import { findChanges } from "./motion.mjs";

const TRAVEL = 350; // Milliseconds of one thing, if there is time.
const TURN = 200;
const FADE = 250;
const MOST = 30; // Things that travel in one step.
const PARTS = ["tabindex", "role", "aria-label", "aria-pressed", "data-key"];
const MARKS = ".halo, .last-ring, .tick, .focus-ring";

// `box` is the element in which copies travel, `frame` that of its picture.
export class Stage {
  #box;
  #frame;
  #running = [];
  #waiting = 0;

  constructor(box, frame) {
    this.#box = box;
    this.#frame = frame;
  }

  // Measures where things are before the picture is drawn again. Returns a function to call afterwards, which moves
  // them within `pace` milliseconds.
  prepare(before, after, pace) {
    this.finish();
    const changes = findChanges(before, after);
    changes.travels.length = Math.min(changes.travels.length, MOST);
    const seen = new Map();
    for (const key of [...changes.travels.map(({ from }) => from), ...changes.goes, ...changes.turns]) {
      const found = this.#look(key);
      if (found) seen.set(key, found);
    }
    return () => {
      cancelAnimationFrame(this.#waiting);
      // After the step has rendered, and before it is painted.
      this.#waiting = requestAnimationFrame(() => this.#play(changes, seen, pace));
    };
  }

  finish() {
    cancelAnimationFrame(this.#waiting);
    const ended = this.#running;
    this.#running = [];
    ended.forEach((end) => end());
    this.#box.replaceChildren();
  }

  #play(changes, seen, pace) {
    const moves = [
      ...changes.travels.map((travel) => [TRAVEL, (time) => this.#travel(travel, seen, time)]),
      ...changes.turns.map((key) => [TURN, (time) => this.#turn(key, seen, time)]),
    ];
    // One after the other, or sooner where that would take too long.
    const whole = moves.reduce((sum, [length]) => sum + length, 0);
    const last = Math.min(moves.at(-1)?.[0] ?? 0, pace);
    const hurry = whole > pace && whole > last ? (pace - last) / (whole - last) : 1;
    let delay = 0;
    for (const [length, move] of moves) {
      move({ delay, duration: Math.min(length, pace) });
      delay += length * hurry;
    }
    const fade = { duration: Math.min(FADE, pace) };
    for (const key of changes.comes) this.#run(this.#find(key), { opacity: [0, 1] }, fade);
    for (const key of changes.goes) if (seen.has(key)) this.#copy(seen.get(key), { opacity: [1, 0] }, fade);
    for (const count of changes.counts) this.#count(count, Math.min(TRAVEL, pace));
  }

  #find(key) {
    const element = this.#frame.views.get(key)?.base;
    return element?.matches?.(".halo") ? element.nextElementSibling : element;
  }

  // A thing's place on the screen and its looks, or null if it is not shown.
  #look(key) {
    const element = this.#find(key);
    const matrix = element?.getScreenCTM?.();
    if (!matrix?.a || !element.getClientRects().length) return null;
    const inner = element.getBBox();
    const { a, d, e, f } = matrix;
    const place = {
      x: a * (inner.x + inner.width / 2) + e,
      y: d * (inner.y + inner.height / 2) + f,
      width: a * inner.width,
      height: d * inner.height,
    };
    return { element, inner, place };
  }

  #travel({ from, to, ends }, seen, time) {
    const start = seen.get(from);
    const end = this.#look(to);
    if (!start || !end) return;
    if (!ends) this.#hide(end.element, time);
    const shown = ends ? start : end;
    const { x, y, height } = shown.place;
    const at = ({ place }) => {
      const size = Math.min(2, Math.max(0.5, place.height / height));
      return `translate(${place.x - x}px, ${place.y - y}px) scale(${size})`;
    };
    this.#copy(shown, { transform: [at(start), at(end)] }, { ...time, easing: "ease-out", fill: "backwards" });
  }

  // Half of the time shows the old face, the other half the new one.
  #turn(key, seen, { delay, duration }) {
    const [start, end] = [seen.get(key), this.#look(key)];
    if (!start || !end) return;
    const half = duration / 2;
    this.#hide(end.element, { delay, duration });
    const away = { delay, duration: half, fill: "backwards", easing: "ease-in" };
    this.#copy(start, { transform: ["scaleX(1)", "scaleX(0)"] }, away);
    const back = { ...away, delay: delay + half, easing: "ease-out" };
    this.#copy(end, { transform: ["scaleX(0)", "scaleX(1)"] }, back);
  }

  #hide(element, { delay, duration }) {
    this.#run(element, { opacity: [0, 0] }, { duration: delay + duration });
  }

  #run(element, frames, timing) {
    const motion = element?.animate?.(frames, timing);
    if (motion) this.#running.push(() => motion.cancel());
    return motion;
  }

  // A copy of a thing, in a picture of its own above its place.
  #copy({ element, inner, place }, frames, timing) {
    if (!inner.width || !inner.height) return;
    const ground = this.#box.getBoundingClientRect();
    const copy = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    copy.setAttribute("viewBox", `${inner.x} ${inner.y} ${inner.width} ${inner.height}`);
    Object.assign(copy.style, {
      left: `${place.x - place.width / 2 - ground.x}px`,
      top: `${place.y - place.height / 2 - ground.y}px`,
      width: `${place.width}px`,
      height: `${place.height}px`,
    });
    copy.append(copyShape(element));
    this.#box.append(copy);
    const motion = this.#run(copy, frames, timing);
    if (motion) motion.onfinish = () => copy.remove();
    else copy.remove();
  }

  #count({ key, from, to }, duration) {
    const text = this.#find(key)?.firstChild;
    if (!text) return;
    const said = text.data;
    const began = performance.now();
    let asked = 0;
    const next = () => {
      const part = (performance.now() - began) / duration;
      text.data = part < 1 ? String(Math.round(from + (to - from) * part)) : said;
      if (part < 1) asked = requestAnimationFrame(next);
    };
    this.#running.push(() => {
      cancelAnimationFrame(asked);
      text.data = said;
    });
    next();
  }
}

// A copy for the eye only: it cannot get the focus, and nothing mistakes it for the thing.
function copyShape(element) {
  const made = element.cloneNode(true);
  made.removeAttribute("transform");
  made.querySelectorAll(MARKS).forEach((mark) => mark.remove());
  for (const one of [made, ...made.querySelectorAll("*")]) PARTS.forEach((name) => one.removeAttribute(name));
  return made;
}
