// The end of a game: who won, the points by source, the effect on ratings, and the rematch.

import { account } from "../account.mjs";
import { ask, send } from "../api.mjs";
import { Mark } from "../audit/lists.mjs";
import { html, useEffect, useState } from "../html.mjs";
import { useAsked, Loaded } from "../parts/loading.mjs";
import { go, useWatched } from "../router.mjs";
import { say, sayNumber } from "../words.mjs";
import { useDeed, Wrong } from "./controls.mjs";
import { keepSecrets } from "./inviting.mjs";
import { waiting } from "./turns.mjs";

const SOON = 1_500;
const FILLING = 4_000; // Nobody else is told who sits down at a rematch.
const SHOWN = 6; // The most sources shown at once; all others together are one more.

export function Ending({ store, info }) {
  useWatched(waiting); // Somebody may have asked for a rematch.
  const asked = useAsked((signal) => ask(`${store.path}/ending`, { signal }), [store.path, waiting.get()]);
  // Lists and ratings lag a moment behind the end.
  useEffect(() => {
    const { counted, rematch } = asked.answer ?? {};
    const pause = counted === null ? SOON : rematch?.status === "waiting" ? FILLING : null;
    if (asked.loading || pause === null) return undefined;
    const timer = setTimeout(asked.reload, pause);
    return () => clearTimeout(timer);
  }, [asked.answer, asked.loading]);
  return html`<${Loaded} from=${asked}>${(ending) => html`
    <${Winners} ending=${ending} names=${store.names()} />
    <${Meaning} ending=${ending} />
    ${ending.goals.length > 0 && html`<${Goals} goals=${ending.goals} />`}
    ${ending.sources.length > 0 && html`<${Sources} ending=${ending} names=${store.names()} ruleset=${info.ruleset} />`}
    <${Rematch} store=${store} info=${info} rematch=${ending.rematch} reload=${asked.reload} />
  `}<//>`;
}

function Winners({ ending, names }) {
  return html`<ol class="ranks">
    ${ending.seats.map((seat) => html`<li key=${seat.seat} value=${seat.rank} class=${seat.rank === 1 ? "won" : ""}>
      <span class="who">
        <${Mark} seat=${seat.seat} />${" "}
        <strong>${names[seat.seat] ?? seat.side}</strong>${seat.bot ? ` (${say("play.bot")})` : ""}
      </span>
      <span class="number">${say("people.points", { n: seat.points })}</span>
      ${seat.rating && html`<span class="soft rating">${sayMove(seat.rating)}</span>`}
    </li>`)}
  </ol>`;
}

const decimal = (number) => sayNumber(number, { maximumFractionDigits: 1, minimumFractionDigits: 1 });

function sayMove({ before, after }) {
  const change = sayNumber(after - before, {
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
    signDisplay: "always",
  });
  return say("play.over.rating", { after: decimal(after), change });
}

function Meaning({ ending }) {
  if (ending.counted === null) return html`<p class="soft">${say("play.over.not-known")}</p>`;
  if (ending.counted) return null;
  return html`<p class="uncounted">${say("play.over.not-counted", { why: say(`people.why.${ending.why}`) })}</p>`;
}

function Goals({ goals }) {
  return html`<ul class="goals">
    ${goals.map((goal) => html`<li key=${goal.what} class=${goal.reached >= goal.target ? "met" : "missed"}>
      ${say(goal.reached >= goal.target ? "play.over.met" : "play.over.missed", goal)}
    </li>`)}
  </ul>`;
}

