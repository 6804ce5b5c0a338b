"""Connections that fall silent without closing, as after a laptop slept: the page sees it and connects again."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import Visitor
from tests.page.games import call
from tests.page.test_play import OPEN_MOVES, play_elsewhere, sit_alone
from tests.support.proxies import Proxy, proxy_before

pytestmark = pytest.mark.long

SLEEP = 60_000
"""Milliseconds that the clock of the browser jumps: longer than any time limit of the page."""
SOON = 2_000
"""Milliseconds, shorter than any limit: pauses between attempts pass, and messages under way arrive."""
LOST = "Connection lost, reconnecting"


@pytest.fixture
def proxy(site: str) -> Iterator[Proxy]:
    with proxy_before(site) as started:
        yield started


@pytest.fixture
def visitor(browser: Browser, proxy: Proxy) -> Iterator[Visitor]:
    """A visitor who reaches the service through the proxy, with a clock that a test can advance."""
    opened = Visitor(browser, proxy.address)
    opened.context.clock.install()
    yield opened
    opened.close()


def pass_time(page: Page, jump: int, holds: Callable[[], bool]) -> None:
    """Advance the browser's clock by this many milliseconds, twice a second, until a condition holds."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, page.locator("body").inner_text()
        page.clock.fast_forward(jump)
        page.wait_for_timeout(500)


def test_a_stream_that_fell_silent_is_opened_again(visitor: Visitor, proxy: Proxy, site: str) -> None:
    name = f"Silent {time.time_ns() % 10**9}"
    game, token, page = sit_alone(visitor, name)
    proxy.silence_open_connections()
    play_elsewhere(site, game, token)
    page.clock.fast_forward(SLEEP)
    expect(page.locator("main")).to_contain_text("Step 2 of 2")
    expect(page.locator(OPEN_MOVES).first).to_be_visible()
    expect(page.get_by_text(LOST)).to_have_count(0)


def test_turns_are_counted_again_after_their_stream_fell_silent(visitor: Visitor, proxy: Proxy, site: str) -> None:
    name = f"Quiet {time.time_ns() % 10**9}"
    _, token, page = sit_alone(visitor, name)
    page.get_by_role("link", name="Rulebooks").click()
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    proxy.silence_open_connections()
    other = call(site, "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, token)["id"]
    for seat in (0, 1):
        call(site, f"/v1/games/{other}/seats", {"seat": seat}, token)
    page.clock.fast_forward(SLEEP)
    expect(page).to_have_title(re.compile(r"^\(2\)"))


def test_a_move_without_an_answer_is_said_and_made_once(visitor: Visitor, proxy: Proxy, site: str) -> None:
    name = f"Hanging {time.time_ns() % 10**9}"
    game, token, page = sit_alone(visitor, name)
    proxy.silence()
    page.locator(OPEN_MOVES).first.click()
    page.clock.fast_forward(5_000)
    expect(page.get_by_text("The service has not answered yet; waiting …")).to_be_visible()
    pass_time(page, SLEEP, lambda: page.get_by_role("alert").count() > 0)
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    assert page.get_by_text("The service cannot be reached").count() == 1
    expect(page.get_by_text(LOST)).to_be_visible()
    proxy.pass_again()
    pass_time(page, SOON, lambda: page.get_by_role("alert").count() + page.get_by_text(LOST).count() == 0)
    expect(page.locator("main")).to_contain_text("Step 2 of 2")
    expect(page.locator(OPEN_MOVES).first).to_be_visible()
    assert call(site, f"/v1/games/{game}", token=token)["step"] == 2


def test_a_page_that_could_not_be_read_is_read_when_the_service_is_back(visitor: Visitor, proxy: Proxy) -> None:
    page = visitor.open("/rulebooks")
    page.get_by_role("link", name="Micro Dojo").wait_for()
    proxy.silence()
    page.get_by_role("link", name="Micro Dojo").click()
    pass_time(page, SLEEP, lambda: page.get_by_text("The service cannot be reached").count() > 0)
    proxy.pass_again()
    pass_time(page, SOON, lambda: page.get_by_text("The service cannot be reached").count() == 0)
    expect(page.get_by_role("heading", name="Micro Dojo")).to_be_visible()


def test_a_part_of_the_page_that_hangs_is_loaded_when_the_service_is_back(visitor: Visitor, proxy: Proxy) -> None:
    page = visitor.open("/rulebooks")
    proxy.silence()
    page.get_by_role("link", name="Leaderboards").click()
    pass_time(page, SLEEP, lambda: page.get_by_text("The service cannot be reached").count() > 0)
    proxy.pass_again()
    pass_time(page, SOON, lambda: page.get_by_role("heading", name="Leaderboards").count() > 0)
