// The page: its frame and which component shows which address.

import { html, render } from "./html.mjs";
import { Frame } from "./parts/frame.mjs";
import { MissingPage } from "./parts/problem.mjs";
import { watchNextKey } from "./play/next.mjs";
import { watchTurns } from "./play/turns.mjs";
import { Routes, useWatched } from "./router.mjs";
import { language, loadWords } from "./words.mjs";
import { AccountPage } from "./pages/account.mjs";
import { DisputesPage } from "./pages/disputes.mjs";
import { GamePage } from "./pages/game.mjs";
import { GamesPage } from "./pages/games.mjs";
import { HomePage } from "./pages/home.mjs";
import { LeaderboardsPage } from "./pages/leaderboards.mjs";
import { MinePage } from "./pages/mine.mjs";
import { NewGamePage } from "./pages/new.mjs";
import { PlayerPage } from "./pages/player.mjs";
import { RulebookPage, RulebooksPage } from "./pages/rulebooks.mjs";

const ROUTES = [
  [/^\/$/, HomePage],
  [/^\/games$/, GamesPage],
  [/^\/games\/(?<game>[0-9a-f-]{36})$/, GamePage],
  [/^\/new$/, NewGamePage],
  [/^\/mine$/, MinePage],
  [/^\/account$/, AccountPage],
  [/^\/players\/(?<name>[^/]+)$/, PlayerPage],
  [/^\/leaderboards$/, LeaderboardsPage],
  [/^\/rulebooks$/, RulebooksPage],
  [/^\/rulebooks\/(?<ruleset>[^/]+)$/, RulebookPage],
  [/^\/disputes$/, DisputesPage],
];

function App() {
  const spoken = useWatched(language);
  return html`<${Frame} key=${spoken}><${Routes} routes=${ROUTES} missing=${MissingPage} /><//>`;
}

const root = document.getElementById("page");
try {
  await loadWords();
  watchTurns();
  watchNextKey();
  root.textContent = "";
  render(html`<${App} />`, root);
} catch (error) {
  root.textContent = "Kifu cannot be reached. Load the page again in a moment. / Kifu est injoignable. Rechargez la page dans un instant.";
  throw error;
}
