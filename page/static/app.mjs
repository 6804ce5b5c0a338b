// The page: its frame and which component shows which address.

import { Problem } from "./api.mjs";
import { html, render, useEffect } from "./html.mjs";
import { Frame } from "./parts/frame.mjs";
import { MissingPage, ProblemView } from "./parts/problem.mjs";
import { watchNextKey } from "./play/next.mjs";
import { watchTurns } from "./play/turns.mjs";
import { back } from "./reaching.mjs";
import { loadRoute, Routes, useWatched } from "./router.mjs";
import { language, loadWords, say } from "./words.mjs";

// Each address has a module of its own, which is loaded when somebody first goes there.
const ROUTES = [
  [/^\/$/, () => import("./pages/home.mjs"), "HomePage"],
  [/^\/games$/, () => import("./pages/games.mjs"), "GamesPage"],
  [/^\/games\/(?<game>[0-9a-f-]{36})$/, () => import("./pages/game.mjs"), "GamePage"],
  [/^\/new$/, () => import("./pages/new.mjs"), "NewGamePage"],
  [/^\/mine$/, () => import("./pages/mine.mjs"), "MinePage"],
  [/^\/account$/, () => import("./pages/account.mjs"), "AccountPage"],
  [/^\/players\/(?<name>[^/]+)$/, () => import("./pages/player.mjs"), "PlayerPage"],
  [/^\/leaderboards$/, () => import("./pages/leaderboards.mjs"), "LeaderboardsPage"],
  [/^\/rulebooks$/, () => import("./pages/rulebooks.mjs"), "RulebooksPage"],
  [/^\/rulebooks\/(?<ruleset>[^/]+)$/, () => import("./pages/rulebooks.mjs"), "RulebookPage"],
  [/^\/disputes$/, () => import("./pages/disputes.mjs"), "DisputesPage"],
];

function Waiting() {
  return html`<p class="loading" role="status">${say("loading")}</p>`;
}

// The service is unavailable, or has files of a later release: reloading the whole page helps with both.
function NotLoaded() {
  useEffect(() => back.watch(() => location.reload()), []);
  return html`<${ProblemView} problem=${new Problem({ code: "unreachable", status: 0 })}
    retry=${() => location.reload()} />`;
}

function App() {
  const spoken = useWatched(language);
  return html`<${Frame} key=${spoken}>
    <${Routes} routes=${ROUTES} missing=${MissingPage} waiting=${Waiting} failed=${NotLoaded} />
  <//>`;
}

const root = document.getElementById("page");
try {
  await Promise.all([loadWords(), loadRoute(ROUTES)]);
  watchTurns();
  watchNextKey();
  root.textContent = "";
  render(html`<${App} />`, root);
} catch (error) {
  root.textContent =
    "Kifu cannot be reached. Load the page again in a moment. / " +
    "Kifu est injoignable. Rechargez la page dans un instant.";
  throw error;
}
