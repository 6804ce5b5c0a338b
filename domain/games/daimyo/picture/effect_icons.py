"""Effects and conditions as rows of icons, which the caption explains in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.games.daimyo.actions.clans import UseClanAbility
from domain.games.daimyo.actions.construction import Build
from domain.games.daimyo.actions.dice import AdjustDie
from domain.games.daimyo.actions.hiring import Hire
from domain.games.daimyo.actions.production import Collect
from domain.games.daimyo.actions.recruitment import Recruit, ResetRecruitment
from domain.games.daimyo.actions.relics import Scavenge
from domain.games.daimyo.actions.villagers import TakeHelmet, VillagerSteps, VillagerTile
from domain.games.daimyo.effects.combining import Choose, ForPrice, Optional, Per, ToAdvantage
from domain.games.daimyo.effects.gains import Gain, GainChoice, Lose, Pay, PayChoice, Points, Storage
from domain.games.daimyo.effects.heroes import DiscardHero, Draw, PlayHero
from domain.games.daimyo.effects.placing import Eliminate, MoveGovernor, MovePiece, PlacePiece
from domain.games.daimyo.effects.tiles import GiveTile, TakeTile
from domain.games.daimyo.printed.entries import Condition
from domain.games.daimyo.printed.goods import KINDS, RESOURCES, Goods, Kind
from domain.games.daimyo.printed.vocabulary import Effects, Measure
from domain.kernel.content import KEPT
from domain.kernel.drawing.lettering import measure
from domain.kernel.drawing.pieces import write
from domain.kernel.drawing.tree import AnyNode, Use

SIZE, NEXT, ROW = 18, 4, 24
"""The size of an icon, the space after it and its number, and the distance between rows."""
LOSS = "−"
MEASURES: dict[Measure, str] = {
    "governors": "governor",
    "shadows": "shadow",
    "radio-towers": "radio-tower",
    "techno-farms": "techno-farm",
    "buildings": "building",
    "units": "unit",
    "relics": "relic-pawn",
    "relic-colours": "relic-pawn",
    "tiles": "tile",
    "storage": "storage",
    "heroes": "hero",
    "army": "army",
    "rice": "rice",
    "metal": "metal",
    "crystal": "crystal",
    "gold": "gold",
    "resources": "resource",
    "islands-led": "standard",
    "islands-present": "island",
    "best-influence": "island",
    "governors-on-one-island": "governor",
    "popularity": "point",
    "dice-total": "die-any",
}
"""The icon for what a measure counts."""


class Icon(NamedTuple):
    """An icon and the text after it; without a symbol, only the text."""

    symbol: str
    text: str = ""


ARROW, OR = Icon("arrow"), Icon("", "/")


@lru_cache(KEPT)
def list_icons(effects: Effects) -> tuple[Icon, ...]:
    """Return the icons of effects, in order."""
    return tuple(icon for effect in effects for icon in (*_name_goods(effect), *_name_pieces(effect), *_join(effect)))


def list_conditions(when: Iterable[Condition]) -> Iterator[Icon]:
    """Yield the icons of conditions: how many of what, and whether on one island."""
    for condition in when:
        yield Icon(MEASURES[condition.measure], f"≥{condition.at_least}")
        if condition.measure == "governors-on-one-island":
            yield Icon("island", "1")


def _goods(goods: Goods, sign: str = "") -> Iterator[Icon]:
    return (Icon(kind, f"{sign}{goods.of(kind)}") for kind in KINDS if goods.of(kind))


def _some(kinds: tuple[Kind, ...], count: int, sign: str = "") -> Iterator[Icon]:
    """Yield the icons of goods to choose from."""
    if set(kinds) == set(RESOURCES):
        yield Icon("resource", f"{sign}{count}")
        return
    for place, kind in enumerate(kinds):
        if place:
            yield OR
        yield Icon(kind, "" if place else f"{sign}{count}")


def _name_goods(effect: object) -> Iterator[Icon]:
    match effect:
        case Gain(goods=goods):
            yield from _goods(goods)
        case Pay(goods=goods):
            yield from _goods(goods, LOSS)
        case GainChoice(count=count, of=kinds):
            yield from _some(kinds, count)
        case PayChoice(count=count, of=kinds):
            yield from _some(kinds, count, LOSS)
        case Lose(count=count, of=kinds):
            yield Icon("rivals", ":")
            yield from _some(kinds, count, LOSS)
        case Points(points=points):
            yield Icon("point", str(points))
        case Storage(count=count):
            yield Icon("storage", f"+{count}")
        case Draw(count=count):
            yield Icon("deck", f"+{count}")
        case DiscardHero(count=count):
            yield Icon("hero", f"{LOSS}{count}")
        case AdjustDie(direction=direction, times=times):
            yield Icon("die-any", f"{({'up': '+', 'down': LOSS}).get(direction, '±')}{times}")


def _name_pieces(effect: object) -> Iterator[Icon]:
    match effect:
        case PlacePiece(kind=kind, count=count):
            yield Icon(kind, f"+{count}")
        case MovePiece(kind=kind):
            yield from (Icon(kind), Icon("arrow"))
        case MoveGovernor(collect=collect):
            yield from (Icon("governor"), Icon("arrow", f"{collect}×" if collect else ""))
            yield from (Icon("resource"),) if collect else ()
        case Collect(at=kind, times=times):
            yield from (Icon(kind, f"{times}×"), Icon("resource"))
        case Eliminate():
            yield Icon("rivals", ":")
            yield Icon("governor", f"{LOSS}1")
        case TakeTile(count=count):
            yield Icon("tile", f"+{count}")
        case GiveTile(count=count):
            yield Icon("tile", f"{LOSS}{count}")
        case Scavenge(takes=takes):
            yield from (Icon("scavenger"), Icon("arrow"), *((Icon("tile", f"+{takes}"),) if takes else ()))
        case Build(discount=discount, in_good=good):
            yield Icon("building", "+1")
            yield from (Icon("resource", f"{LOSS}{discount}"),) if discount else ()
            yield from (Icon(good),) if good else ()
        case _:
            yield from _name_people(effect)


def _name_people(effect: object) -> Iterator[Icon]:
    match effect:
        case Recruit(count=count, discount=discount, exactly=exactly):
            yield Icon("unit", f"+{count}")
            if exactly is not None:
                yield Icon("rice", f"={exactly}")
            elif discount:
                yield Icon("rice", f"{LOSS}{discount}")
        case ResetRecruitment():
            yield from (Icon("unit"), Icon("rice", "=1"))
        case Hire(discount=discount):
            yield Icon("hero", "+1")
            yield from (Icon("gold", f"{LOSS}{discount}"),) if discount else ()
        case PlayHero():
            yield from (Icon("hero"), Icon("army"))
        case UseClanAbility():
            yield Icon("ability")
        case VillagerTile():
            yield Icon("villager")
        case VillagerSteps(count=count):
            yield Icon("villager", f"{count}×")
        case TakeHelmet():
            yield Icon("helmet")


def _join(effect: object) -> Iterator[Icon]:
    match effect:
        case Optional(effects=effects) | ToAdvantage(effects=effects):
            yield from list_icons(effects)
        case ForPrice(price=price, effects=effects):
            yield from (*list_icons(price), ARROW, *list_icons(effects))
        case Choose(options=options):
            for place, option in enumerate(options):
                yield from (*((OR,) if place else ()), *list_icons(option))
        case Per(measure=counted, effects=effects, each=each):
            yield Icon(MEASURES[counted], f"{each}:" if each > 1 else ":")
            yield from list_icons(effects)


def draw_icons(
    key: str, icons: Iterable[Icon], at: tuple[float, float], width: float, rows: int = 1
) -> list[AnyNode] | None:
    """Draw icons in rows around the `y` of `at`; None if there are none, or if they do not fit."""
    placed = list(_place(icons, width))
    used = max((row for _, _, row in placed), default=0) + 1
    if not placed or used > rows:
        return None
    found: list[AnyNode] = []
    for number, (icon, x, row) in enumerate(placed):
        left, middle = round(at[0] + x, 1), at[1] + (row - (used - 1) / 2) * ROW
        if icon.symbol:
            look = f"icon {icon.symbol}"
            found.append(Use(key=f"{key}/{number}", look=look, symbol=icon.symbol, x=left, y=middle - 9, size=SIZE))
            left += SIZE + 2
        if icon.text:
            found.append(write(f"{key}/{number}/n", (left, middle + 5), icon.text, "ink", 14, bold=True))
    return found


def _place(icons: Iterable[Icon], width: float) -> Iterator[tuple[Icon, float, int]]:
    """Yield where each icon goes: its distance from the left, and its row."""
    left, row = 0.0, 0
    for icon in icons:
        wide = (SIZE if icon.symbol else 0) + (measure(icon.text, 14, bold=True) + 2 if icon.text else 0)
        if left and left + wide > width:
            left, row = 0.0, row + 1
        yield icon, left, row if wide <= width else 99
        left += wide + NEXT
