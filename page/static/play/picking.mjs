// Picks on the picture: each narrows the moves to those that name the place. A second one, or one more on the same place,
// plays the move that is left.

import { useEffect, useMemo, useRef, useState } from "../html.mjs";
import { narrow } from "./moves.mjs";

export function usePicks(store, moves, onMove) {
  const [picked, setPicked] = useState([]);
  const now = useRef(null);
  now.current = { moves, picked, onMove };
  const version = moves[0]?.choice;

  useEffect(() => setPicked([]), [version]);

  const places = useMemo(() => {
    const found = new Set();
    for (const move of narrow(moves, picked)) for (const name of move.names) found.add(name);
    return found;
  }, [version, moves.length, picked]);

  useEffect(() => {
    store.highlight.set({ places, picked: new Set(picked.flat()) });
  }, [places, picked]);
  useEffect(() => () => store.highlight.set({ places: new Set(), picked: new Set() }), []);

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
    clear: () => setPicked([]),
    add: (pick) => setPicked((before) => [...before, pick]),
  };
}
