"""The picture of the cards beside the dojo: buildings, objectives and alternative movements, icons first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from domain.games.micro_dojo.actions import Action, Exchange
from domain.games.micro_dojo.building import AtOnce
from domain.games.micro_dojo.content import (
    Ability,
    Barrier,
    Bonus,
    Building,
    ExtraStep,
    Meeple,
    MicroDojoContent,
    Objective,
)
from domain.games.micro_dojo.objectives import Adjacent, Compare, InLine
from domain.games.micro_dojo.view import MicroDojoView, ObjectiveView
from domain.kernel.drawing.kit import GAP, HALF, INNER, TILE, draw_label, place_in_row
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import HEADING, MARGIN, Caption, face_down, panel, write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Panel, Rect, Use
from domain.kernel.language import once_a_language, say, translate
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import title

BUILDING, OBJECTIVE, ABILITY = 50, 50, 34
"""The heights of the cards."""
IN_ROW = 3
"""How many objectives are in a row."""
ICON = 16
KEPT = 512
"""How many drawn cards of each kind are cached."""
ART_OF = {"gold": "coin", "point": "star"}
"""The symbols that the kit has as art of several colours."""
COLOURS = {"gold": "gold", "food": "food", "point": "point", "action": "lacquer"}


class Sign(NamedTuple):
    """A symbol in a row of icons and the number after it, red if it is paid."""

    symbol: str
    number: str = ""
    paid: bool = False


def draw_offers(seen: MicroDojoView, content: MicroDojoContent, rulebook: Rulebook) -> Panel:
    """Draw the buildings on display, the objectives, and the alternative movements if there are any."""
    top = HEADING + 18.0
    children: list[AnyNode] = [draw_label("display/label", MARGIN, HEADING + 10, say("Buildings on display"))]
    shown = content.numbers.buildings_on_display
    for place in range(shown):
        at = place_in_row(place, 2, top, BUILDING)
        if place < len(seen.display):
            children.append(draw_building(content.buildings[seen.display[place]], rulebook, *at))
        else:
            slot = Rect(key=f"display/{place}", look="slot", x=at[0], y=at[1], width=HALF, height=BUILDING, radius=7)
            children.append(slot)
    top += -(-shown // 2) * (BUILDING + GAP)
    children.append(draw_label("objectives/label", MARGIN, top + 12, say("Objectives, from left to right")))
    top += 20
    first = next((place for place, objective in enumerate(seen.objectives) if objective.face_up), None)
    for place, objective in enumerate(seen.objectives):
        found = content.objectives[objective.objective]
        x, y = place_in_row(place, IN_ROW, top, OBJECTIVE)
        children.append(_draw_objective(place, objective, found, rulebook, (x, y), first == place))
    top += -(-len(seen.objectives) // IN_ROW) * (OBJECTIVE + GAP)
    if seen.abilities:
        children.append(draw_label("abilities/label", MARGIN, top + 12, say("Alternative movements")))
        for place, meeple in enumerate(seen.abilities):
            at = place_in_row(place, 4, top + 20, ABILITY)
            children.append(_draw_ability(meeple, content.abilities[meeple], rulebook, *at))
        top += 20 + ABILITY + GAP
    return panel("offers", say("Display and objectives"), top + MARGIN - GAP, children)


def draw_building(building: Building, rulebook: Rulebook, x: float, y: float) -> Group:
    """Draw a building: its name, what it does in icons, and its cost at the right."""
    return msgspec.structs.replace(_draw_printed(building, rulebook), x=x, y=y)


@once_a_language(KEPT)
def _draw_printed(building: Building, rulebook: Rulebook) -> Group:
    key = f"building/{building.id}"
    children: list[AnyNode] = [
        Rect(key=f"{key}/card", look="card", x=0, y=0, width=HALF, height=BUILDING, radius=7),
        write(
            f"{key}/name", (8, 18), fit(translate(building.title), HALF - 48, 14, bold=True), "ink serif", 14, bold=True
        ),
        *_draw_signs(f"{key}/effect", _list_effect(building), 8, 28),
        *_draw_cost(f"{key}/cost", building),
    ]
    said = say(
        "{building}, costs {gold} gold and {food} food",
        building=translate(building.title),
        gold=building.gold,
        food=building.food,
    )
    text = rulebook[building.clause].translated().text
    return Caption(said, text, building.clause, (f"building:{building.id}",)).group(key, 0, 0, children)


def _list_effect(building: Building) -> list[Sign]:
    """List a building's effect as symbols: an action, the price, an arrow, the gain."""
    match building.effect:
        case AtOnce(points=points):
            return [Sign("point", f"+{points}")]
        case Action(spend_gold=gold, spend_food=food, spend_any=either) as effect:
            paid = [pair for pair in (("gold", gold), ("food", food), ("either", either)) if pair[1]]
            got = [pair for pair in (("gold", effect.gold), ("food", effect.food), ("point", effect.points)) if pair[1]]
            signs = [Sign("action"), *(Sign(symbol, f"−{count}", True) for symbol, count in paid)]
            return [*signs, Sign("arrow"), *(Sign(symbol, f"+{count}") for symbol, count in got)]
        case Exchange(give=give):
            return [Sign("action"), Sign("gold", str(give)), Sign("exchange"), Sign("food", "1")]
        case Bonus(gold=gold, food=food):
            return [Sign(symbol, f"+{count}") for symbol, count in (("gold", gold), ("food", food)) if count]
        case ExtraStep(food=food):
            return [Sign("food", f"−{food}", True), Sign("arrow"), Sign("step", "+1")]
        case Barrier(gold=gold):
            return [Sign("gold", f"−{gold}", True), Sign("arrow"), Sign("guard-house")]
        case _:
            return []


