"""Pictures as a browser lays them out: no two texts overlap, and nothing leaves its panel."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from api.responses.svg import write_svg
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.bots import RandomBot, suggest_any
from domain.kernel.chance import Chance
from domain.kernel.ruleset import AnyRuleset
from tests.support.rulesets import product_rulesets

pytestmark = [pytest.mark.slow, pytest.mark.long]

GAMES: dict[str, list[tuple[int, dict[str, object]]]] = {
    "micro-dojo": [(2, {}), (2, {"movement": "2A", "objectives": "advanced"})],
    "daimyo": [(1, {"edition": "2021"}), (2, {"edition": "2019"}), (3, {"edition": "2021"}), (4, {"edition": "2021"})],
    "yedo": [(1, {"shogun_must_die": True}), (2, {}), (3, {}), (4, {}), (5, {})],
}
"""Seats and options of the games whose states are drawn; other games are drawn for each number of seats."""
MOST_MOVES, STATES = 400, 6
NAMES = ("Anna", "Bartholomew of Nagasaki", "Cy", "Dorothea", "Émile")
MEASURE = """svg => {
  document.body.innerHTML = svg;
  const box = (element) => element.getBoundingClientRect();
  const texts = [...document.querySelectorAll("text")].map((text) => [text.textContent.trim(), box(text)]);
  const faults = [];
  for (const [place, [text, one]] of texts.entries()) {
    for (const [other, two] of texts.slice(place + 1)) {
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (across > 1 && down > 3) faults.push(`${text} overlaps ${other}`);
    }
  }
  for (const panel of document.querySelectorAll("svg > g")) {
    const grounds = [...panel.querySelectorAll(".paper, .board-wood, use")].map(box);
    const frame = grounds.reduce((one, other) => one.width * one.height < other.width * other.height ? other : one);
    for (const element of panel.querySelectorAll("text, rect, circle, use, path")) {
      const { left, right, top, bottom } = box(element);
      const beside = left < frame.left - 2 || right > frame.right + 2;
      const outside = beside || top < frame.top - 2 || bottom > frame.bottom + 2;
      if (outside) faults.push(`${element.outerHTML.slice(0, 120)} leaves its panel`);
    }
  }
  return faults;
}"""


def drawn_states(ruleset: AnyRuleset, seats: int, options: dict[str, object], random: Random) -> Iterator[str]:
    """Play at random, and yield pictures of states on the way for a spectator and for a seat."""
    chosen = ruleset.settle_options(ruleset.parse_options(options), seats)
    names = [*NAMES[:seats], *ruleset.side_names(chosen, seats)]
    state = ruleset.open(chosen, seats, Chance(random.randbytes(32))).state
    wanted = set(random.sample(range(MOST_MOVES), STATES))
    for played in range(MOST_MOVES + 1):
        over = not ruleset.choices(state)
        if played in wanted or over:
            for viewer in (SPECTATOR, seat_viewer(0)):
                yield write_svg(ruleset.looks.draw(ruleset.view(state, viewer), names), (), 3)
        if over:
            return
        listed = suggest_any(state, ruleset.choices(state))
        move = RandomBot().choose(ruleset, listed, random)
        state = ruleset.decide(state, listed.choice.seat, move, Chance(random.randbytes(32))).state


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in product_rulesets()])
def test_no_texts_overlap_and_nothing_leaves_its_panel(browser: Browser, ruleset: str) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    faults: dict[str, Any] = {}
    every_number = [(seats, {}) for seats in product_rulesets()[ruleset].most_seats]
    for place, (seats, options) in enumerate(GAMES.get(ruleset, every_number)):
        for number, svg in enumerate(drawn_states(product_rulesets()[ruleset], seats, options, Random(place))):
            found = page.evaluate(MEASURE, svg)
            if found:
                faults[f"{seats} seats, {options}, picture {number}"] = found[:10]
    page.close()
    assert faults == {}
