"""Missions in hand in Yedo's picture: their needs and rewards as icons, with a tick for each need met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from domain.games.yedo.effects.belongings import GiveBlessing, HasAnnex, HasGeisha, HasWeapon, PayMon
from domain.games.yedo.effects.cards import Draw
from domain.games.yedo.effects.conditions import IsSpecialist, OnAnnex
from domain.games.yedo.effects.goods import Blessing, Church, Mon, Prestige
from domain.games.yedo.effects.weapons import TakeWeapon
from domain.games.yedo.modules.mission_specialists import BecomeSpecialist
from domain.games.yedo.picture.board_places import NUMERALS
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.needs import AnyNeed, Needs
from domain.games.yedo.printed.term_words import name_missions
from domain.games.yedo.printed.terms import Colour, District, WeaponKind
from domain.games.yedo.printed.vocabulary import AnyEffect
from domain.games.yedo.views.view_seats import MissionView, YedoSeatView
from domain.kernel.drawing.kit import HALF, Sheet, place_in_row
from domain.kernel.drawing.lettering import measure, wrap
from domain.kernel.drawing.pieces import LINE, Caption, write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Path, Rect, Use
from domain.kernel.language import say, translate

TOKEN, STEP, PER_ROW = 33, 38, 4
"""The size of a need, the distance between needs, and how many fit in a row."""
HEAD, REWARD, BONUS = 42, 32, 44
"""The heights of a card's head, its reward, and its bonus part."""
INKS: dict[Colour, str] = {"green": "on-wood", "yellow": "dark", "red": "on-wood", "black": "on-wood"}
"""The looks of words on the colours of Missions."""
KIT = frozenset({"coin", "star", "blessing-art"})
"""The icons with colours of their own, besides Annexes."""


class Need(NamedTuple):
    """A need: its icon, its number, and whether the owner meets it."""

    icon: str
    number: str
    met: bool


def lay_out_missions(scene: Scene, sheet: Sheet, seat: YedoSeatView, missions: tuple[MissionView, ...]) -> None:
    """Draw Missions in hand, two to a row, each as tall as the tallest."""
    height = max((_measure_mission(scene.content.missions[mission.card]) for mission in missions), default=0)
    cards = []
    for number, mission in enumerate(missions):
        at = place_in_row(number, 2, sheet.y, height)
        cards.append(_draw_mission(scene, seat, mission, number, (*at, height)))
    sheet.lay_out(cards, 2, height)


