"""Takes docs/pages/*.jpg, the pictures of the page in the documents: `make pictures`.

It starts a service of its own with its bots and demo games, plays a few moves, and looks at each page on a phone and on
a large screen, in both colour schemes.
"""

import json
import shutil
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

HOUSE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOUSE))

from tests.page.browser import chromium  # noqa: E402 - found only now
from tests.page.games import call, finished_games, register  # noqa: E402 - found only now
from tests.support.services import running_service  # noqa: E402 - found only now

FOLDER = HOUSE / "docs" / "pages"
SIZES = {"large": (1600, "light"), "small": (360, "dark")}
QUALITY = 72
HEIGHT = 1200
MOVES = 9
RATED = 12
"""How many games are played for the leaderboards."""

Action = Callable[[Page], None]
Player = tuple[str, str]
"""A name and a token."""


def wait_for_bots(base: str) -> None:
    """Wait until the bots listen."""
    while not call(base, "/v1/bots")["items"]:
        time.sleep(0.2)


def open_game(base: str, token: str, ruleset: str, seats: int) -> str:
    """Open a game against bots, and play some moves in it."""
    bots = [{"seat": seat, "player": "Greedy bot"} for seat in range(1, seats)]
    game: str = call(base, "/v1/games", {"ruleset": ruleset, "seats": seats, "reserved": bots}, token)["id"]
    call(base, f"/v1/games/{game}/seats", {"seat": 0}, token)
    played = 0
    while played < MOVES:
        answer = call(base, f"/v1/games/{game}/legal-moves?seat=0", token=token)
        choices = [choice for choice in answer["choices"] if choice.get("moves")]
        if not choices:
            time.sleep(0.1)
            continue
        moves = choices[0]["moves"]
        call(base, f"/v1/games/{game}/moves", {"seat": 0, "move": moves[len(moves) // 2]["move"]}, token)
        played += 1
    while 0 not in call(base, f"/v1/games/{game}")["to_move"]:
        time.sleep(0.1)
    return game


def appoint(base: str, name: str, operator: str) -> None:
    """Appoint an arbiter."""
    asked = urllib.request.Request(
        f"{base}/v1/arbiters/{name}", headers={"Authorization": f"Bearer {operator}"}, method="PUT"
    )
    urllib.request.urlopen(asked).close()


def look(browser: Browser, base: str, name: str, address: str, player: Player | None, before: Action) -> None:
    """Take a page in both sizes."""
    for size, (width, scheme) in SIZES.items():
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHT},
            color_scheme=scheme,  # type: ignore[arg-type]
            locale="en-GB",
            reduced_motion="reduce",
        )
        if player is not None:
            account = json.dumps({"name": player[0], "token": player[1], "guest": False})
            context.add_init_script(f"localStorage.setItem('kifu.account', {json.dumps(account)})")
        page = context.new_page()
        page.goto(base + address)
        page.wait_for_selector("main :is(h1, h2)")
        page.wait_for_timeout(2500)
        before(page)
        file = FOLDER / f"{name}-{size}.jpg"
        page.screenshot(path=file, type="jpeg", quality=QUALITY)
        print(f"{file.relative_to(HOUSE)}: {file.stat().st_size // 1024} KiB")
        context.close()


def nothing(_page: Page) -> None:
    """Take the page as it is."""


def press(*names: str) -> Action:
    """Press buttons or follow links, one after the other, and show the result."""

    def act(page: Page) -> None:
        for name in names:
            page.get_by_role("button", name=name).or_(page.get_by_role("link", name=name)).first.click()
            page.wait_for_timeout(2500)
        page.wait_for_timeout(4000)
        pressed = page.get_by_role("button", name=names[-1])
        if pressed.count():
            pressed.first.evaluate("element => element.scrollIntoView({ block: 'start' })")
            page.wait_for_timeout(500)

    return act


def play_rated_games(base: str, players: Sequence[Player], random: Random) -> None:
    """Let players play games of Micro Dojo against each other, so that there are ratings."""
    for number in range(RATED):
        pair = [players[number % len(players)], players[(number + 1 + number // len(players)) % len(players)]]
        game = call(base, "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, pair[0][1])["id"]
        for seat, (_, token) in enumerate(pair):
            call(base, f"/v1/games/{game}/seats", {"seat": seat}, token)
        asked = call(base, f"/v1/games/{game}")["to_move"]
        while asked:
            seat, token = asked[0], pair[asked[0]][1]
            moves = call(base, f"/v1/games/{game}/legal-moves?seat={seat}", token=token)["choices"][0]["moves"]
            sent = {"seat": seat, "move": random.choice(moves)["move"]}
            asked = call(base, f"/v1/games/{game}/moves", sent, token)["to_move"]


def main() -> None:
    """Take all pictures."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, chromium(playwright) as browser:
        data = Path(folder)
        with running_service(data, KIFU_WORKERS="2", KIFU_DEMO="1", KIFU_BOTS="1") as base:
            demo = finished_games(base)
            wait_for_bots(base)
            ada: Player = ("Ada", register(base, "Ada"))
            cy: Player = ("Cy", register(base, "Cy"))
            appoint(base, "Cy", (data / "operator.token").read_text().strip())
            players = [ada, cy, *((name, register(base, name)) for name in ("Bo", "Dora", "Emil"))]
            play_rated_games(base, players, Random(1))
            micro = open_game(base, ada[1], "micro-dojo", 2)
            daimyo = open_game(base, ada[1], "daimyo", 3)
            claim = {"seat": 0, "step": 3, "clause": "micro-dojo.move.orthogonal", "claim": "That is not a neighbour."}
            call(base, f"/v1/games/{micro}/disputes", claim, ada[1])
            pages: list[tuple[str, str, Player | None, Action]] = [
                ("home", "/", None, nothing),
                ("play-micro-dojo", f"/games/{micro}", ada, nothing),
                ("play-daimyo", f"/games/{daimyo}", ada, nothing),
                ("replay-daimyo", f"/games/{demo['daimyo']}#200", None, nothing),
                ("replay-yedo", f"/games/{demo['yedo']}#150", None, nothing),
                (
                    "verify",
                    f"/games/{demo['micro-dojo']}#60",
                    None,
                    press("Audit", "Verify this game", "Verify in this browser"),
                ),
                ("games", "/games", None, nothing),
                ("new", "/new?ruleset=daimyo", ada, nothing),
                ("mine", "/mine", ada, nothing),
                ("account", "/account", ada, nothing),
                ("player", "/players/Ada", None, nothing),
                ("leaderboards", "/leaderboards", None, nothing),
                ("rulebook", "/rulebooks/daimyo", None, nothing),
                ("disputes", "/disputes", cy, press("Micro Dojo, about step 3")),
            ]
            for name, address, player, before in pages:
                look(browser, base, name, address, player, before)


if __name__ == "__main__":
    main()
