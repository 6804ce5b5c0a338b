"""The end of a game on the page: points by source, its consequences, and the rematch."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visits
from tests.page.games import call, register


def _finish(base: str, tokens: Collection[str]) -> str:
    """Play a whole game of Micro Dojo between the players with these tokens; return its id."""
    game: str = call(base, "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, next(iter(tokens)))["id"]
    for seat, one in enumerate(tokens):
        call(base, f"/v1/games/{game}/seats", {"seat": seat}, one)
    random = Random(3)
    while call(base, f"/v1/games/{game}")["result"] is None:
        for seat, one in enumerate(tokens):
            answer = call(base, f"/v1/games/{game}/legal-moves?seat={seat}", token=one)
            moves = [move["move"] for choice in answer["choices"] for move in choice.get("moves") or ()]
            if moves:
                call(base, f"/v1/games/{game}/moves", {"seat": seat, "move": random.choice(moves)}, one)
    return game


@pytest.fixture
def people(site: str, request: pytest.FixtureRequest) -> dict[str, str]:
    """Two players with unique names, and their tokens."""
    number = len(request.node.name)
    return {name: register(site, name) for name in (f"Edda {number}", f"Finn {number}")}


def test_the_end_shows_ranks_ratings_and_points_by_source(visit: Visits, site: str, people: dict[str, str]) -> None:
    game = _finish(site, people.values())
    page = visit().open(f"/games/{game}")
    panel = page.get_by_role("region", name="Play")
    expect(panel.get_by_role("heading", name="This game is over")).to_be_visible()
    expect(panel.locator(".ranks li").first).to_contain_text("rating")
    table = panel.get_by_role("table", name="What the points are for")
    totals = [cell.inner_text() for cell in table.locator("tfoot td").all()]
    best = [line.inner_text() for line in panel.locator(".ranks .number").all()]
    assert [line.split()[0] for line in best] == totals
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)


def test_two_who_play_again_with_the_same_people_meet_in_the_same_game(
    visit: Visits, site: str, people: dict[str, str]
) -> None:
    game = _finish(site, people.values())
    (first, token), (second, other) = people.items()
    one, two = visit(), visit(width=390, scheme="dark", locale="fr-FR")
    one.sign_in(first, token)
    two.sign_in(second, other)
    one.open(f"/games/{game}")
    waiting = two.open(f"/games/{game}")
    expect(waiting.get_by_role("button", name="Rejouer avec les mêmes personnes")).to_be_visible()
    one.page.get_by_role("button", name="Play again with the same people").click()
    expect(one.page).not_to_have_url(f"{site}/games/{game}")
    expect(waiting.get_by_text(f"{first} veut rejouer.")).to_be_visible()
    waiting.get_by_role("button", name="Rejouer avec les mêmes personnes").click()
    expect(waiting).to_have_url(one.page.url)
    one.open(f"/games/{game}")
    expect(one.page.get_by_text("The next game has begun.")).to_be_visible()
    expect(one.page.get_by_role("link", name="Go to the next game")).to_have_attribute(
        "href", two.page.url.removeprefix(site).partition("#")[0]
    )


def test_a_table_with_the_same_bot_twice_says_that_it_counts_for_nothing(visit: Visits) -> None:
    page = visit().open("/new?ruleset=yedo")
    # A seat stays free, so that the game waits however soon the bots sit down.
    page.get_by_label("Seats").first.select_option("4")
    said = page.get_by_text("has several seats")
    expect(said).to_have_count(0)
    for number in (1, 2):
        page.locator(".seat-field select").nth(number).select_option("bot:Greedy bot")
    expect(said).to_contain_text("Greedy bot has several seats")
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/games/*")
    expect(page.locator(".uncounted")).to_contain_text("Greedy bot has several seats")
