"""The frame of every page, in a browser: languages, unknown addresses, the policy of the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visits
from tests.page.games import finished_games

pytestmark = pytest.mark.slow


def test_the_page_speaks_the_language_of_the_browser_and_the_one_that_is_chosen(visit: Visits) -> None:
    page = visit(locale="fr-FR").open("/games")
    assert page.get_attribute("html", "lang") == "fr"
    page.get_by_role("link", name="Classements").wait_for()
    page.get_by_label("Langue").select_option("en")
    page.get_by_role("link", name="Leaderboards").wait_for()
    page.reload()
    page.get_by_role("link", name="Leaderboards").wait_for()


def test_an_unknown_address_says_so_and_leads_home(visit: Visits) -> None:
    visitor = visit()
    visitor.page.goto(visitor.base + "/games")
    visitor.page.evaluate("history.pushState(null, '', '/nowhere'); dispatchEvent(new PopStateEvent('popstate'))")
    visitor.page.get_by_role("heading", name="There is no such page").wait_for()
    visitor.page.locator("main").get_by_role("link").first.click()
    visitor.page.wait_for_url(visitor.base + "/")


def test_a_mistyped_address_gets_a_page_and_a_client_a_problem(visit: Visits) -> None:
    visitor = visit()
    for address in ("/xyz", "/games/foo"):
        answer = visitor.page.goto(visitor.base + address)
        assert answer is not None
        assert answer.status == 404
        visitor.page.get_by_role("heading", name="There is no such page").wait_for()
    for address in ("/xyz", "/v1/xyz"):
        problem = visitor.context.request.get(visitor.base + address, headers={"Accept": "application/json"})
        assert (problem.status, problem.json()["code"]) == (404, "not-found")


def test_games_that_are_over_and_have_no_results_are_listed_and_marked(visit: Visits) -> None:
    visitor = visit()
    games = finished_games(visitor.base)
    visitor.page.route("**/v1/scores*", lambda route: route.fulfill(json={"items": [], "next": None}))
    page = visitor.open("/games?status=over")
    demo = page.get_by_role("listitem").filter(has=page.locator(f"a[href='/games/{games['daimyo']}']")).first
    expect(demo).to_contain_text("teaching game")


def test_a_wrongly_encoded_name_is_unknown_and_breaks_nothing(visit: Visits) -> None:
    visitor = visit()
    visitor.page.goto(visitor.base + "/players/%E0%A4%A")
    expect(visitor.page.get_by_role("alert")).to_be_visible()


def test_a_problem_is_said_in_french_with_what_the_service_says_in_english(visit: Visits) -> None:
    visitor = visit(locale="fr-FR")
    visitor.page.goto(visitor.base + "/games/00000000-0000-4000-8000-000000000000")
    problem = visitor.page.get_by_role("alert")
    expect(problem.get_by_role("heading")).to_have_text("Cette partie n’existe pas")
    expect(problem.locator("[lang=en]")).to_contain_text("00000000-0000-4000-8000-000000000000")


def test_nothing_is_fetched_from_another_host(visit: Visits) -> None:
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    for address in ("/", "/games", "/leaderboards", "/rulebooks"):
        visitor.open(address)
    assert asked
    assert [url for url in asked if not url.startswith((visitor.base, "data:"))] == []
