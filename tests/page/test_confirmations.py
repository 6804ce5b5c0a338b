"""Which moves the page asks to confirm before it sends them, and how to switch this off."""

from __future__ import annotations

import time
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.games import call, register
from tests.page.test_play import OPEN_MOVES, sit_alone

pytestmark = pytest.mark.long

MOVES = 70
SECONDS = 120.0
FEW = 5
"""Of `MOVES` moves in a solo game, fewer than these may need confirmation; half of them cannot be taken back."""

CLICK_ONE = """([moves, share]) => {
  const open = document.querySelectorAll(moves);
  open[Math.floor(share * open.length)]?.click();
}"""
"""Clicks one of the open moves; counts and clicks in one step, since the page may change in between."""


def play_shogun_must_die(visitor: Visitor, name: str) -> tuple[str, Page]:
    """A game of Shogun Must Die for one: its id and its page, on which a move can be made."""
    token = register(visitor.base, name)
    opening = {"ruleset": "yedo", "seats": 1, "options": {"shogun_must_die": True}}
    game = call(visitor.base, "/v1/games", opening, token)["id"]
    call(visitor.base, f"/v1/games/{game}/seats", {"seat": 0}, token)
    visitor.sign_in(name, token)
    page = visitor.open(f"/games/{game}")
    page.locator(OPEN_MOVES).first.wait_for()
    return game, page


def play_at_random(visitor: Visitor, game: str, page: Page, random: Random) -> int:
    """Make moves with the mouse until there are enough or the game is over; return how many needed confirmation."""
    asked, deadline = 0, time.monotonic() + SECONDS
    while True:
        now = call(visitor.base, f"/v1/games/{game}")
        if now["step"] > MOVES or now["status"] != "playing":
            return asked
        assert time.monotonic() < deadline, page.locator("main").inner_text()
        if page.get_by_role("alertdialog").count():
            asked += 1
            page.get_by_role("button", name="Play it").click()
        else:
            page.evaluate(CLICK_ONE, [OPEN_MOVES, random.random()])
        page.wait_for_timeout(20)


def test_few_moves_of_a_game_alone_are_asked_about(visit: Visits) -> None:
    visitor = visit()
    game, page = play_shogun_must_die(visitor, f"Few {time.time_ns() % 10**9}")
    assert play_at_random(visitor, game, page, Random(1)) < FEW


FINAL = '{"legal": true, "clause": null, "text": null, "why": null, "final": true}'
LATER = '{"legal": true, "clause": null, "text": null, "why": null}'


def answer_explanations(page: Page, *answers: str) -> None:
    """Answer what is asked about moves, one after the other; the last answer is given again and again."""
    waiting = list(answers)
    page.route(
        "**/explanations",
        lambda route: route.fulfill(
            body=waiting.pop(0) if len(waiting) > 1 else waiting[0], content_type="application/json"
        ),
    )


@pytest.mark.parametrize(("others", "asks"), [(LATER, True), (FINAL, False)])
def test_a_move_is_asked_about_where_its_neighbours_can_be_taken_back(visit: Visits, others: str, asks: bool) -> None:
    _, _, page = sit_alone(visit(), f"Near {time.time_ns() % 10**9}")
    answer_explanations(page, FINAL, others)
    page.locator(OPEN_MOVES).first.click()
    if asks:
        expect(page.get_by_role("alertdialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("alertdialog")).to_have_count(0)
        expect(page.locator(OPEN_MOVES).first).to_be_visible()
    else:
        expect(page.locator(".game-at")).to_contain_text("Step 2")


def test_nothing_is_asked_about_where_that_is_switched_off(visit: Visits) -> None:
    visitor = visit()
    game, _, _ = sit_alone(visitor, f"Never {time.time_ns() % 10**9}")
    account = visitor.open("/account")
    account.get_by_label("Ask before a move").uncheck()
    account.reload()
    expect(account.get_by_label("Ask before a move")).not_to_be_checked()
    page = visitor.open(f"/games/{game}")
    answer_explanations(page, FINAL, LATER)
    page.locator(OPEN_MOVES).first.click()
    expect(page.locator(".game-at")).to_contain_text("Step 2")
