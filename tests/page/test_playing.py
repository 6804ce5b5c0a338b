"""People who play and watch in browsers of their own, with the mouse and with the keyboard alone."""

from __future__ import annotations

import json
import re
import time
from itertools import count
from random import Random

import pytest
from playwright.sync_api import expect

from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.games import call, register

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.timeout(600)]

MOST_MOVES = 400
MOVE = "button.move:not(:disabled)"
LONG_SECONDS = 240.0


def name_of(what: str) -> str:
    """A name unique among the tests, which share a service."""
    return f"{what} {time.time_ns() % 10**9}"


def is_over(base: str, game: str) -> bool:
    return bool(call(base, f"/v1/games/{game}")["result"])


def move_if_asked(visitor: Visitor, game: str, token: str, random: Random) -> bool:
    """Click any of the shown moves if this player is asked; return whether they were."""
    asked = call(visitor.base, f"/v1/games/{game}", token=token)
    seat = next(place["seat"] for place in asked["seats"] if place["player"] == visitor.name)
    if seat not in asked["to_move"]:
        return False
    moves = visitor.page.locator(MOVE)
    moves.first.wait_for()
    moves.nth(random.randrange(moves.count())).click()
    deadline = time.monotonic() + 60
    while call(visitor.base, f"/v1/games/{game}")["version"] == asked["version"]:
        assert time.monotonic() < deadline, "the move did not arrive"
        time.sleep(0.02)
    return True


def test_two_browsers_play_a_whole_game_while_a_third_watches(visit: Visits) -> None:
    anna, bela, watcher = visit(), visit(), visit(width=360, scheme="dark")
    tokens = {}
    for visitor, who in ((anna, "Anna"), (bela, "Bela")):
        name = name_of(who)
        tokens[name] = register(visitor.base, name)
        visitor.sign_in(name, tokens[name])
    first, second = tokens.values()
    opened = call(anna.base, "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, first)
    game = opened["id"]
    call(anna.base, f"/v1/games/{game}/seats", {"seat": 0}, first)
    bela.open(f"/games/{game}").get_by_role("button", name=re.compile("Sit down|Take", re.I)).first.click()
    bela.page.get_by_text("Take back").first.wait_for()
    anna.open(f"/games/{game}")
    watcher.open(f"/games/{game}")
    random = Random(1)
    for _ in range(MOST_MOVES):
        if is_over(anna.base, game):
            break
        assert move_if_asked(anna, game, first, random) or move_if_asked(bela, game, second, random)
    else:
        pytest.fail(f"no end after {MOST_MOVES} moves")
    result = call(anna.base, f"/v1/games/{game}")
    for visitor in (anna, bela, watcher):
        expect(visitor.page.locator("svg.panel[data-panel=result]")).to_be_visible(timeout=20_000)
        expect(visitor.page.locator("main")).to_contain_text(str(result["step"]))


@pytest.mark.parametrize(
    ("ruleset", "seats", "options", "moves"),
    [
        ("daimyo", 1, {"edition": "2021", "difficulty": "easy"}, 40),
        ("yedo", 2, {}, 40),
    ],
)
def test_the_keyboard_alone_is_enough(
    visit: Visits, ruleset: str, seats: int, options: dict[str, object], moves: int
) -> None:
    visitor = visit()
    name = name_of("Cora")
    token = register(visitor.base, name)
    bots = [{"seat": seat, "player": "Random bot"} for seat in range(1, seats)]
    wanted = {"ruleset": ruleset, "seats": seats, "options": options, "reserved": bots}
    game = call(visitor.base, "/v1/games", wanted, token)["id"]
    call(visitor.base, f"/v1/games/{game}/seats", {"seat": 0}, token)
    visitor.sign_in(name, token)
    page = visitor.open(f"/games/{game}")
    played, deadline = 0, time.monotonic() + LONG_SECONDS
    while played < moves and not is_over(visitor.base, game):
        assert time.monotonic() < deadline, f"{played} moves with the keyboard"
        asked = call(visitor.base, f"/v1/games/{game}", token=token)
        if 0 not in asked["to_move"]:
            time.sleep(0.05)
            continue
        if page.locator(MOVE).count():
            page.keyboard.press("1")
        else:
            page.wait_for_timeout(100)
            continue
        # A key pressed while the page changes its question is lost; press it again, as people do.
        until = time.monotonic() + 5
        while call(visitor.base, f"/v1/games/{game}")["version"] == asked["version"] and time.monotonic() < until:
            # A move that cannot be taken back needs confirmation, by the same key. A group opens first.
            if page.get_by_role("alertdialog").count() or page.locator("button.back").count():
                break
            page.wait_for_timeout(30)
        played += 1
    steps = call(visitor.base, f"/v1/games/{game}")["step"]
    assert steps > moves // 2


def test_hidden_cards_of_another_seat_are_nowhere(visit: Visits) -> None:
    visitor = visit(listen=True)
    names = [name_of("Dina"), name_of("Emil")]
    tokens = [register(visitor.base, name) for name in names]
    game = call(visitor.base, "/v1/games", {"ruleset": "yedo", "seats": 2}, tokens[0])["id"]
    for seat, token in enumerate(tokens):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    for number in count():
        seat = call(visitor.base, f"/v1/games/{game}")["to_move"][0]
        if number >= 12 and seat == 0:
            break
        open_ = call(visitor.base, f"/v1/games/{game}/legal-moves?seat={seat}", token=tokens[seat])["choices"][0]
        call(visitor.base, f"/v1/games/{game}/moves", {"seat": seat, "move": open_["moves"][0]["move"]}, tokens[seat])
    visitor.sign_in(names[0], tokens[0])
    page = visitor.open(f"/games/{game}")
    page.locator("svg.panel").first.wait_for()
    page.locator(MOVE).first.wait_for()
    page.wait_for_timeout(1000)
    own = json.dumps(call(visitor.base, f"/v1/games/{game}/state", token=tokens[0]))
    other = call(visitor.base, f"/v1/games/{game}/state", token=tokens[1])["state"]
    hidden = {card for card in find_ids(other) if f'"{card}"' not in own}
    assert hidden
    seen = "\n".join([*visitor.bodies, page.content()])
    assert {card for card in hidden if f'"{card}"' in seen} == set()


def find_ids(value: object) -> set[str]:
    """Every text in a state that looks like the id of a thing."""
    if isinstance(value, str):
        return {value} if re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", value) else set()
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {found for part in parts for found in find_ids(part)}
