"""The clocks of a game on the page: chosen before it is opened, and ticking while it runs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visits
from tests.page.games import call, register

pytestmark = pytest.mark.long


def test_a_clock_is_chosen_told_and_ticks_for_the_seat_that_is_asked(visit: Visits) -> None:
    visitor = visit()
    token = register(visitor.base, "Ticking Tilda")
    visitor.sign_in("Ticking Tilda", token)
    page = visitor.open("/new?ruleset=micro-dojo")
    page.get_by_text("The table", exact=True).click()
    page.get_by_label("Clock").select_option(label="30 sec a turn, then 15 min in all")
    page.get_by_role("button", name="Open the game").click()
    expect(page.locator(".chosen")).to_contain_text("30 sec a turn, then 15 min in all")
    game = page.url.rpartition("/games/")[2]
    taken = call(visitor.base, f"/v1/games/{game}", token=token)["seats"]
    for seat in taken:
        if seat["player"] is None:
            call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat["seat"]}, token)
    times = page.get_by_role("list", name="Time left")
    runs = times.locator(".runs")
    expect(runs).to_have_count(1)
    first = runs.get_by_role("timer").inner_text()
    assert re.fullmatch(r"1[45] min( \d+ sec)?", first)
    expect(runs.get_by_role("timer")).not_to_have_text(first)
