"""The Relic action: the scavenger moves, takes a tile, searches the no man's land and shops; twice.

See daimyo.example.relic-action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import ClassVar, Self

from msgspec.structs import replace

from domain.games.daimyo.actions.storage import may_decline, receive, takeable_tiles, why_not_take
from domain.games.daimyo.facts.base import island_name
from domain.games.daimyo.facts.pieces import ScavengerMoved
from domain.games.daimyo.facts.tiles import BLACK_MARKET, LandSearched, tile_names
from domain.games.daimyo.printed.goods import Kind, one
from domain.games.daimyo.state import DaimyoState, Tile
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, deed_of
from domain.games.daimyo.verbs.describe import UP_TO_TILES, some
from domain.games.daimyo.verbs.moves import TakeTileFrom
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.games.daimyo.verbs.turn_menu import ActionElsewhere
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.moves import DECLINE, Decline
from domain.kernel.words import title

MOVES_OF_THE_ACTION = 2
MOST_SEARCHED = 2


class MoveScavenger(Move, frozen=True, gc=False):
    """Send the scavenger to another island."""

    island: Public[str]

    def label(self) -> str:
        return say("scavenger to {island}", island=island_name(self.island))


class Extra(Move, frozen=True, gc=False):
    """An extra of the Relic action, once at each stop, besides taking a tile (daimyo.relic.extras-window)."""

    def act(self, table: DaimyoTable, visit: Visit) -> Visit:
        """Carry it out, and return what is left of the visit."""
        raise NotImplementedError

    def why_not(self, state: DaimyoState, visit: Visit) -> IllegalMove:
        """Explain why it is not possible at this stop."""
        raise NotImplementedError


class SearchLand(Extra, frozen=True, gc=False):
    """Pay a resource and send one or two tiles of the no man's land to the black market."""

    resource: Public[Kind]
    tiles: Public[tuple[str, ...]]

    def label(self) -> str:
        return say(
            "search for 1 {resource}: {tiles} to the black market",
            resource=translate(self.resource),
            tiles=tile_names(self.tiles),
        )

    def act(self, table: DaimyoTable, visit: Visit) -> Visit:
        owner, island = visit.deed.owner, visit.island(table.state)
        with table.citing("daimyo.relic.search"):
            table.pay(owner, one(self.resource))
            table.emit(LandSearched(table.clause, owner, island, self.tiles))
            table.refill(island, len(self.tiles))
        return replace(visit, searched=True)

    def why_not(self, state: DaimyoState, visit: Visit) -> IllegalMove:
        if not visit.extras:
            return IllegalMove("daimyo.tile.scavenge", say("Searching belongs to the Relic main action."))
        if visit.searched:
            return IllegalMove("daimyo.relic.extras-window", say("You have already searched this no man's land."))
        prices = state.content.prices.search
        if self.resource not in prices or not state.holdings.purses[visit.deed.owner].of(self.resource):
            goods = f" {translate('or')} ".join(str(one(kind)) for kind in prices)
            return IllegalMove("daimyo.relic.search", say("Searching costs {goods}.", goods=goods))
        why = say("Name one or two of the tiles that lie here, in order; they go to the black market.")
        return IllegalMove("daimyo.relic.search", why)


