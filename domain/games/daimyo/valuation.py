"""An estimate of how good a state is for a seat, for bots that look ahead: points now, prospects, and the current turn.

All weights are estimates in points, found by letting bots with different weights play against each other. A bot looks
one move ahead, so a question on the agenda must be worth as much as its best answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from domain.games.daimyo.actions.bonus_tiles import CLAN_ABILITY
from domain.games.daimyo.actions.clans import has_total
from domain.games.daimyo.actions.construction import FULL_PRICE, Construction, affordable_buildings
from domain.games.daimyo.actions.recruitment import Recruitment
from domain.games.daimyo.actions.relics import ScavengerMove, Visit
from domain.games.daimyo.actions.storage import MakeRoom
from domain.games.daimyo.actions.villagers import is_first
from domain.games.daimyo.effects.heroes import heroes_matching_dice
from domain.games.daimyo.phases.end_of_round import island_points
from domain.games.daimyo.phases.final_scoring import final_points, scoring_sides
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs import army
from domain.games.daimyo.verbs.influence import rankings
from domain.games.daimyo.verbs.turn_menu import TurnMenu
from domain.kernel.choice import AnyItem

LASTING = 0.75
"""The worth of an island led now in each later round, as a fraction of its points."""
RICE, METAL, GOLD = 0.6, 0.5, 0.3
"""The worth of a good; crystal is worth as much as metal."""
ENOUGH, ENOUGH_GOLD = 4, 6
"""The amounts of a resource and of gold that can be put to use soon."""
SPARE = 0.1
"""Any good, needed or not."""
LATE = 0.5
"""The worth of goods and heroes in the last round, as a fraction of their earlier worth."""
HERO, HERO_COST = 0.7, 0.25
"""A hero in hand, and each gold of its cost."""
HARVEST = 0.35
"""A governor or farm, for each round to come."""
ROOM, SPARE_ROOM, ENOUGH_ROOM = 0.9, 0.4, 6
"""The value of a place of the storage, up to a number of them and beyond it."""
LAID, LAID_A_ROUND = 0.4, 0.35
"""A bonus action tile on the clan board, now and for each round to come."""
RELIC = 5.0
"""A restored relic before the last round: the next one scores more."""
TILES = (0.0, 0.4, 1.5, 4.0, 10.0)
"""The worth of 0 to 4 different loose tiles of one colour; the fourth restores the relic."""
TILES_LATE = (0.0, 0.2, 0.6, 2.0, 8.0)
"""The same in the last round."""
UNIT, MOST_UNITS = 0.8, 4
"""A unit that can be paid for, for each round to score, and the most units considered."""
BUILDING, BUILDING_A_ROUND = 2.0, 0.3
"""A building that can be paid for, now and for each round to score."""
PRODUCE, VILLAGERS, HELMET, TAX = 0.8, 1.6, 0.8, 0.5
"""Main actions: a resource of Production, Help from Villagers, the Mighty Helmet with it, Tax."""
PLAY, ABILITY, USE = 1.1, 0.7, 0.7
"""Bonus actions that the dice allow: a hero, the clan ability, a tile."""


def value(state: DaimyoState, seat: int) -> float:
    """Estimate a state for a seat: its prospects and what it is about to do, minus the best of the others'."""
    sides = scoring_sides(state)
    if state.result is not None:
        ahead = 0.0
        worth = {side: float(state.scoring.points[side]) for side in sides}
    else:
        ahead = sum(_pending(state, item) for item in state.agenda if getattr(item, "seat", None) == seat)
        armies, islands, rounds = army.points(state), _island_points(state), _rounds_to_score(state)
        worth = {side: prospects(state, side, armies[side]) + rounds * islands[side] for side in sides}
    others = [points for side, points in worth.items() if side != seat]
    return worth[seat] + ahead - max(others, default=0.0)


def prospects(state: DaimyoState, side: int, army_points: int) -> float:
    """Add up the points so far, final scoring for the current state, and the worth of what may become points."""
    left = state.content.numbers.rounds - state.turns.round
    fading = 1.0 if left else LATE
    now = state.scoring.points[side] + sum(points for _, points, _ in final_points(state, side, army_points))
    costs = [state.content.heroes[hero].cost for hero in state.hands.hand[side]]
    cards = fading * (HERO * len(costs) + HERO_COST * sum(costs))
    growth = HARVEST * left * (len(state.pieces.governors[side]) + len(state.pieces.farms[side]))
    room = min(ENOUGH_ROOM, state.holdings.capacity[side])
    storage = ROOM * room + SPARE_ROOM * (state.holdings.capacity[side] - room)
    laid = (LAID + LAID_A_ROUND * left) * len(state.clan_boards.laid[side])
    relics = RELIC * len(state.holdings.relics[side]) if left else 0.0
    return (
        now
        + fading * _goods(state.holdings.purses[side])
        + cards
        + growth
        + storage
        + laid
        + relics
        + _tiles(state, side)
    )


