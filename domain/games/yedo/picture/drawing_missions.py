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
from domain.games.yedo.printed.entries import Mission, Part
from domain.games.yedo.printed.needs import AnyNeed, Needs
from domain.games.yedo.printed.term_words import name_missions
from domain.games.yedo.printed.terms import Colour, District, WeaponKind
from domain.games.yedo.printed.vocabulary import AnyEffect
from domain.games.yedo.views.view_seats import MissionView, YedoSeatView
from domain.kernel.drawing.kit import GAP, HALF, Sheet, place_in_row
from domain.kernel.drawing.lettering import measure, wrap
from domain.kernel.drawing.pieces import LINE, Area, Caption, write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Path, Rect, Use
from domain.kernel.language import translate

CARD, FULL_ROWS = 101, 2
"""The height of a card, and how many rows of them are a hand."""
HEAD, NEEDS, GAINS, BONUS = 20, 33, 24, 24
"""The heights of the rows of a card: a name in one line, what is needed, the reward, and the bonus part if the reward
leaves it no room.
"""
TOKEN, SMALL_TOKEN, LEAST_TOKEN = 25, 19, 15
"""The sizes of a need on a card and in its bonus part, and the size of one among many."""
LEFT, EDGE, APART = 7, 3, 2
"""The margins of a row of icons at its left and right, and the distance between needs."""
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
    """Draw Missions in hand, two to a row: all that they say, or if they are too many for that, their needs."""
    rows = max(FULL_ROWS, -(-len(missions) // 2))
    height = round(FULL_ROWS * (CARD + GAP) / rows - GAP, 1)
    cards = []
    for number, mission in enumerate(missions):
        area = Area(*place_in_row(number, 2, sheet.y, height), HALF, height)
        cards.append(_draw_mission(scene, seat, mission, number, area))
    sheet.lay_out(cards, 2, height)


def _draw_mission(scene: Scene, seat: YedoSeatView, mission: MissionView, number: int, area: Area) -> Group:
    key = f"hand/{seat.seat}/{mission.card}"
    entry = scene.content.missions[mission.card]
    listed = _list_needs(scene, seat, entry.districts, entry.needs)
    below, end = list[AnyNode](), area.height
    if end >= CARD:
        below, end = _draw_rewards(scene, seat, key, entry)
    head = max(end - NEEDS, HEAD)
    if area.height >= head + TOKEN:
        below += _draw_needs(f"{key}/need", listed, (LEFT, head + 2), HALF - LEFT - EDGE, TOKEN)
    children: list[AnyNode] = [
        Rect(key=f"{key}/card", look="card", x=0, y=0, width=HALF, height=area.height, radius=7),
        *_draw_head(key, mission, entry, number, min(head, area.height)),
        *below,
    ]
    heading = name_missions(mission.colour)[0]
    met = sum(need.met for need in listed)
    detail = f"{heading} ({met}/{len(listed)}). {mission.text}"
    places = (f"mission:{mission.card}", f"card:{mission.card}", f"cards:{mission.card}")
    return Caption(translate(mission.title), detail, places=places).group(key, area.x, area.y, children)


def _draw_head(key: str, mission: MissionView, entry: Mission, number: int, height: float) -> Iterator[AnyNode]:
    """Draw the name of a Mission on its colour, its number, and whether others have a part in it."""
    ink, others = INKS[mission.colour], _name_others(entry)
    yield Rect(key=f"{key}/head", look=f"of-{mission.colour}", x=1, y=1, width=HALF - 2, height=height - 1, radius=6)
    room = HALF - 32 - (18 if others else 0)
    rows = wrap(translate(mission.title), room, 14, 2 if height > 2 * LINE else 1, bold=True)
    for row, line in enumerate(rows):
        at = 8, (height - len(rows) * LINE) / 2 + 13 + row * LINE
        yield write(f"{key}/name{row}", at, line, f"{ink} serif", 14, bold=True)
    numeral = NUMERALS[number % len(NUMERALS)]
    yield write(f"{key}/numeral", (HALF - 9, 17), numeral, ink, SMALLEST, anchor="end", bold=True)
    if others:
        yield Use(key=f"{key}/others", look=ink, symbol=others, x=HALF - 40, y=5, size=15)


def _name_others(mission: Mission) -> str:
    """Name the icon of what a Mission does to others: it has a partner, or a target that suffers."""
    if mission.partner is not None:
        return "trade"
    return "eye" if mission.target else ""


def _draw_rewards(scene: Scene, seat: YedoSeatView, key: str, entry: Mission) -> tuple[list[AnyNode], float]:
    """Draw the reward of a Mission at the foot of its card, and its bonus part; return where they begin."""
    gains, used = _draw_gains(f"{key}/gain", LEFT, 0, entry.reward)
    bonus = _measure_bonus(scene, seat, entry)
    beside = used + bonus + 6 <= HALF - EDGE
    top = CARD - GAINS - (BONUS if bonus and not beside else 0)
    found: list[AnyNode] = [
        Rect(key=f"{key}/reward", look="band", x=1, y=top, width=HALF - 2, height=GAINS - 2),
        Group(key=f"{key}/gains", x=0, y=top + 1, children=tuple(gains)),
    ]
    if entry.bonus is not None:
        left, below = (used + 4, top) if beside else (LEFT, top + GAINS - 1)
        found += _draw_bonus(scene, seat, f"{key}/bonus", (left, below), entry.bonus)
    return found, top


def _draw_bonus(scene: Scene, seat: YedoSeatView, key: str, at: tuple[float, float], bonus: Part) -> Iterator[AnyNode]:
    """Draw the bonus part separately: its further needs, an arrow, its reward."""
    left, top = at
    listed = _list_needs(scene, seat, bonus.districts, bonus.needs)
    yield Path(key=f"{key}/edge", look="dashes", path=f"M{left - 2:g} {top + 2:g}v{GAINS - 6:g}")
    yield from _draw_needs(f"{key}/need", listed, (left + 2, top), HALF, SMALL_TOKEN)
    left += 2 + sum(_measure_need(need, SMALL_TOKEN) for need in listed)
    yield Use(key=f"{key}/arrow", look="soft", symbol="arrow", x=round(left, 1), y=top + 6, size=11)
    gains, _ = _draw_gains(f"{key}/gain", left + 14, top + 1, bonus.reward)
    yield from gains


def _measure_bonus(scene: Scene, seat: YedoSeatView, mission: Mission) -> float:
    """Return the width of a Mission's bonus part, or 0 if it has none."""
    if mission.bonus is None:
        return 0
    listed = _list_needs(scene, seat, mission.bonus.districts, mission.bonus.needs)
    _, width = _draw_gains("", 0, 0, mission.bonus.reward)
    return 20 + sum(_measure_need(need, SMALL_TOKEN) for need in listed) + width


def _measure_need(need: Need, size: float) -> float:
    return size + APART + (measure(need.number, SMALLEST, bold=True) + 2 if need.number else 0)


def _draw_needs(key: str, listed: list[Need], at: tuple[float, float], width: float, size: float) -> Iterator[AnyNode]:
    """Draw needs in a row, smaller if they are many: a tick if one is met, and an open ring if not."""
    over = sum(_measure_need(need, size) for need in listed) - width
    if over > 0:
        size = max(size - over / len(listed), LEAST_TOKEN)
    left, y = at
    y += (TOKEN - size) / 2 if size < SMALL_TOKEN else 0
    for number, need in enumerate(listed):
        x, frame = round(left, 1), "need-met" if need.met else "need-missing"
        yield Use(key=f"{key}/{number}/frame", look="kit", symbol=frame, x=x, y=y, size=round(size * 38 / 33, 1))
        look, inner = "kit" if need.icon in KIT else "ink", round(size * 0.68, 1)
        yield Use(
            key=f"{key}/{number}/icon",
            look=look,
            symbol=need.icon,
            x=round(x + size * 0.13, 1),
            y=round(y + size * 0.34, 1),
            size=inner,
        )
        if need.number:
            number_at = round(x + size + 3, 1), round(y + size * 0.7 + 5, 1)
            yield write(f"{key}/{number}/number", number_at, need.number, "ink", SMALLEST, bold=True)
        left += _measure_need(need, size)


def _draw_gains(key: str, x: float, y: float, effects: tuple[AnyEffect, ...]) -> tuple[list[AnyNode], float]:
    """Draw the icons of a reward with their numbers; return them and where they end."""
    left, found = x, list[AnyNode]()
    for number, effect in enumerate(effects):
        icon, count = _name_gain(effect)
        look = "kit" if icon in KIT else "ink"
        found.append(Use(key=f"{key}/{number}", look=look, symbol=icon, x=round(left, 1), y=y, size=20))
        if count:
            at = round(left + 22, 1), y + 16
            found.append(write(f"{key}/{number}/count", at, count, "ink", 15, bold=True))
        left += 22 + (measure(count, 15, bold=True) + 3 if count else 2)
    return found, left


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
