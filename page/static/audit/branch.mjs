// Play on from the shown step in a game of its own.

import { account } from "../account.mjs";
import { keepLink, newKey, send } from "../api.mjs";
import { html, useRef, useState } from "../html.mjs";
import { ProblemView } from "../parts/problem.mjs";
import { go, useWatched } from "../router.mjs";
import { say } from "../words.mjs";

export function BranchPart({ store, info, n }) {
  const player = useWatched(account);
  const [listed, setListed] = useState(false);
  const listable = !info.unlisted && info.status !== "playing";
  const [state, set] = useState({});
  const key = useRef(newKey());
  if (!player) {
    return html`<p>${say("audit.branch-words", { n })}</p>
      <p>${say("audit.sign-in")} <a href="/account">${say("frame.account")}</a></p>`;
  }
  const branch = async () => {
    set({ sending: true });
    try {
      const opened = await send(
        `${store.path}/branches`,
        { at: n, unlisted: !listed },
        { key: `${key.current}-${n}-${listed}` },
      );
      if (opened.link) keepLink(opened.id, opened.link);
      go(`/games/${opened.id}`);
    } catch (problem) {
      set({ problem });
    }
  };
  return html`<p>${say("audit.branch-words", { n })}</p>
    ${listable
      ? html`<p>
        <label>
          <input type="checkbox" checked=${listed} onChange=${(event) => setListed(event.target.checked)} />${" "}
          ${say("audit.branch-listed")}
        </label>
      </p>`
      : html`<p class="soft">${say("audit.branch-unlisted")}</p>`}
    <p><button class="primary" disabled=${state.sending} onClick=${branch}>${say("audit.branch", { n })}</button></p>
    ${state.problem && html`<${ProblemView} problem=${state.problem} />`}`;
}
