// Who looked at what a running game hides: arbiters and the operator, whose looks are kept for its players to read.

import { askAll } from "../api.mjs";
import { html, useState } from "../html.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { say, sayTime } from "../words.mjs";

const MOST = 5000;

export function Looks({ store }) {
  const [open, setOpen] = useState(false);
  return html`<details onToggle=${(event) => setOpen(event.target.open)}>
    <summary>${say("audit.looks")}</summary>
    ${open && html`<${LookList} path=${`${store.path}/looks`} />`}
  </details>`;
}

function LookList({ path }) {
  const asked = useAsked((signal) => askAll(path, MOST, { signal }), [path]);
  return html`<${Loaded} from=${asked}>
    ${(looks) =>
      (looks.length
        ? html`<ul>
          ${groupLooks(looks).map(({ player, eyes, n, first, last }) => html`<li key=${`${player}/${eyes}`}>
            ${say("audit.looked", {
              name: player ?? say("audit.operator"),
              eyes,
              n,
              first: sayTime(first),
              last: sayTime(last),
            })}
          </li>`)}
        </ul>`
        : html`<p class="soft">${say("audit.no-looks")}</p>`)}
  <//>`;
}

// One line for everybody who looked, and whose eyes they borrowed.
function groupLooks(looks) {
  const groups = new Map();
  for (const { player, eyes, at } of looks) {
    const name = `${player}/${eyes}`;
    const group = groups.get(name) ?? { player, eyes, n: 0, first: at, last: at };
    groups.set(name, {
      ...group,
      n: group.n + 1,
      first: at < group.first ? at : group.first,
      last: at > group.last ? at : group.last,
    });
  }
  return [...groups.values()];
}
