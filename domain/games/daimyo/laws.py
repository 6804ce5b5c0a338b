"""The laws that every state of Daimyo obeys: pieces, tiles, cards and dice are conserved, limits are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from domain.games.daimyo.actions.restoring import ChooseAltar, completed_colours
from domain.games.daimyo.state import DaimyoState
from domain.kernel import table


def check_laws(state: DaimyoState) -> None:
    """Raise RulesError with the first law that a state breaks."""
    table.check_laws(state, LAWS, f"round {state.turns.round}, turn {state.turns.turn}")


def _tiles_are_conserved(state: DaimyoState) -> bool:
    """Return whether every tile is in the bag, on an island, in the black market, loose, or in a restored relic."""
    found = Counter(state.relic_tiles.bag) + Counter(state.relic_tiles.black_market)
    for place in (*state.relic_tiles.lands, *state.holdings.tiles):
        found += Counter(place)
    for relics in state.holdings.relics:
        for relic in relics:
            found += Counter(state.content.relic[relic.colour])
    copies = state.content.numbers.tile_copies
    return found == Counter({t: copies for i in state.parameters.islands for t in state.content.relic[i]})


def _heroes_are_conserved(state: DaimyoState) -> bool:
    """Return whether every hero of the game is in exactly one place."""
    found = [
        *state.offers.hero_deck,
        *state.offers.market,
        *state.hands.in_play,
        *((state.offers.top_hero,) if state.offers.top_hero else ()),
    ]
    for side in range(state.sides):
        found += state.heroes_of(side)
    clans = [
        hero for clan in state.clan_boards.clans[: state.seats] if clan for hero in state.content.clan_heroes[clan]
    ]
    return sorted(found) == sorted([*state.parameters.heroes, *clans])


def _dice_are_conserved(state: DaimyoState) -> bool:
    """Return whether every die, once rolled, is in the pool or on a board."""
    if not state.dice.pool:
        return state.turns.round == 0 or sum(map(len, state.dice.placed)) in (0, sum(state.parameters.dice))
    colours = Counter(die.colour for die in state.dice.pool)
    colours += Counter(placed.die.colour for held in state.dice.placed for placed in held)
    blue, green, red = state.parameters.dice
    values = [die.value for die in state.dice.pool] + [p.die.value for held in state.dice.placed for p in held]
    return colours == Counter(blue=blue, green=green, red=red) and all(1 <= value <= 6 for value in values)


def _once(places: Iterable[Iterable[str]]) -> bool:
    found = [place for held in places for place in held]
    return len(found) == len(set(found))


def _spaces_hold_one_piece(state: DaimyoState) -> bool:
    return (
        _once(state.pieces.governors)
        and _once(state.pieces.shadows)
        and _once((*state.pieces.farms, *state.pieces.towers))
    )


def _pieces_are_limited(state: DaimyoState) -> bool:
    pieces = state.content.pieces
    return all(
        len(state.pieces.governors[side]) <= pieces.governors
        and len(state.pieces.shadows[side]) <= pieces.shadows
        and len(state.pieces.farms[side]) <= pieces.techno_farms
        and len(state.pieces.towers[side]) <= pieces.radio_towers
        and len(state.holdings.relics[side]) <= pieces.relic_pawns
        for side in range(state.sides)
        if state.may(side).limited_pieces
    )


def _purses_are_not_negative(state: DaimyoState) -> bool:
    return all(min(p.rice, p.metal, p.crystal, p.gold) >= 0 for p in state.holdings.purses)


def _storage_is_kept(state: DaimyoState) -> bool:
    return all(
        state.stored(side) <= state.holdings.capacity[side] <= state.content.numbers.storage_most
        for side in range(state.seats)
    )


def _no_loose_duplicates(state: DaimyoState) -> bool:
    return all(_once([held]) for held in state.holdings.tiles)


def _altars_hold_one_pawn(state: DaimyoState) -> bool:
    pawns = Counter((r.colour, r.altar) for relics in state.holdings.relics for r in relics if r.altar)
    return all(count == 1 for count in pawns.values())


def _bonus_tiles_are_conserved(state: DaimyoState) -> bool:
    boards = state.content.mini_boards
    for seat in range(state.seats):
        owned = [tile for board in state.clan_boards.boards[seat] for tile in boards[board].tiles]
        if sorted(owned) != sorted(
            [*state.clan_boards.under[seat], *(laid.tile for laid in state.clan_boards.laid[seat])]
        ):
            return False
    return True


def _points_are_the_sum_of_their_origins(state: DaimyoState) -> bool:
    sums = [0] * state.sides
    for line in state.scoring.scored:
        sums[line.side] += line.points
    return tuple(sums) == state.scoring.points


def _complete_relics_are_restored(state: DaimyoState) -> bool:
    """Return whether four pieces of a colour are loose only while their owner chooses the altar."""
    asked = any(isinstance(item, ChooseAltar) for item in state.agenda)
    return asked or not any(completed_colours(state, side) for side in range(state.sides))


LAWS: dict[str, Callable[[DaimyoState], bool]] = {
    "conservation of relic tiles": _tiles_are_conserved,
    "conservation of heroes": _heroes_are_conserved,
    "conservation of dice": _dice_are_conserved,
    "one piece on a space": _spaces_hold_one_piece,
    "the number of pieces": _pieces_are_limited,
    "no negative purse": _purses_are_not_negative,
    "the storage limit": _storage_is_kept,
    "no equal loose tiles": _no_loose_duplicates,
    "one pawn on an altar": _altars_hold_one_pawn,
    "conservation of bonus action tiles": _bonus_tiles_are_conserved,
    "points as the sum of their origins": _points_are_the_sum_of_their_origins,
    "relics restored at once": _complete_relics_are_restored,
}
"""The laws by name."""
