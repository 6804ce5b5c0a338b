"""Sounds: off by default, kept in the browser, and played when something happens."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visits
from tests.page.games import call
from tests.page.test_replay import Table, at

pytestmark = [pytest.mark.slow, pytest.mark.long]

LISTEN = """const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
    const heard = document.documentElement.dataset;
    heard.tones = `${heard.tones ?? ""} ${Math.round(this.frequency.value)}`;
    return start.call(this, at);
};"""
"""Keeps the pitches of all tones that are played, in an attribute of the document."""
KNOCK, BELLS = re.compile(r"\b190 95\b"), re.compile(r"\b659 880$")


def expect_tones(page: Page, tones: re.Pattern[str]) -> None:
    """Expect that these tones were played."""
    expect(page.locator("html")).to_have_attribute("data-tones", tones)


def test_nothing_sounds_until_somebody_asks_for_it_and_then_steps_and_turns_do(visit: Visits) -> None:
    visitor = visit()
    table = Table(visitor.base)
    page = visitor.page
    page.add_init_script(LISTEN)
    visitor.sign_in(table.names[0], table.tokens[0])
    visitor.open(f"/games/{table.id}")
    at(page, 1, 1)
    loaded = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/sounds.mjs'))"
    sounds = page.get_by_role("button", name="Sounds")
    expect(sounds).to_have_attribute("aria-pressed", "false")
    table.play(1)
    at(page, 2, 2)
    assert not page.evaluate(loaded)
    assert page.locator("html").get_attribute("data-tones") is None

    sounds.click()
    expect(sounds).to_have_attribute("aria-pressed", "true")
    expect_tones(page, KNOCK)
    while call(visitor.base, f"/v1/games/{table.id}")["to_move"] != [1]:
        table.play(1)
    step = call(visitor.base, f"/v1/games/{table.id}")["step"]
    at(page, step, step)
    while call(visitor.base, f"/v1/games/{table.id}")["to_move"] != [0]:
        table.play(1)
    expect_tones(page, BELLS)

    page.reload()
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name=table.names[0]).click()
    page.get_by_role("checkbox", name=re.compile("Sounds")).uncheck()
    visitor.open(f"/games/{table.id}")
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "false")
