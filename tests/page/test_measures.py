"""Pictures as the page shows them, measured at four widths: font sizes, overlaps, and the used width."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.conftest import Visits
from tests.page.games import call, finished_games
from tests.page.test_replay import at
from tests.support.archives import recorded_rulesets

pytestmark = pytest.mark.slow
each_recorded_ruleset = pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in recorded_rulesets()])

SMALLEST = {390: 14.0, 768: 13.0, 1440: 13.0, 2560: 13.0}
"""The smallest font size in pixels, by the width of the window."""
ROUNDING = 0.005
"""By how many pixels the browser may round a size down."""
SHARE = {390: 0.9, 768: 0.9, 1440: 0.65, 2560: 0.8}
"""The smallest share of the width that the picture must use."""
SEED = 27
MEASURE = """() => {
  const box = (element) => element.getBoundingClientRect();
  const picture = box(document.querySelector(".picture"));
  const seen = (panel) => [...panel.querySelectorAll("text")].filter((text) => text.getClientRects().length);
  const texts = seen(document.querySelector(".picture"));
  const overlaps = [];
  for (const panel of document.querySelectorAll(".picture svg.panel")) {
    const boxes = seen(panel).map((text) => [text.textContent.trim(), box(text)]);
    for (const [place, [text, one]] of boxes.entries()) {
      for (const [other, two] of boxes.slice(place + 1)) {
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (across > 2 && down > 5) overlaps.push(`${text} overlaps ${other}`);
      }
    }
  }
  const size = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return { smallest: Math.min(...texts.map(size)), overlaps, share: picture.width / innerWidth, words: texts.length };
}"""


def open_step(page: Page, base: str, game: str, step: int, last: int) -> dict[str, Any]:
    """Open a game at a step and measure its picture."""
    page.goto(f"{base}/games/{game}#{step}")
    at(page, step, last)
    measured: dict[str, Any] = page.evaluate(MEASURE)
    return measured


def find_faults(measured: dict[str, Any], width: int) -> list[str]:
    """Say what is wrong with a measured picture."""
    faults: list[str] = measured["overlaps"][:5]
    if measured["smallest"] < SMALLEST[width] - ROUNDING:
        faults.append(f"words are {measured['smallest']:.2f} pixels high")
    if measured["share"] < SHARE[width]:
        faults.append(f"the picture takes {measured['share']:.2f} of the width")
    return faults


def measure_steps(visit: Visits, ruleset: str, count: int) -> dict[str, list[str]]:
    """Measure the picture of a finished game at random steps for each width; return what is wrong, and where."""
    visitor = visit()
    game, random = finished_games(visitor.base)[ruleset], Random(f"{SEED} {ruleset}")
    last: int = call(visitor.base, f"/v1/games/{game}")["step"]
    found = {}
    for width in SMALLEST:
        visitor.page.set_viewport_size({"width": width, "height": 900})
        for step in random.sample(range(1, last + 1), count):
            measured = open_step(visitor.page, visitor.base, game, step, last)
            assert measured["words"] > 0
            if faults := find_faults(measured, width):
                found[f"step {step}, {width} pixels wide"] = faults
    return found


@each_recorded_ruleset
def test_a_picture_can_be_read_at_every_width(visit: Visits, ruleset: str) -> None:
    assert measure_steps(visit, ruleset, count=1) == {}


@pytest.mark.long
@each_recorded_ruleset
def test_all_through_a_game_pictures_can_be_read(visit: Visits, ruleset: str) -> None:
    assert measure_steps(visit, ruleset, count=6) == {}
