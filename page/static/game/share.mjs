// What people can share of a step: its link, its words, and the file of the whole game.

import { ask } from "../api.mjs";
import { html, useRef, useState } from "../html.mjs";
import { describe } from "../parts/problem.mjs";
import { notify } from "../parts/notices.mjs";
import { save } from "../parts/saving.mjs";
import { say } from "../words.mjs";

export function ShareMenu({ store, speed }) {
  const menu = useRef(null);
  const [busy, setBusy] = useState(false);
  const done = () => { menu.current.open = false; };
  const copy = async (text, told) => {
    done();
    try {
      await navigator.clipboard.writeText(text);
      notify(told);
    } catch {
      notify(text, { lasting: true });
    }
  };
  const download = async () => {
    done();
    setBusy(true);
    try {
      const file = await ask(`${store.path}/archive${store.query()}`, { accept: "application/x-ndjson", whole: true });
      save(file, `${store.id}.kifu`);
    } catch (problem) {
      notify(describe(problem));
    }
    setBusy(false);
  };
  const escape = (event) => {
    if (event.key !== "Escape" || !menu.current.open) return;
    done();
    menu.current.querySelector("summary").focus();
  };
  return html`<details class="menu" ref=${menu} onKeyDown=${escape}>
    <summary>${say("replay.share")}</summary>
    <div class="menu-items">
      ${speed}
      <button onClick=${() => copy(linkTo(store), say("replay.share.link.done", { n: store.shown.get() }))}>
        ${say("replay.share.link")}
      </button>
      <button onClick=${() => copy(writeText(store), say("replay.share.text.done"))}>
        ${say("replay.share.text")}
      </button>
      <button disabled=${busy} onClick=${download}>${say("replay.share.file")}</button>
      ${!store.info.get().unlisted && html`<a href=${`${store.path}/states/${store.shown.get()}.svg`} target="_blank"
        rel="noopener">${say("replay.share.picture")}</a>`}
    </div>
  </details>`;
}

const linkTo = (store) => `${location.origin}/games/${store.id}#${store.shown.get()}`;

// The step for a chat: what it is, what happened, and what is on the table.
function writeText(store) {
  const n = store.shown.get();
  const drawing = store.drawing(n);
  return [
    drawing?.title,
    `${say("replay.at", { n, last: store.last.get() })} ${store.step(n)?.words ?? ""}`,
    drawing?.description,
    linkTo(store),
  ]
    .filter(Boolean)
    .join("\n");
}
