// Where the focus goes when somebody has answered or narrowed the answers from the desk: its buttons are disabled or
// taken away by that, and browsers drop the focus of such a button.

import { useLayoutEffect, useRef } from "../html.mjs";

// Returns what to call before that. As soon as the desk is open, the focus goes back to the button if that is still
// there, and otherwise to the question.
export function useReturn(desk, open, version) {
  const left = useRef(null);
  useLayoutEffect(() => {
    if (!open || !left.current) return;
    const { button, seen, before } = left.current;
    left.current = null;
    const moved = document.activeElement !== document.body && !desk.current.contains(document.activeElement);
    if (moved) return;
    const target = version === before && button.isConnected ? button : desk.current.querySelector("h2");
    target?.focus({ preventScroll: !seen });
  });
  return () => {
    const button = document.activeElement;
    if (!desk.current?.contains(button)) return;
    // Who clicks looks at the place already; who presses keys has to see where the focus is.
    left.current = { button, seen: button.matches(":focus-visible"), before: version };
  };
}
