"""The static art of Yedo's board: frame, land, sea and roads, and the buildings of the Districts."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.picture.board_places import (
    BOARD,
    HEIGHT,
    QUARTERS,
    TRACK_WIDTH,
    WIDTH,
    find_score_space,
)
from domain.games.yedo.printed.terms import District
from domain.games.yedo.views.view_seats import TRACK
from domain.kernel.drawing.art import Shapes, area, disc, gather, line, put, roof, stone_wall
from domain.kernel.drawing.tree import Art, Shape

RIVER = (
    "M36 134C140 122 230 146 360 138S600 126 700 138 822 140 824 190C826 260 816 300 822 360 826 420 800 430 792 470"
    " 786 520 800 584 770 584H852C836 520 850 470 850 420 850 330 846 250 848 190 850 112 770 112 690 116 560 122 470"
    " 112 350 118S150 106 36 112Z"
)
RING = "M330 174H530Q562 174 562 206V412Q562 448 526 448H334Q298 448 298 412V206Q298 174 330 174Z"
SPOKES = "M298 262H250M298 436L240 452M430 448V480M560 440L600 470M562 352H610M562 226H610M430 174V210"
HILLS = "M36 130q60 22 120 16t150 10q-40 30 -110 28T36 214z", "M36 150q40 0 66 22t-20 40T36 240z"
PINES = (
    (44, 214, 20),
    (272, 150, 18),
    (58, 346, 16),
    (262, 352, 18),
    (566, 146, 16),
    (800, 286, 18),
    (806, 430, 18),
    (272, 566, 16),
    (570, 566, 14),
)
MOAT = "M8 14q102 -14 204 0q8 106 0 214q-102 12 -204 0q-8 -106 0 -214z"
BAILEY = (
    "M16 22q94 -12 188 0q7 98 0 196q-94 12 -188 0q-7 -98 0 -196z",
    "M22 29q88 -10 176 0q6 92 0 184q-88 9 -176 0q-6 -92 0 -184z",
)
BAY = "M148 5q40 -4 74 -2 8 1 8 9 -4 34 -2 66H154q10 -36 -6 -73z"
FRONDS = ((-20, 34), (-12, 40), (13, 40), (21, 32), (-6, 30), (7, 28))


def _ward(width: float, height: float, bend: float = 6) -> Shape:
    """Return the ground of a District; its edges follow the streets."""
    return line(
        "ward hair",
        f"M10 2q{width / 2:g} {-bend:g} {width - 22:g} 0q10 1 10 11q{-bend:g} {height / 2:g} 0 {height - 26:g}"
        f"q0 11 -11 11q{-width / 2:g} {bend * 0.7:g} {-width + 24:g} 0q-10 0 -10 -11q{bend:g} {-height / 2:g} 0"
        f" {-height + 26:g}q0 -10 9 -11z",
    )


def _keep() -> Shapes:
    """Return the keep of the Castle on its stone wall, 120 by 120."""
    parts: list[Shape] = [*stone_wall(4, 90, 112, 30, 12)]
    for inset, top, wall in ((20, 66, 24), (32, 38, 20), (43, 12, 18)):
        wide = 120 - 2 * inset
        parts.append(area("wall", inset, top + 10, wide, wall))
        parts.append(line("line-dark", "".join(f"M{inset + wide * c:g} {top + 17}v7" for c in (0.25, 0.5, 0.75))))
        parts += roof(inset - 12, top - 2, wide + 24, 14)
    parts.append(line("coin", "M46 9l-5 -7 8 3zM74 9l5 -7 -8 3z"))
    return tuple(parts)


def _pagoda() -> Shapes:
    parts: list[Shape] = [area("bark", 8, 110, 54, 6)]
    for inset, top in ((10, 84), (16, 58), (22, 32)):
        wide = 70 - 2 * inset
        parts += [area("lacquer", inset + 4, top + 10, wide - 8, 18), area("wall", inset + 9, top + 13, wide - 18, 13)]
        parts += roof(inset - 11, top, wide + 22, 11)
    parts.append(line("line-gold", "M35 31v-24m-4 9h8m-7 5h6"))
    return tuple(parts)


def _gate(x: float, y: float) -> Shapes:
    return gather(
        stone_wall(x - 2, y + 38, 26, 28, 3),
        stone_wall(x + 56, y + 38, 26, 28, 3),
        area("bark", x + 22, y + 26, 36, 40),
        area("plate", x + 29, y + 36, 22, 30),
        line("line-bark", f"M{x + 40} {y + 36}v30"),
        area("wall", x + 14, y + 22, 52, 9),
        roof(x, y + 8, 80, 15),
        area("wall", x + 24, y + 2, 32, 8),
        roof(x + 12, y - 8, 56, 11),
    )


def _inn(x: float, y: float) -> Shapes:
    return gather(
        area("wall", x + 10, y + 8, 56, 12),
        area("bark", x + 6, y + 30, 64, 32),
        area("plate", x + 20, y + 34, 32, 28),
        (area("lacquer", x + 20 + n * 11, y + 34, 10, 14) for n in range(3)),
        roof(x - 4, y + 18, 84, 14),
        roof(x + 4, y - 6, 68, 14),
    )


def _ship(x: float, y: float) -> Shapes:
    sail = f"M{x + 12} {y}h40q6 18 0 36H{x + 12}q6 -18 0 -36z"
    return gather(
        line("bark", f"M{x} {y + 44}h70l-9 16H{x + 14}z"),
        line("wall hair", sail),
        line("hair", f"M{x + 25} {y}q6 18 0 36m13 -36q6 18 0 36"),
        line("line-bark", f"M{x + 33} {y - 6}v50"),
        disc("lacquer", x + 33, y + 18, 7),
    )


def _teahouse(x: float, y: float) -> Shapes:
    return gather(
        area("lacquer", x + 6, y + 24, 56, 34),
        area("wall", x + 11, y + 29, 46, 14),
        line("line-dark", f"M{x + 22} {y + 29}v14m12 -14v14m12 -14v14"),
        area("plate", x + 27, y + 44, 15, 14),
        roof(x - 4, y + 9, 76, 15),
    )


def _willow(x: float, y: float) -> Shapes:
    fronds = "".join(f"M{x + 24} {y + 8}q{dx} -6 {dx} {dy}" for dx, dy in FRONDS)
    return line("line-bark", f"M{x + 22} {y + 56}q6 -22 2 -48"), line("line-leaf", fronds)


def _castle() -> Shapes:
    return gather(
        line("sea edge", MOAT),
        line("waves", MOAT),
        line("stone edge", BAILEY[0]),
        line("ward hair", BAILEY[1]),
        put("keep", 61, 32, 98),
        put("pine", 32, 40, 26),
        put("pine", 160, 42, 26),
    )


def _harbour() -> Shapes:
    quay = line("line-bark", "M150 6q14 40 2 72")
    return gather(line("sea", BAY), line("waves", BAY), quay, _ship(158, 14))


SCENES: dict[District, Shapes] = {
    "gates": _gate(144, 12),
    "tavern": _inn(148, 14),
    "harbor": _harbour(),
    "red-light": gather(_willow(166, 14), _teahouse(206, 20)),
    "market": (put("house", 172, 14, 30), put("house", 200, 22, 34)),
    "temple": (
        put("pagoda", 150, 10, 76),
        put("torii", 160, 156, 48),
        put("pine", 206, 150, 26),
        put("pine", 124, 162, 24),
    ),
}


def _land() -> Shapes:
    x, y, width, height = BOARD
    return gather(
        area("shade", x + 2, y + 4, width, height, 8),
        area("board-wood edge", x, y, width, height, 8),
        area("grain", x, y, width, height, 8),
        _score_track(),
        area("ground", x + TRACK_WIDTH, y + TRACK_WIDTH, width - 2 * TRACK_WIDTH, height - 2 * TRACK_WIDTH),
        line("hill", HILLS[0]),
        line("hill-2", HILLS[1]),
        line("sea edge", RIVER),
        line("waves", RIVER),
        line("street", SPOKES),
        line("street-edge", RING),
        line("street", RING),
        line("way", RING),
        (put("pine", *pine) for pine in PINES),
    )


def _score_track() -> Iterator[Shape]:
    edges = []
    for number in range(TRACK):
        x, y, width, height = find_score_space(number)
        edges.append(f"M{x:g} {y:g}" + (f"h{width:g}" if height > width else f"v{height:g}"))
        if number % 5 == 0:
            look = "of-red" if number == 0 else "well"
            yield area(look, round(x + 2), round(y + 2), round(width - 4), round(height - 4), 4)
    yield line("line-wood", "".join(edges))


def _stall() -> Shapes:
    stripes = "".join(f"M{left} 0h9v12a4.5 4.5 0 0 1-9 0z" for left in (0, 18, 36))
    return (
        area("well", 3, 8, 48, 78, 2),
        area("paper", 6, 20, 42, 44, 3),
        line("wall", "M0 0h54v12a4 4 0 0 1-54 0z"),
        line("lacquer", stripes),
        put("coin", 6, 66, 18),
    )


def _guard(metal: str) -> Shapes:
    """Return the Watch Patrol: a helmeted figure with a spear; gold goes clockwise."""
    return (
        line("shade", "M1 58a21 8 0 1 0 42 0a21 8 0 1 0 -42 0z"),
        line("line-bark", "M35 10V58"),
        line("steel", "M35 0l4 9h-8z"),
        line(
            f"{metal} edge-dark",
            "M20 20c9 0 13 5 14 11h4l-4 6h-2c4 4 6 10 6 19H2c0-9 2-15 6-19H6l-4-6h4c1-6 5-11 14-11z",
        ),
        line("plate", "M12 37H28v5a8 6 0 0 1 -16 0z"),
        put("clockwise" if metal == "coin" else "counter", 12, 43, 15, "dark"),
    )


ANNEX_ART: dict[str, Shapes] = {
    "annex-dojo": gather(
        area("wall", 5, 16, 26, 16), line("line-dark", "M12 16v16m6 -16v16m6 -16v16"), roof(0, 5, 36, 11)
    ),
    "annex-karesansui": (
        area("washi edge", 2, 5, 32, 28, 3),
        line("line-soft", "M4 28h28M4 23q8 0 10 -4t8 0 10 4M4 11h14q6 0 14 4M4 17h12"),
        line("stone edge", "M19 18l4 -9 6 3 1 7z"),
    ),
    "annex-kobudo-ryu": gather(
        area("bark", 6, 16, 24, 16),
        area("plate", 14, 20, 8, 12),
        roof(1, 6, 34, 10),
        line("line-steel", "M3 33 15 18M33 33 21 18"),
    ),
    "annex-yashiki": gather(
        area("wall", 3, 20, 30, 12),
        area("lacquer", 14, 22, 8, 10),
        roof(-1, 12, 38, 9),
        area("wall", 11, 8, 14, 6),
        roof(6, 1, 24, 8),
    ),
}
"""The Annexes: a training hall, a garden of raked gravel, a school of arms, a mansion; 36 by 36."""
TORII = "M0 0q24 7 48 0v6h-4v6h3v4h-5v26h-5V16H14v26H9V16H4v-4h3V6H0z"
BAG = "M8 1h8l1.5 4-2 2c4.5 2.5 6.5 6 6.5 10 0 4-3 6-10 6S2 21 2 17C2 13 4 9.5 8.5 7l-2-2z"


def _draw_quarters() -> Iterator[tuple[str, Art]]:
    for district, (place, _, _) in QUARTERS.items():
        size = place.width, place.height
        if district == "castle":
            yield "ward-castle", Art(_castle(), *size)
        else:
            yield f"ward-{district}", Art((_ward(*size),), *size)
            yield f"scene-{district}", Art(SCENES[district], *size)


def _card_back(name: str) -> Art:
    return Art((put("sheets", 0, 0, 42), area(name, 3, 3, 34, 56, 3), put("pattern", 0, 0, 42)), 42, 65)


def _card_across(name: str) -> Art:
    return Art((put("sheets-across", 0, 0, 60), area(name, 3, 3, 52, 30, 3), put("pattern-across", 0, 0, 60)), 60, 39)


CARDS = {
    "sheets": Art(
        (area("shade", 2, 3, 40, 62, 5), area("wall hair", 2, 2, 40, 62, 5), area("wall hair", 0, 0, 40, 62, 5)), 42, 65
    ),
    "pattern": Art((area("hemp", 3, 3, 34, 56, 3), disc("wall", 20, 23, 13), area("plate", 4, 40, 32, 18, 9)), 42, 65),
    "sheets-across": Art(
        (area("shade", 2, 3, 58, 36, 5), area("wall hair", 2, 2, 58, 36, 5), area("wall hair", 0, 0, 58, 36, 5)), 60, 39
    ),
    "pattern-across": Art((area("hemp", 3, 3, 52, 30, 3), disc("wall", 29, 18, 11)), 60, 39),
}
"""The common parts of the backs of all decks, below and above their colours."""


ART: dict[str, Art] = {
    "keep": Art(_keep(), 120, 120),
    "pagoda": Art(_pagoda(), 70, 116),
    "torii": Art((line("lacquer", TORII),), 48, 42),
    "blessing-art": Art((put("torii", 0, 1.5, 24),), 24, 24),
    "bag": Art((line("wood", BAG),)),
    "land": Art(_land(), WIDTH, HEIGHT),
    **dict(_draw_quarters()),
    "stall": Art(_stall(), 54, 86),
    "guard-gold": Art(_guard("coin"), 44, 66),
    "guard-silver": Art(_guard("silver"), 44, 66),
    **{name: Art(shapes, 36, 36) for name, shapes in ANNEX_ART.items()},
    **CARDS,
    **{f"back-{name}": _card_back(f"of-{name}") for name in ("green", "yellow", "red", "black", "events")},
    **{f"back-{name}": _card_across(f"of-{name}") for name in ("action", "bonus")},
    "need-met": Art((area("slot", 0, 5, 33, 33, 6), put("met", 23, 0, 15)), 38, 38),
    "need-missing": Art((area("card", 0, 5, 33, 33, 6), put("missing", 23, 0, 15)), 38, 38),
    "geisha-token": Art(
        (disc("shade", 21, 22, 19.5), disc("rose-wood edge", 20, 20, 19.5), put("geisha", 9, 4, 22, "wall")), 41, 42
    ),
    "flag": Art((line("", "M2 0h20v24l-10-6-10 6z"),)),
    "sign": Art(
        (
            area("shade", 1, 2, 136, 26, 3),
            area("plate", 0, 0, 136, 26, 3),
            line("line-gold faint", "M2 2h132v22h-132z"),
        ),
        138,
        29,
    ),
}
"""All art of the board that is drawn once: its land, Districts, pieces, stalls and card backs."""
