// One dispute: the board before and after the step, the clause, what the rules engine finds, and for arbiters the
// ruling.

import { ask, newKey, send } from "../api.mjs";
import { Picture } from "../game/picture.mjs";
import { openGame } from "../game/store.mjs";
import { html, useEffect, useMemo, useRef, useState } from "../html.mjs";
import { keep, recall } from "../kept.mjs";
import { sayText } from "../parts/erased.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { notify } from "../parts/notices.mjs";
import { ProblemView } from "../parts/problem.mjs";
import { useWatched } from "../router.mjs";
import { say, sayTime } from "../words.mjs";
import { CitedClause, uniqueClauses } from "./clause.mjs";
import { Mark } from "./lists.mjs";
import { StepAudit } from "./step.mjs";

const RULINGS = ["uphold", "note", "correct", "annul"];
const MOST_WORDS = 2000;

// An arbiter sees everything while the dispute waits; if that is refused, they and all others see what everybody may
// see.
async function askDispute(path, arbiter, signal) {
  const open = await ask(path, { signal });
  if (!arbiter || open.dispute.status !== "open") return { found: open, eyes: "" };
  try {
    return { found: await ask(`${path}?as=arbiter`, { signal }), eyes: "arbiter" };
  } catch (problem) {
    if (!["nothing-to-judge", "arbiter-plays", "not-your-seat"].includes(problem.code)) throw problem;
    return { found: open, eyes: "", refused: problem };
  }
}

export function DisputeView({ game, number, caller }) {
  const path = `/v1/games/${game}/disputes/${number}`;
  const arbiter = caller?.arbiter === true;
  const asked = useAsked((signal) => askDispute(path, arbiter, signal), [path, arbiter]);
  return html`<${Loaded} from=${asked}>
    ${({ found, eyes, refused }) => html`${refused && html`<${ProblemView} problem=${refused} />`}
      <${Dispute} key=${eyes} game=${game} path=${path} found=${found} eyes=${eyes} arbiter=${eyes !== ""}
        changed=${asked.reload} />`}
  <//>`;
}

