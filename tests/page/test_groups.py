"""A long list of moves on the page: two questions, by mouse and by keyboard."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.games import call, register
from tests.page.test_play import sit_alone

pytestmark = pytest.mark.slow

LISTED = "button.move:not(.opens)"


def sit_at_a_long_list(visitor: Visitor) -> tuple[str, Page]:
    """A game against the Daimyo, whose first question has 35 answers: its path, and its page."""
    name = f"Groups {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    wanted = {"ruleset": "yedo", "seats": 1, "options": {"shogun_must_die": True, "sets": "classic"}}
    path = f"/v1/games/{call(visitor.base, '/v1/games', wanted, token)['id']}"
    call(visitor.base, f"{path}/seats", {"seat": 0}, token)
    visitor.sign_in(name, token)
    page = visitor.open(path.removeprefix("/v1"))
    page.locator("button.opens").first.wait_for()
    return path, page


def test_a_group_is_opened_and_closed_again_and_one_of_its_moves_is_played(visit: Visits) -> None:
    visitor = visit()
    path, page = sit_at_a_long_list(visitor)
    expect(page.locator("button.opens")).to_have_count(4)
    expect(page.locator(LISTED)).to_have_count(1)
    page.get_by_role("button", name="Draw 2 Green Missions").click()
    expect(page.locator(LISTED)).to_have_count(6)
    expect(page.get_by_role("heading", name="Draw 2 Green Missions")).to_be_focused()
    page.get_by_role("button", name="Back to the first question").click()
    expect(page.get_by_role("button", name="Draw 2 Green Missions")).to_be_focused()
    page.get_by_role("button", name="Draw 3 Green Missions").click()
    expect(page.locator(LISTED)).to_have_count(3)
    before = call(visitor.base, path)["version"]
    page.locator(LISTED).first.click()
    expect(page.locator("button.opens, button.back")).to_have_count(0)
    assert call(visitor.base, path)["version"] > before


def test_the_keyboard_opens_a_group_leaves_it_and_plays(visit: Visits) -> None:
    visitor = visit()
    path, page = sit_at_a_long_list(visitor)
    page.keyboard.press("2")
    expect(page.get_by_role("heading", name="Draw 1 Green Mission")).to_be_focused()
    expect(page.locator(LISTED)).to_have_count(10)
    page.keyboard.press("Escape")
    expect(page.locator("button.opens")).to_have_count(4)
    page.keyboard.press("4")
    expect(page.locator(LISTED)).to_have_count(3)
    before = call(visitor.base, path)["version"]
    page.keyboard.press("1")
    expect(page.locator("button.opens, button.back")).to_have_count(0)
    assert call(visitor.base, path)["version"] > before


def test_a_refusal_leaves_the_group_open_and_the_focus_on_the_move(visit: Visits) -> None:
    _, page = sit_at_a_long_list(visit())
    refusal = {"code": "illegal-move", "status": 422, "title": "Against the rules", "why": "The well is dry."}
    page.route("**/moves", lambda route: route.fulfill(status=422, json=refusal))
    page.keyboard.press("2")
    expect(page.locator(LISTED)).to_have_count(10)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    move = page.locator(LISTED).first
    expect(move).to_be_focused()
    with page.expect_response("**/legal-moves"):
        page.keyboard.press("Enter")
    expect(page.get_by_role("alert").get_by_text("The well is dry.")).to_be_visible()
    expect(move).to_be_focused()
    expect(page.locator(LISTED)).to_have_count(10)


def test_a_word_is_looked_for_in_all_groups(visit: Visits) -> None:
    _, page = sit_at_a_long_list(visit())
    page.get_by_label("Filter 35 moves").fill("4 green")
    expect(page.locator("button.opens")).to_have_count(0)
    expect(page.locator(LISTED)).to_have_count(1)
    page.get_by_label("Filter 35 moves").fill("")
    expect(page.locator("button.opens")).to_have_count(4)


def test_the_two_questions_are_asked_in_french(visit: Visits) -> None:
    _, page = sit_at_a_long_list(visit(locale="fr-FR"))
    page.get_by_role("button", name="15 coups").click()
    page.get_by_role("button", name="Revenir à la première question").click()
    expect(page.locator("button.opens")).to_have_count(4)


def test_the_focus_stays_with_the_question_when_the_list_is_narrowed(visit: Visits) -> None:
    visitor = visit()
    game, token, page = sit_alone(visitor, f"Narrow {time.time_ns() % 10**9}")
    asked = call(visitor.base, f"/v1/games/{game}/legal-moves", token=token)
    inns = [
        {"move": {"type": "visit", "place": f"inn-{name}"}, "label": f"visit inn {name}"} for name in "abcdefghijklm"
    ]
    asked["choices"][0]["moves"] = [*inns, {"move": {"type": "rest"}, "label": "rest"}]
    page.route("**/legal-moves", lambda route: route.fulfill(json=asked))
    page.reload()
    page.get_by_role("group", name="Narrow the list").get_by_role("button", name="Rest").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".desk h2")).to_be_focused()
    page.get_by_role("button", name="Show all moves").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".desk h2")).to_be_focused()
    expect(page.get_by_label("Filter 14 moves")).to_be_visible()
