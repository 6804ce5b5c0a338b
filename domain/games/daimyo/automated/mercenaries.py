"""The mercenaries of the game for two: three dice a round, placed by the players (daimyo.mercenaries.module).

Games of 2019 have no mercenaries (daimyo.mercenaries.none.2019).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from domain.games.daimyo.actions.storage import takeable_tiles
from domain.games.daimyo.effects.placing import MoveForFree, PlaceForFree, can_place
from domain.games.daimyo.facts.base import island_name
from domain.games.daimyo.facts.tiles import TileSetAside, tile_names
from domain.games.daimyo.facts.turn import DieTaken
from domain.games.daimyo.printed.entries import Colour, MercenarySpace
from domain.games.daimyo.printed.goods import one
from domain.games.daimyo.state import DaimyoState, Die
from domain.games.daimyo.verbs.asking import Deed, Question
from domain.games.daimyo.verbs.board import free_building_sites, free_governor_sites, free_shadow_spaces
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate
from domain.kernel.moves import DECLINE
from domain.kernel.words import title

LOCATIONS = (mark("relic location"), mark("tower location"), mark("governor location"), mark("shadow location"))
TILES_AT_ONCE = 2


class HireOut(Move, frozen=True, gc=False):
    """Take a die for the mercenaries and put it on one of their locations."""

    colour: Public[Colour]
    value: Public[int]
    location: Public[str]

    def label(self) -> str:
        return say(
            "the mercenaries' die: {colour} {value} on {location}",
            colour=translate(self.colour),
            value=self.value,
            location=title(self.location),
        )


class RemoveTile(Move, frozen=True, gc=False):
    """Take a tile off an island; it goes into the bag."""

    island: Public[str]
    tile: Public[str]

    def label(self) -> str:
        return say("put {tile} of {island} into the bag", tile=title(self.tile), island=island_name(self.island))


class TakeForMercenaries(Move, frozen=True, gc=False):
    """Give tiles of an island to the mercenaries."""

    island: Public[str]
    tiles: Public[tuple[str, ...]]

    def label(self) -> str:
        return say(
            "give {tiles} of {island} to the mercenaries", tiles=tile_names(self.tiles), island=island_name(self.island)
        )


class MercenaryDie(Question[Move], frozen=True, gc=False):
    """Before each of the first three turns, the player takes a die for the mercenaries and does its action.

    Meanwhile the track can be reset (daimyo.ruling.reset-with-mercenary-die), which may leave too little gold for any
    action (daimyo.ruling.mercenary-no-die).
    """

    clause = "daimyo.mercenaries.turns"
    prompt = "Take a die for the mercenaries."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        return iter(self.offers(state) or (DECLINE,))

    def offers(self, state: DaimyoState) -> list[HireOut]:
        """List the dice that fit a location where something can be done."""
        locations = [space for space in open_locations(state) if is_possible(state, self.seat, space)]
        return [
            HireOut(die.colour, die.value, space.id)
            for die in dict.fromkeys(state.dice.pool)
            for space in locations
            if space.colour == die.colour
        ]

    def label(self, state: DaimyoState, move: Move, names: Sequence[str]) -> str:
        if not isinstance(move, HireOut):
            return move.label()
        gold = state.content.prices.mercenary_shadow_gold
        return (
            say("{label} for {gold}", label=move.label(), gold=one("gold", gold))
            if move.location == "shadow"
            else move.label()
        )

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if not isinstance(move, HireOut):
            return
        side = table.state.automated
        assert side is not None
        die = Die(move.colour, move.value)
        table.emit(DieTaken("daimyo.mercenaries.place-die", side, die, move.location))
        act(table, side, self.seat, table.state.content.mercenary_spaces[move.location])

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, HireOut):
            return None
        space = state.content.mercenary_spaces.get(move.location)
        if space is None or space not in open_locations(state):
            why = say("The location {location!r} takes no more dice this round.", location=title(move.location))
            return IllegalMove("daimyo.mercenaries.place-die", why)
        if Die(move.colour, move.value) not in state.dice.pool:
            return IllegalMove(
                "daimyo.mercenaries.turns",
                say("There is no {colour} {value} in the pool.", colour=translate(move.colour), value=move.value),
            )
        if space.colour != move.colour:
            return IllegalMove(
                "daimyo.mercenaries.place-die",
                say(
                    "The {place} takes {colour} dice.",
                    place=translate(space.title.lower()),
                    colour=translate(space.colour),
                ),
            )
        if space.id == "shadow":
            gold = state.content.prices.mercenary_shadow_gold
            return IllegalMove(
                "daimyo.mercenaries.shadow-needs-gold", say("That needs {gold} gold and a free space.", gold=gold)
            )
        return IllegalMove(space.clause, say("The mercenaries could do nothing there."))


class MercenaryRelics(Question[Move], frozen=True, gc=False):
    """The relic location: a tile goes into the bag, or two tiles of an island to the mercenaries."""

    side: int

    clause = "daimyo.mercenaries.relic-location"
    prompt = "Relic location: remove a tile, or give two to the mercenaries."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        free = {island: takeable_tiles(state, self.side, state.land(island)) for island in state.parameters.islands}
        count = min(TILES_AT_ONCE, max(map(len, free.values())))
        for island in state.parameters.islands:
            for tile in dict.fromkeys(state.land(island)):
                yield RemoveTile(island, tile)
            for tiles in combinations(free[island], count):
                if tiles:
                    yield TakeForMercenaries(island, tiles)

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if isinstance(move, RemoveTile):
            # The island is refilled before the tile goes into the bag, so that the tile cannot come back at once.
            with table.citing("daimyo.mercenaries.relic-remove"):
                table.emit(TileSetAside(table.clause, self.side, move.island, move.tile))
                table.refill(move.island, 1)
                table.emit(TileSetAside(table.clause, self.side, move.island, move.tile, returned=True))
        elif isinstance(move, TakeForMercenaries):
            with table.citing("daimyo.mercenaries.relic-take-two"):
                for tile in move.tiles:
                    table.take_tile(self.side, tile, move.island)

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if isinstance(move, RemoveTile):
            return IllegalMove(
                "daimyo.mercenaries.relic-remove",
                say("No tile {tile!r} lies on {island!r}.", tile=move.tile, island=move.island),
            )
        if isinstance(move, TakeForMercenaries):
            why = say("Name two tiles of one island that the mercenaries do not hold, or one if no island has two.")
            return IllegalMove("daimyo.mercenaries.relic-take-two", why)
        return None


def open_locations(state: DaimyoState) -> list[MercenarySpace]:
    """Return the locations that still take a die in this round."""
    side = state.automated
    assert side is not None
    used = Counter(placed.space for placed in state.dice.placed[side])
    return [space for space in state.content.mercenary_spaces.values() if used[space.id] < space.dice]


def is_possible(state: DaimyoState, seat: int, space: MercenarySpace) -> bool:
    """Return whether the mercenaries could do something at a location and the player could pay for it."""
    match space.id:
        case "relic":
            return any(map(len, state.relic_tiles.lands))
        case "shadow":
            # daimyo.ruling.mercenary-shadow-move-cost
            paid = state.holdings.purses[seat].gold >= state.content.prices.mercenary_shadow_gold
            return paid and bool(free_shadow_spaces(state))
        case "governor":
            return bool(free_governor_sites(state))
        case "radio-tower":
            return bool(free_building_sites(state))


def serve(table: DaimyoTable, seat: int) -> None:
    """Ask the player for a die for the mercenaries, if they play and a die fits (daimyo.ruling.mercenary-no-die)."""
    if table.state.mercenaries is not None:
        question = MercenaryDie(seat=seat)
        if question.offers(table.state):
            table.then(question)


def act(table: DaimyoTable, side: int, seat: int, space: MercenarySpace) -> None:
    """Carry out the action of a location.

    Nobody gains the gold of a shadow's space (daimyo.mercenaries.shadow-no-gold).
    """
    if space.id == "relic":
        table.then(MercenaryRelics(seat=seat, side=side))
        return
    if space.id == "shadow":
        with table.citing("daimyo.mercenaries.shadow"):
            table.pay(seat, one("gold", table.state.content.prices.mercenary_shadow_gold), to=side)
    if can_place(table.state, side, space.id, ()):
        deed = Deed(side, seat, space.clause)
        table.then(PlaceForFree(seat=seat, deed=deed, kind=space.id, islands=(), left=1))
    else:
        moves = {"radio-tower": "daimyo.mercenaries.radio-tower-moves", "shadow": "daimyo.mercenaries.shadow-moves"}
        deed = Deed(side, seat, moves.get(space.id, space.clause))
        table.then(MoveForFree(seat=seat, deed=deed, kind=space.id))
