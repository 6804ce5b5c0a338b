"""The picture of the automated side: the mercenaries with their locations, or the empire with its cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from domain.games.daimyo.picture.drawing_parts import TILE_HEIGHT, Scene, draw_die, draw_die_slot, place_column
from domain.games.daimyo.picture.drawing_seats import count_storage_rows, draw_purse, draw_storage, draw_supply
from domain.games.daimyo.printed.entries import MercenarySpace
from domain.games.daimyo.views.view import AbilityView, SideView, SoloView
from domain.kernel.drawing.kit import GAP, HALF, INNER, ROW, draw_amount, draw_label, draw_words
from domain.kernel.drawing.lettering import fit, wrap
from domain.kernel.drawing.pieces import HEADING, MARGIN, panel, turn_badge
from domain.kernel.drawing.tree import SMALLEST, WIDTH, AnyNode, Group, Panel, Rect, Text, Use
from domain.kernel.language import say, translate
from domain.kernel.words import join_words, title

LOCATION_HEIGHT, SPACE_HEIGHT = 54, 46


def draw_automated(side: SideView, scene: Scene) -> Panel:
    """Draw the belongings of the mercenaries or the empire."""
    key = f"seat/{side.side}"
    top = HEADING + 2.0
    children: list[AnyNode] = [*draw_purse(side, scene, top), *_draw_markers(side, scene, top + 26)]
    top += 52
    if side.supply:
        children += draw_supply(side, scene, top)
        top += 26
    if side.kind == "mercenaries":
        spaces = list(scene.content.mercenary_spaces.values())
        for place, space in enumerate(spaces):
            y = top + place // 2 * (LOCATION_HEIGHT + GAP)
            children.append(_draw_location(space, side, scene, place_column(place), y))
        top += -(-len(spaces) // 2) * (LOCATION_HEIGHT + GAP)
    children += draw_storage(side, scene, top)
    top += count_storage_rows(side) * (TILE_HEIGHT + 4)
    return panel(key, scene.names[side.side], top + GAP, children, seat=side.side)


def _draw_markers(side: SideView, scene: Scene, y: float) -> Iterator[AnyNode]:
    key, name = f"seat/{side.side}", scene.names[side.side]
    army = say("{name}: army value {n}", name=name, n=side.army)
    heroes = join_words(map(title, side.discard))
    yield Group(
        key=f"{key}/heroes",
        x=MARGIN,
        y=y,
        title=army,
        detail=say("Heroes: {heroes}", heroes=heroes) if heroes else "",
        children=(draw_amount(f"{key}/army", "army", side.army, 0, 0, ""),),
    )
    held = len(side.discard) + side.hand_size + side.deck_size
    said = say("{name}: {n} heroes", name=name, n=held)
    yield draw_amount(f"{key}/held", "hero", held, MARGIN + 62, y, said)
    total = say("{name}: its dice total {n}", name=name, n=side.dice_total)
    yield draw_amount(f"{key}/total", "die-any", side.dice_total, MARGIN + 124, y, total)
    if scene.seen.helmet == side.side:
        said = say("The Mighty Helmet: {name} begins", name=name)
        clause = "daimyo.component.helmet-and-round-marker"
        yield Use(
            key="helmet", look="icon gold", title=said, clause=clause, symbol="helmet", x=MARGIN + 190, y=y - 2, size=22
        )
    if scene.seen.active == side.side and scene.seen.result is None:
        yield turn_badge("turn", WIDTH - 106, y - 1, say("turn"), say("It is the turn of {name}", name=name))


def _draw_location(space: MercenarySpace, side: SideView, scene: Scene, x: float, y: float) -> Group:
    key, name = f"location/{space.id}", translate(space.title)
    dice = [placed.die for placed in side.dice if placed.space == space.id]
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="board", x=0, y=0, width=HALF, height=LOCATION_HEIGHT, radius=6),
        Text(
            key=f"{key}/name",
            look="ink",
            x=6,
            y=15,
            text=fit(name, HALF - 12, SMALLEST, bold=True),
            size=SMALLEST,
            bold=True,
        ),
    ]
    for place in range(len(dice), space.dice):
        children.append(draw_die_slot(f"{key}/slot/{place}", space.colour, 6 + place * 34, 21))
    for place, die in enumerate(dice):
        said = say("{colour} die showing {n} on {space}", colour=title(die.colour), n=die.value, space=name)
        children.append(draw_die(f"{key}/die/{place}", die, 6 + place * 34, 21, said))
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("{space} of the mercenaries", space=name),
        detail=scene.rulebook.read(space.clause),
        clause=space.clause,
        places=(f"location:{space.id}",),
        children=tuple(children),
    )


def draw_empire(solo: SoloView, side: SideView, scene: Scene) -> Panel:
    """Draw the card of the empire, its decks, and what it does at the end of a round."""
    children: list[AnyNode] = [*_draw_decks(solo)]
    top = HEADING + 26.0
    if solo.card is None:
        children.append(draw_label("empire/none", MARGIN, top + 12, say("No card lies open.")))
        top += 22
    else:
        children.append(draw_label("empire/label", MARGIN, top + 11, say("Card: {card}", card=title(solo.card))))
        top += 18
        for number, (colour, does) in enumerate(solo.spaces, start=1):
            y = top + (number - 1) * (SPACE_HEIGHT + 4)
            children.append(_draw_space(number, colour, does, solo.card, side, y))
        top += len(solo.spaces) * (SPACE_HEIGHT + 4) + 4
    children.append(
        draw_label("abilities/label", MARGIN, top + 11, say("At the end of the round, by the total of its dice"))
    )
    abilities, top = _draw_abilities(solo.abilities, side.dice_total, top + 18)
    return panel("empire", say("Cards of the Empire"), top + GAP, [*children, *abilities])


def _draw_decks(solo: SoloView) -> Iterator[AnyNode]:
    for place, (group, count) in enumerate(solo.decks.items()):
        said = say("Rounds {rounds}: {n} cards left in the deck", rounds=group, n=count)
        key, x = f"empire/deck/{group}", MARGIN + place * 86
        yield Group(
            key=key,
            x=x,
            y=HEADING,
            title=said,
            clause="daimyo.solo.setup.decks",
            children=(
                draw_amount(f"{key}/left", "deck", count, 0, 0, ""),
                Text(key=f"{key}/rounds", look="soft", x=44, y=14, text=f"({group})", size=SMALLEST),
            ),
        )
    said = say("The Empire has {n} heroes face down", n=solo.face_down_heroes)
    yield draw_amount("empire/face-down", "hero", solo.face_down_heroes, WIDTH - MARGIN - 50, HEADING, said)


def _draw_space(number: int, colour: str, does: str, card: str, side: SideView, y: float) -> Group:
    key = f"empire/space/{number}"
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="board", x=0, y=0, width=INNER, height=SPACE_HEIGHT, radius=6),
        *draw_words(f"{key}/does", does, (46, SPACE_HEIGHT / 2), INNER - 52, 3, "ink", centred=True),
    ]
    dice = [placed.die for placed in side.dice if placed.space == f"{card}/{number}"]
    for die in dice:
        said = say("{colour} die showing {n}", colour=title(die.colour), n=die.value)
        children.append(draw_die(f"{key}/die", die, 8, 9, said))
    if not dice:
        children.append(draw_die_slot(f"{key}/slot", colour, 8, 9))
    return Group(
        key=key,
        x=MARGIN,
        y=y,
        title=say("Space {n} of the card, for a {colour} die", n=number, colour=translate(colour)),
        detail=does,
        clause="daimyo.solo.card-structure",
        places=(f"space:{number}",),
        children=tuple(children),
    )


def _draw_abilities(abilities: tuple[AbilityView, ...], total: int, y: float) -> tuple[list[AnyNode], float]:
    found: list[AnyNode] = []
    for does, group in groupby(abilities, lambda ability: ability.does):
        totals = [ability.total for ability in group]
        key = f"ability/{totals[0]}"
        span = f"{totals[0]}-{totals[-1]}" if len(totals) > 1 else str(totals[0])
        lines = wrap(does, INNER - 56, SMALLEST, 3)
        height = len(lines) * ROW + 6
        found.append(
            Group(
                key=key,
                x=MARGIN,
                y=y,
                title=say("With a total of {totals}", totals=span),
                detail=does,
                clause="daimyo.solo.round-end-ability",
                children=(
                    Rect(
                        key=f"{key}/ground",
                        look="badge" if total in totals else "card",
                        x=0,
                        y=0,
                        width=INNER,
                        height=height,
                        radius=4,
                    ),
                    Text(key=f"{key}/total", look="ink", x=6, y=14, text=span, size=SMALLEST, bold=True),
                    *draw_words(f"{key}/does", does, (50, 14), INNER - 56, lines=3),
                ),
            )
        )
        y += height + 3
    return found, y
