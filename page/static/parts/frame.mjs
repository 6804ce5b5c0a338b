// The frame of every page: navigation, account, language, and messages.

import { account, leave } from "../account.mjs";
import { html, useEffect, useRef } from "../html.mjs";
import { canKeep } from "../kept.mjs";
import { connection } from "../reaching.mjs";
import { place, useWatched } from "../router.mjs";
import { chooseLanguage, language, LANGUAGES, say } from "../words.mjs";
import { announce, Announcements } from "./announcing.mjs";
import { Notices } from "./notices.mjs";
import { CopyField } from "../play/controls.mjs";
import { countGames, refused, waiting } from "../play/turns.mjs";

const LINKS = [
  ["/", "frame.home"],
  ["/games", "frame.games"],
  ["/mine", "frame.mine"],
  ["/leaderboards", "frame.leaderboards"],
  ["/rulebooks", "frame.rulebooks"],
];

export function Frame({ children }) {
  const player = useWatched(account);
  useWatched(place);
  const count = countGames(useWatched(waiting).turns);
  useFocusOnMoving();
  return html`
    <a class="skip" href="#content" onClick=${focusContent}>${say("frame.skip")}</a>
    <header class="frame">
      <nav aria-label=${say("frame.pages")}>
        ${LINKS.map(([address, key]) => html`<a href=${address}
          aria-current=${location.pathname === address ? "page" : undefined}>
          ${address === "/mine" && count ? say("play.mine.count", { page: say(key), n: count }) : say(key)}
        </a>`)}
      </nav>
      <div class="frame-end">
        <select aria-label=${say("frame.language")} value=${language.get()}
          onChange=${(event) => chooseLanguage(event.target.value)}>
          ${Object.entries(LANGUAGES).map(([code, name]) => html`<option value=${code}
            selected=${code === language.get()} lang=${code}>${name}</option>`)}
        </select>
        <a href="/account">${player ? player.name : say("frame.account")}</a>
      </div>
    </header>
    <${Connection} />
    <${RefusedToken} />
    <${UnkeptAccount} player=${player} />
    <${Notices} />
    <${Announcements} />
    <main id="content" tabindex="-1">${children}</main>
    <footer class="frame">
      <a href="/disputes">${say("frame.disputes")}</a> <a href="/docs">${say("frame.api")}</a>
    </footer>
  `;
}

// The one place that says that nothing arrives and the page may be out of date.
function Connection() {
  const state = useWatched(connection);
  return html`<p class="connection" role="status">${state !== "well" && say(`frame.connection.${state}`)}</p>`;
}

// With a token that is not valid nothing can be read, so this is said on every page.
function RefusedToken() {
  if (!useWatched(refused)) return null;
  return html`<section class="problem" role="alert">
    <p>${say("play.refused")} <button onClick=${leave}>${say("play.refused.forget")}</button></p>
  </section>`;
}

// If the browser stores nothing, a guest would be lost with the page.
function UnkeptAccount({ player }) {
  if (!player || canKeep()) return null;
  return html`<section class="problem" role="alert">
    <p>${say("frame.unkept", { name: player.name })}</p>
    <${CopyField} label=${say("frame.unkept.token")} value=${player.token} />
  </section>`;
}

// A link leads to the beginning of its page, as if the page had been loaded.
function useFocusOnMoving() {
  const was = useRef(location.pathname);
  useEffect(() => {
    if (was.current !== location.pathname) document.getElementById("content").focus({ preventScroll: true });
    was.current = location.pathname;
  }, [location.pathname]);
}

function focusContent(event) {
  event.preventDefault();
  document.getElementById("content").focus();
}

// The title of the page; the games that wait for the player are counted in front of it.
export function useTitle(title) {
  const count = countGames(useWatched(waiting).turns);
  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ""}${title ? `${title} · Kifu` : "Kifu"}`;
  }, [title, count]);
  useEffect(() => announce(title), [title]);
}