def _goods(purse: Goods) -> float:
    useful = RICE * min(purse.rice, ENOUGH) + METAL * (min(purse.metal, ENOUGH) + min(purse.crystal, ENOUGH))
    return useful + GOLD * min(purse.gold, ENOUGH_GOLD) + SPARE * purse.total


def _tiles(state: DaimyoState, side: int) -> float:
    """Value loose tiles, the higher the more of a colour a side holds."""
    worth = TILES if state.turns.round < state.content.numbers.rounds else TILES_LATE
    return sum(worth[count] for count in _colours(state, side).values())


def _colours(state: DaimyoState, side: int) -> Counter[str]:
    return Counter(map(state.content.tile_colour.__getitem__, state.holdings.tiles[side]))


def _rounds_to_score(state: DaimyoState) -> float:
    """Estimate how often the islands score as they are now; later rounds count less."""
    return 1 + LASTING * (state.content.numbers.rounds - max(1, state.turns.round))


def _island_points(state: DaimyoState) -> list[int]:
    found = [0] * state.sides
    for island, ranks in rankings(state).items():
        for side, points, _ in island_points(state, island, ranks):
            found[side] += points
    return found


def _pending(state: DaimyoState, item: AnyItem) -> float:
    """Estimate the worth of a question on the agenda."""
    match item:
        case TurnMenu():
            return _turn(state, item)
        case Recruitment(seat=seat):
            return _units(state, seat)
        case Construction(seat=seat):
            return _building(state, seat)
        case ScavengerMove(seat=seat, left=left):
            return _hunt(state, seat, left)
        case Visit(seat=seat, takes=takes, taken=False) if takes:
            return _visit(state, seat)
        case MakeRoom(seat=seat, tile=tile):
            colours = _colours(state, seat)
            return _step(colours[state.content.tile_colour[tile]]) - _step(min(colours.values()) - 1)
    return 0.0


def _turn(state: DaimyoState, menu: TurnMenu) -> float:
    """Estimate the worth of a turn: the main action and the bonus actions that are open."""
    seat = menu.seat
    found = _main_action(state, seat, menu.space) if menu.main else 0.0
    if menu.hero and heroes_matching_dice(state, seat):
        found += PLAY
    if menu.tile and state.tile_on(seat, menu.space) is not None:
        found += USE
    if has_total(state, seat):
        found += ABILITY * menu.ability + USE * (menu.clan_tile and state.tile_on(seat, CLAN_ABILITY) is not None)
    return found


def _main_action(state: DaimyoState, seat: int, space: str) -> float:
    match space:
        case "villagers":
            return VILLAGERS + HELMET * is_first(state, seat)
        case "production":
            return PRODUCE * (len(state.pieces.governors[seat]) + len(state.pieces.farms[seat]))
        case "relic":
            return _hunt(state, seat, 2)
        case "recruitment":
            return _units(state, seat)
        case "construction":
            return _building(state, seat)
    return TAX


def _units(state: DaimyoState, seat: int) -> float:
    """Value the units that the rice pays for and the supply has."""
    track, space, rice = (
        state.content.numbers.recruitment,
        state.clan_boards.recruitment[seat],
        state.holdings.purses[seat].rice,
    )
    pieces = state.content.pieces
    left = pieces.governors + pieces.shadows - len(state.pieces.governors[seat]) - len(state.pieces.shadows[seat])
    count = 0
    while count < min(left, MOST_UNITS) and rice >= track[space]:
        rice -= track[space]
        space = min(space + 1, len(track) - 1)
        count += 1
    return UNIT * count * _rounds_to_score(state)


def _building(state: DaimyoState, seat: int) -> float:
    """Value a building, if the goods pay for one."""
    if next(affordable_buildings(state, seat, FULL_PRICE), None) is None:
        return 0.0
    return BUILDING + BUILDING_A_ROUND * _rounds_to_score(state)


def _hunt(state: DaimyoState, seat: int, visits: int) -> float:
    """Value the best tiles within reach of a number of visits and a purchase, one from each island."""
    colours = _colours(state, seat)
    best = [_best(state, seat, land, colours) for land in state.relic_tiles.lands]
    if state.holdings.purses[seat].gold >= state.content.prices.shop_gold:
        best.append(_best(state, seat, state.relic_tiles.black_market, colours) - GOLD)
        visits += 1
    return sum(sorted(best, reverse=True)[:visits])


def _visit(state: DaimyoState, seat: int) -> float:
    """Value the best tile at the scavenger's island."""
    island = state.pieces.scavengers[seat]
    return 0.0 if island is None else _best(state, seat, state.land(island), _colours(state, seat))


def _best(state: DaimyoState, seat: int, tiles: Iterable[str], colours: Counter[str]) -> float:
    held, colour_of = state.holdings.tiles[seat], state.content.tile_colour
    return max((_step(colours[colour_of[tile]]) for tile in tiles if tile not in held), default=0.0)


def _step(held: int) -> float:
    """Return the value that one more tile of a colour adds to those held."""
    return TILES[held + 1] - TILES[held]
