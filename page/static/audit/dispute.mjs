// Disputes of a game: raise one about the shown step, follow existing ones, withdraw your own.

import { account } from "../account.mjs";
import { ask, askAll, newKey, send } from "../api.mjs";
import { html, useEffect, useRef, useState } from "../html.mjs";
import { keep, recall } from "../kept.mjs";
import { sayText } from "../parts/erased.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { notify } from "../parts/notices.mjs";
import { ProblemView } from "../parts/problem.mjs";
import { useWatched } from "../router.mjs";
import { explain, say, sayTime } from "../words.mjs";
import { ClauseLink, uniqueClauses } from "./clause.mjs";
import { Mark } from "./lists.mjs";
import { Looks } from "./looks.mjs";

const MOST_WORDS = 2000;
const OVER = ["finished", "resigned"];

export function DisputePart({ store, info, n }) {
  const asked = useAsked((signal) => askAll(`${store.path}/disputes`, 1000, { signal }), [store.path, info.version]);
  return html`<${Loaded} from=${asked}>${(disputes) => html`
    ${disputes.length
      ? html`<ul class="plain-list">
        ${disputes.map((dispute) => html`<${DisputeItem} key=${dispute.number} store=${store} info=${info}
          dispute=${dispute} changed=${asked.reload} />`)}
      </ul>`
      : html`<p class="soft">${say("audit.no-disputes")}</p>`}
    <${RaiseForm} key=${n} store=${store} info=${info} n=${n} raised=${asked.reload} />
    ${(store.mine().length > 0 || OVER.includes(info.status)) && html`<${Looks} store=${store} />`}
  `}<//>`;
}

function DisputeItem({ store, info, dispute, changed }) {
  const [problem, setProblem] = useState(null);
  const [sending, setSending] = useState(false);
  const withdraw = async () => {
    setSending(true);
    try {
      await send(`${store.path}/disputes/${dispute.number}/withdrawal`, {}, { version: info.version });
      notify(say("audit.withdrawn"));
      await store.refresh();
      changed();
    } catch (refused) {
      setProblem(refused);
    }
    setSending(false);
  };
  return html`<li class="cited">
    <p>
      <b>${say("audit.dispute", { n: dispute.number })}</b>${" "}
      <span class="tag">${say(`audit.status.${dispute.status}`)}</span> ·${" "}
      <a href=${`#${dispute.step}`}>${say("audit.about", { n: dispute.step })}</a> ·${" "}
      <${Mark} seat=${dispute.seat} /> ${dispute.player} ·${" "}
      <time dateTime=${dispute.raised_at}>${sayTime(dispute.raised_at)}</time>
    </p>
    <blockquote>${sayText(dispute.claim)}</blockquote>
    ${dispute.clause && html`<p><${ClauseLink} store=${store} clause=${dispute.clause} /></p>`}
    ${dispute.ruling && html`<p>
      <b>${say(`audit.ruling.${dispute.ruling.ruling}`)}</b> ${sayText(dispute.ruling.words)}${" "}
      <${ClauseLink} store=${store} clause=${dispute.ruling.clause} /> ${dispute.ruling.arbiter}
    </p>`}
    <p><a href=${`/disputes?game=${store.id}&number=${dispute.number}`}>${say("audit.details")}</a>
      ${dispute.status === "open" && store.mine().includes(dispute.seat) && html` <button disabled=${sending}
        onClick=${withdraw}>${say("audit.withdraw")}</button>`}
    </p>
    ${problem && html`<${ProblemView} problem=${problem} />`}
  </li>`;
}

function RaiseForm({ store, info, n, raised }) {
  useWatched(account);
  const name = `dispute.${store.id}.${n}`;
  const [draft, setDraft] = useState(recall(name, { claim: "", clause: "" }));
  const [state, set] = useState({});
  const key = useRef(null);
  const mine = store.mine();
  const clauses = useCited(store, n, mine.length > 0);
  if (!mine.length) return html`<p class="soft">${say("audit.players-only")}</p>`;
  const change = (changes) => {
    key.current = null;
    const next = { ...draft, ...changes };
    setDraft(next);
    keep(name, next);
  };
  const raise = async (event) => {
    event.preventDefault();
    if (state.sending) return;
    set({ sending: true });
    key.current ??= newKey();
    const body = { step: n, claim: draft.claim.trim(), clause: draft.clause || null, seat: draft.seat ?? mine[0] };
    try {
      await send(`${store.path}/disputes`, body, { version: info.version, key: key.current });
      keep(name, null);
      setDraft({ claim: "", clause: "" });
      notify(say("audit.raised"));
      set({});
      await store.refresh();
      raised();
    } catch (problem) {
      set({ problem });
      key.current = null;
    }
  };
  return html`<form onSubmit=${raise} class="stack">
    <h3>${say("audit.raise", { n })}</h3>
    <p class="soft">${say("audit.raise-words")}</p>
    ${mine.length > 1 && html`<label class="field">
      ${say("audit.seat")}${" "}
      <select value=${draft.seat ?? mine[0]} onChange=${(event) => change({ seat: Number(event.target.value) })}>
        ${mine.map((seat) => html`<option key=${seat} value=${seat}>${seat}</option>`)}
      </select>
    </label>`}
    <${ClauseChoice} clauses=${clauses} value=${draft.clause} onChange=${(clause) => change({ clause })} />
    <label class="field">
      ${say("audit.claim-field")}${" "}
      <textarea rows="3" required maxlength=${MOST_WORDS} value=${draft.claim}
        onInput=${(event) => change({ claim: event.target.value })}></textarea>
    </label>
    <p>
      <button class="primary" disabled=${state.sending || !draft.claim.trim()}>${say("audit.send-dispute")}</button>
    </p>
    ${state.problem && html`<${ProblemView} problem=${state.problem} />`}
  </form>`;
}

function ClauseChoice({ clauses, value, onChange }) {
  return html`<label class="field">
    ${say("audit.clause")}${" "}
    <select value=${value} onChange=${(event) => onChange(event.target.value)}>
      <option value="">${say("audit.no-clause")}</option>
      ${clauses.map(({ clause, text }) => html`<option key=${clause} value=${clause} selected=${clause === value}>
        ${text ? explain(clause, text.slice(0, 80)) : clause}
      </option>`)}
    </select>
  </label>`;
}

function useCited(store, n, wanted) {
  const [clauses, setClauses] = useState([]);
  useEffect(() => {
    if (!wanted) return undefined;
    const stop = new AbortController();
    ask(`${store.path}/audit/${n}`, { signal: stop.signal }).then((audit) => setClauses(citedBy(audit)), () => {});
    return () => stop.abort();
  }, [store, n, wanted]);
  return clauses;
}

// The clauses behind a step: those of its facts, of the question, and of refused moves.
function citedBy(audit) {
  const asked = audit.legal.map(({ clause }) => ({ clause, text: "" }));
  const refused = audit.refused.filter(({ clause }) => clause).map(({ clause }) => ({ clause, text: "" }));
  return uniqueClauses([...asked, ...refused, ...audit.facts]);
}
