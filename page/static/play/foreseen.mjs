// What a move costs and gives: asked while somebody points at it or has the focus on it, on a button or on the picture,
// and said once. Where the answers are few, each of them says it by itself.

import { html, useEffect, useRef, useState } from "../html.mjs";
import { useWatched } from "../router.mjs";
import { say, sayNumber } from "../words.mjs";
import { explain } from "./explaining.mjs";
import { capitalise, narrow } from "./moves.mjs";
import { Icon } from "./thing.mjs";

const PAUSE = 250; // Milliseconds: passing over moves does not request each of them.

// Returns the last move that was `told`, and `look`, to be called with a move, or with null when it is left.
export function useForesight(store, version) {
  const [told, set] = useState(null);
  const timer = useRef(null);
  const now = useRef(version);
  now.current = version;
  useEffect(() => {
    set(null);
    return () => clearTimeout(timer.current);
  }, [store, version]);

  function look(move) {
    clearTimeout(timer.current);
    if (!move) return;
    timer.current = setTimeout(() => {
      const tell = (answer) => now.current === version && set({ label: move.label, ...answer });
      explain(store, move.seat, move.move).then(tell, () => now.current === version && set(null));
    }, PAUSE);
  }
  return { told, look };
}

export function Foreseen({ told }) {
  return html`<p class="foreseen" role="status">
    ${told?.legal && html`<b>${capitalise(told.label)}</b> · ${sayChanges(told)}`}
  </p>`;
}

// Tells the card of words what a place of the picture that somebody looks at is good for: the one move that is `left`
// with it and what that does, or how many moves there are.
export function useForesightOnPicture(store, left) {
  const node = useWatched(store.looked);
  useEffect(() => {
    store.foreseen.set(null);
    const found = node?.places ? narrow(left, [node.places]) : [];
    if (!found.length) return undefined;
    if (found.length > 1) store.foreseen.set({ node, words: say("play.foreseen.several", { n: found.length }) });
    else return tellOne(store, node, found[0]);
    return undefined;
  }, [node, left]);
}

// Answers what to call when it is no longer wanted.
function tellOne(store, node, { seat, move, label }) {
  let wanted = true;
  const tell = (changes) => {
    if (wanted) store.foreseen.set({ node, words: [capitalise(label), changes].filter(Boolean).join(" · ") });
  };
  const timer = setTimeout(() => {
    explain(store, seat, move).then((answer) => tell(answer.legal && sayChanges(answer)), () => tell(""));
  }, PAUSE);
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}

// What a move does, on its own button: amounts with their symbols for those who see, a sentence for those who listen.
export function Effect({ store, frame, move }) {
  const [answer, set] = useState(null);
  useEffect(() => {
    let wanted = true;
    const tell = (found) => wanted && set(found.legal ? found : null);
    const timer = setTimeout(() => explain(store, move.seat, move.move).then(tell, () => {}), PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [store, move.id, move.choice]);
  return html`<span class="effect">
    ${answer?.changes?.length > 0 && html`<span class="unseen">· ${sayChanges(answer)}</span>`}
    ${answer?.changes?.map((change) => html`<${Amount} key=${change.what} frame=${frame} ...${change} />`)}
    ${answer?.changes?.length > 0 && answer.final && html`<span class="soft" aria-hidden="true"
      title=${say("play.foreseen.final")}>…</span>`}
  </span>`;
}

function Amount({ frame, what, before, after, symbol }) {
  const less = after < before;
  return html`<span class=${less ? "amount less" : "amount"} aria-hidden="true" title=${what}>
    <b>${less ? "−" : "+"}${sayNumber(Math.abs(after - before))}</b>
    ${symbol ? html`<${Icon} frame=${frame} symbol=${symbol} />` : ` ${what}`}
    <span class="soft">→ ${sayNumber(after)}</span>
  </span>`;
}

function sayChanges({ final, changes }) {
  if (!changes) return say("play.foreseen.unknown");
  const said = [...changes.map(sayChange), ...(final ? [say("play.foreseen.final")] : [])];
  return said.join(", ") || say("play.foreseen.nothing");
}

function sayChange({ what, before, after }) {
  const numbers = { what, n: sayNumber(Math.abs(after - before)), left: sayNumber(after) };
  return say(after < before ? "play.foreseen.less" : "play.foreseen.more", numbers);
}
