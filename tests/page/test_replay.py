"""The page of a game, in a browser: scrubbing, keys, cards of words, the log, and steps that arrive meanwhile."""

from __future__ import annotations

import random
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.games import call, finished_games, register

pytestmark = [pytest.mark.slow, pytest.mark.long]


def at(page: Page, step: int, last: int) -> None:
    """Expect that a step is shown, and its picture."""
    expect(page.get_by_text(f"Step {step} of {last}", exact=True)).to_be_visible()
    expect(page.locator(".picture[aria-busy]")).to_have_count(0)


def slide(page: Page, step: int) -> None:
    page.get_by_role("slider").evaluate(
        "(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input', { bubbles: true })); }", step
    )


class Table:
    """A game of Micro Dojo whose players move when they are told to."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.names = [f"Page {uuid4().hex[:8]}" for _ in range(2)]
        self.tokens = [register(base, name) for name in self.names]
        self.id = call(base, "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, self.tokens[0])["id"]
        for seat, token in enumerate(self.tokens):
            call(base, f"/v1/games/{self.id}/seats", {"seat": seat}, token)

    def play(self, moves: int) -> None:
        """Play random moves."""
        for _ in range(moves):
            (seat,) = call(self.base, f"/v1/games/{self.id}")["to_move"]
            asked = call(self.base, f"/v1/games/{self.id}/legal-moves?seat={seat}", token=self.tokens[seat])
            move = random.Random(1).choice(asked["choices"][0]["moves"])["move"]
            call(self.base, f"/v1/games/{self.id}/moves", {"seat": seat, "move": move}, self.tokens[seat])


def test_a_game_of_daimyo_is_scrubbed_from_end_to_end(visit: Visits) -> None:
    visitor = visit(width=1600)
    game = finished_games(visitor.base)["daimyo"]
    last = call(visitor.base, f"/v1/games/{game}")["step"]
    page = visitor.open(f"/games/{game}")
    for step in [*range(1, last, 7), last]:
        slide(page, step)
    at(page, last, last)
    for step in range(last, 0, -7):
        slide(page, step)
    slide(page, 1)
    at(page, 1, last)
    page.wait_for_url(f"{visitor.base}/games/{game}#1")


def test_the_address_leads_to_its_step_also_while_the_page_follows_another_one(visit: Visits) -> None:
    visitor = visit()
    game = finished_games(visitor.base)["micro-dojo"]
    last = call(visitor.base, f"/v1/games/{game}")["step"]
    page = visitor.open(f"/games/{game}#5")
    at(page, 5, last)
    # As if the page's address had followed the previous step between its change and the event for it.
    page.evaluate("location.hash = '#9'; history.replaceState(history.state, '', '#5')")
    at(page, 9, last)
    page.evaluate("location.hash = '#7'; history.replaceState(history.state, '', location.pathname)")
    at(page, 7, last)


def test_an_address_that_changes_before_the_game_is_there_leads_to_its_step(visit: Visits) -> None:
    visitor = visit()
    game = finished_games(visitor.base)["micro-dojo"]
    last = call(visitor.base, f"/v1/games/{game}")["step"]
    held: list[Route] = []
    page = visitor.page
    page.route(f"**/v1/games/{game}", lambda route: held.append(route), times=1)
    with page.expect_request(f"**/v1/games/{game}"):
        page.goto(f"{visitor.base}/games/{game}#5")
    page.evaluate("location.hash = '#9'")
    for route in held:
        route.continue_()
    at(page, 9, last)


def test_keys_move_through_the_steps_but_not_while_somebody_types(visit: Visits) -> None:
    visitor = visit()
    game = finished_games(visitor.base)["micro-dojo"]
    last = call(visitor.base, f"/v1/games/{game}")["step"]
    page = visitor.open(f"/games/{game}#5")
    at(page, 5, last)
    expect(page.locator(".turn").nth(3)).to_be_visible()
    page.keyboard.press("ArrowRight")
    at(page, 6, last)
    page.keyboard.press("End")
    at(page, last, last)
    page.keyboard.press("b")
    at(page, 6, last)
    page.keyboard.press("Home")
    at(page, 1, last)
    page.keyboard.press("Shift+ArrowRight")
    at(page, 2, last)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("One turn back or forward")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_placeholder("Find words").fill("samurai")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    at(page, 2, last)
    page.get_by_label("Go to step").fill("9")
    page.keyboard.press("Enter")
    at(page, 9, last)


def test_a_thing_of_the_picture_can_be_read_with_the_keyboard(visit: Visits) -> None:
    visitor = visit()
    page = visitor.open(f"/games/{finished_games(visitor.base)['micro-dojo']}#3")
    page.get_by_role("group", name="Display and objectives").focus()
    page.keyboard.press("Enter")
    card = page.locator(".words")
    expect(card).to_contain_text("costs")
    clause = card.get_by_role("link").inner_text()
    assert clause.startswith("micro-dojo.")
    page.keyboard.press("ArrowRight")
    expect(card.get_by_role("link")).not_to_have_text(clause)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_the_log_finds_words_and_says_by_which_clauses_a_step_happened(visit: Visits) -> None:
    visitor = visit()
    page = visitor.open(f"/games/{finished_games(visitor.base)['micro-dojo']}#2")
    page.get_by_role("button", name="Clauses of step 2").click()
    expect(page.locator(".reasons")).to_contain_text("A meeple moves")
    page.get_by_placeholder("Find words").fill("no such words at all")
    expect(page.get_by_text("0 steps", exact=True)).to_be_visible()


def test_somebody_who_looks_back_is_not_thrown_to_the_end(visit: Visits) -> None:
    visitor = visit()
    table = Table(visitor.base)
    page = visitor.open(f"/games/{table.id}")
    table.play(3)
    at(page, 4, 4)
    page.keyboard.press("ArrowLeft")
    at(page, 3, 4)
    table.play(2)
    at(page, 3, 6)
    page.get_by_role("button", name="2 new steps").click()
    at(page, 6, 6)
    table.play(1)
    at(page, 7, 7)


def leave_a_table(visitor: Visitor) -> Table:
    """A game that a visitor left after step 3; three more steps have been made since."""
    table = Table(visitor.base)
    table.play(2)
    at(visitor.open(f"/games/{table.id}"), 3, 3)
    visitor.open("/games")
    table.play(3)
    return table


def test_who_comes_back_sees_what_happened_since(visit: Visits) -> None:
    visitor = visit()
    table = leave_a_table(visitor)
    page = visitor.open(f"/games/{table.id}")
    at(page, 3, 6)
    page.get_by_role("button", name="Show what changed").click()
    at(page, 6, 6)
    expect(page.locator(".picture .marked").nth(1)).to_be_visible()


def test_what_changed_is_marked_as_soon_as_it_comes_for_those_who_ask_before(visit: Visits) -> None:
    visitor = visit()
    table = leave_a_table(visitor)
    held: list[Route] = []
    visitor.page.route("**/drawings?from=1&**", lambda route: held.append(route), times=1)
    page = visitor.open(f"/games/{table.id}")
    page.get_by_role("button", name="Show what changed").click()
    at(page, 6, 6)
    for route in held:
        route.continue_()
    expect(page.locator(".picture .marked").nth(1)).to_be_visible()


def test_what_is_said_at_the_table_is_heard_and_what_cannot_be_sent_is_kept(visit: Visits) -> None:
    visitor, listener = visit(), visit()
    table = Table(visitor.base)
    visitor.sign_in(table.names[0], table.tokens[0])
    page = visitor.open(f"/games/{table.id}")
    field = page.get_by_placeholder("Say something to the table")
    field.fill("Good luck")
    page.reload()
    expect(field).to_have_value("Good luck")
    heard = listener.open(f"/games/{table.id}")
    field.press("Enter")
    expect(field).to_have_value("")
    expect(heard.get_by_role("log", name="Table talk")).to_contain_text("Good luck")


def test_a_game_that_is_over_is_seen_with_the_eyes_of_every_seat(visit: Visits) -> None:
    visitor = visit()
    table = Table(visitor.base)
    table.play(2)
    page = visitor.open(f"/games/{table.id}#2")
    at(page, 2, 3)
    eyes = page.get_by_label("Seen by")
    expect(eyes).to_have_count(0)
    call(visitor.base, f"/v1/games/{table.id}/resignation", {"seat": 1}, table.tokens[1])
    expect(eyes).to_be_visible()
    with page.expect_response(lambda answer: "as=seat%3A1" in answer.url and "/drawings" in answer.url):
        eyes.select_option(f"{table.names[1]}, as they saw it")
    at(page, 2, 4)


def test_a_step_or_a_game_that_is_not_there_is_said(visit: Visits) -> None:
    visitor = visit()
    game = finished_games(visitor.base)["micro-dojo"]
    page = visitor.open(f"/games/{game}#99999")
    expect(page.get_by_role("alert")).to_contain_text("The game has no step 99999")
    page = visitor.open("/games/00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("alert")).to_contain_text("There is no such game")
