// What arbiters did about the player of this browser: hidden messages, mutes and suspensions, and how to appeal.

import { ask, newKey, send } from "../api.mjs";
import { html, useRef, useState } from "../html.mjs";
import { useAsked } from "../parts/loading.mjs";
import { say, sayTime } from "../words.mjs";
import { useDeed, Wrong } from "./controls.mjs";

const MOST_WORDS = 1000;

export function Measures({ player }) {
  const asked = useAsked((signal) => ask("/v1/me/measures", { signal }), [player.token]);
  const items = asked.answer?.items ?? [];
  if (!items.length) return null;
  return html`<section class="card" aria-labelledby="measures-title">
    <h2 id="measures-title">${say("measures")}</h2>
    <ul class="plain">
      ${items.map((measure) => html`<${Measure} key=${measure.id} measure=${measure} changed=${asked.reload} />`)}
    </ul>
  </section>`;
}

function Measure({ measure, changed }) {
  return html`<li>
    <p>
      <b>${say(`measure.${measure.kind}`)}</b> · ${say(`measure.${measure.status}`)} ·${" "}
      <time dateTime=${measure.at}>${sayTime(measure.at)}</time>
      ${measure.until && html`${" – "}<time dateTime=${measure.until}>${sayTime(measure.until)}</time>`}
    </p>
    <blockquote>${measure.words}</blockquote>
    ${measure.game && html`<p><a href=${`/games/${measure.game}`}>${say("audit.to-game")}</a></p>`}
    ${measure.appeal && html`<p>${say("measure.appealed")}</p><blockquote>${measure.appeal}</blockquote>`}
    ${measure.answer && html`<p>${say("measure.answer")}</p><blockquote>${measure.answer}</blockquote>`}
    ${!measure.appeal && measure.status !== "lifted" && html`<${Appeal} measure=${measure} changed=${changed} />`}
  </li>`;
}

function Appeal({ measure, changed }) {
  const [words, setWords] = useState("");
  const deed = useDeed();
  const key = useRef(newKey());
  const change = (event) => {
    // Another text is another request.
    key.current = newKey();
    setWords(event.target.value);
  };
  const appeal = (event) => {
    event.preventDefault();
    deed.run(async () => {
      await send(`/v1/me/measures/${measure.id}/appeal`, { words: words.trim() }, { key: key.current });
      changed();
    });
  };
  return html`<form onSubmit=${appeal}>
    <label class="field">${say("measure.why-wrong")}
      <textarea rows="2" maxlength=${MOST_WORDS} value=${words} onInput=${change}></textarea>
    </label>
    <button disabled=${deed.busy || !words.trim()}>${say("measure.appeal")}</button>
    <${Wrong} problem=${deed.problem} />
  </form>`;
}