def _count_rows(mission: Mission) -> int:
    return -(-(len(mission.districts) + len(mission.needs)) // PER_ROW)


def _measure_mission(mission: Mission) -> float:
    words = LINE if _has_words(mission) else 0
    return HEAD + 8 + _count_rows(mission) * (TOKEN + 8) + REWARD + (BONUS if mission.bonus else 0) + words + 6


def _has_words(mission: Mission) -> bool:
    """Return whether a Mission asks for more than icons say: a partner, or a target that suffers."""
    return mission.partner is not None or mission.target != ""


def _draw_mission(
    scene: Scene, seat: YedoSeatView, mission: MissionView, number: int, place: tuple[float, float, float]
) -> Group:
    x, y, height = place
    key = f"hand/{seat.seat}/{mission.card}"
    entry, ink = scene.content.missions[mission.card], INKS[mission.colour]
    children: list[AnyNode] = [
        Rect(key=f"{key}/card", look="card", x=0, y=0, width=HALF, height=height, radius=7),
        Rect(key=f"{key}/head", look=f"of-{mission.colour}", x=1, y=1, width=HALF - 2, height=HEAD, radius=6),
    ]
    rows = wrap(translate(mission.title), HALF - 38, 14, 2, bold=True)
    for row, line in enumerate(rows):
        at = 8, (18 if len(rows) > 1 else 26) + row * 17
        children.append(write(f"{key}/name{row}", at, line, f"{ink} serif", 14, bold=True))
    numeral = NUMERALS[number % len(NUMERALS)]
    children.append(write(f"{key}/numeral", (HALF - 9, 18), numeral, ink, SMALLEST, anchor="end", bold=True))
    top: float = HEAD + 10
    listed = _list_needs(scene, seat, entry.districts, entry.needs)
    for token, need in enumerate(listed):
        corner = 8 + token % PER_ROW * STEP, top + token // PER_ROW * (TOKEN + 8)
        children += _draw_need(f"{key}/need/{token}", corner, need, TOKEN)
    top += _count_rows(entry) * (TOKEN + 8) - 4
    children.append(Rect(key=f"{key}/reward", look="band", x=1, y=top, width=HALF - 2, height=REWARD - 4))
    children += _draw_gains(f"{key}/gain", 8, top + 4, entry.reward)
    top += REWARD
    if entry.bonus is not None:
        children += _draw_bonus(scene, seat, f"{key}/bonus", top, entry)
        top += BONUS
    if _has_words(entry):
        said = say("Partner: {name}", name="…") if entry.partner is not None else say("Target: {name}", name="…")
        children.append(write(f"{key}/more", (8, top + 12), said, "soft", SMALLEST))
    heading = name_missions(mission.colour)[0]
    met = sum(need.met for need in listed)
    detail = f"{heading} ({met}/{len(listed)}). {mission.text}"
    places = (f"mission:{mission.card}", f"card:{mission.card}", f"cards:{mission.card}")
    return Caption(translate(mission.title), detail, places=places).group(key, x, y, children)


def _draw_bonus(scene: Scene, seat: YedoSeatView, key: str, top: float, mission: Mission) -> Iterator[AnyNode]:
    """Draw the bonus part separately: its further needs, an arrow, its reward."""
    assert mission.bonus is not None
    yield Path(key=f"{key}/edge", look="dashes", path=f"M8 {top + 1:g}H{HALF - 8:g}")
    left: float = 10
    for number, need in enumerate(_list_needs(scene, seat, mission.bonus.districts, mission.bonus.needs)):
        yield from _draw_need(f"{key}/need/{number}", (left, top + 10), need, 28)
        left += 36
    yield Use(key=f"{key}/arrow", look="soft", symbol="arrow", x=left, y=top + 19, size=12)
    yield from _draw_gains(f"{key}/gain", left + 18, top + 13, mission.bonus.reward)


def _draw_need(key: str, at: tuple[float, float], need: Need, size: float) -> Iterator[AnyNode]:
    """Draw a need in a frame, with a tick if it is met and an open ring if not."""
    x, y = at
    look = "kit" if need.icon in KIT else "ink"
    icon = size - (16 if need.number else 10)
    frame = "need-met" if need.met else "need-missing"
    yield Use(key=f"{key}/frame", look="kit", symbol=frame, x=x, y=y - 5, size=size + 5)
    yield Use(key=f"{key}/icon", look=look, symbol=need.icon, x=x + 3, y=y + (4 if need.number else 6), size=icon)
    if need.number:
        at = x + size - 3, y + size - 4
        yield write(f"{key}/number", at, need.number, "ink", SMALLEST, anchor="end", bold=True)


def _draw_gains(key: str, x: float, y: float, effects: tuple[AnyEffect, ...]) -> Iterator[AnyNode]:
    left = x
    for number, effect in enumerate(effects):
        icon, count = _name_gain(effect)
        width = 22 + (measure(count, 15, bold=True) + 6 if count else 4)
        if left + width > HALF - 2:
            return
        look = "kit" if icon in KIT else "ink"
        yield Use(key=f"{key}/{number}", look=look, symbol=icon, x=round(left, 1), y=y, size=20)
        if count:
            yield write(f"{key}/{number}/count", (round(left + 22, 1), y + 16), count, "ink", 15, bold=True)
        left += width


def _name_gain(effect: AnyEffect) -> tuple[str, str]:
    """Name the icon of an effect and its number."""
    match effect:
        case Prestige(points=points):
            return "star", str(points)
        case Mon(amount=amount):
            return "coin", str(amount)
        case Draw(deck="action" | "bonus" | "mission" as deck, keep=keep):
            return deck, str(keep) if keep > 1 else ""
        case TakeWeapon():
            return "katana", ""
        case Blessing():
            return "blessing-art", ""
        case Church():
            return "church", ""
        case BecomeSpecialist(kind=kind):
            return kind, ""
        case _:
            return "card", ""


def _list_needs(scene: Scene, seat: YedoSeatView, districts: tuple[District, ...], asked: Needs) -> list[Need]:
    """List the needs, Districts first; each Disciple and each Weapon meets one need."""
    standing = Counter(
        district.district for district in scene.seen.districts for space in district.spaces if space.seat == seat.seat
    )
    found = []
    for district in districts:
        found.append(Need(district, "", standing[district] > 0))
        standing[district] -= 1
    weapons = list(seat.weapons)
    return found + [_view_need(seat, need, weapons) for need in asked]


def _view_need(seat: YedoSeatView, need: AnyNeed, weapons: list[WeaponKind]) -> Need:
    annexes = {annex.annex for annex in seat.annexes}
    match need:
        case HasWeapon(kind=kind, count=count):
            fitting = [weapon for weapon in weapons if kind in ("any", weapon)][:count]
            for weapon in fitting:
                weapons.remove(weapon)
            return Need("hammer" if kind == "any" else kind, _several(count), len(fitting) == count)
        case HasAnnex(kind=kind, count=count):
            met = len(annexes) >= count if kind == "any" else kind in annexes
            return Need("annex" if kind == "any" else f"annex-{kind}", _several(count), met)
        case OnAnnex(annex=kind, of=of):
            own = f"annex/{seat.seat}/{kind}"
            on = [space for space in seat.placed if space.startswith("annex/") and space.endswith(f"/{kind}")]
            return Need(f"annex-{kind}", "", any((space == own) == (of == "own") for space in on))
        case HasGeisha(count=count):
            return Need("geisha", _several(count), len(seat.geishas) >= count)
        case GiveBlessing():
            return Need("blessing-art", "", seat.blessing)
        case PayMon(amount=amount):
            return Need("coin", str(amount), seat.mon >= amount)
        case IsSpecialist(kind=kind):
            return Need(kind, "", any(found.kind == kind for found in seat.specialists))
        case _:
            return Need("card", "", False)


def _several(count: int) -> str:
    return str(count) if count > 1 else ""