class Purchase(Extra, ActionElsewhere, frozen=True, gc=False):
    """Buy a tile, once at each stop."""

    tile: Public[str]

    clause: ClassVar[str]
    clause_again: ClassVar[str] = "daimyo.relic.extras-window"
    """The clause that allows only one purchase a stop."""

    @classmethod
    def price(cls, state: DaimyoState) -> int:
        """Return the gold that a tile costs."""
        raise NotImplementedError

    @classmethod
    def on_sale(cls, state: DaimyoState) -> tuple[Tile, ...]:
        """List the tiles that can be bought there."""
        raise NotImplementedError

    @classmethod
    def seller(cls, state: DaimyoState) -> int | None:
        """Return the side that is paid, or None for the supply."""
        return None

    @classmethod
    def offered(cls, state: DaimyoState, owner: int) -> Iterable[Self]:
        """List the purchases that a side can pay for and has room for."""
        if state.holdings.purses[owner].gold < cls.price(state):
            return ()
        return map(cls, takeable_tiles(state, owner, cls.on_sale(state)))

    def act(self, table: DaimyoTable, visit: Visit) -> Visit:
        state, owner = table.state, visit.deed.owner
        seller = self.seller(state)
        origin = BLACK_MARKET if seller is None else state.parameters.sides[seller]
        with table.citing(self.clause):
            table.pay(owner, one("gold", self.price(state)), seller)
            receive(table, replace(visit.deed, clause=self.clause), self.tile, origin, seller)
        return replace(visit, shopped=True)

    def why_not(self, state: DaimyoState, visit: Visit) -> IllegalMove:
        if not visit.extras:
            return self.why_not_in_turn(state, visit.seat)
        if visit.shopped:
            return IllegalMove(self.clause_again, say("You have already bought a tile at this stop."))
        price, owner = self.price(state), visit.deed.owner
        if state.holdings.purses[owner].gold < price:
            return IllegalMove(self.clause, say("That tile costs {price} gold.", price=price))
        offered = self.on_sale(state)
        if self.tile not in offered:
            return IllegalMove(self.clause, say("No tile {tile!r} is for sale there.", tile=self.tile))
        return why_not_take(state, owner, self.tile, offered)

    def why_not_in_turn(self, state: DaimyoState, seat: int) -> IllegalMove:
        return IllegalMove("daimyo.relic.shop-only-in-relic-action", say("Buying belongs to the Relic main action."))


class Shop(Purchase, frozen=True, gc=False):
    """Buy a tile of the black market."""

    clause = "daimyo.relic.shop"

    def label(self) -> str:
        return say("buy {tile} at the black market", tile=title(self.tile))

    @classmethod
    def price(cls, state: DaimyoState) -> int:
        return state.content.prices.shop_gold

    @classmethod
    def on_sale(cls, state: DaimyoState) -> tuple[Tile, ...]:
        return state.relic_tiles.black_market


class BuyFromMercenaries(Purchase, frozen=True, gc=False):
    """Buy a tile of the mercenaries."""

    clause = "daimyo.mercenaries.sell-tiles"
    clause_again = "daimyo.mercenaries.sell-instead-of-shop"

    def label(self) -> str:
        return say("buy {tile} from the mercenaries", tile=title(self.tile))

    @classmethod
    def price(cls, state: DaimyoState) -> int:
        return state.content.prices.mercenary_tile_gold

    @classmethod
    def on_sale(cls, state: DaimyoState) -> tuple[Tile, ...]:
        seller = cls.seller(state)
        return () if seller is None else state.holdings.tiles[seller]

    @classmethod
    def seller(cls, state: DaimyoState) -> int | None:
        return state.mercenaries

    def why_not(self, state: DaimyoState, visit: Visit) -> IllegalMove:
        if visit.extras and state.mercenaries is None:
            return IllegalMove("daimyo.mercenaries.module", say("There are no mercenaries in this game."))
        return super().why_not(state, visit)


class ScavengerMove(RaisedByDeed, Question[MoveScavenger], frozen=True, gc=False):
    """Move the scavenger to another island, `left` times in all in this action.

    `takes` tiles may be taken there; `extras` opens searching and shopping, which belong to the Relic action alone
    (daimyo.relic.shop-only-in-relic-action). Nothing is taken, searched or bought before the first move
    (daimyo.relic.faq.no-collect-before-move, daimyo.relic.faq.no-extras-before-move).
    """

    deed: Deed
    left: int
    takes: int
    extras: bool

    clause = "daimyo.relic.move-first"
    prompt = "Move your scavenger to another island."

    def moves(self, state: DaimyoState) -> Iterator[MoveScavenger]:
        here = state.pieces.scavengers[self.deed.owner]
        for island in state.parameters.islands:
            if island != here:
                yield MoveScavenger(island)

    def resolve(self, table: DaimyoTable, move: MoveScavenger) -> None:
        table.emit(ScavengerMoved(table.clause, self.deed.owner, move.island))
        table.then(Visit(seat=self.seat, deed=self.deed, takes=self.takes, extras=self.extras))
        if self.left > 1:
            table.then(replace(self, left=self.left - 1))

    def why_not(self, state: DaimyoState, move: MoveScavenger) -> IllegalMove | None:
        if move.island == state.pieces.scavengers[self.deed.owner]:
            return IllegalMove(self.clause, say("The scavenger has to move to a different island."))
        return IllegalMove(self.clause, say("The island {island!r} is not in play.", island=move.island))

    def refuse(self, state: DaimyoState, move: Move) -> IllegalMove:
        if isinstance(move, TakeTileFrom):
            return IllegalMove(
                "daimyo.relic.faq.no-collect-before-move", say("Move the scavenger before you take a tile.")
            )
        if isinstance(move, Extra):
            return IllegalMove(
                "daimyo.relic.faq.no-extras-before-move", say("Move the scavenger before you search or shop.")
            )
        return super().refuse(state, move)


