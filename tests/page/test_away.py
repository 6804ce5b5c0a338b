"""A service that cannot be reached: the page says so, loses nothing that was typed, and continues when it is back."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import Visits
from tests.page.games import call, register

pytestmark = pytest.mark.long

LIVE = re.compile(r"/v1/games/[^/]+/live")
PATIENCE = 30_000
"""Milliseconds: a request is sent four times before anyone is bothered with it."""


def cut(route: Route) -> None:
    """Simulate a lost network."""
    route.abort("connectionrefused")


@pytest.mark.long
def test_a_service_that_is_away_is_said_and_what_was_typed_stays(visit: Visits) -> None:
    visitor = visit()
    name = f"Away {time.time_ns() % 10**9}"
    visitor.sign_in(name, register(visitor.base, name))
    page = visitor.open("/new?ruleset=micro-dojo")
    page.get_by_label(re.compile("Your part in chance")).fill("a cherry tree in the rain")
    page.route("**/v1/games", cut)
    page.get_by_role("button", name="Open the game").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached", timeout=PATIENCE)
    expect(page.get_by_label(re.compile("Your part in chance"))).to_have_value("a cherry tree in the rain")
    page.unroute("**/v1/games")
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/games/*")


@pytest.mark.long
def test_a_list_that_could_not_be_read_is_read_when_somebody_tries_again(visit: Visits) -> None:
    visitor = visit()
    visitor.page.route("**/v1/games?*", cut)
    page = visitor.open("/games")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached", timeout=PATIENCE)
    page.unroute("**/v1/games?*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_stream_that_is_cut_is_opened_again_and_misses_nothing(visit: Visits) -> None:
    visitor = visit()
    name = f"Cut {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    game = call(visitor.base, "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, token)["id"]
    for seat in (0, 1):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    visitor.page.route(LIVE, cut)
    page = visitor.open(f"/games/{game}")
    page.locator("svg.panel").first.wait_for()
    seat = call(visitor.base, f"/v1/games/{game}")["to_move"][0]
    moves = call(visitor.base, f"/v1/games/{game}/legal-moves?seat={seat}", token=token)["choices"][0]["moves"]
    call(visitor.base, f"/v1/games/{game}/moves", {"seat": seat, "move": moves[0]["move"]}, token)
    page.unroute(LIVE)
    expect(page.locator("main")).to_contain_text("Step 2 of 2", timeout=PATIENCE)