def _draw_cost(key: str, building: Building) -> Iterator[AnyNode]:
    """Draw the cost of a building: a pill for gold above one for food."""
    for kind, count, y in (("gold", building.gold, 4), ("food", building.food, 26)):
        if count:
            yield Rect(key=f"{key}/{kind}/pill", look="washi-2", x=HALF - 36, y=y, width=32, height=20, radius=10)
            yield from _draw_signs(f"{key}/{kind}", [Sign(kind, str(count))], HALF - 33, y + 3)


def _draw_signs(key: str, signs: Sequence[Sign], x: float, y: float) -> list[AnyNode]:
    """Draw symbols and numbers one after the other."""
    found: list[AnyNode] = []
    for place, sign in enumerate(signs):
        name, symbol = f"{key}/{place}", ART_OF.get(sign.symbol, sign.symbol)
        found.append(Use(key=name, look=COLOURS.get(sign.symbol, "ink"), symbol=symbol, x=x, y=y - 1, size=ICON))
        x += ICON + 1
        if sign.number:
            ink = "red" if sign.paid else "ink"
            found.append(write(f"{name}/number", (x, y + 12), sign.number, ink, SMALLEST, bold=True))
            x += 9 * len(sign.number) + 4
    return found


@once_a_language(KEPT)
def _draw_objective(
    place: int, seen: ObjectiveView, objective: Objective, rulebook: Rulebook, at: tuple[float, float], first: bool
) -> AnyNode:
    key, width = f"objective/{place}", (INNER - (IN_ROW - 1) * GAP) / IN_ROW
    if not seen.face_up:
        return face_down(key, *at, width, OBJECTIVE, say("An objective that was scored"))
    points = say("{n} points", n=seen.points) if seen.points > 1 else say("1 point")
    children: list[AnyNode] = [
        Rect(key=f"{key}/card", look="card", x=0, y=0, width=width, height=OBJECTIVE, radius=7),
        write(f"{key}/name", (7, 17), fit(translate(objective.title), width - 12, SMALLEST), "ink serif"),
        *_draw_signs(f"{key}/test", [Sign(symbol) for symbol in _list_test(objective)], 6, 29),
        Use(key=f"{key}/star", look="lacquer", symbol="star", x=width - 31, y=27, size=17),
        write(f"{key}/points", (width - 13, 41), seen.points, "ink serif", 16, bold=True),
    ]
    said = say("Objective {name}: {points}", name=translate(objective.title), points=points)
    text = rulebook[objective.clause].translated().text
    places = ("type:trigger-objective",) if first else ()
    return Caption(said, text, objective.clause, places).group(key, *at, children)


def _list_test(objective: Objective) -> list[str]:
    """List what an objective compares as symbols, after an arrow: up for the most, down for the fewest."""
    match objective.test:
        case Compare(measure=measure, wins=wins):
            return [wins, *MEASURES[measure]]
        case Adjacent(meeples=(one, other)):
            return [one, other]
        case InLine():
            return ["line"]
        case _:
            return []


MEASURES: dict[str, tuple[str, ...]] = {
    "buildings": ("build",),
    "building-gold": ("build", "gold"),
    "building-food": ("build", "food"),
    "building-cost": ("build", "either"),
    "gold": ("gold",),
    "food": ("food",),
    "resources": ("either",),
    "gold-lead": ("gold", "minus", "food"),
    "food-lead": ("food", "minus", "gold"),
    "points": ("point",),
}
"""The symbols for what objectives compare."""


@once_a_language(KEPT)
def _draw_ability(meeple: Meeple, ability: Ability, rulebook: Rulebook, x: float, y: float) -> Group:
    key = f"ability/{meeple}"
    cost = [Sign(kind, str(count)) for kind, count in (("gold", ability.gold), ("food", ability.food)) if count]
    children: list[AnyNode] = [
        Rect(key=f"{key}/card", look="card", x=0, y=0, width=TILE, height=ABILITY, radius=7),
        Use(key=f"{key}/meeple", look="ink", symbol=meeple, x=2, y=8, size=17),
        *_draw_signs(f"{key}/cost", cost, TILE - 1.5 - 29 * len(cost), 10),
    ]
    said = say("Alternative movement of the {meeple}", meeple=title(meeple))
    return Caption(said, rulebook[ability.clause].translated().text, ability.clause).group(key, x, y, children)
