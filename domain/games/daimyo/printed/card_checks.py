"""Checks of what is printed on clans, heroes, tiles, villagers, goals and solo cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import get_args

from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import BUILDINGS, Colour, Edition, Hero, SoloCard
from domain.games.daimyo.printed.requirements import empire_fault, fault, harms, seat_fault
from domain.games.daimyo.printed.vocabulary import Effects
from domain.kernel.content_checks import in_field, refuse_fault, require
from domain.kernel.language import Later, later

GROUPS: dict[str, int] = {"1-2": 6, "3-4": 6, "5": 3}
"""How many solo cards of each group a game needs (daimyo.solo.setup.decks)."""
STRENGTHS = range(1, 19)
"""The totals that one to three dice can reach (daimyo.component.hero-card-anatomy)."""
COSTS = range(1, 6)
TOTALS = range(3, 19)
"""The totals that the three dice on solo cards can reach."""
GRAY, YELLOW = 3, 1
"""Tiles of a mini-board by colour, so that two boards make six and two (daimyo.tile.basic-set)."""
CLAN_HEROES = 3
TILE_SIDES: tuple[tuple[Edition, str], ...] = (("2021", "basic"), ("2021", "advanced"), ("2019", "basic"))
COLOURS: tuple[Colour, ...] = get_args(Colour)


def _heroes(content: DaimyoContent) -> None:
    for hero in content.heroes.values():
        file = "heroes.toml" if hero.id in content.common_heroes else "clans.toml"
        _hero(file, hero)
    for hero_id in content.common_heroes:
        fits = content.heroes[hero_id].clan is None
        require(fits, "heroes.toml", in_field(f"hero {hero_id!r}", "clan"), later("heroes of clans lie in clans.toml"))
    for hero in content.heroes.values():
        fits = hero.clan in content.clans or hero.id in content.common_heroes
        require(
            fits,
            "clans.toml",
            in_field(f"hero {hero.id!r}", "clan"),
            later("there is no clan {clan!r}", clan=hero.clan),
        )
    for clan, heroes in content.clan_heroes.items():
        fits = len(heroes) == CLAN_HEROES
        require(
            fits,
            "clans.toml",
            f"clan {clan!r}",
            later("{found} heroes, not {heroes}", found=len(heroes), heroes=CLAN_HEROES),
        )


def _hero(file: str, hero: Hero) -> None:
    place = f"hero {hero.id!r}"
    why = later(
        "{strength} cannot be reached with three dice; {least} to {most}",
        strength=hero.strength,
        least=STRENGTHS[0],
        most=STRENGTHS[-1],
    )
    require(hero.strength in STRENGTHS, file, in_field(place, "strength"), why)
    require(
        hero.cost in COSTS,
        file,
        in_field(place, "cost"),
        later("{cost} is not among {least} to {most}", cost=hero.cost, least=COSTS[0], most=COSTS[-1]),
    )
    why = later("its effects harm opponents") if harms(hero.effects) else later("none of its effects harms an opponent")
    require(hero.aggressive == harms(hero.effects), file, in_field(place, "aggressive"), why)


def _effects(content: DaimyoContent) -> None:
    for file, place, effects in _effects_of_players(content):
        why = fault(effects, content.islands) or seat_fault(effects)
        refuse_fault(file, place, why)
    for place, effects in _effects_of_the_empire(content):
        why = fault(effects, content.islands_in_play[1]) or empire_fault(effects)
        refuse_fault("solo.toml", place, why)


def _effects_of_players(content: DaimyoContent) -> Iterator[tuple[str, str | Later, Effects]]:
    for clan in content.clans.values():
        yield "clans.toml", in_field(f"clan {clan.id!r}", "ability"), clan.ability
    for hero in content.heroes.values():
        file = "heroes.toml" if hero.id in content.common_heroes else "clans.toml"
        yield file, in_field(f"hero {hero.id!r}", "effects"), hero.effects
    for tile in content.faces.values():
        yield "tiles.toml", in_field(f"face {tile.id!r}", "effects"), tile.effects
    for face in content.villager_faces.values():
        yield "villagers.toml", in_field(f"face {face.id!r}", "effects"), face.effects
    for goal in content.goals.values():
        if goal.bonus:
            yield "goals.toml", in_field(f"goal {goal.id!r}", "bonus"), goal.bonus


def _effects_of_the_empire(content: DaimyoContent) -> Iterator[tuple[str | Later, Effects]]:
    for card in content.solo_cards.values():
        for space in card.spaces:
            yield later("{card}, {colour} space", card=f"card {card.id!r}", colour=space.colour), space.effects
    for ability in content.empire_abilities.values():
        yield in_field(f"ability {ability.total}", "effects"), ability.effects


def _mini_boards(content: DaimyoContent) -> None:
    kinds = Counter(board.building for board in content.mini_boards.values())
    for building in BUILDINGS:
        found = kinds[building]
        why = later("{found} of them, not {count}", found=found, count=len(content.clans))
        require(found == len(content.clans), "mini_boards.toml", later("boards of {building}s", building=building), why)
    used = Counter(tile for board in content.mini_boards.values() for tile in board.tiles)
    for tile, times in used.items():
        require(
            tile in content.tiles,
            "mini_boards.toml",
            f"tile {tile!r}",
            later("a board names it, but it does not exist"),
        )
        require(times == 1, "mini_boards.toml", f"tile {tile!r}", later("it lies on {times} spaces", times=times))
    for entry in content.tiles.values():
        faces = {"basic": entry.basic, "advanced": entry.advanced, "edition_2019": entry.edition_2019}
        for field, face in faces.items():
            why = later("there is no face {face!r}", face=face)
            require(face in content.faces, "mini_boards.toml", in_field(f"tile {entry.id!r}", field), why)
    for board in content.mini_boards.values():
        _tile_colours(content, board.id, board.tiles)


def _tile_colours(content: DaimyoContent, board: str, tiles: tuple[str, ...]) -> None:
    for edition, side in TILE_SIDES:
        colours = Counter(content.face_of(tile, edition, side).colour for tile in tiles)
        why = later(
            "{gray} gray and {yellow} yellow tiles, not {grays} and {yellows}",
            gray=colours["gray"],
            yellow=colours["yellow"],
            grays=GRAY,
            yellows=YELLOW,
        )
        fits = (colours["gray"], colours["yellow"]) == (GRAY, YELLOW)
        require(
            fits,
            "mini_boards.toml",
            later("{board}, {side} side of {edition}", board=f"board {board!r}", side=side, edition=edition),
            why,
        )


def _villagers(content: DaimyoContent) -> None:
    """Check that every face is on one side of one tile (daimyo.villager-tile.pairs)."""
    used = [face for tile in content.villager_tiles.values() for face in tile.faces]
    for face in used:
        require(face in content.villager_faces, "villagers.toml", f"face {face!r}", later("it does not exist"))
    twice = [face for face, times in Counter(used).items() if times > 1]
    require(not twice, "villagers.toml", f"face {'/'.join(twice)!r}", later("it is on two tiles"))
    for tile in content.villager_tiles.values():
        for edition, face in tile.starts.items():
            place = in_field(f"tile {tile.id!r}", f"starts.{edition}")
            require(face in tile.faces, "villagers.toml", place, later("the tile has no face {face!r}", face=face))


def _goals(content: DaimyoContent) -> None:
    kinds = Counter(goal.kind for goal in content.goals.values())
    for kind, needed in content.numbers.goals.items():
        require(
            kinds[kind] >= needed,
            "goals.toml",
            later("{kind} goals", kind=kind),
            later("{found}, but a game needs {needed}", found=kinds[kind], needed=needed),
        )
    for goal in content.goals.values():
        place = f"goal {goal.id!r}"
        require(
            goal.gold >= 1, "goals.toml", in_field(place, "gold"), later("{gold} points are too few", gold=goal.gold)
        )
        green = goal.kind == "green"
        fits = 1 <= goal.silver <= goal.gold if green else goal.silver == 0
        why = (
            later("a green goal needs silver points, at most as many as gold")
            if green
            else later("an orange goal has no second")
        )
        require(fits, "goals.toml", in_field(place, "silver"), why)
        fits = bool(goal.when) and all(each.at_least >= 1 for each in goal.when)
        require(fits, "goals.toml", in_field(place, "when"), later("every goal asks for 1 or more of something"))


def _solo_cards(content: DaimyoContent) -> None:
    groups: Counter[str] = Counter(card.group for card in content.solo_cards.values())
    for group, needed in GROUPS.items():
        found = groups[group]
        require(
            found >= needed,
            "solo.toml",
            later("cards of group {group}", group=group),
            later("{found}, but a game needs {needed}", found=found, needed=needed),
        )
    for card in content.solo_cards.values():
        _spaces(card)
    for total in TOTALS:
        found = total in content.empire_abilities
        require(found, "solo.toml", f"ability {total}", later("it is missing"))
    extra = set(content.empire_abilities) - set(TOTALS)
    require(not extra, "solo.toml", f"ability {min(extra, default=0)}", later("three dice do not add up to it"))


def _spaces(card: SoloCard) -> None:
    colours = [space.colour for space in card.spaces]
    fits = sorted(colours) == sorted(COLOURS)
    require(
        fits, "solo.toml", in_field(f"card {card.id!r}", "spaces"), later("a card has one space of each colour of dice")
    )


CARD_CHECKS: tuple[Callable[[DaimyoContent], None], ...] = (
    _heroes,
    _effects,
    _mini_boards,
    _villagers,
    _goals,
    _solo_cards,
)
"""The checks of cards, in order: each may rely on the earlier ones."""