class Visit(RaisedByDeed, Question[Move], frozen=True, gc=False):
    """The scavenger has reached a no man's land; `takes` tiles may be taken, and `taken` have been.

    Searching and shopping are possible before and after taking, each once (daimyo.relic.extras-window).
    """

    deed: Deed
    takes: int
    extras: bool
    taken: bool = False
    searched: bool = False
    shopped: bool = False

    clause = "daimyo.relic.take-one"
    prompt = "Take a relic tile here, search, or shop."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        owner = self.deed.owner
        island = self.island(state)
        tiles = takeable_tiles(state, owner, state.land(island)) if self.takes else []
        for tile in tiles:
            yield TakeTileFrom(tile, island)
        if self.extras and not self.searched:
            yield from self._searches(state, island)
        if self.extras and not self.shopped:
            yield from Shop.offered(state, self.deed.owner)
            yield from BuyFromMercenaries.offered(state, self.deed.owner)
        if not tiles or self.taken or may_decline(state, owner):
            yield DECLINE

    def island(self, state: DaimyoState) -> str:
        """Return the scavenger's island."""
        island = state.pieces.scavengers[self.deed.owner]
        assert island is not None
        return island

    def _searches(self, state: DaimyoState, island: str) -> Iterator[Move]:
        tiles = state.land(island)
        picks = distinct_picks(tiles)
        for resource in state.content.prices.search:
            if state.holdings.purses[self.deed.owner].of(resource):
                for pick in picks:
                    yield SearchLand(resource, pick)

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if isinstance(move, Extra):
            table.then(move.act(table, self))
        elif isinstance(move, TakeTileFrom):
            with table.citing(self.deed.clause):
                receive(table, self.deed, move.tile, move.origin)
            table.then(replace(self, takes=self.takes - 1, taken=True))

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if isinstance(move, Extra):
            return move.why_not(state, self)
        if isinstance(move, TakeTileFrom):
            return self._why_no_tile(state, move)
        if isinstance(move, Decline):
            return IllegalMove("daimyo.ruling.take-compulsory", say("You have room: take a tile here first."))
        if isinstance(move, MoveScavenger):
            return IllegalMove(self.clause, say("Finish this visit before the scavenger moves on."))
        return None

    def _why_no_tile(self, state: DaimyoState, move: TakeTileFrom) -> IllegalMove:
        if not self.takes:
            return IllegalMove(self.clause, say("You have taken your tile here."))
        island = self.island(state)
        if move.origin != island:
            why = say("The scavenger stands on {island} and takes what lies there.", island=island_name(island))
            return IllegalMove(self.clause, why)
        return why_not_take(state, self.deed.owner, move.tile, state.land(island))


def distinct_picks(tiles: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """List every way to pick one or two of the tiles, without duplicates."""
    picks = [pick for count in range(1, MOST_SEARCHED + 1) for pick in combinations(tiles, count)]
    return list(dict.fromkeys(picks))


def begin(table: DaimyoTable, seat: int) -> None:
    """Begin the Relic main action (daimyo.relic.twice, daimyo.relic.second-move-may-return)."""
    deed = deed_of(seat, "daimyo.relic.take-one")
    table.then(ScavengerMove(seat=seat, deed=deed, left=MOVES_OF_THE_ACTION, takes=1, extras=True))


class Scavenge(CardEffect, frozen=True):
    """Move the scavenger to another island and take tiles there: one, or up to `takes`."""

    verb = "send out the scavenger"

    takes: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(ScavengerMove(seat=deed.seat, deed=deed, left=1, takes=self.takes, extras=False))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.pieces.scavengers[deed.owner] is not None

    def phrase(self) -> str:
        return say("move the scavenger and take {tiles} there", tiles=some(self.takes, UP_TO_TILES))
