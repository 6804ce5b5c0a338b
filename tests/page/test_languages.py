"""The page in every language with catalogues, in a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from page.site import list_languages
from tests.page.conftest import Visits
from tests.page.games import finished_games, register

pytestmark = pytest.mark.slow

CATALOGUES = Path(__file__).parents[2] / "page" / "catalogues"
PHONE = 390


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return max(wider, 0)


@pytest.mark.parametrize("language", list_languages())
def test_the_page_speaks_the_language_of_the_browser_without_overflowing(visit: Visits, language: str) -> None:
    words = json.loads((CATALOGUES / language / "frame.json").read_text("utf-8"))
    visitor = visit(locale=language, width=PHONE)
    for address in ("/", "/games", "/new", "/leaderboards", "/rulebooks", "/account"):
        page = visitor.open(address)
        page.get_by_role("navigation", name=words["frame.pages"]).wait_for()
        assert page.get_attribute("html", "lang") == language
        assert overflow(page) == 0, address


@pytest.mark.long
@pytest.mark.parametrize("language", list_languages())
def test_games_audits_lists_and_rulebooks_do_not_overflow(visit: Visits, site: str, language: str) -> None:
    words = json.loads((CATALOGUES / language / "replay.json").read_text("utf-8"))
    visitor = visit(locale=language, width=PHONE)
    visitor.sign_in(name := f"Reader {language}", register(site, name))
    for address in ("/mine", "/disputes", f"/players/{name}", "/docs"):
        assert overflow(visitor.open(address)) == 0, address
    for ruleset, game in finished_games(site).items():
        assert overflow(visitor.open(f"/rulebooks/{ruleset}")) == 0, ruleset
        page = visitor.open(f"/games/{game}")
        assert overflow(page) == 0, ruleset
        page.get_by_role("button", name=words["replay.mode.audit"], exact=True).click()
        page.get_by_role("region").first.wait_for()
        assert overflow(page) == 0, f"the audit of {ruleset}"


def test_the_languages_are_offered_by_the_names_that_they_give_themselves(visit: Visits) -> None:
    page = visit(locale="en").open("/games")
    options = page.get_by_label("Language").locator("option")
    assert options.evaluate_all("all => all.map((one) => [one.value, one.textContent])")[:2] == [
        ["en", "English"],
        ["fr", "Français"],
    ]
