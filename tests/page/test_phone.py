"""A table on a phone: the board at once, a question that sticks, and no tab longer than three screens."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.conftest import Visits
from tests.page.tables import EVERY_NUMBER, SHOGUN_MUST_DIE, sit_among_others

pytestmark = pytest.mark.slow

WIDTH, HEIGHT = 390, 844
TOP = 200
"""The board begins within this many pixels."""
HEADER = 50
"""The most pixels of a header of one row."""
MODULES = {"teahouse": True, "specialists": True, "clan_powers": True}
EVERYTHING = MODULES | {"jesuits": True, "rounds": 11}
MOVES = {"at the beginning": 0, "later": 40}
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    **EVERY_NUMBER,
    **{f"yedo with everything for {seats}": ("yedo", seats, EVERYTHING) for seats in (2, 3, 4, 5)},
    **{f"Shogun Must Die for {seats}": ("yedo", seats, SHOGUN_MUST_DIE | MODULES) for seats in (2, 3, 4)},
}
SAMPLE = {("daimyo for 4", "at the beginning"), ("Shogun Must Die for 2", "later")}
TABLES = [
    pytest.param(*table, marks=[] if table in SAMPLE else pytest.mark.long, id=", ".join(table))
    for table in product(GAMES, MOVES)
]
MEASURE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  return {
    length: document.documentElement.scrollHeight,
    board: box(".picture").top + scrollY,
    headers: [box("header.frame").height, box(".game-head").height],
    sheet: box(".game-play").bottom,
    bars: document.querySelectorAll(".transport").length,
  };
}"""


def find_faults(page: Page, name: str) -> list[str]:
    """Choose a tab and say what is wrong with its page."""
    page.locator(".parts").get_by_role("button", name=name).click()
    page.evaluate("scrollTo(0, 0)")
    seen = page.evaluate(MEASURE)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    scrolled = page.evaluate(MEASURE)
    rules = {
        f"{seen['length']} pixels long": seen["length"] <= 3 * HEIGHT,
        f"the board begins at {seen['board']}": name == "Log" or seen["board"] < TOP,
        f"headers of {seen['headers']} pixels": max(seen["headers"]) < HEADER,
        f"the question ends at {seen['sheet']} and {scrolled['sheet']}": seen["sheet"] == scrolled["sheet"] == HEIGHT,
        "a bar lies over the question": seen["bars"] == 0,
    }
    return [f"{name}: {fault}" for fault, holds in rules.items() if not holds]


@pytest.mark.parametrize(("game", "when"), TABLES)
def test_a_phone_shows_the_board_at_once_in_tabs_of_three_screens(visit: Visits, game: str, when: str) -> None:
    visitor = visit(width=WIDTH)
    visitor.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page = sit_among_others(visitor, *GAMES[game], moves=MOVES[when])
    tabs = page.locator(".parts button").all_inner_texts()
    assert tabs == ["Board", "Mine", "Others", "Log"]
    assert [fault for tab in tabs for fault in find_faults(page, tab)] == []
