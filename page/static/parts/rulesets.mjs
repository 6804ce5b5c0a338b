// The rulesets of the service, asked for once in each language.

import { ask } from "../api.mjs";
import { useWatched } from "../router.mjs";
import { language } from "../words.mjs";
import { useAsked } from "./loading.mjs";

const known = new Map();

function askRulesets() {
  const spoken = language.get();
  if (!known.has(spoken)) {
    known.set(spoken, ask("/v1/rulesets").catch((problem) => {
      known.delete(spoken);
      throw problem;
    }));
  }
  return known.get(spoken);
}

// The request with its answer and problem, as `Loaded` takes it.
export function useAskedRulesets() {
  return useAsked(askRulesets, [useWatched(language)]);
}

// The rulesets; none until they are there.
export function useRulesets() {
  return useAskedRulesets().answer?.items ?? [];
}

export function titleOf(rulesets, id) {
  return rulesets.find((ruleset) => ruleset.id === id)?.title ?? id;
}
