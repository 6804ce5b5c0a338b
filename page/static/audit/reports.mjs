// What arbiters judge besides disputes: reports of players, and appeals against what followed from them.

import { newKey, send } from "../api.mjs";
import { html, useRef, useState } from "../html.mjs";
import { notify } from "../parts/notices.mjs";
import { useDeed, Wrong } from "../play/controls.mjs";
import { say, sayTime } from "../words.mjs";
import { Pages, Reload, usePages } from "./lists.mjs";

const MOST_WORDS = 1000;
const DAYS = [1, 7, 30, 365];

export function ReportQueue() {
  const reports = usePages("/v1/reports?open=true");
  const appeals = usePages("/v1/measures?appealed=true");
  return html`<section aria-labelledby="reports-title">
    <h2 id="reports-title">${say("reports")}</h2>
    <p><${Reload} pages=${reports} /></p>
    <${Pages} pages=${reports} empty=${say("reports.none")}>
      ${(items) => html`<ul class="rows">
        ${items.map((report) => html`<${ReportRow} key=${report.id} report=${report} changed=${reports.reload} />`)}
      </ul>`}
    <//>
    <h2>${say("reports.appeals")}</h2>
    <${Pages} pages=${appeals} empty=${say("reports.no-appeals")}>
      ${(items) => html`<ul class="rows">
        ${items.map((one) => html`<${AppealRow} key=${one.id} measure=${one} changed=${appeals.reload} />`)}
      </ul>`}
    <//>
  </section>`;
}

function ReportRow({ report, changed }) {
  const [measures, set] = useState({ hide: false, mute_days: "", suspend_days: "" });
  const change = (changes) => set({ ...measures, ...changes });
  const upheld = {
    upheld: true,
    ...(measures.hide ? { hide: true } : {}),
    ...(measures.mute_days ? { mute_days: Number(measures.mute_days) } : {}),
    ...(measures.suspend_days ? { suspend_days: Number(measures.suspend_days) } : {}),
  };
  return html`<li class="card listed">
    <h3>${say(`report.${report.reason}`)}${report.player && ` · ${report.player}`}</h3>
    <p class="soft">${report.reporter} · <time dateTime=${report.at}>${sayTime(report.at)}</time></p>
    <blockquote>${report.words}</blockquote>
    ${report.text && html`<p>${say("reports.said")}</p><blockquote>${report.text}</blockquote>`}
    ${report.game && html`<p><a href=${`/games/${report.game}`}>${say("audit.to-game")}</a></p>`}
    ${report.message && html`<label class="check">
      <input type="checkbox" checked=${measures.hide}
        onChange=${(event) => change({ hide: event.target.checked })} />${" "}${say("reports.hide")}
    </label>`}
    ${report.player && ["mute_days", "suspend_days"].map((name) => html`<${Days} key=${name}
      label=${say(`reports.${name}`)} value=${measures[name]} onChange=${(value) => change({ [name]: value })} />`)}
    <${Judging} path=${`/v1/reports/${report.id}/ruling`} changed=${changed}
      ways=${{ uphold: upheld, dismiss: { upheld: false } }} />
  </li>`;
}

function Days({ label, value, onChange }) {
  return html`<label class="field">${label}${" "}
    <select value=${value} onChange=${(event) => onChange(event.target.value)}>
      <option value="">${say("reports.no")}</option>
      ${DAYS.map((n) => html`<option key=${n} value=${n}>${say("reports.days", { n })}</option>`)}
    </select>
  </label>`;
}

function AppealRow({ measure, changed }) {
  return html`<li class="card listed">
    <h3>${say(`measure.${measure.kind}`)} · ${measure.player}</h3>
    <p class="soft"><time dateTime=${measure.at}>${sayTime(measure.at)}</time></p>
    <blockquote>${measure.words}</blockquote>
    <blockquote>${measure.appeal}</blockquote>
    <${Judging} path=${`/v1/measures/${measure.id}/decision`} changed=${changed}
      ways=${{ lift: { lift: true }, refuse: { lift: false } }} />
  </li>`;
}

// The words of a ruling, and a button for each way to rule, with what it sends besides the words.
function Judging({ path, ways, changed }) {
  const [words, setWords] = useState("");
  const deed = useDeed();
  const sent = useRef({});
  const judge = (body) => deed.run(async () => {
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: newKey() };
    await send(path, body, { key: sent.current.key });
    notify(say("audit.ruled"));
    changed();
  });
  return html`<label class="field">${say("reports.words")}
      <textarea rows="2" maxlength=${MOST_WORDS} value=${words}
        onInput=${(event) => setWords(event.target.value)}></textarea>
    </label>
    <p>${Object.entries(ways).map(([way, body]) => html`<button key=${way} type="button"
      disabled=${deed.busy || !words.trim()}
      onClick=${() => judge({ ...body, words: words.trim() })}>${say(`reports.${way}`)}</button>${" "}`)}</p>
    <${Wrong} problem=${deed.problem} />`;
}
