"""Questions on the page: their subjects, and the costs and gains shown before a move is made."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.games import call, register
from tests.page.test_play import OPEN_MOVES, sit_alone

pytestmark = pytest.mark.long

PHONE = 390
MOST_MOVES = 60
MOST_TABLES = 5
FEW = 6
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def open_table(visitor: Visitor, ruleset: str, token: str) -> str:
    """Open a game for two with both seats taken by one player, and return its id."""
    game: str = call(visitor.base, "/v1/games", {"ruleset": ruleset, "seats": 2}, token)["id"]
    for seat in (0, 1):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    return game


def play_until_needs(base: str, game: str, token: str) -> bool:
    """Make the first legal move until a question is about something with a requirement; return whether one was."""
    for _ in range(MOST_MOVES):
        answer = call(base, f"/v1/games/{game}/legal-moves", token=token)
        choices = [choice for choice in answer["choices"] if choice.get("moves")]
        if any(subject.get("needs") for choice in choices for subject in choice.get("subjects", [])):
            return True
        if not choices:
            return False
        choice = choices[0]
        call(base, f"/v1/games/{game}/moves", {"seat": choice["seat"], "move": choice["moves"][0]["move"]}, token)
    return False


@pytest.mark.parametrize(
    ("ruleset", "locale", "list_name", "needed"),
    [
        ("micro-dojo", "fr", "De quoi il s’agit", "il en faut"),
        ("yedo", "en", "What it is about", "needed, you have"),
    ],
)
def test_a_question_shows_what_it_is_about_and_what_one_has(
    visit: Visits, ruleset: str, locale: str, list_name: str, needed: str
) -> None:
    visitor = visit(width=PHONE, locale=locale)
    name = f"Ask {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    visitor.sign_in(name, token)
    tables = (open_table(visitor, ruleset, token) for _ in range(MOST_TABLES))
    game = next(table for table in tables if play_until_needs(visitor.base, table, token))
    page = visitor.open(f"/games/{game}")
    subject = page.get_by_role("list", name=list_name).first.get_by_role("listitem").filter(has_text=needed)
    expect(subject.first.get_by_role("heading").first).to_be_visible()
    assert page.evaluate(WIDER) <= 0


def foreseen(page: Page) -> str:
    """The page's words about the selected move."""
    return page.locator(".foreseen").inner_text()


def test_a_move_says_what_it_costs_and_gives_to_the_pointer_and_to_the_keyboard(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), f"Look {time.time_ns() % 10**9}")
    moves = page.locator(OPEN_MOVES)
    moves.nth(1).hover()
    expect(page.locator(".foreseen")).to_have_attribute("role", "status")
    expect(page.locator(".foreseen")).to_contain_text("·")
    said = foreseen(page)
    page.keyboard.press("Tab")
    moves.first.focus()
    expect(page.locator(".foreseen")).not_to_have_text(said)
    expect(page.locator(".game-at")).not_to_contain_text("Step 2")


