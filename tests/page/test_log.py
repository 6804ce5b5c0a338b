"""The log of a game: when things happened, and where a reader left off, without spoiling what followed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visits
from tests.page.games import call, finished_games
from tests.page.test_replay import at, leave_a_table

pytestmark = [pytest.mark.slow, pytest.mark.long]


def test_who_goes_on_from_where_they_left_reads_only_what_they_have_seen(visit: Visits) -> None:
    visitor = visit()
    table = leave_a_table(visitor)
    page = visitor.open(f"/games/{table.id}")
    at(page, 3, 6)
    log = page.get_by_role("region", name="Log")
    words = [call(visitor.base, f"/v1/games/{table.id}/audit/{n}")["words"] for n in range(1, 7)]
    reveal = log.get_by_role("button", name="Show 3 steps that you have not seen")
    expect(reveal).to_be_visible()
    expect(log).to_contain_text("since you were here")
    expect(log).to_contain_text(words[2])
    expect(log).not_to_contain_text(words[4])

    page.keyboard.press("ArrowRight")
    at(page, 4, 6)
    expect(log).to_contain_text(words[3])
    expect(log).not_to_contain_text(words[4])
    log.get_by_role("button", name="Show 2 steps that you have not seen").click()
    expect(log).to_contain_text(words[4])
    expect(log.get_by_role("button", name=re.compile("not seen"))).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "ago", "exact"),
    [("en-GB", r"ago$|now$|yesterday$", r"\d{4}"), ("fr-FR", r"^il y a|^maintenant|^hier", r"\d{4}")],
)
def test_turns_say_how_long_ago_they_were_and_exactly_when(visit: Visits, locale: str, ago: str, exact: str) -> None:
    visitor = visit(locale=locale)
    page = visitor.open(f"/games/{finished_games(visitor.base)['yedo']}")
    time = page.locator(".log .turn > summary time").first
    expect(time).to_have_text(re.compile(ago))
    expect(time).to_have_attribute("title", re.compile(exact))
    expect(time).to_have_attribute("datetime", re.compile(r"^\d{4}-\d\d-\d\dT"))
