"""Checks that the content's schemas cannot express: counts, references and combinations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import get_args

from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import BUILDINGS, Colour, Edition, Hero, SoloCard
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.printed.requirements import empire_fault, fault, goods_fault, harms, seat_fault
from domain.games.daimyo.printed.vocabulary import Effects
from domain.kernel.content_checks import require, require_clauses, require_counts, require_present

EDITIONS: dict[Edition, range] = {"2021": range(1, 5), "2019": range(2, 5)}
"""The numbers of seats that each edition allows."""
COLOURS: tuple[Colour, ...] = get_args(Colour)
GROUPS: dict[str, int] = {"1-2": 6, "3-4": 6, "5": 3}
"""How many solo cards of each group a game needs (daimyo.solo.setup.decks)."""
STRENGTHS = range(1, 19)
"""The totals that one to three dice can reach (daimyo.component.hero-card-anatomy)."""
COSTS = range(1, 6)
TOTALS = range(3, 19)
"""The totals that the three dice on solo cards can reach."""
GRAY, YELLOW = 3, 1
"""Tiles of a mini-board by colour, so that two boards make six and two (daimyo.tile.basic-set)."""
SITES = 5
"""Sites of an island (daimyo.island.production-sites)."""
ISLANDS = 6
"""Islands of the board (daimyo.island.colours)."""
CLAN_HEROES = 3
SEATS_WITH_OPPONENT = 2
"""Up to this number of seats, the empire or the mercenaries take dice too."""
SIDES = ("player", "mercenaries", "empire")
ACTIONS = ("villagers", "production", "relic", "recruitment", "construction", "tax")
MERCENARY_SPACES = ("relic", "radio-tower", "governor", "shadow")
DIFFICULTIES = ("easy", "normal", "difficult")
TILE_SIDES: tuple[tuple[Edition, str], ...] = (("2021", "basic"), ("2021", "advanced"), ("2019", "basic"))


def check(content: DaimyoContent) -> None:
    """Refuse content that cannot be played; raises BadContent with file, entry, field and reason."""
    for each in CHECKS:
        each(content)


def _counts(content: DaimyoContent) -> None:
    require_counts({component.id: component.count for component in content.components.values()}, _counted(content))


def _counted(content: DaimyoContent) -> Iterator[tuple[str, str, int]]:
    """Yield each component with its file and its number: (id, file, count)."""
    clans, pieces = len(content.clans), content.pieces
    yield "clan-board", "clans.toml", clans
    yield "mini-board", "mini_boards.toml", len(content.mini_boards)
    yield "bonus-action-tile", "mini_boards.toml", len(content.tiles)
    yield "relic-tile", "board.toml", len(content.tile_colour) * content.numbers.tile_copies
    yield "villager-tile", "villagers.toml", len(content.villager_tiles)
    yield "hero-card", "heroes.toml", len(content.common_heroes)
    yield "clan-hero-card", "clans.toml", len(content.heroes) - len(content.common_heroes)
    yield "goal-card", "goals.toml", len(content.goals)
    yield "solo-card", "solo.toml", len(content.solo_cards)
    yield "governor", "board.toml", pieces.governors * clans
    yield "shadow", "board.toml", pieces.shadows * clans
    yield "scavenger", "board.toml", pieces.scavengers * clans
    yield "techno-farm", "board.toml", pieces.techno_farms * clans
    yield "radio-tower", "board.toml", pieces.radio_towers * clans
    yield "relic-pawn", "board.toml", pieces.relic_pawns * clans


def _fixed_entries(content: DaimyoContent) -> None:
    require_present("board.toml", "side", SIDES, content.sides)
    require_present("board.toml", "action", ACTIONS, content.actions)
    require_present("board.toml", "building", BUILDINGS, content.buildings)
    require_present("mercenaries.toml", "space", MERCENARY_SPACES, content.mercenary_spaces)
    require_present("solo.toml", "difficulty", DIFFICULTIES, content.difficulties)


def _clauses(content: DaimyoContent) -> None:
    entries = (
        ("board.toml", content.actions),
        ("clans.toml", content.clans),
        ("components.toml", content.components),
        ("mercenaries.toml", content.mercenary_spaces),
        ("solo.toml", content.difficulties),
        ("tiles.toml", content.faces),
        ("villagers.toml", content.villager_faces),
    )
    require_clauses("daimyo", "Daimyo", ((file, entry) for file, citing in entries for entry in citing.values()))


def _goods(content: DaimyoContent) -> None:
    for file, place, goods in _all_goods(content):
        why = goods_fault(goods)
        require(not why, file, place, why)


def _all_goods(content: DaimyoContent) -> Iterator[tuple[str, str, Goods]]:
    prices = content.prices
    yield "board.toml", "prices, field tax", prices.tax
    yield "board.toml", "prices, field compensation", prices.compensation
    yield "board.toml", "prices, field revenue", prices.revenue
    for building in content.buildings.values():
        yield "board.toml", f"building {building.id!r}, field cost", building.cost
    for clan in content.clans.values():
        yield "clans.toml", f"clan {clan.id!r}, field goods", clan.goods
    for board in content.mini_boards.values():
        yield "mini_boards.toml", f"board {board.id!r}, field basic_goods", board.basic_goods
        yield "mini_boards.toml", f"board {board.id!r}, field advanced_goods", board.advanced_goods


def _numbers(content: DaimyoContent) -> None:
    """Check the limits that a game starts with (daimyo.storage.start-and-max, daimyo.recruitment.track)."""
    numbers, prices = content.numbers, content.prices
    least = {
        "rounds": numbers.rounds,
        "turns": numbers.turns,
        "hero_market": numbers.hero_market,
        "land_tiles": numbers.land_tiles,
        "tile_copies": numbers.tile_copies,
        "recruitment": len(numbers.recruitment),
        "altars": len(numbers.altars),
        "search": len(prices.search),
    }
    for field, number in least.items():
        require(number >= 1, "board.toml", f"field {field}", f"{number} is too few")
    storage = 0 <= numbers.storage_start <= numbers.storage_most
    require(storage, "board.toml", "numbers, field storage_start", "it is above storage_most")
    hand = 0 <= numbers.starting_hand <= CLAN_HEROES
    require(hand, "board.toml", "numbers, field starting_hand", f"a clan has only {CLAN_HEROES} heroes")


def _point_tables(content: DaimyoContent) -> None:
    pieces = content.pieces
    _table("scoring, field relics", content.scoring.relics, pieces.relic_pawns)
    built = {"techno-farm": pieces.techno_farms, "radio-tower": pieces.radio_towers}
    for building in content.buildings.values():
        for edition in EDITIONS:
            points = building.points.get(edition, ())
            _table(f"building {building.id!r}, field points.{edition}", points, built[building.id])


def _table(place: str, points: tuple[int, ...], most: int) -> None:
    why = f"{len(points)} numbers; 0 to {most} pieces need {most + 1}"
    require(len(points) == most + 1, "board.toml", place, why)
    require(list(points) == sorted(points), "board.toml", place, "points fall as pieces rise")


def _tables_by_seats(content: DaimyoContent) -> None:
    pools = Counter((pool.edition, pool.seats) for pool in content.dice)
    armies = Counter((army.edition, seats) for army in content.army_points for seats in army.seats)
    for word, table in (("dice", pools), ("army", armies)):
        for edition, seats in ((edition, seats) for edition, range_ in EDITIONS.items() for seats in range_):
            found = table[edition, seats]
            require(
                found == 1, "board.toml", f"{word} of {edition} with {seats} seats", f"given {found} times, not once"
            )


def _dice(content: DaimyoContent) -> None:
    """Check the dice pools of the set-up: daimyo.setup.dice.1p, daimyo.setup.dice.2p.2021, daimyo.setup.dice.2p.2019,
    daimyo.setup.dice.3p, daimyo.setup.dice.4p.
    """
    require_present("components.toml", "component", [f"{colour}-die" for colour in COLOURS], content.components)
    box: dict[Colour, int] = {colour: content.components[f"{colour}-die"].count for colour in COLOURS}
    for pool in content.dice:
        place = f"dice of {pool.edition} with {pool.seats} seats"
        pools: dict[Colour, int] = {"blue": pool.blue, "green": pool.green, "red": pool.red}
        for colour, count in pools.items():
            why = f"{count} dice; the box holds {box[colour]}"
            require(0 <= count <= box[colour], "board.toml", f"{place}, field {colour}", why)
        sides = pool.seats + (pool.edition == "2021" and pool.seats <= SEATS_WITH_OPPONENT)
        needed, dice = sides * content.numbers.turns, pool.blue + pool.green + pool.red
        require(dice >= needed, "board.toml", place, f"{dice} dice, but {needed} are taken in a round")


def _islands(content: DaimyoContent) -> None:
    """Check sites, rough neighborhood and two standards (daimyo.island.areas, daimyo.island.standards)."""
    require(
        len(content.islands) == ISLANDS, "islands.toml", "islands", f"{len(content.islands)} of them, not {ISLANDS}"
    )
    for island in content.islands.values():
        place = f"island {island.id!r}"
        require(
            len(island.sites) == SITES, "islands.toml", f"{place}, field sites", f"{len(island.sites)}, not {SITES}"
        )
        resources = "gold" not in island.sites
        require(resources, "islands.toml", f"{place}, field sites", "gold is not a resource")
        fits = island.gold_standard >= island.silver_standard >= 0
        require(fits, "islands.toml", f"{place}, field silver_standard", "it is above gold_standard")
        gold = all(space >= 0 for space in island.shadow_spaces)
        require(gold, "islands.toml", f"{place}, field shadow_spaces", "gold is negative")
    for seats in EDITIONS["2021"]:
        _islands_in_play(content, seats)


def _islands_in_play(content: DaimyoContent, seats: int) -> None:
    """Check the islands in play by seats: daimyo.setup.islands.1p, daimyo.setup.islands.2p, daimyo.setup.islands.3p and
    daimyo.setup.islands.4p.
    """
    place = f"in_play, field {seats}"
    chosen = content.islands_in_play.get(seats, ())
    for island in chosen:
        require(island in content.islands, "islands.toml", place, f"there is no {island} island")
    why = f"{len(chosen)} islands; every side starts on one of its own"
    require(len(chosen) == len(set(chosen)) >= max(seats, 2), "islands.toml", place, why)


def _heroes(content: DaimyoContent) -> None:
    for hero in content.heroes.values():
        file = "heroes.toml" if hero.id in content.common_heroes else "clans.toml"
        _hero(file, hero)
    for hero_id in content.common_heroes:
        fits = content.heroes[hero_id].clan is None
        require(fits, "heroes.toml", f"hero {hero_id!r}, field clan", "heroes of clans lie in clans.toml")
    for hero in content.heroes.values():
        fits = hero.clan in content.clans or hero.id in content.common_heroes
        require(fits, "clans.toml", f"hero {hero.id!r}, field clan", f"there is no clan {hero.clan!r}")
    for clan, heroes in content.clan_heroes.items():
        fits = len(heroes) == CLAN_HEROES
        require(fits, "clans.toml", f"clan {clan!r}", f"{len(heroes)} heroes, not {CLAN_HEROES}")


def _hero(file: str, hero: Hero) -> None:
    place = f"hero {hero.id!r}, field"
    why = f"{hero.strength} cannot be reached with three dice; {STRENGTHS[0]} to {STRENGTHS[-1]}"
    require(hero.strength in STRENGTHS, file, f"{place} strength", why)
    require(hero.cost in COSTS, file, f"{place} cost", f"{hero.cost} is not among {COSTS[0]} to {COSTS[-1]}")
    why = "its effects harm opponents" if harms(hero.effects) else "none of its effects harms an opponent"
    require(hero.aggressive == harms(hero.effects), file, f"{place} aggressive", why)


def _effects(content: DaimyoContent) -> None:
    for file, place, effects in _effects_of_players(content):
        why = fault(effects, content.islands) or seat_fault(effects)
        require(not why, file, place, why)
    for place, effects in _effects_of_the_empire(content):
        why = fault(effects, content.islands_in_play[1]) or empire_fault(effects)
        require(not why, "solo.toml", place, why)


def _effects_of_players(content: DaimyoContent) -> Iterator[tuple[str, str, Effects]]:
    for clan in content.clans.values():
        yield "clans.toml", f"clan {clan.id!r}, field ability", clan.ability
    for hero in content.heroes.values():
        file = "heroes.toml" if hero.id in content.common_heroes else "clans.toml"
        yield file, f"hero {hero.id!r}, field effects", hero.effects
    for tile in content.faces.values():
        yield "tiles.toml", f"face {tile.id!r}, field effects", tile.effects
    for face in content.villager_faces.values():
        yield "villagers.toml", f"face {face.id!r}, field effects", face.effects
    for goal in content.goals.values():
        if goal.bonus:
            yield "goals.toml", f"goal {goal.id!r}, field bonus", goal.bonus


def _effects_of_the_empire(content: DaimyoContent) -> Iterator[tuple[str, Effects]]:
    for card in content.solo_cards.values():
        for space in card.spaces:
            yield f"card {card.id!r}, {space.colour} space", space.effects
    for ability in content.empire_abilities.values():
        yield f"ability {ability.total}, field effects", ability.effects


def _mini_boards(content: DaimyoContent) -> None:
    kinds = Counter(board.building for board in content.mini_boards.values())
    for building in BUILDINGS:
        found = kinds[building]
        why = f"{found} of them, not {len(content.clans)}"
        require(found == len(content.clans), "mini_boards.toml", f"boards of {building}s", why)
    used = Counter(tile for board in content.mini_boards.values() for tile in board.tiles)
    for tile, times in used.items():
        require(tile in content.tiles, "mini_boards.toml", f"tile {tile!r}", "a board names it, but it does not exist")
        require(times == 1, "mini_boards.toml", f"tile {tile!r}", f"it lies on {times} spaces")
    for entry in content.tiles.values():
        faces = {"basic": entry.basic, "advanced": entry.advanced, "edition_2019": entry.edition_2019}
        for field, face in faces.items():
            why = f"there is no face {face!r}"
            require(face in content.faces, "mini_boards.toml", f"tile {entry.id!r}, field {field}", why)
    for board in content.mini_boards.values():
        _tile_colours(content, board.id, board.tiles)


def _tile_colours(content: DaimyoContent, board: str, tiles: tuple[str, ...]) -> None:
    for edition, side in TILE_SIDES:
        colours = Counter(content.face_of(tile, edition, side).colour for tile in tiles)
        why = f"{colours['gray']} gray and {colours['yellow']} yellow tiles, not {GRAY} and {YELLOW}"
        fits = (colours["gray"], colours["yellow"]) == (GRAY, YELLOW)
        require(fits, "mini_boards.toml", f"board {board!r}, {side} side of {edition}", why)


def _villagers(content: DaimyoContent) -> None:
    """Check that every face is on one side of one tile (daimyo.villager-tile.pairs)."""
    used = [face for tile in content.villager_tiles.values() for face in tile.faces]
    for face in used:
        require(face in content.villager_faces, "villagers.toml", f"face {face!r}", "it does not exist")
    twice = [face for face, times in Counter(used).items() if times > 1]
    require(not twice, "villagers.toml", f"face {'/'.join(twice)!r}", "it is on two tiles")
    for tile in content.villager_tiles.values():
        for edition, face in tile.starts.items():
            place = f"tile {tile.id!r}, field starts.{edition}"
            require(face in tile.faces, "villagers.toml", place, f"the tile has no face {face!r}")


def _goals(content: DaimyoContent) -> None:
    kinds = Counter(goal.kind for goal in content.goals.values())
    for kind, needed in content.numbers.goals.items():
        require(kinds[kind] >= needed, "goals.toml", f"{kind} goals", f"{kinds[kind]}, but a game needs {needed}")
    for goal in content.goals.values():
        place = f"goal {goal.id!r}, field"
        require(goal.gold >= 1, "goals.toml", f"{place} gold", f"{goal.gold} points are too few")
        green = goal.kind == "green"
        fits = 1 <= goal.silver <= goal.gold if green else goal.silver == 0
        why = "a green goal needs silver points, at most as many as gold" if green else "an orange goal has no second"
        require(fits, "goals.toml", f"{place} silver", why)
        fits = bool(goal.when) and all(each.at_least >= 1 for each in goal.when)
        require(fits, "goals.toml", f"{place} when", "every goal asks for 1 or more of something")


def _solo_cards(content: DaimyoContent) -> None:
    groups: Counter[str] = Counter(card.group for card in content.solo_cards.values())
    for group, needed in GROUPS.items():
        found = groups[group]
        require(found >= needed, "solo.toml", f"cards of group {group}", f"{found}, but a game needs {needed}")
    for card in content.solo_cards.values():
        _spaces(card)
    for total in TOTALS:
        found = total in content.empire_abilities
        require(found, "solo.toml", f"ability {total}", "it is missing")
    extra = set(content.empire_abilities) - set(TOTALS)
    require(not extra, "solo.toml", f"ability {min(extra, default=0)}", "three dice do not add up to it")


def _spaces(card: SoloCard) -> None:
    colours = [space.colour for space in card.spaces]
    fits = sorted(colours) == sorted(COLOURS)
    require(fits, "solo.toml", f"card {card.id!r}, field spaces", "a card has one space of each colour of dice")


def _difficulties(content: DaimyoContent) -> None:
    islands = len(content.islands_in_play[1])
    for each in content.difficulties.values():
        place = f"difficulty {each.id!r}, field governors"
        fits = bool(each.governors) and all(1 <= count <= SITES for count in each.governors)
        require(fits, "solo.toml", place, f"1 to {SITES} governors an island")
        why = f"with the radio towers they need more than {islands} islands"
        require(len(each.governors) + each.radio_towers <= islands, "solo.toml", place, why)


CHECKS: tuple[Callable[[DaimyoContent], None], ...] = (
    _counts,
    _fixed_entries,
    _clauses,
    _goods,
    _numbers,
    _point_tables,
    _tables_by_seats,
    _dice,
    _islands,
    _heroes,
    _effects,
    _mini_boards,
    _villagers,
    _goals,
    _solo_cards,
    _difficulties,
)
"""All checks, in order: each may rely on the earlier ones."""
