// Where the focus goes when somebody has answered from the desk: its buttons are disabled meanwhile, and browsers drop
// the focus of a disabled button.

import { useEffect, useRef } from "../html.mjs";

// Returns what to call before an answer is sent or asked about. As soon as the desk is open, the focus goes to the next
// question or, if it is the same one, back to the button.
export function useReturn(desk, open, version) {
  const left = useRef(null);
  useEffect(() => {
    if (!open || !left.current) return;
    const { button, seen, before } = left.current;
    left.current = null;
    const moved = document.activeElement !== document.body && !desk.current.contains(document.activeElement);
    if (moved) return;
    const target = version === before && button.isConnected ? button : desk.current.querySelector("h2");
    target?.focus({ preventScroll: !seen });
  }, [open, version]);
  return () => {
    const button = document.activeElement;
    if (!desk.current?.contains(button)) return;
    // Who clicks looks at the place already; who presses keys has to see where the focus is.
    left.current = { button, seen: button.matches(":focus-visible"), before: version };
  };
}
