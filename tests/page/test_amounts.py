"""Forms of moves that are too many to list: amounts by steppers, and no field over another."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import Visits
from tests.page.test_play import sit_alone

pytestmark = pytest.mark.long

OVERLAPS = """() => {
  const fields = [...document.querySelectorAll(".template :is(input, select, button)")];
  const boxes = fields.map((field) => field.getBoundingClientRect());
  return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)).length;
}"""
CLAUSE = "micro-dojo.move.orthogonal"
TEMPLATE = {
    "type": "offer-trade",
    "bounds": {"partner": [1, 1], "mon": [0, 2], "for_mon": [0, 9]},
    "sets": {"weapons": {"of": ["katana", "katana", "yumi"], "least": 0, "most": 3}},
}


@pytest.mark.parametrize("width", [390, 1440])
def test_amounts_are_stepped_within_their_bounds_and_nothing_overlaps(visit: Visits, width: int) -> None:
    visitor = visit(width=width)
    _, _, page = sit_alone(visitor, f"Tilda {width}")
    choice = {
        "seat": 0,
        "prompt": "You may trade.",
        "clause": "micro-dojo.move.orthogonal",
        "moves": [],
        "template": TEMPLATE,
    }

    def offer(route: Route) -> None:
        route.fulfill(json={"version": 99, "digest": None, "choices": [choice]})

    sent: list[Any] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(status=422, json={"code": "illegal-move", "status": 422})

    page.route("**/legal-moves", offer)
    page.route("**/moves", refuse)
    page.reload()
    more = page.get_by_role("button", name="One more: Mon that you give")
    expect(page.get_by_role("button", name="One less: Mon that you give")).to_be_disabled()
    more.click()
    more.click()
    expect(more).to_be_disabled()
    page.get_by_role("button", name="One more: Katana").click()
    assert page.evaluate(OVERLAPS) == 0
    page.get_by_role("button", name="Offer a trade").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    assert sent[-1]["move"]["mon"] == 2
    assert sent[-1]["move"]["weapons"] == ["katana"]


def test_moves_that_differ_in_a_number_alone_are_one_question_with_a_stepper(visit: Visits) -> None:
    visitor = visit(width=390)
    _, _, page = sit_alone(visitor, "Ida Bids")
    bids = [{"move": {"type": "bid", "mon": mon}, "label": f"bid {mon} Mon"} for mon in range(4, 31)]
    moves = [{"move": {"type": "pass"}, "label": "pass"}, *bids]
    choice = {"seat": 0, "prompt": "Bid higher, or pass?", "clause": CLAUSE, "moves": moves}
    page.route("**/legal-moves", lambda route: route.fulfill(json={"version": 99, "digest": None, "choices": [choice]}))
    sent: list[Any] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(status=422, json={"code": "illegal-move", "status": 422})

    page.route("**/moves", refuse)
    page.route("**/explanations", lambda route: route.fulfill(json={"legal": True}))
    page.reload()
    expect(page.locator("button.move")).to_have_text([re.compile("Bid 4 Mon"), re.compile("Pass")])
    page.get_by_role("button", name="One more: Bid").click()
    page.get_by_role("button", name="Bid 5 Mon").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    page.get_by_role("spinbutton", name="Bid").fill("31")
    expect(page.locator("button.move").first).to_be_disabled()
    assert sent == [{"seat": 0, "move": {"type": "bid", "mon": 5}}]
