"""A player's whole table on one screen of 1,440 by 900: the board, the question, what one has and holds."""

from __future__ import annotations

from http import HTTPStatus
from random import Random
from typing import Any
from urllib.error import HTTPError
from uuid import uuid4

import pytest
from playwright.sync_api import Page

from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.games import call, register

pytestmark = pytest.mark.long

WIDTH, HEIGHT = 1440, 900
MOVES = 40
EVERYTHING = {"rounds": 11, "teahouse": True, "specialists": True, "clan_powers": True, "jesuits": True}
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    **{f"Yedo for {seats}": ("yedo", seats, {}) for seats in (2, 3, 4, 5)},
    **{f"Yedo with everything for {seats}": ("yedo", seats, EVERYTHING) for seats in (2, 5)},
    "Shogun Must Die": ("yedo", 3, {"shogun_must_die": True}),
}
READ = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  const panels = [...document.querySelectorAll(".boards .panel, .own .panel")];
  const texts = [...document.querySelectorAll(":is(.boards, .own) text")];
  return {
    panels: Object.fromEntries(panels.map((panel) => [panel.dataset.panel, box(panel)])),
    question: box(document.querySelector(".play h2")),
    least: Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)),
  };
}"""


def play_randomly(base: str, game: str, tokens: list[str], random: Random) -> int:
    """Make a random move; return how many were made: none if another process has not heard of the last one."""
    try:
        seat = call(base, f"/v1/games/{game}")["to_move"][0]
        asked = call(base, f"/v1/games/{game}/legal-moves?seat={seat}", token=tokens[seat])
        move = random.choice(asked["choices"][0]["moves"])["move"]
        call(base, f"/v1/games/{game}/moves", {"seat": seat, "move": move}, tokens[seat])
    except HTTPError as error:
        if error.code != HTTPStatus.CONFLICT:
            raise
        return 0
    return 1


def sit_among_others(visitor: Visitor, ruleset: str, seats: int, options: dict[str, Any]) -> Page:
    """Open a table at whose first seat the visitor sits, after random moves, when it is the visitor's turn."""
    names = [f"Seat {uuid4().hex[:8]}" for _ in range(seats)]
    base, tokens = visitor.base, [register(visitor.base, name) for name in names]
    body = {"ruleset": ruleset, "seats": seats, "options": options}
    game = call(base, "/v1/games", body, tokens[0])["id"]
    for seat, token in enumerate(tokens):
        call(base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    random, played = Random(f"{ruleset} {seats}"), 0
    while played < MOVES or 0 not in call(base, f"/v1/games/{game}")["to_move"]:
        played += play_randomly(base, game, tokens, random)
    visitor.sign_in(names[0], tokens[0])
    page = visitor.open(f"/games/{game}")
    page.locator(".asks .own .panel").first.wait_for()
    page.locator(".play h2").first.wait_for()
    return page


@pytest.mark.parametrize("table", TABLES)
def test_a_players_table_stands_on_one_screen(visit: Visits, table: str) -> None:
    seen = sit_among_others(visit(width=WIDTH), *TABLES[table]).evaluate(READ)
    outside = {
        name: box
        for name, box in {**seen["panels"], "question": seen["question"]}.items()
        if box["top"] < 0 or box["bottom"] > HEIGHT or box["left"] < 0 or box["right"] > WIDTH
    }
    assert outside == {}
    assert len(seen["panels"]) >= 4, "the board and three panels of one's own"
    assert seen["least"] >= 13