SMALLEST_WORDS = """() => Math.min(...[...document.querySelectorAll(".thing text")].map((text) =>
  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
"""The height in pixels of the smallest words on things beside a question."""


@pytest.mark.parametrize("width", [PHONE, 1440])
def test_a_card_in_question_is_drawn_as_on_the_board_and_can_be_picked_there(visit: Visits, width: int) -> None:
    visitor = visit(width=width)
    name = f"Clan {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    visitor.sign_in(name, token)
    page = visitor.open(f"/games/{open_table(visitor, 'daimyo', token)}")
    clans = page.get_by_role("list", name="What it is about").get_by_role("listitem")
    expect(clans.locator("svg.thing").first).to_be_visible()
    assert page.evaluate(SMALLEST_WORDS) >= (14 if width == PHONE else 13)
    assert page.evaluate(WIDER) <= 0
    clan = clans.first.get_by_role("heading").inner_text()
    clans.first.click()
    expect(page.locator(".tray").get_by_role("button", name=f"Play the {clan}")).to_be_visible()
    clans.first.click()
    expect(page.locator(".game-at")).to_contain_text("Step 2")


def play_until_asked(base: str, game: str, token: str, prompt: str) -> None:
    """Make the last legal moves until this is asked."""
    for _ in range(MOST_MOVES):
        choice = call(base, f"/v1/games/{game}/legal-moves", token=token)["choices"][0]
        if choice["prompt"].startswith(prompt):
            return
        call(base, f"/v1/games/{game}/moves", {"seat": choice["seat"], "move": choice["moves"][-1]["move"]}, token)
    raise AssertionError(f"nobody was asked: {prompt}")


@pytest.mark.parametrize("width", [PHONE, 1440])
@pytest.mark.parametrize(
    ("ruleset", "prompt", "things"),
    [
        ("micro-dojo", "Move", "Samurai|Ninja|Sumo|Geisha"),
        # Where there are fewer kinds of dice than of actions, the places of the actions come first.
        ("daimyo", "Take a die and put it on a main action", r"(blue|green|red) di(e|ce) showing \d|^[A-Z]"),
        ("yedo", "Assign a Disciple", "^Disciple$"),
        ("yedo", "Activate a Disciple", r"\w+"),
    ],
)
def test_things_that_tell_the_answers_apart_stand_in_the_question_and_can_be_picked_there(
    visit: Visits, ruleset: str, prompt: str, things: str, width: int
) -> None:
    visitor = visit(width=width)
    name = f"Tell {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    visitor.sign_in(name, token)
    game = open_table(visitor, ruleset, token)
    play_until_asked(visitor.base, game, token, prompt)
    page = visitor.open(f"/games/{game}")
    shown = page.get_by_role("list", name="What it is about").get_by_role("listitem")
    expect(shown.first).to_have_attribute("title", re.compile(things))
    expect(shown.first.locator("svg.thing")).to_be_visible()
    assert page.evaluate(WIDER) <= 0
    lit = page.locator(".picture .lit").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    # On a phone what lies on another tab is drawn once that is opened.
    if width != PHONE:
        for thing in shown.all():
            assert any(name.startswith(thing.get_attribute("title")) for name in lit)
    shown.first.click()
    expect(page.locator(".tray")).to_be_visible()


@pytest.mark.parametrize("width", [PHONE, 1440])
def test_a_piece_that_may_go_to_many_places_stands_in_the_question_with_its_supply(visit: Visits, width: int) -> None:
    visitor = visit(width=width)
    name = f"Piece {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    visitor.sign_in(name, token)
    game = open_table(visitor, "daimyo", token)
    play_until_asked(visitor.base, game, token, "Place your second governor")
    page = visitor.open(f"/games/{game}")
    shown = page.get_by_role("list", name="What it is about").get_by_role("heading")
    expect(shown).to_have_text(["Governor"])
    expect(shown.locator("svg")).to_be_visible()
    expect(page.locator(".needs li.met")).to_contain_text("in the supply: 1 needed, you have 7")
    assert page.evaluate(WIDER) <= 0


def test_an_answer_that_is_left_after_a_pick_says_what_it_costs_and_gives(visit: Visits) -> None:
    visitor = visit()
    name = f"Left {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    visitor.sign_in(name, token)
    page = visitor.open(f"/games/{open_table(visitor, 'daimyo', token)}")
    page.get_by_role("list", name="What it is about").get_by_role("listitem").first.click()
    answer = page.locator(".tray .group button").first
    answer.focus()
    expect(page.locator(".foreseen")).to_contain_text(answer.inner_text())


def play_until_few_give(base: str, game: str, token: str) -> str:
    """Make the first legal moves until few answers are left, the first of which gives something: its label."""
    for _ in range(MOST_MOVES):
        choice = call(base, f"/v1/games/{game}/legal-moves", token=token)["choices"][0]
        first = choice["moves"][0]
        body = {"seat": choice["seat"], "move": first["move"]}
        changes = call(base, f"/v1/games/{game}/explanations", body, token).get("changes", [])
        if len(choice["moves"]) <= FEW and any(change["after"] > change["before"] for change in changes):
            return str(first["label"])
        call(base, f"/v1/games/{game}/moves", body, token)
    raise AssertionError("no question gives anything")


def test_few_answers_say_by_themselves_what_each_gives(visit: Visits) -> None:
    visitor = visit()
    game, token, page = sit_alone(visitor, f"Each {time.time_ns() % 10**9}")
    label = play_until_few_give(visitor.base, game, token)
    answer = page.locator(OPEN_MOVES).filter(has_text=re.compile(f"^\\d?{re.escape(label)}", re.IGNORECASE)).first
    expect(answer.locator(".amount").first).to_contain_text("→")
    expect(answer).to_have_accessible_name(re.compile(r"\+\d .*in all"))


def test_a_place_of_the_picture_says_what_choosing_it_costs_and_gives(visit: Visits) -> None:
    _, _, page = sit_alone(visit(), f"Hover {time.time_ns() % 10**9}")
    lit = page.locator(".picture [role=button]")
    said = page.locator(".words-foreseen")
    lit.first.hover()
    expect(said).to_contain_text(re.compile("moves name it|·"))
    lit.first.click()
    target = page.locator(".picture [role=button]:not([aria-pressed=true])").first
    target.hover()
    expect(said).to_contain_text(re.compile("moves name it|·"))
    page.keyboard.press("Tab")
    target.focus()
    expect(page.locator(".words")).to_have_attribute("role", "status")
    expect(said).to_be_visible()
