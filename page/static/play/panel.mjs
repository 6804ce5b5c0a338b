// The player's part: sit down while the game waits, move while it runs. Others read whom it waits for.

import { account } from "../account.mjs";
import { html, useEffect, useRef } from "../html.mjs";
import { Later } from "../parts/loading.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";
import { Clocks } from "./clocks.mjs";
import { Moves } from "./desk.mjs";
import { WaitingRoom } from "./waiting.mjs";
import { WaitingFor } from "./waitingfor.mjs";

export function PlayPanel({ store }) {
  const info = useWatched(store.info);
  const panel = useRef(null);
  useWatched(account);
  useFocusOnEnd(panel, info?.status);
  if (!info) return null;
  return html`<section ref=${panel} class="card play" aria-label=${say("play.panel")}>
    ${info.clocks && html`<${Clocks} store=${store} info=${info} />`}
    ${info.status === "waiting"
      ? html`<${WaitingRoom} store=${store} info=${info} />`
      : info.status === "playing"
        ? html`<${Playing} store=${store} info=${info} />`
        : html`<${Over} store=${store} info=${info} />`}
  </section>`;
}

// The last move takes the desk away, and with it the focus.
function useFocusOnEnd(panel, status) {
  const was = useRef(status);
  useEffect(() => {
    const ended = was.current === "playing" && status !== "playing";
    was.current = status;
    if (ended && document.activeElement === document.body) {
      panel.current.querySelector("h2").focus({ preventScroll: true });
    }
  }, [status]);
}

function Playing({ store, info }) {
  const mine = store.mine().filter((seat) => !(info.resigned ?? []).includes(seat));
  if (info.paused) return html`<h2>${say("play.paused")}</h2><p>${say("play.paused.help")}</p>`;
  if (mine.length) return html`<${Moves} store=${store} info=${info} mine=${mine} />`;
  return html`<h2>${say("play.watching")}</h2><${WaitingFor} store=${store} info=${info} />`;
}

function Over({ store, info }) {
  if (info.status === "cancelled") {
    return html`<h2 tabindex="-1">${say("play.cancelled")}</h2><p>${say("play.cancelled.help")}</p>`;
  }
  return html`<h2 tabindex="-1">${say("play.over")}</h2>
    <${Later} load=${() => import("./ending.mjs")} name="Ending" store=${store} info=${info} />`;
}
