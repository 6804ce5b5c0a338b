// The picture of a game at the step that is shown: panels that flow into as many columns as there is room for.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../html.mjs";
import { preferred, wantsMotion } from "../preferences.mjs";
import { say } from "../words.mjs";
import { WordCard } from "./card.mjs";
import { partOf, useLitPanels } from "./modes.mjs";
import { makeFrame, NO_HIGHLIGHT, PanelView, Symbols } from "./nodes.mjs";

// Where the pointer was last: a resting pointer does not point at things that move under it.
let rested = "";
const placeOf = (event) => `${event.screenX} ${event.screenY}`;
const rest = (event) => { rested = placeOf(event); };
addEventListener("pointermove", rest, { capture: true, passive: true });
addEventListener("pointerdown", rest, { capture: true, passive: true });

// `step` shows another step than the store does; `still` has neither cards of words nor anything to pick. Only one
// picture of a store is not still: its symbols are those of whatever else on the page draws things of the game.
export function Picture({ store, step, still = false }) {
  const frame = useMemo(() => makeFrame(still ? {} : { prefix: store.prefix }), [store]);
  const box = useRef(null);
  const stage = useStage(store, frame, still);
  const outline = useOutline(store, frame, box, step, still, stage);
  const [told, tell] = useState(null);
  const mine = store.mine();

  useEffect(() => {
    const forget = () => tell((told) => (told?.pinned ? told : null));
    const ends = [store.shown.watch(forget), store.staged.watch(forget)];
    return () => ends.forEach((end) => end());
  }, [store]);

  const nodeOf = (target) => {
    const element = target.closest?.("[data-key]");
    return element && box.current.contains(element) ? frame.drawing?.nodes[element.dataset.key] : undefined;
  };
  const findLit = (target) =>
    [...ancestors(target, box.current)].map((key) => frame.drawing.nodes[key]).find((found) => frame.lit(found));
  const show = (event, pinned) => {
    const node = nodeOf(event.target);
    if (!node) return node;
    const lit = findLit(event.target) ?? null;
    tell({ node, lit, pinned, at: event.target.closest("[data-key]") });
    store.looked.set(lit);
    return node;
  };
  const act = (event) => {
    store.stage(null);
    const node = show(event, true);
    if (!node) return;
    const lit = findLit(event.target);
    if (lit) store.pick(lit);
    else if (node.places && !store.browsing) store.askWhy(node);
  };
  const handlers = still ? {} : {
    onClick: act,
    onKeyDown: (event) => pressKey(event, act, tell),
    onFocusIn: (event) => {
      if (!event.target.matches(":focus-visible")) return;
      ringFocus(event.target);
      show(event, false);
    },
    onFocusOut: (event) => event.target.closest("svg.panel")?.querySelector(".focus-ring")?.setAttribute("width", 0),
    onPointerOver: (event) => event.pointerType !== "touch" && placeOf(event) !== rested && show(event, false),
    onPointerLeave: () => tell((told) => (told?.pinned ? told : told && { ...told, leaving: true })),
  };
  return html`<div class="picture" ref=${box} ...${handlers} role="group"
    aria-label=${outline?.title ?? say("replay.picture")}>
    ${outline ? html`
      <${Symbols} frame=${frame} drawing=${outline} />
      <${Panels} store=${store} frame=${frame} drawing=${outline} mine=${mine} />
    ` : html`<p class="loading" role="status">${say("loading")}</p>`}
    <div class="stage" aria-hidden="true" ref=${stage.box}></div>
    ${told && html`<${WordCard} told=${told} store=${store} close=${() => tell(null)} />`}
  </div>`;
}

function Panels({ store, frame, drawing, mine }) {
  const rows = split(drawing, mine);
  return rows.map(([look, keys]) => html`
    ${look === "panels" && rows.length > 1 && html`<${Shelf} store=${store} drawing=${drawing}
      keys=${keys.filter((key) => partOf(key, mine) === "board")} />`}
    <div key=${look} class=${look}>
      ${keys.map((key) => html`<${PanelView} key=${key} id=${key} frame=${frame} part=${partOf(key, mine)} />`)}
    </div>`);
}

// The names of what is on offer: on a phone these panels stand side by side, and a name leads to its panel.
function Shelf({ store, drawing, keys }) {
  const waits = useLitPanels(store);
  const show = (event, key) => {
    const panel = event.target.closest(".picture").querySelector(`[data-panel="${key}"]`);
    panel.scrollIntoView({ block: "nearest", inline: "start" });
  };
  return keys.length > 1 && html`<div class="shelf" role="group" aria-label=${say("replay.drawer.board")}>
    ${keys.map((key) => html`<button key=${key} class=${waits.has(key) ? "waits" : ""}
      onClick=${(event) => show(event, key)}>
      ${drawing.nodes[key].title}
      ${waits.has(key) && html`<span class="unseen"> ${say("replay.drawer.waits")}</span>`}
    </button>`)}
  </div>`;
}

