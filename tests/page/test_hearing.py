"""People who use a screen reader, speech control or keys hear what happens, and find the focus where they went."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visits
from tests.page.games import call
from tests.page.test_play import sit_alone
from tests.page.test_replay import Table, at

pytestmark = pytest.mark.long


def heard(page: Page, text: str) -> None:
    """Expect that a text is announced."""
    expect(page.get_by_role("log", name="What happens").get_by_text(text).last).to_be_attached()


def test_what_others_do_my_turn_and_the_end_are_announced(visit: Visits) -> None:
    visitor = visit()
    table = Table(visitor.base)
    seat = call(visitor.base, f"/v1/games/{table.id}")["to_move"][0]
    visitor.sign_in(table.names[1 - seat], table.tokens[1 - seat])
    page = visitor.open(f"/games/{table.id}")
    at(page, 1, 1)
    while call(visitor.base, f"/v1/games/{table.id}")["to_move"] == [seat]:
        table.play(1)
    said = [step["words"] for step in call(visitor.base, f"/v1/games/{table.id}/steps")["items"]]
    heard(page, said[-1])
    heard(page, "It is your turn")
    heard(page, "Move a meeple.")
    call(visitor.base, f"/v1/games/{table.id}/resignation", {"seat": seat}, table.tokens[seat])
    heard(page, "Ended by a resignation")


def test_focus_and_title_follow_a_link(visit: Visits) -> None:
    page = visit().open("/")
    page.get_by_role("link", name="Rulebooks").click()
    page.locator("main").get_by_role("link", name="Yedo").wait_for()
    expect(page.locator("#content")).to_be_focused()
    heard(page, "Rulebooks")
    page.keyboard.press("Tab")
    expect(page.locator("main a").first).to_be_focused()


def test_the_focus_goes_from_each_answer_to_the_next_question(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), "Felix Follows")
    for step in range(2, 8):
        page.keyboard.press("m")
        page.keyboard.press("Enter")
        at(page, step, step)
        expect(page.get_by_role("region", name="Play").get_by_role("heading", level=2).first).to_be_focused()


def test_the_focus_stays_with_the_end_of_the_game(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), "Enda Ends")
    panel = page.get_by_role("region", name="Play")
    panel.get_by_text("Resign", exact=True).focus()
    page.keyboard.press("Enter")
    panel.get_by_role("button", name="Resign for seat 1").focus()
    page.keyboard.press("Enter")
    panel.get_by_role("button", name="Yes, resign").focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("heading", name="This game is over")).to_be_focused()


def test_keys_of_one_character_can_be_switched_off(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), "Silke Speaks")
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    at(page, 1, 1)
    page.get_by_role("button", name="Keys").click()
    page.get_by_role("dialog").get_by_label("Single-key shortcuts").check()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    at(page, 2, 2)
