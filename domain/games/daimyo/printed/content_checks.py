"""Checks that the content's schemas cannot express: counts, references and combinations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from domain.games.daimyo.printed.card_checks import CARD_CHECKS, CLAN_HEROES, COLOURS
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import BUILDINGS, Colour, Edition
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.printed.requirements import goods_fault
from domain.kernel.content_checks import (
    in_field,
    refuse_fault,
    require,
    require_clauses,
    require_counts,
    require_present,
)
from domain.kernel.language import Later, later

EDITIONS: dict[Edition, range] = {"2021": range(1, 5), "2019": range(2, 5)}
"""The numbers of seats that each edition allows."""
SITES = 5
"""Sites of an island (daimyo.island.production-sites)."""
ISLANDS = 6
"""Islands of the board (daimyo.island.colours)."""
SEATS_WITH_OPPONENT = 2
"""Up to this number of seats, the empire or the mercenaries take dice too."""
SIDES = ("player", "mercenaries", "empire")
ACTIONS = ("villagers", "production", "relic", "recruitment", "construction", "tax")
MERCENARY_SPACES = ("relic", "radio-tower", "governor", "shadow")
DIFFICULTIES = ("easy", "normal", "difficult")


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
        refuse_fault(file, place, why)


def _all_goods(content: DaimyoContent) -> Iterator[tuple[str, str | Later, Goods]]:
    prices = content.prices
    yield "board.toml", in_field("prices", "tax"), prices.tax
    yield "board.toml", in_field("prices", "compensation"), prices.compensation
    yield "board.toml", in_field("prices", "revenue"), prices.revenue
    for building in content.buildings.values():
        yield "board.toml", in_field(f"building {building.id!r}", "cost"), building.cost
    for clan in content.clans.values():
        yield "clans.toml", in_field(f"clan {clan.id!r}", "goods"), clan.goods
    for board in content.mini_boards.values():
        yield "mini_boards.toml", in_field(f"board {board.id!r}", "basic_goods"), board.basic_goods
        yield "mini_boards.toml", in_field(f"board {board.id!r}", "advanced_goods"), board.advanced_goods


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
        require(
            number >= 1, "board.toml", later("field {field}", field=field), later("{number} is too few", number=number)
        )
    storage = 0 <= numbers.storage_start <= numbers.storage_most
    require(storage, "board.toml", in_field("numbers", "storage_start"), later("it is above storage_most"))
    hand = 0 <= numbers.starting_hand <= CLAN_HEROES
    require(
        hand,
        "board.toml",
        in_field("numbers", "starting_hand"),
        later("a clan has only {heroes} heroes", heroes=CLAN_HEROES),
    )


def _point_tables(content: DaimyoContent) -> None:
    pieces = content.pieces
    _table(in_field("scoring", "relics"), content.scoring.relics, pieces.relic_pawns)
    built = {"techno-farm": pieces.techno_farms, "radio-tower": pieces.radio_towers}
    for building in content.buildings.values():
        for edition in EDITIONS:
            points = building.points.get(edition, ())
            _table(in_field(f"building {building.id!r}", f"points.{edition}"), points, built[building.id])


def _table(place: str | Later, points: tuple[int, ...], most: int) -> None:
    why = later("{found} numbers; 0 to {most} pieces need {needed}", found=len(points), most=most, needed=most + 1)
    require(len(points) == most + 1, "board.toml", place, why)
    require(list(points) == sorted(points), "board.toml", place, later("points fall as pieces rise"))


def _tables_by_seats(content: DaimyoContent) -> None:
    pools = Counter((pool.edition, pool.seats) for pool in content.dice)
    armies = Counter((army.edition, seats) for army in content.army_points for seats in army.seats)
    for word, table in (("dice", pools), ("army", armies)):
        for edition, seats in ((edition, seats) for edition, range_ in EDITIONS.items() for seats in range_):
            found = table[edition, seats]
            require(
                found == 1,
                "board.toml",
                _with_seats(word, edition, seats),
                later("given {found} times, not once", found=found),
            )


def _with_seats(what: str, edition: Edition, seats: int) -> Later:
    """Name what an edition has for a number of seats."""
    return later("{what} of {edition} with {seats} seats", what=what, edition=edition, seats=seats)


def _dice(content: DaimyoContent) -> None:
    """Check the dice pools of the set-up: daimyo.setup.dice.1p, daimyo.setup.dice.2p.2021, daimyo.setup.dice.2p.2019,
    daimyo.setup.dice.3p, daimyo.setup.dice.4p.
    """
    require_present("components.toml", "component", [f"{colour}-die" for colour in COLOURS], content.components)
    box: dict[Colour, int] = {colour: content.components[f"{colour}-die"].count for colour in COLOURS}
    for pool in content.dice:
        place = _with_seats("dice", pool.edition, pool.seats)
        pools: dict[Colour, int] = {"blue": pool.blue, "green": pool.green, "red": pool.red}
        for colour, count in pools.items():
            why = later("{count} dice; the box holds {held}", count=count, held=box[colour])
            require(0 <= count <= box[colour], "board.toml", in_field(place, colour), why)
        sides = pool.seats + (pool.edition == "2021" and pool.seats <= SEATS_WITH_OPPONENT)
        needed, dice = sides * content.numbers.turns, pool.blue + pool.green + pool.red
        require(
            dice >= needed,
            "board.toml",
            place,
            later("{dice} dice, but {needed} are taken in a round", dice=dice, needed=needed),
        )


def _islands(content: DaimyoContent) -> None:
    """Check sites, rough neighborhood and two standards (daimyo.island.areas, daimyo.island.standards)."""
    require(
        len(content.islands) == ISLANDS,
        "islands.toml",
        "islands",
        later("{found} of them, not {islands}", found=len(content.islands), islands=ISLANDS),
    )
    for island in content.islands.values():
        place = f"island {island.id!r}"
        require(
            len(island.sites) == SITES,
            "islands.toml",
            in_field(place, "sites"),
            later("{found}, not {sites}", found=len(island.sites), sites=SITES),
        )
        resources = "gold" not in island.sites
        require(resources, "islands.toml", in_field(place, "sites"), later("gold is not a resource"))
        fits = island.gold_standard >= island.silver_standard >= 0
        require(fits, "islands.toml", in_field(place, "silver_standard"), later("it is above gold_standard"))
        gold = all(space >= 0 for space in island.shadow_spaces)
        require(gold, "islands.toml", in_field(place, "shadow_spaces"), later("gold is negative"))
    for seats in EDITIONS["2021"]:
        _islands_in_play(content, seats)


def _islands_in_play(content: DaimyoContent, seats: int) -> None:
    """Check the islands in play by seats: daimyo.setup.islands.1p, daimyo.setup.islands.2p, daimyo.setup.islands.3p and
    daimyo.setup.islands.4p.
    """
    place = in_field("in_play", str(seats))
    chosen = content.islands_in_play.get(seats, ())
    for island in chosen:
        require(island in content.islands, "islands.toml", place, later("there is no {island} island", island=island))
    why = later("{found} islands; every side starts on one of its own", found=len(chosen))
    require(len(chosen) == len(set(chosen)) >= max(seats, 2), "islands.toml", place, why)


def _difficulties(content: DaimyoContent) -> None:
    islands = len(content.islands_in_play[1])
    for each in content.difficulties.values():
        place = in_field(f"difficulty {each.id!r}", "governors")
        fits = bool(each.governors) and all(1 <= count <= SITES for count in each.governors)
        require(fits, "solo.toml", place, later("1 to {sites} governors an island", sites=SITES))
        why = later("with the radio towers they need more than {islands} islands", islands=islands)
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
    *CARD_CHECKS,
    _difficulties,
)
"""All checks, in order: each may rely on the earlier ones."""