function Dispute({ game, path, found, eyes, arbiter, changed }) {
  const { dispute, finding, audit, stands } = found;
  const store = useStore(game, eyes);
  const info = useWatched(store.info);
  const ruleset = audit.rules.split("@")[0];
  return html`
    <section class="card">
      <p>
        <span class="tag">${say(`audit.status.${dispute.status}`)}</span>${" "}
        <a href=${`/games/${game}#${dispute.step}`}>${say("audit.about", { n: dispute.step })}</a> ·${" "}
        <${Mark} seat=${dispute.seat} /> ${dispute.player} ·${" "}
        <time dateTime=${dispute.raised_at}>${sayTime(dispute.raised_at)}</time>
      </p>
      <blockquote>${sayText(dispute.claim)}</blockquote>
      ${!stands && html`<p>${say("audit.no-longer")}</p>`}
      ${found.disputed_clause && html`<h2>${say("audit.disputed-clause")}</h2>
        <${CitedClause} ruleset=${ruleset} cited=${found.disputed_clause} />`}
      <h2>${say("audit.verdict")}</h2>
      <p><b>${say(`audit.verdict.${finding.verdict}`)}</b> ${finding.words}</p>
      ${["expected", "recorded"].map((name) =>
        finding[name] && html`<details key=${name}>
          <summary>${say(`audit.${name}`)}</summary>
          <pre class="receipt" tabindex="0">${JSON.stringify(finding[name], null, 1)}</pre>
        </details>`)}
      ${dispute.ruling && html`<h2>${say("audit.rule")}</h2>
        <p>
          <b>${say(`audit.ruling.${dispute.ruling.ruling}`)}</b> ${sayText(dispute.ruling.words)}${" "}
          ${dispute.ruling.arbiter && `(${dispute.ruling.arbiter})`}
        </p>`}
      ${found.ruling_clause && html`<${CitedClause} ruleset=${ruleset} cited=${found.ruling_clause} />`}
    </section>
    ${eyes && html`<p class="soft">${say("audit.look-kept")}</p>`}
    ${dispute.status === "open" &&
      (arbiter
        ? info && html`<${RulingForm} key=${info.version} store=${store} info=${info} path=${path} found=${found}
          changed=${changed} />`
        : html`<p class="soft">${say("audit.only-arbiters")}</p>`)}
    <div class="before-after">
      ${dispute.step > 1 && html`<section>
        <h2>${say("audit.before", { n: dispute.step })}</h2>
        <${Picture} store=${store} step=${dispute.step - 1} still />
      </section>`}
      <section>
        <h2>${say("audit.after", { n: dispute.step })}</h2>
        <${Picture} store=${store} step=${dispute.step} still />
      </section>
    </div>
    <section class="card">
      <h2>${say("audit.title", { n: dispute.step })}</h2>
      <${StepAudit} audit=${audit} ruleset=${ruleset} />
    </section>`;
}

function useStore(game, eyes) {
  const store = useMemo(() => openGame(game, { address: false }), [game]);
  useEffect(() => {
    if (eyes) store.viewer.set(eyes);
    return store.close;
  }, [store]);
  return store;
}

function RulingForm({ store, info, path, found, changed }) {
  const { audit } = found;
  const name = `ruling.${path}`;
  const clauses = clausesOf(found);
  const [draft, setDraft] = useState(recall(name) ?? { clause: clauses[0]?.clause ?? "", words: "", move: "" });
  const [state, set] = useState({});
  const key = useRef(null);
  const moves = audit.legal.filter(({ seat }) => seat === audit.seat).flatMap((choice) => choice.moves ?? []);
  const change = (changes) => {
    key.current = null;
    const next = { ...draft, ...changes };
    setDraft(next);
    keep(name, next);
  };
  const rule = async (ruling) => {
    set({ sending: true });
    key.current ??= newKey();
    const move = ruling === "correct" ? { move: moves[Number(draft.move)]?.move } : {};
    try {
      await send(
        `${path}/ruling`,
        { ruling, clause: draft.clause.trim(), words: draft.words.trim(), ...move },
        { version: info.version, key: key.current },
      );
      keep(name, null);
      notify(say("audit.ruled"));
      changed();
    } catch (problem) {
      key.current = null;
      set({ problem });
      store.refresh().catch(() => {});
    }
  };
  const ready = draft.words.trim() && draft.clause.trim() && !state.sending;
  return html`<form class="card stack" onSubmit=${(event) => event.preventDefault()}>
    <h2>${say("audit.rule")}</h2><p class="soft">${say("audit.rule-words")}</p>
    <label class="field">
      ${say("audit.clause")}${" "}
      <input list="ruling-clauses" value=${draft.clause} onInput=${(event) => change({ clause: event.target.value })} />
    </label>
    <datalist id="ruling-clauses">
      ${clauses.map(({ clause }) => html`<option key=${clause} value=${clause} />`)}
    </datalist>
    <label class="field">
      ${say("audit.reason")}${" "}
      <textarea rows="3" maxlength=${MOST_WORDS} value=${draft.words}
        onInput=${(event) => change({ words: event.target.value })}></textarea>
    </label>
    ${moves.length > 0 && html`<${MoveChoice} moves=${moves} value=${draft.move}
      onChange=${(move) => change({ move })} />`}
    <p class="choices">
      ${RULINGS.map((ruling) => html`<button key=${ruling}
        disabled=${!ready || (ruling === "correct" && draft.move === "")} onClick=${() => rule(ruling)}
        title=${say(`audit.ruling.${ruling}`)}>${say(`audit.rule.${ruling}`)}</button>`)}
    </p>
    ${state.problem && html`<${ProblemView} problem=${state.problem} />`}
  </form>`;
}

// The clauses that a ruling may cite: that of the dispute, those of the facts, and those of the questions.
function clausesOf({ audit, dispute }) {
  return uniqueClauses([
    ...(dispute.clause ? [{ clause: dispute.clause }] : []),
    ...audit.facts,
    ...audit.legal.map(({ clause }) => ({ clause })),
  ]);
}

function MoveChoice({ moves, value, onChange }) {
  return html`<label class="field">
    ${say("audit.correct-with")}${" "}
    <select value=${value} onChange=${(event) => onChange(event.target.value)}>
      <option value="">${say("audit.choose-move")}</option>
      ${moves.map(({ label }, index) => html`<option key=${index} value=${index} selected=${String(index) === value}>
        ${label}
      </option>`)}
    </select>
  </label>`;
}
