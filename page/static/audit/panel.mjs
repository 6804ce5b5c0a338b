// About the shown step: who, why, by which clause, and how to check it. Each part is requested when somebody opens it.

import { html, useEffect, useState } from "../html.mjs";
import { Later } from "../parts/loading.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";

const PARTS = {
  step: [() => import("./step.mjs"), "StepPart"],
  chance: [() => import("./draws.mjs"), "ChancePart"],
  evidence: [() => import("./evidence.mjs"), "EvidencePart"],
  verify: [() => import("./verify.mjs"), "VerifyPart"],
  dispute: [() => import("./dispute.mjs"), "DisputePart"],
  branch: [() => import("./branch.mjs"), "BranchPart"],
};
const PAUSE = 250; // Moving the slider does not request each step on the way.

// `wanted` names the part to open, in another object each time.
export function AuditPanel({ store, wanted }) {
  const [open, setOpen] = useState(null);
  useEffect(() => wanted.part in PARTS && setOpen(wanted.part), [wanted]);
  const info = useWatched(store.info);
  const n = useSettled(useWatched(store.shown));
  if (!info?.step) return null;
  const [load, name] = PARTS[open] ?? [];
  return html`<section class="card audit" aria-labelledby="audit-title">
    <h2 id="audit-title">${say("audit.title", { n })}</h2>
    <div class="choices">
      ${Object.keys(PARTS).map((name) => html`<button key=${name} aria-expanded=${open === name}
        aria-controls="audit-part" onClick=${() => setOpen(open === name ? null : name)}>
        ${say(`audit.part.${name}`)}
      </button>`)}
    </div>
    <div id="audit-part">
      ${load && html`<${Later} key=${open} load=${load} name=${name} store=${store} info=${info} n=${n} />`}
    </div>
  </section>`;
}

// The number of the step, once it has stayed the same for a moment.
function useSettled(n) {
  const [settled, set] = useState(n);
  useEffect(() => {
    const timer = setTimeout(() => set(n), settled ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [n]);
  return settled || n;
}
