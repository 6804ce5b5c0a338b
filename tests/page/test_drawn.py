"""The chance in a step: what was drawn from, the outcome as far as the reader may know it, and its proof."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visits
from tests.page.games import call, finished_games
from tests.page.test_replay import Table

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.mark.parametrize("ruleset", ["micro-dojo", "daimyo", "yedo"])
def test_a_step_of_chance_shows_what_was_drawn_from_what_and_leads_to_its_proof(visit: Visits, ruleset: str) -> None:
    visitor = visit()
    game = finished_games(visitor.base)[ruleset]
    outcomes = call(visitor.base, f"/v1/games/{game}/chance")["outcomes"]
    purposes = {drawn["name"]: drawn["of"] for drawn in call(visitor.base, f"/v1/rulesets/{ruleset}/draws")["purposes"]}
    step = max(outcome["step"] for outcome in outcomes)
    one = next(outcome for outcome in outcomes if outcome["step"] == step)
    page = visitor.open(f"/games/{game}#{step}")
    drawn = page.get_by_role("region", name=f"Drawn by chance in step {step}")
    if one["purpose"] in purposes:
        expect(drawn).to_contain_text(purposes[one["purpose"]])
    shown = rf"^(number|a die shows) {one['result'] + 1}\b"
    expect(drawn.get_by_role("img", name=re.compile(shown)).first).to_be_visible()
    drawn.get_by_role("link", name="See how it follows").click()
    expect(page.get_by_role("button", name="Audit", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#audit-part")).to_contain_text("checked here")

    page.goto(f"{visitor.base}/account")
    page.goto(f"{visitor.base}/games/{game}?audit=chance#{step}")
    expect(page.locator("#audit-part")).to_contain_text("checked here")


def test_a_step_without_chance_shows_nothing_and_secrets_stay_secret(visit: Visits) -> None:
    visitor = visit(locale="fr-FR")
    table = Table(visitor.base)
    game = call(visitor.base, "/v1/games", {"ruleset": "yedo", "seats": 2}, table.tokens[0])["id"]
    for seat, token in enumerate(table.tokens):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    page = visitor.open(f"/games/{game}")
    drawn = page.get_by_role("region", name="Tiré au hasard à l’étape 1")
    expect(drawn).to_contain_text("les 20 Missions de Base")
    expect(drawn.get_by_role("img", name="secret jusqu’à la fin de la partie").first).to_be_visible()
    page.goto(f"{visitor.base}/account")
    table.play(1)
    page.goto(f"{visitor.base}/games/{table.id}")
    at_end = page.get_by_text("Étape 2 sur 2", exact=True)
    expect(at_end).to_be_visible()
    expect(page.locator(".drawn")).to_have_count(0)
