"""Forms for moves that are too many to list: steppers for amounts, and no overlapping fields."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import Visits
from tests.page.games import call, register
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
    "seats": [1],
}
TRADE = {
    "type": "offer-trade",
    "bounds": {"partner": [1, 1], "mon": [0, 9], "for_mon": [0, 9]},
    "sets": {"for_missions": {"of": ["green", "green", "green", "red"], "least": 0, "most": 4}},
    "seats": [1],
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
    give = page.get_by_role("group", name="You give", exact=True)
    more = give.get_by_role("button", name="One more: Mon")
    expect(give.get_by_role("button", name="One less: Mon")).to_be_disabled()
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


def test_a_trade_is_put_together_by_clicking_what_one_gives_and_wants(visit: Visits) -> None:
    visitor = visit(width=1440)
    names = [f"Trader {place} {time.time_ns() % 10**9}" for place in (1, 2)]
    tokens = [register(visitor.base, name) for name in names]
    game = call(visitor.base, "/v1/games", {"ruleset": "yedo", "seats": 2}, tokens[0])["id"]
    for seat, token in enumerate(tokens):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    visitor.sign_in(names[0], tokens[0])
    choice = {"seat": 0, "prompt": "Offer a trade, or pass.", "clause": "yedo.trade.where", "template": TRADE}
    answer = {"version": 99, "digest": None, "choices": [choice]}
    sent: list[Any] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(status=422, json={"code": "illegal-move", "status": 422})

    visitor.page.route("**/legal-moves", lambda route: route.fulfill(json=answer))
    visitor.page.route("**/moves", refuse)
    page = visitor.open(f"/games/{game}")
    give, want = (page.get_by_role("group", name=name, exact=True) for name in ("You give", "You want"))
    own = page.locator("[data-key='seat/0/mon']")
    own.locator("text").first.click()
    own.locator("text").first.click()
    expect(give.get_by_role("spinbutton", name="Mon")).to_have_value("2")
    page.locator("[data-key='seat/1/mon'] text").first.click()
    expect(want.get_by_role("spinbutton", name="Mon")).to_have_value("1")
    expect(own).to_have_attribute("aria-pressed", "true")
    missions = page.locator("[data-key^='seat/1/back/green/']")
    missions.nth(2).click()
    expect(want.get_by_role("spinbutton", name="Green Mission in hand")).to_have_value("1")
    missions.nth(2).click()
    pressed = page.locator("[data-key^='seat/1/back/green/'][aria-pressed=true]")
    expect(pressed).to_have_count(2)
    missions.first.click()
    expect(pressed).to_have_count(1)
    page.get_by_role("button", name="Offer a trade").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    wants = {"for_mon": 1, "for_missions": ["green"]}
    assert sent[-1]["move"] == {"type": "offer-trade", "partner": 1, "mon": 2, **wants}


def test_a_thing_of_another_player_chooses_that_player_as_the_partner(visit: Visits) -> None:
    visitor = visit(width=1440)
    names = [f"Trader {place} {time.time_ns() % 10**9}" for place in (1, 2, 3, 4)]
    tokens = [register(visitor.base, name) for name in names]
    game = call(visitor.base, "/v1/games", {"ruleset": "yedo", "seats": 4}, tokens[0])["id"]
    for seat, token in enumerate(tokens):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    visitor.sign_in(names[0], tokens[0])
    bounds = {"partner": [1, 3], "mon": [0, 9], "for_mon": [0, 9]}
    template = {"type": "offer-trade", "bounds": bounds, "sets": {}, "seats": [3, 1]}
    choice = {"seat": 0, "prompt": "Offer a trade, or pass.", "clause": "yedo.trade.where", "template": template}
    answer = {"version": 99, "digest": None, "choices": [choice]}
    visitor.page.route("**/legal-moves", lambda route: route.fulfill(json=answer))
    page = visitor.open(f"/games/{game}")
    wanted = page.get_by_role("group", name="You want", exact=True).get_by_role("spinbutton", name="Mon")
    for seat, value in ((3, "1"), (1, "1"), (1, "2"), (3, "1")):
        page.locator(f"[data-key='seat/{seat}/mon'] text").first.click()
        expect(page.get_by_role("combobox", name="With", exact=True)).to_have_value(str(seat))
        expect(wanted).to_have_value(value)
        expect(page.locator("[data-key$='/mon'][aria-pressed=true]")).to_have_attribute("data-key", f"seat/{seat}/mon")
    expect(page.locator("[data-key='seat/2/mon'][role=button]")).to_have_count(0)
