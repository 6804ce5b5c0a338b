"""Others' moves are played back step by step, with animation, and nobody has to wait for it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from page.site import read_site
from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.games import call, finished_games
from tests.page.test_replay import Table, at

pytestmark = [pytest.mark.slow, pytest.mark.long]

COUNT_COPIES = """async (address) => {
    await import(address);
    const stage = document.querySelector(".stage");
    stage.dataset.copies = 0;
    const add = ({ addedNodes }) => { stage.dataset.copies = Number(stage.dataset.copies) + addedNodes.length; };
    const count = (records) => records.forEach(add);
    new MutationObserver(count).observe(stage, { childList: true });
}"""
"""Counts the moving copies of things, in an attribute of their stage, once the module that moves them has arrived."""
SOME = re.compile("^[1-9]")
PLAY_BACK = re.compile("Play back .* since my move")
MOST = 20
"""How many missed steps are played back; who has missed more reads the log."""


def sit_down(visitor: Visitor, table: Table, seat: int = 0) -> Page:
    """Open the game of a table in the browser of one of its players."""
    visitor.sign_in(table.names[seat], table.tokens[seat])
    page = visitor.open(f"/games/{table.id}")
    page.locator("svg.panel").first.wait_for()
    return page


def play_turns(table: Table) -> bool:
    """Play until the first seat is asked after three steps of the other; return whether the game lasted that long."""
    row = own = 0
    while to_move := call(table.base, f"/v1/games/{table.id}")["to_move"]:
        if row >= 3 and own and to_move == [0]:
            return True
        table.play(1)
        row, own = (row + 1, own) if to_move == [1] else (0, own + 1)
    return False


def open_table(base: str) -> Table:
    """Open a game in which the other seat has just made three steps, so that there is time to look at them."""
    while not play_turns(table := Table(base)):
        pass
    return table


def slow_down(page: Page) -> None:
    """Choose the slowest speed, which this browser keeps."""
    page.evaluate("localStorage.setItem('kifu.speed', '0.5')")


def watch_slowly(visit: Visits) -> tuple[Table, Page]:
    """Open a game in which the other seat has just moved, in a browser that plays back slowly."""
    visitor = visit(motion=True)
    table = open_table(visitor.base)
    page = sit_down(visitor, table)
    slow_down(page)
    return table, page


def step_of(table: Table) -> int:
    """The last step of a game."""
    return int(call(table.base, f"/v1/games/{table.id}")["step"])


def count_copies(page: Page) -> None:
    """Count what moves from now on."""
    page.evaluate(COUNT_COPIES, f"/static/{read_site().digest}/game/stage.mjs")


def shown_step(page: Page) -> int:
    """The step that is played back."""
    return int(page.get_by_role("group", name="What happened").locator("b").inner_text())


def test_what_others_did_is_played_back_in_words_and_pictures_and_can_be_skipped(visit: Visits) -> None:
    table, page = watch_slowly(visit)
    page.reload()
    last = step_of(table)
    at(page, last, last)
    count_copies(page)
    page.get_by_role("button", name=PLAY_BACK).click()
    recap = page.get_by_role("group", name="What happened")
    first = shown_step(page)
    assert first <= last
    expect(page.locator(".stage")).to_have_attribute("data-copies", SOME)
    # Meanwhile the page stays at the last step, with the player's moves.
    at(page, last, last)
    expect(page.locator("button.move:not(:disabled)").first).to_be_visible()
    recap.get_by_role("button", name="Skip").click()
    expect(recap.get_by_role("button", name="Skip")).to_have_count(0)
    page.keyboard.press("r")
    expect(recap.get_by_role("button", name="Skip")).to_be_visible()
    page.keyboard.press("Escape")
    expect(recap.get_by_role("button", name="Skip")).to_have_count(0)
    expect(page.locator(".stage > *")).to_have_count(0)


def test_a_player_moves_while_steps_are_played_back(visit: Visits) -> None:
    table, page = watch_slowly(visit)
    page.reload()
    last = step_of(table)
    page.get_by_role("button", name=PLAY_BACK).click()
    page.locator("button.move:not(:disabled)").first.click()
    at(page, last + 1, last + 1)
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)


def miss_steps(visitor: Visitor) -> tuple[Table, int]:
    """Leave a game and miss turns of it, few enough to be played back; return it with the last step that was seen."""
    while True:
        table = open_table(visitor.base)
        page = sit_down(visitor, table)
        seen = step_of(table)
        page.goto(f"{visitor.base}/rulebooks")
        if play_turns(table) and step_of(table) - seen <= MOST:
            return table, seen


def test_who_comes_back_sees_what_was_missed_from_where_they_left(visit: Visits) -> None:
    visitor = visit(motion=True)
    slow_down(visitor.open("/account"))
    table, seen = miss_steps(visitor)
    last = step_of(table)
    page = visitor.open(f"/games/{table.id}")
    recap = page.get_by_role("group", name="What happened")
    expect(recap.get_by_role("button", name="Skip")).to_be_visible()
    assert seen <= shown_step(page) < last
    at(page, last, last)


def test_steps_that_come_while_somebody_watches_are_played_back_one_after_the_other(visit: Visits) -> None:
    visitor = visit(motion=True)
    table = Table(visitor.base)
    page = visitor.open("/account")
    slow_down(page)
    page = visitor.open(f"/games/{table.id}")
    at(page, 1, 1)
    count_copies(page)
    table.play(2)
    recap = page.get_by_role("group", name="What happened")
    expect(recap.locator("b")).to_have_text("2")
    expect(recap.locator("b")).to_have_text("3")
    at(page, 3, 3)
    expect(page.locator(".stage")).to_have_attribute("data-copies", SOME)


def test_nothing_moves_for_those_who_want_no_motion(visit: Visits) -> None:
    for wishes, preference in (({"motion": False}, None), ({"motion": True}, "false")):
        visitor = visit(**wishes)
        table = Table(visitor.base)
        page = visitor.open("/account")
        if preference is not None:
            page.get_by_role("checkbox", name=re.compile("with motion")).uncheck()
        page = visitor.open(f"/games/{table.id}")
        at(page, 1, 1)
        count_copies(page)
        table.play(2)
        at(page, 3, 3)
        page.keyboard.press("ArrowLeft")
        at(page, 2, 3)
        expect(page.locator(".stage")).to_have_attribute("data-copies", "0")
        expect(page.get_by_role("button", name="Skip")).to_have_count(0)


@pytest.mark.parametrize("ruleset", ["micro-dojo", "daimyo", "yedo"])
def test_things_travel_as_a_game_is_replayed_and_a_slider_moves_none(visit: Visits, ruleset: str) -> None:
    visitor = visit(motion=True)
    game = finished_games(visitor.base)[ruleset]
    last = call(visitor.base, f"/v1/games/{game}")["step"]
    page = visitor.open(f"/games/{game}#20")
    at(page, 20, last)
    expect(page.locator(".turn").nth(5)).to_be_visible()
    count_copies(page)
    page.get_by_role("slider").evaluate(
        "slider => { slider.value = 21; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    at(page, 21, last)
    expect(page.locator(".stage")).to_have_attribute("data-copies", "0")
    for step in range(22, 32):
        page.keyboard.press("ArrowRight")
        at(page, step, last)
    expect(page.locator(".stage")).to_have_attribute("data-copies", SOME)
    # Nothing of it is left, and what it hid is visible.
    expect(page.locator(".stage > *")).to_have_count(0)
    assert page.evaluate("() => document.getAnimations().length") == 0
