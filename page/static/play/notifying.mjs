// Notifications of the browser, only when a turn comes to the player and only if nobody looks at the page.

import { go } from "../router.mjs";
import { say } from "../words.mjs";
import { readable } from "./moves.mjs";

export function mayAsk() {
  return "Notification" in globalThis && Notification.permission === "default";
}

export async function askLeave() {
  return (await Notification.requestPermission()) === "granted";
}

export function tellTurn({ game, ruleset }) {
  const allowed = "Notification" in globalThis && Notification.permission === "granted";
  if (!allowed || document.visibilityState === "visible") return;
  const title = ruleset.split("-").map(readable).join(" ");
  const notification = new Notification(say("play.turns.yours"), { body: title, tag: game });
  notification.onclick = () => {
    focus();
    go(`/games/${game}`);
    notification.close();
  };
}
