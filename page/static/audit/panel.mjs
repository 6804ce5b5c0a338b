// What is known of the step that is shown: who, why, by which clause, and how it can be checked. Each part is asked for
// when somebody opens it.

import { html, useEffect, useState } from "../html.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";
import { BranchPart } from "./branch.mjs";
import { ChancePart } from "./draws.mjs";
import { DisputePart } from "./dispute.mjs";
import { EvidencePart } from "./evidence.mjs";
import { StepPart } from "./step.mjs";
import { VerifyPart } from "./verify.mjs";

const PARTS = { step: StepPart, chance: ChancePart, evidence: EvidencePart, verify: VerifyPart, dispute: DisputePart, branch: BranchPart };
const PAUSE = 250; // Somebody who moves the slider does not ask for each step on the way.

export function AuditPanel({ store }) {
  const [open, setOpen] = useState(null);
  const info = useWatched(store.info);
  const n = useSettled(useWatched(store.shown));
  if (!info?.step) return null;
  const Part = PARTS[open];
  return html`<section class="card audit" aria-labelledby="audit-title">
    <h2 id="audit-title">${say("audit.title", { n })}</h2>
    <div class="choices">
      ${Object.keys(PARTS).map((name) => html`<button key=${name} aria-expanded=${open === name} aria-controls="audit-part" onClick=${() => setOpen(open === name ? null : name)}>${say(`audit.part.${name}`)}</button>`)}
    </div>
    <div id="audit-part">${Part && html`<${Part} key=${open} store=${store} info=${info} n=${n} />`}</div>
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