// The picture shows the table as bars: a row for each source, and in it a bar for each seat in its colour.
function Sources({ ending, names, ruleset }) {
  const [all, show] = useState(false);
  const { seats, sources } = ending;
  const most = Math.max(1, ...sources.flatMap(({ points }) => points.map(Math.abs)));
  const shown = all || sources.length <= SHOWN + 1 ? sources : sources.slice(0, SHOWN);
  const others = sources.slice(shown.length);
  const rest = seats.map((_, place) => others.reduce((sum, { points }) => sum + points[place], 0));
  return html`<table class="sources">
      <caption>${say("play.over.sources")}</caption>
      <thead><tr>
        <th scope="col">${say("play.over.source")}</th>
        ${seats.map((seat) => html`<th key=${seat.seat} scope="col" class="number" title=${names[seat.seat]}>
          <${Mark} seat=${seat.seat} /><span class="unseen">${names[seat.seat]}</span>
        </th>`)}
      </tr></thead>
      <tbody>
        ${shown.map((source) => html`<tr key=${source.name}>
          <th scope="row"><a href=${`/rulebooks/${ruleset}#${source.clauses[0]}`}>${capital(source.name)}</a></th>
          ${source.points.map((points, place) => html`<${Bar} key=${place} points=${points} most=${most}
            seat=${seats[place].seat} />`)}
        </tr>`)}
        ${others.length > 0 && html`<tr>
          <th scope="row">${say("play.over.others", { n: others.length })}</th>
          ${rest.map((points, place) => html`<td key=${place} class="number">${sayNumber(points)}</td>`)}
        </tr>`}
      </tbody>
      <tfoot><tr>
        <th scope="row">${say("play.over.total")}</th>
        ${seats.map((seat) => html`<td key=${seat.seat} class="number">${sayNumber(seat.points)}</td>`)}
      </tr></tfoot>
    </table>
    ${sources.length > SHOWN + 1 && html`<p>
      <button class="quiet" aria-expanded=${all} onClick=${() => show(!all)}>
        ${say(all ? "play.over.fewer" : "play.over.all", { n: sources.length })}
      </button>
    </p>`}`;
}

function Bar({ points, most, seat }) {
  return html`<td class="number">${points === 0 ? html`<span class="soft">–</span>` : sayNumber(points)}
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class=${`seat-${seat}`} width=${(100 * Math.abs(points)) / most} height="6" />
    </svg>
  </td>`;
}

const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

// One click: the rematch is opened, or found where somebody else was faster, and the seat that is kept there is taken.
function Rematch({ store, info, rematch, reload }) {
  const player = useWatched(account);
  const deed = useDeed();
  const played = player && info.seats.some((seat) => seat.player === player.name);
  const opener = html`<a href=${`/new?ruleset=${info.ruleset}`}>${say("play.over.again")}</a>`;
  if (!played) {
    return html`<p>${rematch && html`<${GoThere} rematch=${rematch} />`} ${opener}</p>`;
  }
  const open = () => deed.run(async () => {
    const game = await send(`${store.path}/rematch`, {});
    if (game.link) keepSecrets(game.id, game);
    const own = game.seats.filter((seat) => seat.reserved_for === player.name && !seat.player);
    for (const { seat } of game.status === "waiting" ? own : []) {
      await send(`/v1/games/${game.id}/seats`, { seat });
    }
    reload();
    go(`/games/${game.id}`);
  });
  const alone = info.seats.every((seat) => seat.player === player.name);
  const inside = rematch && (rematch.status !== "waiting" || rematch.seated.includes(player.name));
  return html`<div class="rematch">
    ${rematch && html`<p role="status">${sayAsked(rematch, player.name)}</p>`}
    <p>
      ${inside
        ? html`<${GoThere} rematch=${rematch} />`
        : html`<button class="primary" disabled=${deed.busy} onClick=${open}>
          ${say(alone ? "play.rematch.alone" : "play.rematch")}
        </button>`}${" "}
      ${opener}
    </p>
    ${!rematch && !alone && html`<p class="soft">${say("play.rematch.help")}</p>`}
    <${Wrong} problem=${deed.problem} />
  </div>`;
}

function sayAsked({ seated, status }, name) {
  if (status !== "waiting") return say("play.rematch.began");
  const others = seated.filter((each) => each !== name);
  if (others.length) return say("play.rematch.asked", { n: others.length, names: others.join(", ") });
  return say(seated.length ? "play.rematch.yours" : "play.rematch.open");
}

const GoThere = ({ rematch }) =>
  html`<a class="button" href=${`/games/${rematch.game}`}>${say("play.rematch.go")}</a>`;
