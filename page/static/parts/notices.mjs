// Short messages about what just happened, announced to screen readers too.

import { html } from "../html.mjs";
import { observable } from "../kept.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";

const notices = observable([]);
let count = 0;

export function notify(text, { lasting = false } = {}) {
  const notice = { id: (count += 1), text };
  notices.set([...notices.get(), notice]);
  if (!lasting) setTimeout(() => dismiss(notice.id), 6000);
}

function dismiss(id) {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

export function Notices() {
  const shown = useWatched(notices);
  return html`<div class="notices" role="status" aria-live="polite">
    ${shown.map((notice) => html`<p key=${notice.id}>
      ${notice.text}${" "}
      <button class="quiet" aria-label=${say("notices.dismiss")} onClick=${() => dismiss(notice.id)}>✕</button>
    </p>`)}
  </div>`;
}
