"""Playing, replaying and auditing, and the table on a phone: what each mode shows, and what it keeps folded."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.games import call, finished_games, register
from tests.page.test_play import OPEN_MOVES, sit_alone
from tests.page.test_replay import at

pytestmark = pytest.mark.long

PHONE = 390
SCREEN = 900
"""Pixels: the height of the windows of these tests."""
TOP = 200
"""The board begins within this many pixels."""
WHERE = "selector => document.querySelector(selector).getBoundingClientRect().toJSON()"


def sit_down(visitor: Visitor, ruleset: str, name: str) -> Page:
    """Open a game for two in which the visitor has the first seat."""
    tokens = [register(visitor.base, name), register(visitor.base, f"{name} too")]
    game = call(visitor.base, "/v1/games", {"ruleset": ruleset, "seats": 2}, tokens[0])["id"]
    for seat, token in enumerate(tokens):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    visitor.sign_in(name, tokens[0])
    page = visitor.open(f"/games/{game}")
    page.locator("svg.panel").first.wait_for(state="attached")
    return page


def test_each_mode_shows_what_belongs_to_it(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), "Mona Modes")
    page.locator(OPEN_MOVES).first.click()
    at(page, 2, 2)
    page.locator(OPEN_MOVES).first.wait_for()
    for mode, slider, chart, audit in (("Play", 0, 0, 0), ("Replay", 1, 1, 0), ("Audit", 1, 0, 1)):
        page.get_by_role("button", name=mode, exact=True).click()
        expect(page.get_by_role("slider")).to_have_count(slider)
        expect(page.locator(".score")).to_have_count(chart)
        expect(page.get_by_role("heading", name="Audit of step")).to_have_count(audit)
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.keyboard.press("ArrowLeft")
    at(page, 1, 2)
    expect(page.get_by_role("slider")).to_be_visible()


def test_who_does_not_play_is_shown_how_the_game_went(visit: Visits) -> None:
    visitor = visit()
    page = visitor.open(f"/games/{finished_games(visitor.base)['micro-dojo']}")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator(".modes").get_by_role("button", name="Play", exact=True)).to_have_count(0)


@pytest.mark.parametrize("ruleset", ["micro-dojo", "yedo"])
def test_a_phone_shows_the_board_and_the_question_at_once(visit: Visits, ruleset: str) -> None:
    page = sit_down(visit(width=PHONE), ruleset, f"Phil {ruleset}")
    page.locator(".asks .play h2").first.wait_for()
    assert page.evaluate(WHERE, "header.frame")["height"] < 50
    assert page.evaluate(WHERE, ".picture")["top"] < TOP
    assert page.evaluate(WHERE, ".game-play")["bottom"] == SCREEN
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * SCREEN
    page.evaluate("scrollTo(0, 400)")
    assert page.evaluate(WHERE, ".game-play")["bottom"] == SCREEN


def test_a_phone_shows_one_part_of_the_table_at_a_time(visit: Visits) -> None:
    page = sit_down(visit(width=PHONE), "yedo", "Pavla Parts")
    shown = page.locator("svg.panel").filter(visible=True)
    for part, panels in (("Board", {"city"}), ("Mine", {"seat/0", "hand/0", "cards/0"}), ("Others", {"seat/1"})):
        page.locator(".parts").get_by_role("button", name=part).click()
        seen = {panel.get_attribute("data-panel") for panel in shown.all()}
        assert (
            seen == panels
            if part != "Board"
            else "city" in seen and not seen & {"seat/0", "hand/0", "cards/0", "seat/1"}
        )
        expect(page.locator(".log")).to_be_hidden()
    page.locator(".parts").get_by_role("button", name="Log").click()
    expect(page.locator(".log")).to_be_visible()
    expect(shown).to_have_count(0)


def test_what_is_folded_stays_folded(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), "Flora Folds")
    page.get_by_role("button", name="Fold: Log").click()
    expect(page.locator(".log-list")).to_have_count(0)
    page.reload()
    page.locator(OPEN_MOVES).first.wait_for()
    expect(page.locator(".log-list")).to_have_count(0)
    page.get_by_role("button", name="Unfold: Log").click()
    expect(page.locator(".log-list")).to_be_visible()
