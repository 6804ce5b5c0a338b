// The card of words: what a thing in the picture is, the text on it, and the clause that explains it.

import { html, useEffect, useLayoutEffect, useRef } from "../html.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";

const GAP = 8;
const LINGER = 350; // Long enough to move into the card and click its link.

// `told` has the `node`, the element `at` its place, and whether it is `pinned`: asked for, so it stays.
export function WordCard({ told, store, close }) {
  const card = useRef(null);
  const { node, at, pinned, leaving } = told;
  const foreseen = useWatched(store.foreseen);

  useLayoutEffect(() => {
    const box = card.current;
    // It is beside the board if there is room, and at the lower edge of a phone.
    if (!at.isConnected || matchMedia("(max-width: 599px), (min-width: 1000px)").matches) {
      return box.removeAttribute("style");
    }
    const { left, top, bottom, width } = at.getBoundingClientRect();
    const x = Math.max(
      GAP,
      Math.min(left + width / 2 - box.offsetWidth / 2, document.documentElement.clientWidth - box.offsetWidth - GAP),
    );
    const above = top - box.offsetHeight - GAP;
    const y = above >= GAP ? above : Math.min(bottom + GAP, innerHeight - box.offsetHeight - GAP);
    box.style.left = `${x}px`;
    box.style.top = `${Math.max(GAP, y)}px`;
  }, [told]);

  useEffect(() => () => store.looked.set(null), [store]);
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => card.current?.matches(":hover") || close(), LINGER);
    return () => clearTimeout(timer);
  }, [leaving, node]);

  useClosing(card, pinned, close);

  const ruleset = store.info.get()?.ruleset;
  const quiet = (event) => event.stopPropagation();
  return html`<div class=${pinned ? "words pinned" : "words"} ref=${card} role="status"
    onClick=${quiet} onPointerOver=${quiet}
    onPointerLeave=${() => pinned || close()}>
    <p class="words-title">${node.title}</p>
    ${foreseen && told.lit === foreseen.node && html`<p class="words-foreseen">${foreseen.words}</p>`}
    ${node.detail && html`<p>${node.detail}</p>`}
    ${node.clause && html`<p class="words-clause">
      <a href=${`/rulebooks/${ruleset}#${node.clause}`}>${node.clause}</a>
    </p>`}
    ${pinned && html`<button
      class="quiet words-close"
      aria-label=${say("replay.card.close")}
      onClick=${close}>✕</button>`}
  </div>`;
}

// Escape closes the card, and so does a press elsewhere; unless it is pinned, so does scrolling.
function useClosing(card, pinned, close) {
  useEffect(() => {
    const onKey = (event) => event.key === "Escape" && close();
    const onPress = (event) =>
      !card.current?.contains(event.target) && !event.target.closest?.(".picture [data-key]") && close();
    const onScroll = () => pinned || close();
    addEventListener("keydown", onKey);
    addEventListener("pointerdown", onPress);
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("pointerdown", onPress);
      removeEventListener("scroll", onScroll);
    };
  }, [pinned]);
}
