// Picks on the picture: each narrows the moves to those that name the place. A second pick, or another on the same
// place, plays the move that is left.

import { NO_HIGHLIGHT } from "../game/nodes.mjs";
import { useEffect, useMemo, useRef, useState } from "../html.mjs";
import { useWatched } from "../router.mjs";
import { means, narrow } from "./moves.mjs";

// A test of places that remembers its answers.
function remember(ask) {
  const known = new Map();
  return (place) => known.get(place) ?? known.set(place, ask(place)).get(place);
}

// `leave` is called before a button that picks is taken away.
export function usePicks(store, moves, onMove, leave) {
  const [picked, setPicked] = useState([]);
  const now = useRef(null);
  now.current = { moves, picked, onMove };
  const version = moves[0]?.choice;

  useEffect(() => setPicked([]), [version]);

  const left = useMemo(() => narrow(moves, picked), [version, moves.length, picked]);

  const composed = useWatched(store.composed);
  useEffect(() => {
    const isMeant = remember((place) => left.some((move) => means(move, place)));
    const taken = new Set(picked.flat());
    const lookOf = (places) =>
      (places.some((place) => taken.has(place)) ? "picked" : places.some(isMeant) ? "lit" : "");
    store.highlight.set({
      lit: ({ key, places }) => composed?.get(key) ?? (places ? lookOf(places) : ""),
      any: left.length > 0 || Boolean(composed?.size),
      picked: picked.length > 0,
    });
  }, [left, picked, composed]);
  useEffect(() => () => store.highlight.set(NO_HIGHLIGHT), []);

  useEffect(() => store.onPick((node) => {
    const { moves: all, picked: before, onMove: play } = now.current;
    const names = node.places ?? [];
    const again = before.some((pick) => pick.join() === names.join());
    const left = narrow(all, before);
    if (again) {
      if (left.length === 1) play(left[0]);
      else setPicked(before.filter((pick) => pick.join() !== names.join()));
      return;
    }
    const next = narrow(all, [...before, names]).length ? [...before, names] : [names];
    const rest = narrow(all, next);
    if (next.length > 1 && rest.length === 1) play(rest[0]);
    else if (rest.length) setPicked(next);
  }), [store]);

  return {
    picked,
    clear() {
      leave();
      setPicked([]);
    },
    add(pick) {
      leave();
      setPicked((before) => [...before, pick]);
    },
  };
}
