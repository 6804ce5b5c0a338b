// Table talk: what was said at the table, and a field for those who have a seat at it.

import { account } from "../account.mjs";
import { newKey, send } from "../api.mjs";
import { html, useLayoutEffect, useRef, useState } from "../html.mjs";
import { Folding } from "../parts/folding.mjs";
import { useDeed, useDraft, Wrong } from "../play/controls.mjs";
import { useWatched } from "../router.mjs";
import { Report } from "./report.mjs";
import { explain, say, sayNumber, sayTime } from "../words.mjs";

const LONGEST = 500;

export function Talk({ store, playback }) {
  const messages = useWatched(store.messages);
  useWatched(store.info);
  const me = useWatched(account);
  const list = useRef(null);
  const mine = store.mine();
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [messages.length]);
  if (!messages.length && !mine.length) return null;
  return html`<${Folding} name="talk" look="talk" title=${say("replay.talk")}>
    ${messages.length ? html`<div class="talk-list" ref=${list} tabindex="0" role="log" aria-labelledby="talk-title">
      <ol>
        ${messages.map((message) => html`<${Message} key=${message.n} message=${message} playback=${playback}
          path=${me && me.name !== message.player && store.path} />`)}
      </ol>
    </div>` : html`<p class="soft">${say("replay.talk.none")}</p>`}
    ${mine.length > 0 && html`<${Speak} store=${store} mine=${mine} />`}
  <//>`;
}

// A message; with the `path` of its game, for those who may report it.
function Message({ message, playback, path }) {
  const missing = message.hidden ? "replay.talk.hidden" : "replay.talk.erased";
  return html`<li>
    <span class=${`seat-dot dot-${message.seat % 5}`} aria-hidden="true"></span>
    <strong>${message.player}</strong>
    ${message.step > 0 && html`<button class="quiet" title=${sayTime(message.time)}
      onClick=${() => playback.jump(message.step)}>${say("replay.talk.step", { n: sayNumber(message.step) })}</button>`}
    <p>${message.text || html`<i class="soft">${say(missing)}</i>`}</p>
    ${path && message.text && html`<${Report} path=${path} message=${message.n} player=${message.player} />`}
  </li>`;
}

function Speak({ store, mine }) {
  const [text, change, clear] = useDraft(`talk.${store.id}`, "");
  const [seat, setSeat] = useState(mine[0]);
  const deed = useDeed();
  const key = useRef(null);
  const speak = (event) => {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    // One key for each text, so it is not sent twice whatever happens to the answer.
    if (key.current?.text !== said) key.current = { text: said, key: newKey() };
    deed.run(async () => {
      const message = await send(`${store.path}/messages`, { text: said, seat }, { key: key.current.key });
      key.current = null;
      store.hear(message);
      clear();
    });
  };
  const names = store.names();
  return html`<form class="speak" onSubmit=${speak}>
    <input type="text" value=${text} maxlength=${LONGEST} onInput=${(event) => change(event.target.value)}
      aria-label=${say("replay.talk.say")} placeholder=${say("replay.talk.say")} />
    ${mine.length > 1 && html`<select aria-label=${say("replay.talk.as")} value=${seat}
      onChange=${(event) => setSeat(Number(event.target.value))}>
      ${mine.map((own) => html`<option value=${own} selected=${own === seat}>${explain(own + 1, names[own])}</option>`)}
    </select>`}
    <button disabled=${deed.busy || !text.trim()}>${say("replay.talk.send")}</button>
    <${Wrong} problem=${deed.problem} />
  </form>`;
}
