"""Effects on goods, points, storage and relic tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.games.daimyo.actions.advantage import pick_completing_tiles
from domain.games.daimyo.actions.relics import BuyFromMercenaries, Shop
from domain.games.daimyo.actions.storage import (
    DrawFromBag,
    can_take_any,
    distinct_tiles,
    may_decline,
    receive,
    takeable_tiles,
    why_not_take,
)
from domain.games.daimyo.facts.sources import CARD
from domain.games.daimyo.facts.tiles import BAG, BLACK_MARKET
from domain.games.daimyo.printed.goods import Goods, Kind, selections
from domain.games.daimyo.printed.vocabulary import (
    Gain,
    GainChoice,
    GiveTile,
    Lose,
    Pay,
    PayChoice,
    Points,
    Storage,
    TakeTile,
    TileSource,
)
from domain.games.daimyo.state import DaimyoState, Tile
from domain.games.daimyo.verbs.asking import Deed, Question, Step, can, can_in_full, perform
from domain.games.daimyo.verbs.moves import ChooseGoods, GiveUpTile, TakeTileFrom
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.moves import DECLINE, ChooseSeat, Decline
from domain.kernel.words import join_words


class PickGoods(Question, frozen=True, gc=False):
    """Choose a number of goods of some kinds to gain, or to return if `pays`."""

    deed: Deed
    count: int
    of: tuple[Kind, ...]
    pays: bool = False

    clause = "daimyo.overview.resource-kinds"
    prompt = "Choose goods."

    def question(self, names: Sequence[str]) -> str:
        goods = f"{self.count} {join_words(map(translate, self.of), 'or')}"
        return (
            say("Choose what you return: {goods}.", goods=goods)
            if self.pays
            else say("Choose what you gain: {goods}.", goods=goods)
        )

    def label(self, state: DaimyoState, move: Move, names: Sequence[str]) -> str:
        goods = move.label()
        return say("return {goods}", goods=goods) if self.pays else say("gain {goods}", goods=goods)

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        return map(ChooseGoods, self._selections(state))

    def _selections(self, state: DaimyoState) -> list[Goods]:
        found = selections(self.count, self.of)
        purse = state.holdings.purses[self.deed.owner]
        return [goods for goods in found if purse.covers(goods)] if self.pays else list(found)

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        assert isinstance(move, ChooseGoods)
        with table.citing(self.deed.clause):
            if self.pays:
                table.pay(self.deed.owner, move.goods)
            else:
                table.gain(self.deed.owner, move.goods)

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, ChooseGoods):
            return None
        kinds = ", ".join(map(translate, self.of))
        if self.pays:
            why = say("Choose {n} of {kinds} that you hold.", n=self.count, kinds=kinds)
            return IllegalMove(self.deed.clause, why)
        return IllegalMove(self.deed.clause, say("Choose {n} of {kinds}.", n=self.count, kinds=kinds))


class ChooseTile(Question, frozen=True, gc=False):
    """Take relic tiles, one at a time, from the places that a card names."""

    deed: Deed
    source: TileSource
    left: int

    clause = "daimyo.relic.take-one"
    prompt = "Choose a relic tile."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        for origin, tile in self._offers(state):
            yield TakeTileFrom(tile, origin)
        if may_decline(state, self.deed.owner):
            yield DECLINE

    def _offers(self, state: DaimyoState) -> list[tuple[str, Tile]]:
        offers = offered_tiles(state, self.deed.owner, self.source)
        if not self.deed.advantage:
            return offers
        best = set(pick_completing_tiles(state, self.deed.owner, [tile for _, tile in offers], self.left))
        return [(origin, tile) for origin, tile in offers if tile in best]

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if not isinstance(move, TakeTileFrom):
            return
        with table.citing(self.deed.clause):
            receive(table, self.deed, move.tile, move.origin)
        if self.left > 1:
            table.then(TakeMoreTiles(deed=self.deed, source=self.source, left=self.left - 1))

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if isinstance(move, Decline):
            return IllegalMove("daimyo.ruling.take-compulsory", say("You have room: take a tile."))
        if isinstance(move, Shop | BuyFromMercenaries):
            return IllegalMove(
                "daimyo.relic.shop-only-in-relic-action", say("Buying belongs to the Relic main action.")
            )
        if not isinstance(move, TakeTileFrom):
            return None
        if (move.origin, move.tile) in offered_tiles(state, self.deed.owner, self.source):
            return IllegalMove("daimyo.solo.to-its-advantage", say("The empire completes a relic where it can."))
        if move.origin == BLACK_MARKET and self.source not in ("market", "anywhere"):
            why = say("The black market can be shopped in a Relic action only.")
            return IllegalMove("daimyo.relic.shop-only-in-relic-action", why)
        offered = [tile for origin, tile in _tiles_at(state, self.deed.owner, self.source) if origin == move.origin]
        return why_not_take(state, self.deed.owner, move.tile, offered)


class TakeMoreTiles(Step, frozen=True, gc=False):
    """Ask for the next tile, if there is one to take."""

    deed: Deed
    source: TileSource
    left: int

    clause = "daimyo.relic.take-one"

    def run(self, table: DaimyoTable) -> None:
        if offered_tiles(table.state, self.deed.owner, self.source):
            table.then(ChooseTile(seat=self.deed.seat, deed=self.deed, source=self.source, left=self.left))
        else:
            table.fall_short(self.deed.owner)


class GiveTiles(Question, frozen=True, gc=False):
    """Give up a number of loose tiles."""

    deed: Deed
    to: str
    left: int

    clause = "daimyo.hero-card.sample-relic-swap"
    prompt = "Choose a relic tile to give up."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        return map(GiveUpTile, distinct_tiles(state.holdings.tiles[self.deed.owner]))

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        assert isinstance(move, GiveUpTile)
        with table.citing(self.deed.clause):
            table.give_up_tile(self.deed.owner, move.tile, self.to)
        if self.left > 1 and table.state.holdings.tiles[self.deed.owner]:
            table.then(replace(self, left=self.left - 1))

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, GiveUpTile):
            return None
        return IllegalMove(self.deed.clause, say("You have no loose tile {tile!r}.", tile=move.tile))


class ChooseVictim(Question, frozen=True, gc=False):
    """Choose the opponent who loses something."""

    deed: Deed
    effect: Lose

    # Heroes that harm others are marked: daimyo.component.hero-card-aggressive-mark.
    clause = "daimyo.component.hero-card-anatomy"
    prompt = "Choose an opponent."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        return map(ChooseSeat, opponents_with_goods(state, self.deed.owner, self.effect))

    def label(self, state: DaimyoState, move: Move, names: Sequence[str]) -> str:
        return names[move.seat] if isinstance(move, ChooseSeat) and names else move.label()

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        assert isinstance(move, ChooseSeat)
        _lose(table, self.deed, self.effect, move.seat)

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, ChooseSeat):
            return None
        return IllegalMove(self.deed.clause, say("Choose an opponent who holds goods of these kinds."))


def _tiles_at(state: DaimyoState, side: int, source: TileSource) -> list[tuple[str, Tile]]:
    """Return the tiles in the places of a source, each with its place."""
    islands = state.parameters.islands
    found: list[tuple[str, Tile]] = []
    here = state.pieces.scavengers[side]
    if source == "here" and here is not None:
        found += [(here, tile) for tile in state.land(here)]
    if source in ("lands", "anywhere"):
        found += [(island, tile) for island in islands for tile in state.land(island)]
    if source in ("market", "anywhere"):
        found += [(BLACK_MARKET, tile) for tile in state.relic_tiles.black_market]
    return list(dict.fromkeys(found))


def offered_tiles(state: DaimyoState, side: int, source: TileSource) -> list[tuple[str, Tile]]:
    """Return the tiles of a source that a side may take (daimyo.solo.relic-source)."""
    lying = _tiles_at(state, side, source)
    allowed = set(takeable_tiles(state, side, [tile for _, tile in lying]))
    return [(origin, tile) for origin, tile in lying if tile in allowed]


def opponents_with_goods(state: DaimyoState, side: int, effect: Lose) -> list[int]:
    """Return the other players who hold goods of the kinds."""
    return [
        seat
        for seat in range(state.seats)
        if seat != side and any(state.holdings.purses[seat].of(kind) for kind in effect.of)
    ]


def _lose(table: DaimyoTable, deed: Deed, effect: Lose, seat: int) -> None:
    purse = table.state.holdings.purses[seat]
    count = min(effect.count, sum(purse.of(kind) for kind in effect.of))
    if count < effect.count:
        table.fall_short(deed.owner)
    theirs = Deed(seat, seat, deed.clause, card=deed.card)
    table.then(PickGoods(seat=seat, deed=theirs, count=count, of=effect.of, pays=True))


@perform.register
def _(effect: Gain, table: DaimyoTable, deed: Deed) -> None:
    table.gain(deed.owner, effect.goods)


@can.register
def _(effect: Gain, state: DaimyoState, deed: Deed) -> bool:
    return state.may(deed.owner).holds_goods


@perform.register
def _(effect: GainChoice, table: DaimyoTable, deed: Deed) -> None:
    table.then(PickGoods(seat=deed.seat, deed=deed, count=effect.count, of=effect.of))


@can.register
def _(effect: GainChoice, state: DaimyoState, deed: Deed) -> bool:
    return state.may(deed.owner).holds_goods


@perform.register
def _(effect: Pay, table: DaimyoTable, deed: Deed) -> None:
    table.pay(deed.owner, effect.goods)


@can.register
def _(effect: Pay, state: DaimyoState, deed: Deed) -> bool:
    return state.holdings.purses[deed.owner].covers(effect.goods)


@perform.register
def _(effect: PayChoice, table: DaimyoTable, deed: Deed) -> None:
    table.then(PickGoods(seat=deed.seat, deed=deed, count=effect.count, of=effect.of, pays=True))


@can.register
def _(effect: PayChoice, state: DaimyoState, deed: Deed) -> bool:
    return sum(state.holdings.purses[deed.owner].of(kind) for kind in effect.of) >= effect.count


@perform.register
def _(effect: Points, table: DaimyoTable, deed: Deed) -> None:
    table.score(deed.owner, effect.points, deed.card or CARD)


@can.register
def _(effect: Points, state: DaimyoState, deed: Deed) -> bool:
    return state.may(deed.owner).scores_points


@perform.register
def _(effect: Storage, table: DaimyoTable, deed: Deed) -> None:
    table.raise_storage(deed.owner, effect.count)


@can.register
def _(effect: Storage, state: DaimyoState, deed: Deed) -> bool:
    return state.may(deed.owner).limited_storage


@perform.register
def _(effect: TakeTile, table: DaimyoTable, deed: Deed) -> None:
    if effect.source == BAG:
        table.then(DrawFromBag(deed=deed, left=effect.count))
    else:
        table.then(ChooseTile(seat=deed.seat, deed=deed, source=effect.source, left=effect.count))


@can.register
def _(effect: TakeTile, state: DaimyoState, deed: Deed) -> bool:
    if effect.source == BAG:
        return bool(state.relic_tiles.bag) and can_take_any(state, deed.owner)
    return bool(offered_tiles(state, deed.owner, effect.source))


@perform.register
def _(effect: GiveTile, table: DaimyoTable, deed: Deed) -> None:
    to = BAG if effect.to == "bag" else BLACK_MARKET
    table.then(GiveTiles(seat=deed.seat, deed=deed, to=to, left=effect.count))


@can.register
def _(effect: GiveTile, state: DaimyoState, deed: Deed) -> bool:
    return bool(state.holdings.tiles[deed.owner])


@can_in_full.register
def _(effect: GiveTile, state: DaimyoState, deed: Deed) -> bool:
    return len(state.holdings.tiles[deed.owner]) >= effect.count


@perform.register
def _(effect: Lose, table: DaimyoTable, deed: Deed) -> None:
    losers = opponents_with_goods(table.state, deed.owner, effect)
    if effect.who == "one-opponent":
        table.then(ChooseVictim(seat=deed.seat, deed=deed, effect=effect))
    else:
        for seat in losers:
            _lose(table, deed, effect, seat)


@can.register
def _(effect: Lose, state: DaimyoState, deed: Deed) -> bool:
    return bool(opponents_with_goods(state, deed.owner, effect))
