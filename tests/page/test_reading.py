"""Pictures of games that are played, measured on the screen at every number of seats: type, contrast, overlaps, width.

Contrast is measured on pixels: of the colour of each word, and of what lies under it once the words are hidden.
"""

from __future__ import annotations

from base64 import b64encode
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page

from tests.page.browser import Visitor
from tests.page.conftest import Visits
from tests.page.tables import EVERY_NUMBER, sit_among_others
from tests.page.test_measures import MEASURE, find_faults
from tests.support.pixels import Colour, contrast

pytestmark = pytest.mark.long

SEED = 28
MOST_MOVES = 60
LEAST = 4.5
"""The contrast of words: WCAG 1.4.3."""
HEIGHTS = {390: 2400, 768: 2400, 1440: 900, 2560: 1440}
"""The height of the window by its width: a table that is scrolled is measured as a whole."""
WORDS = """() => [...document.querySelectorAll(".picture svg.panel text")].flatMap((text) => {
  const box = text.getBoundingClientRect();
  const x = [0.15, 0.5, 0.85].map((share) => Math.round(box.left + share * box.width));
  const y = Math.round((box.top + box.bottom) / 2);
  const seen = x.every((one) => document.elementFromPoint(one, y)?.closest("svg.panel") === text.closest("svg.panel"));
  if (!box.width || !seen) return [];
  const ink = getComputedStyle(text).fill.match(/[0-9]+/g).map(Number);
  return [{ text: text.textContent.trim(), ink, points: x.map((one) => [one, y]) }];
})"""
"""The words that are seen on the screen, their colours, and points in the middle of their lines."""
COLOURS = """async ([png, points]) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  return points.map(([x, y]) => [...data.slice(4 * (y * picture.width + x), 4 * (y * picture.width + x) + 3)]);
}"""
"""The colours of a picture at points."""
HIDE = """hidden => {
  for (const text of document.querySelectorAll(".picture text")) text.style.visibility = hidden ? "hidden" : "";
}"""


def find_pale_words(visitor: Visitor, blank: Page) -> list[str]:
    """List the words on the screen that stand out too little from what lies under them."""
    words = visitor.page.evaluate(WORDS)
    assert words, "no words on the screen"
    visitor.page.evaluate(HIDE, True)
    png = b64encode(visitor.page.screenshot()).decode()
    visitor.page.evaluate(HIDE, False)
    under = blank.evaluate(COLOURS, [png, [point for word in words for point in word["points"]]])
    found = []
    for number, word in enumerate(words):
        ink: Colour = tuple(word["ink"])
        least = min(contrast(ink, tuple(colour)) for colour in under[3 * number : 3 * number + 3])
        if least < LEAST:
            found.append(f"{word['text']}: {least:.2f}")
    return found


def list_parts(page: Page) -> list[Locator]:
    """List the closed tabs and drawers that show other parts of the table; the log has no picture."""
    buttons = page.locator(".parts button[aria-pressed=false], .drawers button[aria-expanded=false]")
    return [button for button in buttons.filter(visible=True).all() if button.inner_text().strip() != "Log"]


def find_part_faults(visitor: Visitor, blank: Page, width: int) -> list[str]:
    """Return the faults of the part of the table that is seen; somebody alone has no other players to be shown."""
    seen = visitor.page.evaluate(MEASURE)
    if not seen["words"]:
        return []
    return [*find_faults(seen, width), *find_pale_words(visitor, blank)]


def find_table_faults(visitor: Visitor, blank: Page, width: int) -> list[str]:
    """Return the faults of all that a player sees of a table at this width, part by part."""
    visitor.page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    found = {"at first": find_part_faults(visitor, blank, width)}
    names = [button.inner_text().strip() for button in list_parts(visitor.page)]
    for name in names:
        visitor.page.locator(".parts, .drawers").get_by_role("button", name=name).filter(visible=True).click()
        found[name] = find_part_faults(visitor, blank, width)
    return [f"{width} pixels wide, {name}: {fault}" for name, faults in found.items() for fault in faults[:5]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("table", EVERY_NUMBER)
def test_a_player_can_read_the_table_at_every_width(
    visit: Visits, table: str, scheme: Literal["light", "dark"]
) -> None:
    visitor = visit(width=1440, scheme=scheme)
    ruleset, seats, options = EVERY_NUMBER[table]
    moves = Random(f"{SEED} {ruleset} {seats} {scheme}").randrange(MOST_MOVES)
    sit_among_others(visitor, ruleset, seats, options, moves=moves)
    blank = visitor.context.new_page()
    assert [fault for width in HEIGHTS for fault in find_table_faults(visitor, blank, width)] == []
