// What a move costs and gives, requested when somebody points at it or focuses it, and announced once.

import { send } from "../api.mjs";
import { html, useEffect, useRef, useState } from "../html.mjs";
import { say, sayNumber } from "../words.mjs";
import { capitalise } from "./moves.mjs";

const PAUSE = 250; // Milliseconds: passing over moves does not request each of them.

// Returns the last move that was `told`, and `look`, to be called with a move, or with null when it is left.
export function useForesight(store, version) {
  const [told, set] = useState(null);
  const known = useRef(new Map());
  const timer = useRef(null);
  const now = useRef(version);
  now.current = version;
  useEffect(() => {
    known.current.clear();
    set(null);
    return () => clearTimeout(timer.current);
  }, [store, version]);

  function ask({ seat, move, id }) {
    const cache = known.current;
    if (!cache.has(id)) {
      const answer = send(`${store.path}/explanations`, { seat, move }, { keyed: false });
      cache.set(id, answer);
      answer.catch(() => cache.delete(id));
    }
    return cache.get(id);
  }

  function look(move) {
    clearTimeout(timer.current);
    if (!move) return;
    timer.current = setTimeout(() => {
      const tell = (answer) => now.current === version && set({ label: move.label, ...answer });
      ask(move).then(tell, () => now.current === version && set(null));
    }, PAUSE);
  }
  return { told, look };
}

export function Foreseen({ told }) {
  return html`<p class="foreseen" role="status">
    ${told?.legal && html`<b>${capitalise(told.label)}</b> · ${sayChanges(told)}`}
  </p>`;
}

function sayChanges({ final, changes }) {
  if (final) return say("play.foreseen.final");
  if (!changes) return say("play.foreseen.unknown");
  return changes.map(sayChange).join(", ") || say("play.foreseen.nothing");
}

function sayChange({ what, before, after }) {
  const numbers = { what, n: sayNumber(Math.abs(after - before)), left: sayNumber(after) };
  return say(after < before ? "play.foreseen.less" : "play.foreseen.more", numbers);
}