const ROW = 3; // So many panels stand side by side.

// Wide panels are boards, above the others or beside them. What one has oneself stands next to them if it fills a row.
function split(drawing, mine) {
  const isWide = (key) => drawing.nodes[key].width !== undefined;
  const isOwn = (key) => !isWide(key) && partOf(key, mine) === "mine";
  const boards = drawing.panels.filter(isWide);
  const own = boards.length && drawing.panels.filter(isOwn).length >= ROW ? drawing.panels.filter(isOwn) : [];
  const rest = drawing.panels.filter((key) => !boards.includes(key) && !own.includes(key));
  return [["boards", boards], ["own", own], ["panels", rest]].filter(([, keys]) => keys.length);
}

// Shows a ring around what has the focus: an area of its panel, since outlines within SVG are not seen everywhere.
function ringFocus(target) {
  const panel = target.closest("svg.panel");
  const ring = panel?.querySelector(".focus-ring");
  if (!ring || target === panel) return;
  const box = target.getBBox();
  const toPanel = panel.getScreenCTM().inverse().multiply(target.getScreenCTM());
  const [x, y] = [box.x + toPanel.e, box.y + toPanel.f];
  const members = { x: x - 4, y: y - 4, width: box.width + 8, height: box.height + 8, rx: 8 };
  for (const [name, value] of Object.entries(members)) ring.setAttribute(name, value);
}

// The module that moves things, once loaded: only pictures in which something may move load it.
function useStage(store, frame, still) {
  const box = useRef(null);
  const stage = useRef(null);
  useEffect(() => {
    let open = !still;
    const load = async () => {
      if (!wantsMotion() || stage.current) return;
      const { Stage } = await import("./stage.mjs").catch(() => ({}));
      if (open && Stage && !stage.current) stage.current = new Stage(box.current, frame);
    };
    load();
    const end = preferred.watch(load);
    return () => {
      open = false;
      end();
      stage.current?.finish();
    };
  }, [store, still]);
  return { box, current: () => stage.current };
}

// Only from one step to the next or the one before: a jump is no motion.
function prepareMotion(stage, before, drawing, pace) {
  if (before?.step === drawing.step) return null;
  stage?.finish();
  return stage && pace && before && Math.abs(drawing.step - before.step) === 1
    ? stage.prepare(before, drawing, pace)
    : null;
}

// Keeps the frame at the shown step. Returns the drawing that lists the panels.
function useOutline(store, frame, box, step, still, stage) {
  const [outline, setOutline] = useState(null);
  useLayoutEffect(() => {
    const find = () => store.drawing(step ?? store.staged.get() ?? store.shown.get());
    // Most of what arrives are drawings of other steps, though marks may follow from them.
    const look = () => (find() !== frame.drawing || store.markedFrom.get() !== null) && update();
    const update = () => {
      const drawing = find();
      if (!drawing) return box.current?.setAttribute("aria-busy", "true");
      const highlight = still || store.browsing ? NO_HIGHLIGHT : store.highlight.get();
      const move = prepareMotion(stage.current(), frame.drawing, drawing, still ? 0 : store.pace.get());
      frame.show(drawing, step === undefined ? store.marked(drawing) : drawing.marked, highlight.lit);
      move?.();
      box.current?.removeAttribute("aria-busy");
      box.current?.classList.toggle("choosing", highlight.any);
      setOutline((before) => (sameOutline(before, drawing) ? before : drawing));
    };
    update();
    const ends = [
      store.shown.watch(update),
      store.staged.watch(update),
      store.highlight.watch(update),
      store.markedFrom.watch(update),
      store.onChange(look),
    ];
    return () => ends.forEach((end) => end());
  }, [store, step]);
  return outline;
}

const sameOutline = (one, other) =>
  one !== null &&
  one.symbols === other.symbols &&
  one.title === other.title &&
  one.panels.join() === other.panels.join();

function* ancestors(target, box) {
  let element = target.closest("[data-key]");
  while (element && box.contains(element)) {
    yield element.dataset.key;
    element = element.parentElement.closest("[data-key]");
  }
}

const WAYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// A panel is entered with Enter; within it, arrows go from one thing to the next, and Escape goes back.
function pressKey(event, act, tell) {
  const panel = event.target.closest("svg.panel");
  if (event.key === "Escape") {
    tell(null);
    if (event.target !== panel) panel?.focus();
    return;
  }
  if (!panel || event.altKey || event.ctrlKey || event.metaKey) return;
  const things = [...panel.querySelectorAll("[data-key]")];
  const inside = event.target !== panel;
  if (event.key === "Enter" || (event.key === " " && inside)) {
    if (inside) act(event);
    else things[0]?.focus();
  } else if (inside && event.key in WAYS && !event.shiftKey) {
    things[(things.indexOf(event.target) + WAYS[event.key] + things.length) % things.length]?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
