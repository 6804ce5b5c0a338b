"""The page in every language that there are catalogues for, in a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from page.site import list_languages
from tests.page.conftest import Visits

pytestmark = pytest.mark.slow

CATALOGUES = Path(__file__).parents[2] / "page" / "catalogues"
PHONE = 390


@pytest.mark.parametrize("language", list_languages())
def test_the_page_speaks_the_language_of_the_browser_without_overflowing(visit: Visits, language: str) -> None:
    words = json.loads((CATALOGUES / language / "frame.json").read_text("utf-8"))
    visitor = visit(locale=language, width=PHONE)
    for address in ("/", "/games", "/new", "/leaderboards", "/rulebooks", "/account"):
        page = visitor.open(address)
        page.get_by_role("navigation", name=words["frame.pages"]).wait_for()
        assert page.get_attribute("html", "lang") == language
        wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, address


def test_the_languages_are_offered_by_the_names_that_they_give_themselves(visit: Visits) -> None:
    page = visit(locale="en").open("/games")
    options = page.get_by_label("Language").locator("option")
    assert options.evaluate_all("all => all.map((one) => [one.value, one.textContent])")[:2] == [
        ["en", "English"],
        ["fr", "Français"],
    ]
