// The service's own verification of a game: it replays the moves by the rules.

import { html, useState } from "../html.mjs";
import { Loaded, useAnswer } from "../parts/loading.mjs";
import { explain, say } from "../words.mjs";

export function ServiceVerdict({ store }) {
  const [asked, setAsked] = useState(false);
  return html`<h3>${say("audit.service")}</h3><p class="soft">${say("audit.service-words")}</p>
    ${asked
      ? html`<${Verdict} path=${`${store.path}/verification`} />`
      : html`<p><button onClick=${() => setAsked(true)}>${say("audit.ask-service")}</button></p>`}`;
}

function Verdict({ path }) {
  const asked = useAnswer(path);
  return html`<${Loaded} from=${asked}>${(found) => html`<div class=${`verdict ${found.holds ? "holds" : "broken"}`}>
    <p role="status"><b>${say(found.holds ? "audit.service-holds" : "audit.service-broken")}</b></p>
    <ul class="checks">
      ${linesOf(found).map(([name, n, fault]) => html`<li key=${name} class=${fault ? "fault" : "ok"}>
        <span class="sign" aria-hidden="true">${fault ? "✗" : "✓"}</span> <b>${say(`audit.service.${name}`)}</b>${" "}
        ${fault ? sayFault(fault) : n !== null && say("audit.counted", { n })}
      </li>`)}
    </ul>
    <p><button onClick=${asked.reload}>${say("people.reload")}</button></p>
  </div>`}<//>`;
}

// Each check of the service: how much it covered, and its fault.
function linesOf(found) {
  const { chain, receipts, commitment, rules, feed, checkpoints } = found;
  const { chance, imported, talk, texts, signatures, snapshots } = found;
  const broken = rules && rules.changed + rules.illegal - rules.superseded > 0 ? (rules.first ?? {}) : null;
  return [
    ["chain", chain.events, chain.fault],
    ["receipts", receipts.genuine, receipts.fault],
    commitment !== null && ["commitment", null, commitment ? null : { why: "" }],
    rules && ["rules", rules.unchanged, broken],
    feed && ["feed", null, feed],
    checkpoints && ["checkpoints", checkpoints.covered, checkpoints.fault],
    chance && ["chance", chance.outcomes, chance.fault],
    imported && ["imported", imported.version, imported.fault && { why: imported.fault }],
    talk && ["talk", talk.messages, talk.fault],
    texts && ["texts", texts.texts, texts.fault],
    signatures && ["signatures", signatures.signed, signatures.fault],
    snapshots && ["snapshots", snapshots.same, snapshots.fault],
  ].filter(Boolean);
}

function sayFault({ step, version, why }) {
  const place = step ? say("audit.at-step", { n: step }) : version ? say("audit.at-version", { n: version }) : "";
  return place ? explain(place, why) : why;
}
