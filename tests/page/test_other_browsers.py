"""The main paths of the page in Firefox and in WebKit, the engine of Safari; skipped where one is not installed."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from page.site import read_site
from tests.page.drivers import FIREFOX, WAIT_SECONDS, WEBKIT_DRIVER, XVFB, Window, find_mini_browser, firefox, webkit
from tests.page.games import call, finished_games

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.timeout(600)]

BROWSERS = {
    "firefox": (firefox, FIREFOX is not None, "firefox-esr"),
    "webkit": (webkit, None not in (WEBKIT_DRIVER, XVFB, find_mini_browser()), "webkit2gtk-driver and xvfb"),
}
TAB, RIGHT = "\ue004", "\ue014"
LIT = ".picture .lit"
DRAWN = """return document.querySelector('.game-at')?.innerText === arguments[0]
    && document.querySelector('.picture:not([aria-busy])')"""
MOVES = "return document.querySelector('button.move:not(:disabled)')"
HIDE = """const rule = `${arguments[0]} { visibility: hidden !important; }`;
document.styleSheets[0].insertRule(rule, 0);
return true;"""
SHOW = "document.styleSheets[0].deleteRule(0); return true;"
STILL = ".game-aside, .words, .game-head, .drawn, header.frame"
"""What is left out of pictures of the window, since it may change by itself."""


@pytest.fixture(params=list(BROWSERS))
def name(request: pytest.FixtureRequest) -> str:
    """The name of a browser that is installed."""
    found: str = request.param
    _, there, package = BROWSERS[found]
    if not there:
        pytest.skip(f"{found} is not installed; `apt-get install {package}` does it.")
    return found


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder for a browser's files, even those that it writes while it ends."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        yield Path(made)


@pytest.fixture
def window(name: str, folder: Path) -> Iterator[Window]:
    """A window of each of the browsers."""
    start, _, _ = BROWSERS[name]
    with start(folder) as opened:
        yield opened


def press_button(window: Window, name: str) -> None:
    """Click the button with this name, as soon as it can be clicked."""
    find = """const named = (one) => one.getAttribute("aria-label") === arguments[0] || one.innerText === arguments[0];
    const place = [...document.querySelectorAll("button")].findIndex((one) => named(one) && !one.disabled);
    return place < 0 ? null : place + 1;"""
    place = window.wait(find, name)
    assert isinstance(place, int)
    window.click("button", place - 1)


def play_as_guest(window: Window, site: str) -> None:
    """Play a game of Micro Dojo against a bot from the front page, until it is the guest's turn."""
    window.go(f"{site}/")
    # Pictures that arrive move the buttons; after a miss, click again.
    while window.read("return location.pathname") == "/":
        press_button(window, "Play a bot: Micro Dojo")
        with suppress(AssertionError):
            window.wait("return location.pathname !== '/'", seconds=5)
    window.wait(MOVES)
    window.wait("return document.querySelectorAll(arguments[0]).length > 0", LIT)


def step_of(window: Window) -> int:
    """The step that is shown."""
    words = window.wait("return document.querySelector('.game-at')?.innerText.match(/\\d+/)?.[0]")
    return int(str(words))


def is_painted(window: Window, selector: str) -> bool:
    """Return whether an element of a picture is visible: the window looks different without it."""
    window.read("document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' }); return true;", selector)
    window.read(HIDE, STILL)
    deadline = time.monotonic() + WAIT_SECONDS
    with_it = window.picture()
    while (again := window.picture()) != with_it:
        assert time.monotonic() < deadline, "the window never rests"
        with_it = again
    window.read(HIDE, selector)
    # A busy machine may draw the change after a picture is taken.
    while not (differs := window.picture() != with_it) and time.monotonic() < deadline:
        pass
    window.read(SHOW)
    window.read(SHOW)
    return differs


def test_a_guest_sees_what_is_legal_picked_and_focused_and_moves_by_the_picture(window: Window, site: str) -> None:
    play_as_guest(window, site)
    assert is_painted(window, ".picture .halo")
    window.click(LIT)
    window.wait("return document.querySelector('.picture .picked .tick, .picture .picked ~ .tick')")
    assert is_painted(window, ".picture .tick")
    window.read("document.querySelector('svg.panel').focus(); return true")
    window.press(TAB)
    window.wait("return document.querySelector('.focus-ring:not([width=\"0\"])')")
    assert is_painted(window, ".picture .focus-ring")

    before = step_of(window)
    window.click(f"{LIT}:not(.picked)")
    window.wait("return Number(document.querySelector('.game-at').innerText.match(/\\d+/)[0]) > arguments[0]", before)


def test_a_reload_soon_after_a_move_shows_the_move(window: Window, site: str) -> None:
    play_as_guest(window, site)
    before = step_of(window)
    window.click("button.move:not(:disabled)")
    window.wait("return Number(document.querySelector('.game-at').innerText.match(/\\d+/)[0]) > arguments[0]", before)
    window.reload()
    window.wait("return document.querySelector('.game-at')")
    assert step_of(window) > before
    window.wait("return document.querySelector('.move:not(:disabled)') || document.querySelector('.play h2')")


def test_a_game_is_replayed_with_motion_and_verified(window: Window, site: str) -> None:
    game = finished_games(site)["yedo"]
    last = call(site, f"/v1/games/{game}")["step"]
    window.go(f"{site}/games/{game}#{last}")
    # The log is made when it comes near the screen.
    window.wait("return document.querySelector('.log')")
    window.read("document.querySelector('.log').scrollIntoView()")
    window.wait("return document.querySelectorAll('.turn').length > 5")
    # Nothing moves before its module has arrived, nor to a step whose drawing has not.
    window.wait("return import(arguments[0]).then(() => true)", f"/static/{read_site().digest}/game/stage.mjs")
    for step in (31, 30, 29, 28):
        window.go(f"{site}/games/{game}#{step}")
        window.wait(DRAWN, f"Step {step} of {last}")
    window.read(
        """const stage = document.querySelector(".stage");
        new MutationObserver(() => stage.setAttribute("data-copies", "some")).observe(stage, { childList: true });
        return true;"""
    )
    for step in (29, 30, 31):
        window.press(RIGHT)
        window.wait(DRAWN, f"Step {step} of {last}")
    window.wait("return document.querySelector('.stage[data-copies]')")
    window.wait("return document.querySelector('.stage').childElementCount === 0")
    press_button(window, "Audit")
    press_button(window, "Verify this game")
    press_button(window, "Verify in this browser")
    window.wait("return /\\d+ checks hold/.test(document.querySelector('#audit-part').innerText)")


def test_a_browser_that_keeps_nothing_says_so_and_has_the_guest_after_a_reload(
    name: str, folder: Path, site: str
) -> None:
    start, _, _ = BROWSERS[name]
    with start(folder, keeps=False) as window:
        play_as_guest(window, site)
        token = window.wait("return document.querySelector('[role=alert] input')?.value")
        window.reload()
        window.wait(MOVES)
        assert window.wait("return document.querySelector('[role=alert] input')?.value") == token
