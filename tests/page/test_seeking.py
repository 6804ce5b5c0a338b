"""Finding others on the page: who looks for players, joining them, and the game that comes of it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visits
from tests.page.games import call, register


def test_two_find_each_other_and_take_their_seats(visit: Visits, site: str) -> None:
    one, two = visit(), visit(width=390, scheme="dark", locale="fr-FR")
    one.sign_in("Sela", register(site, "Sela"))
    two.sign_in("Tove", register(site, "Tove"))
    first = one.open("/new?ruleset=micro-dojo")
    first.get_by_label("Play for fun").check()
    first.get_by_role("button", name="Find others to play").click()
    own = first.get_by_role("region", name="Looking for players").get_by_role("listitem")
    expect(own).to_contain_text("Micro Dojo, players: 2")
    expect(own).to_contain_text("unrated")
    second = two.open("/")
    second.get_by_role("button", name="Jouer avec Sela").click()
    for page, found in ((first, "Take your seat"), (second, "Prendre place")):
        expect(page.get_by_role("link", name=found)).to_be_visible(timeout=60_000)
    path = first.get_by_role("link", name="Take your seat").get_attribute("href")
    assert path == second.get_by_role("link", name="Prendre place").get_attribute("href")
    game = call(site, f"/v1{path}")
    assert {seat["reserved_for"] for seat in game["seats"]} == {"Sela", "Tove"}
    assert game["uncounted"]["why"] == "unrated"
    assert call(site, "/v1/seeks")["items"] == []


def test_who_looks_no_longer_is_no_longer_listed(visit: Visits, site: str) -> None:
    visitor = visit()
    visitor.sign_in("Ulla", register(site, "Ulla"))
    page = visitor.open("/new?ruleset=daimyo")
    page.get_by_role("button", name="Find others to play").click()
    page.get_by_role("button", name="Stop looking").click()
    expect(page.get_by_text("Nobody is looking for players at the moment.")).to_be_visible()
    assert call(site, "/v1/seeks")["items"] == []


def test_a_table_with_kept_seats_or_out_of_the_lists_is_opened_and_not_sought(visit: Visits) -> None:
    page = visit().open("/new?ruleset=micro-dojo")
    seek = page.get_by_role("button", name="Find others to play")
    expect(seek).to_be_visible()
    page.get_by_label("Keep the game out of every list").check()
    expect(seek).to_have_count(0)
