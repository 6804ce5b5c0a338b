"""Each page passes axe-core, on a phone and on a large screen, in both colour schemes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.page.conftest import Visits
from tests.page.games import finished_games

pytestmark = [pytest.mark.slow, pytest.mark.long]

AXE = Path(__file__).resolve().parents[1] / "contract/node_modules/axe-core/axe.min.js"
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 5).map((node) => [node.html, node.failureSummary]) }));
}"""
"""What axe-core finds serious or critical, with the first elements of each."""
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
