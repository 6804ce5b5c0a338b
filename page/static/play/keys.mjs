// Keys of the moves: m goes to them, 1 to 9 play the first nine, Escape goes back to the list.

import { useEffect } from "../html.mjs";
import { prefers } from "../preferences.mjs";

// Whether a key is meant for the focused element and not for the page. Keys of one character can be switched off: voice
// users would press them with every word.
export function isTyping(event) {
  return (event.key.length === 1 && !prefers("shortcuts")) ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName ?? "") ||
    event.target.isContentEditable;
}

export function useDeskKeys(desk) {
  useEffect(() => {
    const onKey = (event) => {
      if (isTyping(event) || !desk.current) return;
      const buttons = [...desk.current.querySelectorAll("button.move:not(:disabled)")];
      if (event.key === "m") {
        const target = buttons[0] ?? desk.current.querySelector("h2");
        target?.scrollIntoView({ block: "nearest" });
        target?.focus();
      } else if (/^[1-9]$/.test(event.key)) buttons[Number(event.key) - 1]?.click();
      else if (event.key === "Escape") desk.current.querySelector("button.back, .tray p button")?.click();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
