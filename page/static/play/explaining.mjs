// What the service foresees of a move: asked once for each move of a position, whoever wants to know.

import { send } from "../api.mjs";

const kept = new WeakMap(); // By store: the version of the game, and the answers by move.

export function explain(store, seat, move) {
  const version = store.choices.get()?.version;
  if (kept.get(store)?.version !== version) kept.set(store, { version, answers: new Map() });
  const { answers } = kept.get(store);
  const key = JSON.stringify([seat, move]);
  if (!answers.has(key)) {
    const answer = send(`${store.path}/explanations`, { seat, move }, { keyed: false });
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
  }
  return answers.get(key);
}
