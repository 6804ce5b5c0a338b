// Small parts of forms: a text that can be copied, a question before what cannot be undone, what went wrong.

import { html, useEffect, useRef, useState } from "../html.mjs";
import { keep, recall } from "../kept.mjs";
import { Told } from "../parts/problem.mjs";
import { back } from "../reaching.mjs";
import { has, say } from "../words.mjs";

// A typed value: the browser keeps it until it is cleared, through mistakes, reloads and changes of language.
export function useDraft(name, initial) {
  const [value, set] = useState(() => recall(`draft.${name}`, initial));
  const change = (next) => {
    set((before) => {
      const changed = typeof next === "function" ? next(before) : next;
      keep(`draft.${name}`, changed);
      return changed;
    });
  };
  const clear = () => {
    keep(`draft.${name}`, null);
    set(initial);
  };
  return [value, change, clear];
}

// One action at a time: while it is sent, further clicks do nothing. Its problem stays until the next action, or until
// the service is back.
export function useDeed() {
  const [state, set] = useState({ busy: false, problem: null });
  const busy = useRef(false);
  const here = useRef(true);
  const forget = () => set((now) => ({ ...now, problem: null }));
  const lost = state.problem?.code === "unreachable";
  useEffect(() => () => { here.current = false; }, []);
  useEffect(() => lost ? back.watch(({ away }) => away && forget()) : undefined, [lost]);
  const run = async (deed) => {
    if (busy.current) return;
    busy.current = true;
    set({ busy: true, problem: null });
    let problem = null;
    try {
      await deed();
    } catch (error) {
      if (error.code === undefined) console.error(error);
      problem = error;
    }
    busy.current = false;
    if (here.current) set({ busy: false, problem });
  };
  return { ...state, run, forget };
}

export function Wrong({ problem }) {
  if (!problem) return null;
  const advice = `problem.${problem.code}.advice`;
  const { clause, why, detail = "" } = problem.members ?? {};
  return html`<div class="wrong" role="alert">
    <${Told} problem=${problem} words=${why && !detail.includes(why) ? `${detail} ${why}` : undefined} />
    ${clause && html`<p><code>${clause}</code></p>`}
    ${has(advice) && html`<p>${say(advice)}</p>`}
  </div>`;
}

export function CopyField({ label, value }) {
  const field = useRef(null);
  const [copied, set] = useState(false);
  async function copy() {
    field.current.select();
    try {
      await navigator.clipboard.writeText(value);
      set(true);
    } catch {
      // The text is selected, so that it can be copied by hand.
    }
  }
  return html`<div class="copy">
    <label>${label} <input readonly value=${value} ref=${field} onFocus=${() => field.current.select()} /></label>
    <button onClick=${copy}>${copied ? say("play.copied") : say("play.copy")}</button>
  </div>`;
}

// A button that asks before it acts.
export function Confirm({ label, question, yes, onYes, disabled, look = "" }) {
  const [asking, set] = useState(false);
  const no = useRef(null);
  useEffect(() => asking && no.current?.focus(), [asking]);
  if (!asking) return html`<button class=${look} disabled=${disabled} onClick=${() => set(true)}>${label}</button>`;
  const act = () => {
    set(false);
    onYes();
  };
  return html`<span class="confirm" role="group" aria-label=${question}>
    <span>${question}</span>
    <button class="danger" disabled=${disabled} onClick=${act}>${yes}</button>
    <button ref=${no} onClick=${() => set(false)}>${say("play.no")}</button>
  </span>`;
}

export function Field({ label, help, wrong, children }) {
  return html`<div class="entry">
    <label><span>${label}</span>${children}</label>
    ${help && html`<p class="soft">${help}</p>`}
    ${wrong && html`<${Wrong} problem=${wrong} />`}
  </div>`;
}
