// A report to the arbiters about a message: a reason and a few words, in place of the button.

import { newKey, send } from "../api.mjs";
import { html, useRef, useState } from "../html.mjs";
import { useDeed, Wrong } from "../play/controls.mjs";
import { say } from "../words.mjs";

const LONGEST = 1000;
const REASONS = ["insult", "spam", "cheating", "stalling", "name", "other"];

export function Report({ path, message, player }) {
  const [state, set] = useState("quiet");
  if (state === "sent") return html`<p class="soft" role="status">${say("report.sent")}</p>`;
  if (state === "quiet") {
    return html`<button class="quiet" aria-label=${say("report.of", { player })}
      onClick=${() => set("open")}>${say("report")}</button>`;
  }
  return html`<${Form} path=${path} message=${message} player=${player} close=${set} />`;
}

function Form({ path, message, player, close }) {
  const [reason, setReason] = useState(REASONS[0]);
  const [words, setWords] = useState("");
  const deed = useDeed();
  const key = useRef(newKey());
  const report = (event) => {
    event.preventDefault();
    deed.run(async () => {
      await send(`${path}/reports`, { reason, words: words.trim(), message }, { key: key.current });
      close("sent");
    });
  };
  const change = (set) => (event) => {
    // Another text is another request.
    key.current = newKey();
    set(event.target.value);
  };
  return html`<form class="report" aria-label=${say("report.of", { player })} onSubmit=${report}>
    <label>${say("report.reason")}
      <select value=${reason} onChange=${change(setReason)}>
        ${REASONS.map((one) => html`<option value=${one} selected=${one === reason}>${say(`report.${one}`)}</option>`)}
      </select>
    </label>
    <label>${say("report.words")}
      <textarea rows="2" maxlength=${LONGEST} value=${words} onInput=${change(setWords)}></textarea>
    </label>
    <button disabled=${deed.busy || !words.trim()}>${say("report.send")}</button>
    <button type="button" class="quiet" onClick=${() => close("quiet")}>${say("report.cancel")}</button>
    <${Wrong} problem=${deed.problem} />
  </form>`;
}
