"""A player's whole table on one screen of 1,440 by 900: the board, the question, what one has and holds."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visits
from tests.page.tables import sit_among_others

pytestmark = pytest.mark.long

WIDTH, HEIGHT = 1440, 900
EVERYTHING = {"rounds": 11, "teahouse": True, "specialists": True, "clan_powers": True, "jesuits": True}
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    **{f"Yedo for {seats}": ("yedo", seats, {}) for seats in (2, 3, 4, 5)},
    **{f"Yedo with everything for {seats}": ("yedo", seats, EVERYTHING) for seats in (2, 5)},
    "Shogun Must Die": ("yedo", 3, {"shogun_must_die": True}),
    **{f"Daimyo for {seats}": ("daimyo", seats, {}) for seats in (2, 3, 4)},
}
READ = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  const panels = [...document.querySelectorAll(".picture svg.panel")];
  const texts = [...document.querySelectorAll(".picture text")].filter((text) => text.getClientRects().length);
  return {
    panels: Object.fromEntries(panels.map((panel) => [panel.dataset.panel, box(panel)])),
    question: box(document.querySelector(".play h2")),
    least: Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)),
  };
}"""


def read_table(page: Page) -> dict[str, dict[str, float]]:
    """Return where the question and the panels are that can be seen."""
    seen = page.evaluate(READ)
    return {name: box for name, box in seen["panels"].items() if box["width"]} | {"question": seen["question"]}


def list_outside(boxes: dict[str, dict[str, float]]) -> list[str]:
    """List what is not wholly on the screen."""
    return [
        name
        for name, box in boxes.items()
        if box["top"] < 0 or box["bottom"] > HEIGHT or box["left"] < 0 or box["right"] > WIDTH
    ]


@pytest.mark.parametrize("table", TABLES)
def test_a_players_table_stands_on_one_screen(visit: Visits, table: str) -> None:
    page = sit_among_others(visit(width=WIDTH), *TABLES[table])
    # One that is open because the game waits for something in it.
    for drawer in page.locator(".drawers button[aria-expanded=true]").all():
        drawer.click()
    boxes = read_table(page)
    assert len(boxes) >= 5, "the board, three panels of one's own, and the question"
    assert list_outside(boxes) == []
    assert page.evaluate(READ)["least"] >= 13


@pytest.mark.parametrize("table", ["Daimyo for 4", "Yedo for 5"])
def test_what_others_have_and_what_is_on_offer_lies_in_drawers_above_the_own_table(visit: Visits, table: str) -> None:
    page = sit_among_others(visit(width=WIDTH), *TABLES[table])
    own = {name for name in read_table(page) if name.endswith("/0")}
    drawers = page.get_by_role("group", name="Around the board")
    for name in ("On offer", "Others"):
        drawer = drawers.get_by_role("button", name=name)
        if drawer.get_attribute("aria-expanded") == "false":
            drawer.click()
        expect(drawer).to_have_attribute("aria-expanded", "true")
        shown = page.locator(".panels .panel").filter(visible=True)
        expect(shown.first).to_be_visible()
        parts = {panel.get_attribute("data-part") for panel in shown.all()}
        assert parts == {"board" if name == "On offer" else "others"}
        boxes = read_table(page)
        assert own <= boxes.keys()
        assert list_outside(boxes) == []
    drawers.get_by_role("button", name="Others").click()
    expect(page.locator(".panels .panel").filter(visible=True)).to_have_count(0)


def test_a_drawer_opens_while_the_game_waits_for_what_is_in_it(visit: Visits) -> None:
    page = sit_among_others(visit(width=WIDTH), "daimyo", 2, {}, clause="daimyo.hire.cost")
    expect(page.get_by_role("button", name="On offer")).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".panels .lit").first).to_be_visible()
