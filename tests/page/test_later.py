"""What is not on the screen is neither requested nor drawn before somebody goes there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visits
from tests.page.games import call, finished_games
from tests.page.test_replay import at

pytestmark = [pytest.mark.slow, pytest.mark.long]


def test_the_finished_game_of_the_front_page_is_requested_when_somebody_scrolls_to_it(visit: Visits) -> None:
    visitor = visit(width=360)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    finished_games(visitor.base)
    page = visitor.open("/")
    heading = page.get_by_role("heading", name="A finished game of")
    heading.wait_for()
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "/drawings" in url] == []
    heading.scroll_into_view_if_needed()
    page.get_by_role("slider").wait_for()
    expect(page.locator(".picture svg.panel [data-key]").first).to_be_visible()


def test_a_part_that_a_phone_does_not_show_is_drawn_once_it_is_shown(visit: Visits) -> None:
    visitor = visit(width=360)
    game = finished_games(visitor.base)["yedo"]
    last = call(visitor.base, f"/v1/games/{game}")["step"]
    page = visitor.open(f"/games/{game}")
    at(page, last, last)
    others = page.locator('svg.panel[data-part="others"]').first.locator("[data-key]")
    expect(page.locator('svg.panel[data-part="board"] [data-key]').first).to_be_visible()
    expect(others).to_have_count(0)
    page.get_by_role("button", name="Others", exact=True).click()
    expect(others.first).to_be_visible()
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_text("Set-up").first).to_be_visible()


def test_drawings_of_other_steps_do_not_touch_the_picture(visit: Visits) -> None:
    visitor = visit()
    game = finished_games(visitor.base)["daimyo"]
    last = call(visitor.base, f"/v1/games/{game}")["step"]
    page = visitor.page
    page.add_init_script(
        """window.touched = 0;
        new MutationObserver((changes) => {
          const drawn = document.querySelector(".picture:not([aria-busy]) svg.panel [data-key]");
          if (drawn) touched += changes.filter(({ target }) => target.closest?.("svg.panel")).length;
        }).observe(document, { subtree: true, childList: true, attributes: true });"""
    )
    with page.expect_request_finished(
        lambda request: f"to={last}" in request.url and "from=1&" in request.url, timeout=60_000
    ):
        page.goto(f"{visitor.base}/games/{game}#200")
        at(page, 200, last)
        page.evaluate("touched = 0")
    page.get_by_text("Set-up").first.wait_for()
    assert page.evaluate("touched") == 0
