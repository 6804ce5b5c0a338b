// The place of the shown step in the log that the service signs, its checkpoint, and who cosigned that.

import { ask } from "../api.mjs";
import { html } from "../html.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { say, sayNumber, sayTime } from "../words.mjs";
import { readNote } from "./verify/log.mjs";

export function EvidencePart({ store, n }) {
  const asked = useAsked((signal) => askEvidence(`${store.path}/proofs/${n}`, signal), [store.path, n]);
  return html`<p class="soft">${say("audit.log-words")}</p>
    <${Loaded} from=${asked}>${({ proof, note, latest }) => html`
      ${proof
        ? html`<${Proof} proof=${proof} note=${note} />`
        : html`<p>${say("audit.not-covered")} <button onClick=${asked.reload}>${say("people.reload")}</button></p>`}
      <h3>${say("audit.latest")}</h3>
      ${latest ? html`<${Note} note=${latest} />` : html`<p>${say("audit.no-note")}</p>`}
    `}<//>`;
}

async function askEvidence(path, signal) {
  const missing = (codes) => (problem) => {
    if (codes.includes(problem.code)) return null;
    throw problem;
  };
  const proof = await ask(path, { signal }).catch(missing(["not-covered"]));
  const latest = await ask("/checkpoint", { accept: "text/plain", signal }).catch(missing([
    "unknown-checkpoint",
    "not-found",
  ]));
  const read = (text) => (text ? readNote(text) : null);
  return { proof, note: await read(proof?.heads?.checkpoint), latest: await read(latest) };
}

function Proof({ proof, note }) {
  return html`<dl class="pairs">
      <dt>${say("audit.partition")}</dt><dd>${proof.partition}</dd>
      <dt>${say("audit.leaf")}</dt>
      <dd>${say("audit.leaf-of", { n: sayNumber(proof.index), all: sayNumber(proof.head.size) })}</dd>
      <dt>${say("audit.head")}</dt>
      <dd><time dateTime=${proof.head.time}>${sayTime(proof.head.time)}</time> <code>${proof.head.root}</code></dd>
      <dt>${say("audit.path")}</dt><dd>${say("audit.hashes", { n: proof.path.length })}</dd>
    </dl>
    ${note && html`<h3>${say("audit.under")}</h3><${Note} note=${note} />`}`;
}

function Note({ note }) {
  return html`<dl class="pairs">
    <dt>${say("audit.origin")}</dt><dd><code>${note.origin}</code></dd>
    <dt>${say("audit.leaves")}</dt><dd>${sayNumber(note.size)}</dd>
    <dt>${say("audit.witnesses")}</dt>
    <dd>
      ${note.witnesses.length
        ? html`<ul>
          ${note.witnesses.map(({ name, time }) => html`<li key=${name}>
            <code>${name}</code> ${time && sayTime(time)}
          </li>`)}
        </ul>`
        : say("audit.no-witnesses")}
    </dd>
  </dl>`;
}
