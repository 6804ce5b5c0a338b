"""Pictures measured without a browser: font sizes, contrast of words with their background, covered labels, weight."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
import resvg_py
from msgspec.structs import replace

from api.responses.svg import GAP, write_svg
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.drawing.tree import WIDTH, AnyNode, Circle, Drawing, Group, Panel, Rect, Text, Use
from domain.kernel.language import speaking
from tests.support.drawings import walk
from tests.support.pixels import Colour, contrast, read_png
from tests.support.rulesets import product_rulesets

EVERYTHING = {"specialists": True, "teahouse": True, "clan_powers": True, "jesuits": True}
TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("micro-dojo", 2, {}),
    ("micro-dojo", 2, {"movement": "1A", "objectives": "advanced"}),
    ("daimyo", 2, {"edition": "2019"}),
    ("daimyo", 3, {"edition": "2021"}),
    ("yedo", 1, {"shogun_must_die": True}),
    ("yedo", 2, {}),
    ("yedo", 3, {}),
    ("yedo", 4, {"shogun_must_die": True}),
    ("yedo", 5, EVERYTHING),
    ("daimyo", 4, {"boards": "advanced"}),
    ("daimyo", 4, {"edition": "2019"}),
    ("yedo", 3, EVERYTHING),
    ("yedo", 4, {**EVERYTHING, "shogun_must_die": True}),
    ("daimyo", 1, {}),
]
MOVES, MOST_MOVES, ALL_MOVES = 60, 150, 5_000
FULL = 400
"""So many moves into Daimyo for four, nearly everything stands on the table."""
MOST_BYTES, MOST_BYTES_SENT = 120_000, 25_000
"""The weight of a picture, plain and compressed."""
LEAST = 4.5
"""The contrast of words: WCAG 1.4.3."""
TABLE = 1096
"""The pixels of a screen of 1,440 that questions and log leave for the picture."""
SMALLEST_ON_SCREEN = 13.0
HALF = 2
"""Pixels are read from a picture of half the size."""
DARK = "@media (prefers-color-scheme: dark)"
RULE = re.compile(r"^\s*([^{}@/]+) \{[^{}]*?fill: (#[0-9a-f]{6});", re.MULTILINE)
UNSEEN = frozenset(("frame", "line-lacquer", "shade"))
"""Looks of transparent areas."""


@cache
def draw_table(ruleset: str, seats: int, number: int, moves: int) -> Drawing:
    """Draw what a seat sees of a random game after some moves; `number` is that of the table."""
    rules, random = product_rulesets()[ruleset], Random(number)
    options = rules.settle_options(rules.parse_options(TABLES[number][2]), seats)
    names = ["Anna", "Bartholomew of Nagasaki", "Cy", "Dorothea", "Émile"][:seats]
    state = rules.open(options, seats, Chance(random.randbytes(32))).state
    for _ in range(moves):
        if not rules.choices(state):
            break
        listed = suggest_any(state, rules.choices(state))
        move = random.choice(listed.moves)
        state = rules.decide(state, listed.choice.seat, move, Chance(random.randbytes(32))).state
    viewer = seat_viewer(0) if number % 2 else SPECTATOR
    return rules.looks.draw(rules.view(state, viewer), [*names, *rules.side_names(options, seats)])


EACH = [pytest.param(number, id=f"{ruleset}-{seats}-{number}") for number, (ruleset, seats, _) in enumerate(TABLES)]


def draw(number: int, moves: int = MOVES) -> Drawing:
    ruleset, seats, _ = TABLES[number]
    return draw_table(ruleset, seats, number, moves)


@pytest.mark.parametrize("moves", [MOVES, MOST_MOVES, ALL_MOVES], ids=["early", "late", "over"])
@pytest.mark.parametrize("number", EACH)
def test_a_picture_is_light(number: int, moves: int) -> None:
    svg = write_svg(draw(number, moves), (), 3).encode()
    assert len(svg) < MOST_BYTES
    assert len(gzip.compress(svg)) < MOST_BYTES_SENT


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("number", [9, 10])
def test_the_fullest_table_is_light_in_every_language(number: int, language: str) -> None:
    ruleset, seats, _ = TABLES[number]
    with speaking(language):
        drawing = draw_table.__wrapped__(ruleset, seats, number, FULL)
    assert len(write_svg(drawing, (), 3).encode()) < MOST_BYTES


@pytest.mark.parametrize("number", EACH)
def test_no_word_is_smaller_than_13_pixels_on_a_screen(number: int) -> None:
    for panel in draw(number).panels:
        # Panels stand in three columns.
        scale = TABLE / panel.width if panel.width > WIDTH else (TABLE - 2 * GAP) / 3 / WIDTH
        sizes = {node.size for node, _ in walk(panel.children, 0, 0, {}) if isinstance(node, Text)}
        assert min(sizes, default=99) * scale >= SMALLEST_ON_SCREEN, panel.key


@pytest.mark.parametrize("number", EACH)
def test_nothing_is_laid_over_a_label(number: int) -> None:
    found = []
    for panel in draw(number).panels:
        nodes = [*walk(panel.children, 0, 0, draw(number).art)]
        for place, (word, box) in enumerate(nodes):
            if not isinstance(word, Text):
                continue
            for other, over in nodes[place + 1 :]:
                if isinstance(other, Rect | Circle | Use) and UNSEEN.isdisjoint(other.look.split()):
                    across = min(box.right, over.right) - max(box.left, over.left)
                    down = min(box.bottom, over.bottom) - max(box.top, over.top)
                    if across > 3 and down > 5:
                        found.append(f"{other.key} lies over {word.key} {word.text!r}")
    assert not found, "; ".join(found)


@cache
def read_fills(dark: bool) -> dict[str, Colour]:
    """Return the colours of looks; in the dark scheme, with the colours that it replaces."""
    light, _, more = Path("page/static/drawing.css").read_text().partition(f"{DARK} {{")
    fills: dict[str, Colour] = {}
    for rules in (light, more) if dark else (light,):
        for selector, colour in RULE.findall(rules):
            if re.fullmatch(r"\.[\w-]+", selector.strip()):
                fills[selector.strip()[1:]] = parse_colour(colour)
    return fills


def parse_colour(text: str) -> Colour:
    red, green, blue = (int(text[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue


def without_words(node: Group | Panel) -> tuple[AnyNode, ...]:
    kept = (child for child in node.children if not isinstance(child, Text))
    return tuple(replace(child, children=without_words(child)) if isinstance(child, Group) else child for child in kept)


def darken(svg: str) -> str:
    """Apply the rules for dark schemes, since the renderer of PNGs knows no media queries."""
    head, style, rest = re.split(r"<style>|</style>", svg)
    light, _, more = style.partition(f"{DARK}{{")
    return f"{head}<style>{light}{more.rstrip().removesuffix('}')}</style>{rest}"


def draw_png(svg: str) -> bytes:
    """Draw a picture HALF as large."""
    width = re.search(r'width="(\d+)"', svg)
    assert width is not None
    return resvg_py.svg_to_bytes(svg_string=svg, width=int(width[1]) // HALF)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("number", EACH)
def test_words_stand_out_from_what_lies_under_them(number: int, dark: bool) -> None:
    drawing, found = draw(number), []
    fills = read_fills(dark)
    for panel in drawing.panels:
        bare = replace(drawing, panels=(replace(panel, children=without_words(panel)),))
        svg = write_svg(bare, (), 1)
        pixels = read_png(draw_png(darken(svg) if dark else svg))
        columns = -(-(panel.width + GAP) // (WIDTH + GAP))
        scale = (columns * (WIDTH + GAP) - GAP) / panel.width if panel.width > WIDTH else 1
        for node, box in walk(panel.children, 0, 0, drawing.art):
            if not isinstance(node, Text):
                continue
            ink = next(fills[look] for look in node.look.split() if look in fills)
            y = (GAP + (box.top + box.bottom) / 2 * scale) / HALF
            for share in (0.15, 0.5, 0.85):
                under = pixels.at((GAP + (box.left + share * (box.right - box.left)) * scale) / HALF, y)
                if contrast(ink, under) < LEAST:
                    found.append(f"{node.key} {node.text!r}: {contrast(ink, under):.2f} of {node.look} on {under}")
                    break
    assert not found, "; ".join(found)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_legal_place_raises_the_contrast_of_its_label(dark: bool) -> None:
    fills = read_fills(dark)
    assert contrast(fills["dark"], fills["turn"]) > contrast(fills["soft"], fills["place"]) > LEAST
