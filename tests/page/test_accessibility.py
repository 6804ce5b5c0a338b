"""Each page passes axe-core, on a phone and on a large screen, in both colour schemes."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.page.conftest import Visits
from tests.page.games import call, finished_games, register
from tests.page.test_play import OPEN_MOVES

pytestmark = [pytest.mark.slow, pytest.mark.long]

AXE = Path(__file__).resolve().parents[1] / "contract/node_modules/axe-core/axe.min.js"
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 5).map((node) => [node.html, node.failureSummary]) }));
}"""
"""The serious and critical findings of axe-core, with the first elements of each."""
SMALL = """() => [...document.querySelectorAll("a, button, input, select, summary")].filter((target) => {
  const { width, height } = target.getBoundingClientRect();
  const inSentence = getComputedStyle(target).display === "inline" || target.matches(".skip");
  return width && height && !inSentence && Math.min(width, height) < 23.9;
}).map((target) => target.outerHTML.slice(0, 200))"""
"""Targets smaller than 24 pixels, except links in sentences (WCAG 2.5.8)."""
EVERY = 4
MOVES = 24
PAGES = ("/", "/games", "/mine", "/new", "/account", "/leaderboards", "/rulebooks", "/rulebooks/daimyo", "/disputes")


@pytest.fixture(scope="session")
def axe() -> str:
    if AXE.exists():
        return AXE.read_text("utf-8")
    if os.environ.get("CI"):
        pytest.fail("axe-core is not installed; `make test` does it where npm is.")
    pytest.skip("axe-core is not installed.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1600])
def test_no_page_has_a_serious_fault(visit: Visits, axe: str, width: int, scheme: Literal["light", "dark"]) -> None:
    visitor = visit(width=width, scheme=scheme)
    games = [f"/games/{game}" for game in finished_games(visitor.base).values()]
    found: dict[str, Any] = {}
    for address in (*PAGES, *games, "/players/Greedy%20bot"):
        page = visitor.open(address)
        page.wait_for_load_state("networkidle")
        page.evaluate(axe)
        faults = page.evaluate(RUN)
        if faults:
            found[address] = faults
    assert found == {}


@pytest.mark.parametrize("width", [360, 1600])
def test_no_page_scrolls_sideways(visit: Visits, width: int) -> None:
    visitor = visit(width=width)
    games = [f"/games/{game}" for game in finished_games(visitor.base).values()]
    wide: dict[str, int] = {}
    for address in (*PAGES, *games, "/players/Greedy%20bot"):
        page = visitor.open(address)
        page.wait_for_load_state("networkidle")
        scrolled = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if scrolled > 0:
            wide[address] = scrolled
    assert wide == {}


def test_no_target_is_small(visit: Visits) -> None:
    visitor = visit(width=360)
    games = [f"/games/{game}" for game in finished_games(visitor.base).values()]
    found: dict[str, Any] = {}
    for address in (*PAGES, *games, "/players/Greedy%20bot"):
        page = visitor.open(address)
        page.wait_for_load_state("networkidle")
        if small := page.evaluate(SMALL):
            found[address] = small
    assert found == {}


@pytest.mark.parametrize("ruleset", ["micro-dojo", "daimyo", "yedo"])
def test_no_state_of_play_has_a_serious_fault(visit: Visits, axe: str, ruleset: str) -> None:
    visitor = visit()
    name = f"Axel {time.time_ns() % 10**9}"
    token = register(visitor.base, name)
    game = call(visitor.base, "/v1/games", {"ruleset": ruleset, "seats": 2}, token)["id"]
    for seat in (0, 1):
        call(visitor.base, f"/v1/games/{game}/seats", {"seat": seat}, token)
    visitor.sign_in(name, token)
    page = visitor.open(f"/games/{game}")
    page.evaluate(axe)
    chance, found = random.Random(1), {}
    for step in range(1, MOVES):
        if step % EVERY == 0:
            page.locator(OPEN_MOVES).first.wait_for()
            if faults := page.evaluate(RUN):
                found[step] = faults
        asked = call(visitor.base, f"/v1/games/{game}/legal-moves", token=token)["choices"]
        choice = next(choice for choice in asked if choice.get("moves"))
        move = {"seat": choice["seat"], "move": chance.choice(choice["moves"])["move"]}
        call(visitor.base, f"/v1/games/{game}/moves", move, token)
        page.get_by_text(f"Step {step + 1} of", exact=False).first.wait_for()
    assert found == {}
