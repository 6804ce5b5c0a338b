// The keys of the game page, and the dialog that lists them.

import { html, useEffect, useRef } from "../html.mjs";
import { Preference } from "../parts/preferences.mjs";
import { prefers } from "../preferences.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";
import { courseOf, nextTurn } from "./course.mjs";

const TYPED = "input, textarea, select, [contenteditable], dialog";
const PRESSED = "button, a, summary, [role=button]";

function useKeys(store, playback, recap, openHelp) {
  useEffect(() => {
    const press = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.(TYPED) || (event.key.length === 1 && !prefers("shortcuts"))) return;
      const deed = find(event, store, playback, recap, openHelp);
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [store, playback]);
}

function find(event, store, playback, recap, openHelp) {
  const shown = store.shown.get();
  const last = store.last.get();
  const go = (n) => () => playback.jump(n);
  const turn = (way) => () => playback.jump(nextTurn(courseOf(store), shown, way, last));
  switch (event.key) {
    case "ArrowLeft":
      return event.shiftKey ? turn(-1) : go(shown - 1);
    case "ArrowRight":
      return event.shiftKey ? turn(1) : go(shown + 1);
    case "Home":
      return go(1);
    case "End":
      return go(last);
    case " ":
      return event.target.closest?.(PRESSED) ? null : playback.toggle;
    case "r":
      return () => recap.again();
    case "Escape":
      return recap.at.get() ? () => recap.skip() : null;
    case "b":
      return playback.goBack;
    case "?":
      return openHelp;
    default:
      return null;
  }
}

const KEYS = [
  ["← →", "replay.keys.step"],
  ["⇧ ← →", "replay.keys.turn"],
  ["Home, End", "replay.keys.ends"],
  ["␣", "replay.keys.play"],
  ["b", "replay.keys.back"],
  ["r", "replay.keys.recap"],
  ["m, 1–9", "replay.keys.moves"],
  ["n", "replay.keys.next"],
  ["↵, ← →", "replay.keys.picture"],
  ["Esc", "replay.keys.close"],
  ["?", "replay.keys.help"],
];

// The keys of a game and their list, which `help` opens.
export function Keys({ store, playback, recap, help }) {
  const open = useWatched(help);
  useKeys(store, playback, recap, () => help.set(true));
  return html`<${KeysDialog} open=${open} close=${() => help.set(false)} />`;
}

function KeysDialog({ open, close }) {
  const dialog = useRef(null);
  useEffect(() => {
    if (open && !dialog.current.open) dialog.current.showModal();
  }, [open]);
  return html`<dialog class="keys" ref=${dialog} aria-labelledby="keys-title" onClose=${close}>
    <h2 id="keys-title">${say("replay.keys")}</h2>
    <dl>${KEYS.map(([key, text]) => html`<div key=${text}><dt><kbd>${key}</kbd></dt><dd>${say(text)}</dd></div>`)}</dl>
    <${Preference} name="shortcuts" />
    <form method="dialog"><button>${say("replay.keys.done")}</button></form>
  </dialog>`;
}
