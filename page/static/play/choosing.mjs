// The questions to my seats: fetched whenever the game changes, and answered by a move for the version that the page
// has seen.

import { ask, newKey, send } from "../api.mjs";
import { useEffect, useRef, useState } from "../html.mjs";
import { back } from "../reaching.mjs";
import { useWatched } from "../router.mjs";

export function useChoices(store, info, mine) {
  const choices = useWatched(store.choices);
  const [problem, setProblem] = useState(null);
  const loading = useRef(null);
  const wanted = info?.status === "playing" && mine.length > 0;

  async function load() {
    loading.current?.abort();
    const stop = new AbortController();
    loading.current = stop;
    try {
      const answer = await ask(`${store.path}/legal-moves`, { signal: stop.signal });
      if (stop.signal.aborted) return;
      setProblem(null);
      // The same questions again must not undo what has been picked, opened or typed since.
      if (JSON.stringify(answer) !== JSON.stringify(store.choices.get())) store.choices.set(answer);
    } catch (error) {
      if (error.name !== "AbortError" && !stop.signal.aborted) setProblem(error);
    }
  }

  useEffect(() => {
    if (wanted) load();
    else store.choices.set(null);
  }, [wanted, info?.version, info?.paused, mine.join()]);
  const lost = problem?.code === "unreachable";
  useEffect(() => lost ? back.watch(load) : undefined, [lost]);
  useEffect(() => () => loading.current?.abort(), []);
  return { choices, problem, load };
}

// Sends a decision. Each decision has one key, however often somebody clicks, so nothing happens twice.
export function useSender(store, load) {
  const keys = useRef(new Map());
  return async function decide(call, body, version) {
    const decision = JSON.stringify([call, body, version]);
    const key = keys.current.get(decision) ?? newKey();
    keys.current.set(decision, key);
    try {
      return await send(`${store.path}/${call}`, body, { version, key });
    } catch (problem) {
      // A refusal is final for its key; only a request without an answer may be sent again.
      if (problem.status) keys.current.delete(decision);
      throw problem;
    } finally {
      load();
      store.refresh?.().catch(() => {});
    }
  };
}
