// Call the API in a component: `useAnswer` asks when its dependencies change, `Loaded` shows the answer.

import { ask } from "../api.mjs";
import { html, useCallback, useEffect, useState } from "../html.mjs";
import { back } from "../reaching.mjs";
import { say } from "../words.mjs";
import { ProblemView } from "./problem.mjs";

export function useAsked(asking, depends) {
  const [found, set] = useState({});
  const [turn, next] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    set((before) => ({ ...before, loading: true }));
    asking(stop.signal).then(
      (answer) => stop.signal.aborted || set({ answer }),
      (problem) => stop.signal.aborted || set({ problem }),
    );
    return () => stop.abort();
  }, [...depends, turn]);
  const reload = useCallback(() => next((turn) => turn + 1), []);
  const lost = found.problem?.code === "unreachable";
  useEffect(() => lost ? back.watch(reload) : undefined, [lost]);
  return { ...found, reload };
}

export function useAnswer(path) {
  return useAsked((signal) => ask(path, { signal }), [path]);
}

export function Loaded({ from, children }) {
  if (from.problem) return html`<${ProblemView} problem=${from.problem} retry=${from.reload} />`;
  if (from.answer === undefined) return html`<p class="loading" role="status">${say("loading")}</p>`;
  return children(from.answer);
}

// A component of a module that is loaded when it is first shown; `load` imports it, the other members are its own.
export function Later({ load, name, ...members }) {
  const module = useAsked(load, [name]);
  return html`<${Loaded} from=${module}>${(found) => html`<${found[name]} ...${members} />`}<//>`;
}
