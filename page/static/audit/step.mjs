// The shown step: who did what and when, which clauses decided, what else was legal, what was refused before, and the
// receipt.

import { html, useState } from "../html.mjs";
import { sayText } from "../parts/erased.mjs";
import { Loaded, useAnswer } from "../parts/loading.mjs";
import { say, sayNumber, sayTime } from "../words.mjs";
import { CitedClause, ClauseLink, uniqueClauses } from "./clause.mjs";
import { Mark, PlayerLink } from "./lists.mjs";
import { ReceiptView } from "./receipt.mjs";

const MOST = 40; // Of legal moves at once.

export function StepPart({ store, n }) {
  const asked = useAnswer(`${store.path}/audit/${n}${store.query()}`);
  return html`<${Loaded} from=${asked}>
    ${(audit) => html`<${StepAudit} key=${audit.n} store=${store} audit=${audit} />`}
  <//>`;
}

export function StepAudit({ store, audit, ruleset }) {
  const game = ruleset ?? store.info.get().ruleset;
  return html`<div class="audited">
    <p><b>${audit.words}</b></p>
    <dl class="pairs">
      <dt>${say("audit.who")}</dt><dd><${Who} audit=${audit} /></dd>
      <dt>${say("audit.when")}</dt><dd><time dateTime=${audit.time}>${sayTime(audit.time)}</time></dd>
      <dt>${say("audit.rules")}</dt><dd><code>${audit.rules}</code></dd>
      ${audit.undone !== null && html`<dt>${say("audit.undoes")}</dt>
        <dd><a href=${`#${audit.undone}`}>${audit.undone}</a></dd>`}
      ${audit.annulled.length > 0 && html`<dt>${say("audit.annuls")}</dt><dd>${audit.annulled.join(", ")}</dd>`}
      ${audit.disputed !== null && html`<dt>${say("audit.disputes-step")}</dt>
        <dd><a href=${`#${audit.disputed}`}>${audit.disputed}</a></dd>`}
      ${audit.claim !== null && html`<dt>${say("audit.claim")}</dt><dd>${sayText(audit.claim)}</dd>`}
      ${audit.reason !== null && html`<dt>${say("audit.reason")}</dt><dd>${sayText(audit.reason)}</dd>`}
      ${audit.arbiter && html`<dt>${say("audit.arbiter")}</dt><dd>${audit.arbiter}</dd>`}
      ${audit.imported && html`<dt>${say("audit.imported")}</dt><dd>${sayTime(audit.imported.time)}</dd>`}
      ${audit.hidden.length > 0 && html`<dt>${say("audit.hidden")}</dt><dd><code>${audit.hidden.join(" ")}</code></dd>`}
    </dl>
    <h3>${say("audit.clauses")}</h3>
    ${audit.facts.length
      ? uniqueClauses(audit.facts).map((fact) => html`<${CitedClause} key=${fact.clause} ruleset=${game}
        cited=${fact} />`)
      : html`<p class="soft">${say("audit.no-clauses")}</p>`}
    <h3>${say("audit.legal")}</h3>
    ${audit.legal.length
      ? audit.legal.map((choice, index) => html`<${Choice} key=${index} ruleset=${game} choice=${choice}
        played=${audit} />`)
      : html`<p class="soft">${say("audit.no-legal")}</p>`}
    <h3>${say("audit.refused")}</h3>
    ${audit.refused.length
      ? html`<ul>
        ${audit.refused.map((attempt, index) => html`<${Refused} key=${index} ruleset=${game} attempt=${attempt} />`)}
      </ul>`
      : html`<p class="soft">${say("audit.no-refused")}</p>`}
    ${audit.forgotten > 0 && html`<p class="soft">${say("audit.forgotten", { n: sayNumber(audit.forgotten) })}</p>`}
    <h3>${say("audit.proof")}</h3>
    <dl class="pairs">
      <dt>${say("audit.digest")}</dt><dd><code>${audit.digest ?? "–"}</code></dd>
      <dt>${say("audit.previous")}</dt><dd><code>${audit.previous ?? "–"}</code></dd>
      <dt>${say("audit.request")}</dt><dd><code>${audit.request_id || "–"}</code></dd>
      <dt>${say("audit.signed")}</dt>
      <dd>
        ${audit.signed ? html`<code>${audit.signed.key} ${audit.signed.signature}</code>` : say("audit.not-signed")}
      </dd>
    </dl>
    <${ReceiptView} receipt=${audit.receipt} />
  </div>`;
}

function Who({ audit }) {
  if (audit.seat === null) return say(audit.kind === "ruling" ? "audit.by-arbiter" : "audit.by-nobody");
  return html`<${Mark} seat=${audit.seat} />${" "}
    ${audit.player === null ? say("people.nobody") : html`<${PlayerLink} name=${audit.player} />`}
    ${audit.automatic && ` (${say(`audit.automatic.${audit.automatic}`)})`}`;
}

// The question to a seat and all legal answers, with the given one marked.
function Choice({ ruleset, choice, played }) {
  const [wanted, setWanted] = useState("");
  const moves = choice.moves ?? [];
  const given = choice.seat === played.seat ? JSON.stringify(played.move) : null;
  const words = wanted.toLowerCase();
  const found = moves.filter(({ label }) => label.toLowerCase().includes(words));
  const shown = [
    ...found.filter(({ move }) => JSON.stringify(move) === given),
    ...found.filter(({ move }) => JSON.stringify(move) !== given),
  ].slice(0, MOST);
  return html`<div class="cited"><p>
    <${Mark} seat=${choice.seat} /> ${choice.prompt} <${ClauseLink} ruleset=${ruleset} clause=${choice.clause} />
  </p>
    ${moves.length > 12 && html`<p>
      <label class="field">
        ${say("audit.filter", { n: moves.length })}${" "}
        <input type="search" value=${wanted} onInput=${(event) => setWanted(event.target.value)} />
      </label>
    </p>`}
    ${choice.template && html`<p>${choice.template.note || say("audit.many")}</p>`}
    <ul class="labels">
      ${shown.map(({ move, label }) => html`<li key=${label} class=${JSON.stringify(move) === given ? "given" : ""}>
        ${label}
        ${JSON.stringify(move) === given && ` ← ${say("audit.given")}`}
      </li>`)}
    </ul>
    ${found.length > shown.length && html`<p class="soft">
      ${say("audit.more-moves", { n: sayNumber(found.length - shown.length) })}
    </p>`}
  </div>`;
}

function Refused({ ruleset, attempt }) {
  return html`<li>
    <${Mark} seat=${attempt.seat} /> ${attempt.player ?? say("people.nobody")},${" "}
    <time dateTime=${attempt.at}>${sayTime(attempt.at)}</time>: <code>${attempt.move}</code>
    ${attempt.bytes !== null && ` (${say("audit.cut", { n: sayNumber(attempt.bytes) })})`}. ${attempt.why}${" "}
    ${attempt.clause && html`<${ClauseLink} ruleset=${ruleset} clause=${attempt.clause} />`}
  </li>`;
}
