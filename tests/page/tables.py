"""Tables at which several players sit, and a visitor at the first seat."""

from __future__ import annotations

from http import HTTPStatus
from random import Random
from typing import Any
from urllib.error import HTTPError
from uuid import uuid4

from playwright.sync_api import Page

from tests.page.browser import Visitor
from tests.page.games import call, register
from tests.support.rulesets import product_rulesets

SHOGUN_MUST_DIE = {"shogun_must_die": True}
EVERY_NUMBER: dict[str, tuple[str, int, dict[str, Any]]] = {
    f"{rules.id} for {seats}": (rules.id, seats, SHOGUN_MUST_DIE if (rules.id, seats) == ("yedo", 1) else {})
    for rules in product_rulesets()
    for seats in rules.most_seats
}
"""Each ruleset at each number of seats, with the options that it is played with then."""


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


def is_asked(base: str, game: str, token: str, clause: str) -> bool:
    """Return whether the first seat is asked, by this clause unless it is empty."""
    if 0 not in call(base, f"/v1/games/{game}")["to_move"]:
        return False
    asked = call(base, f"/v1/games/{game}/legal-moves?seat=0", token=token) if clause else {"choices": []}
    return not clause or any(choice["clause"] == clause for choice in asked["choices"])


def sit_among_others(
    visitor: Visitor, ruleset: str, seats: int, options: dict[str, Any], *, moves: int = 40, clause: str = ""
) -> Page:
    """Open a table after random moves, at least as many, at whose first seat the visitor sits and is asked."""
    names = [f"Anna {uuid4().hex[:8]}" for _ in range(seats)]
    base, tokens = visitor.base, [register(visitor.base, name) for name in names]
    body = {"ruleset": ruleset, "seats": seats, "options": options}
    game = call(base, "/v1/games", body, tokens[0])["id"]
    for seat, token in enumerate(tokens):
        call(base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    random, played = Random(f"{ruleset} {seats}"), 0
    while played < moves or not is_asked(base, game, tokens[0], clause):
        played += play_randomly(base, game, tokens, random)
    visitor.sign_in(names[0], tokens[0])
    page = visitor.open(f"/games/{game}")
    page.locator(".asks svg.panel").first.wait_for()
    page.locator(".play h2").first.wait_for()
    return page
