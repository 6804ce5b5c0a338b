"""Effects on goods, points and storage."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from domain.games.daimyo.facts.sources import CARD
from domain.games.daimyo.printed.goods import RESOURCES, Goods, Kind, selections
from domain.games.daimyo.printed.requirements import goods_fault
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed
from domain.games.daimyo.verbs.describe import some_goods
from domain.games.daimyo.verbs.moves import ChooseGoods
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import Later, later, say, translate
from domain.kernel.moves import ChooseSeat
from domain.kernel.words import count_noun, join_words


class PickGoods(RaisedByDeed, Question[ChooseGoods], frozen=True, gc=False):
    """Choose a number of goods of some kinds to gain, or with `pays` to return."""

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

    def label(self, state: DaimyoState, move: ChooseGoods, names: Sequence[str]) -> str:
        goods = move.label()
        return say("return {goods}", goods=goods) if self.pays else say("gain {goods}", goods=goods)

    def moves(self, state: DaimyoState) -> Iterator[ChooseGoods]:
        return map(ChooseGoods, self._selections(state))

    def _selections(self, state: DaimyoState) -> list[Goods]:
        found = selections(self.count, self.of)
        purse = state.holdings.purses[self.deed.owner]
        return [goods for goods in found if purse.covers(goods)] if self.pays else list(found)

    def resolve(self, table: DaimyoTable, move: ChooseGoods) -> None:
        with table.citing(self.deed.clause):
            if self.pays:
                table.pay(self.deed.owner, move.goods)
            else:
                table.gain(self.deed.owner, move.goods)

    def why_not(self, state: DaimyoState, move: ChooseGoods) -> IllegalMove | None:
        kinds = ", ".join(map(translate, self.of))
        if self.pays:
            why = say("Choose {n} of {kinds} that you hold.", n=self.count, kinds=kinds)
            return IllegalMove(self.deed.clause, why)
        return IllegalMove(self.deed.clause, say("Choose {n} of {kinds}.", n=self.count, kinds=kinds))


class ChooseVictim(RaisedByDeed, Question[ChooseSeat], frozen=True, gc=False):
    """Choose the opponent who loses something."""

    deed: Deed
    effect: Lose

    # Harmful heroes are marked: daimyo.component.hero-card-aggressive-mark.
    clause = "daimyo.component.hero-card-anatomy"
    prompt = "Choose an opponent."

    def moves(self, state: DaimyoState) -> Iterator[ChooseSeat]:
        return map(ChooseSeat, opponents_with_goods(state, self.deed.owner, self.effect))

    def label(self, state: DaimyoState, move: ChooseSeat, names: Sequence[str]) -> str:
        return names[move.seat] if names else move.label()

    def resolve(self, table: DaimyoTable, move: ChooseSeat) -> None:
        _lose(table, self.deed, self.effect, move.seat)

    def why_not(self, state: DaimyoState, move: ChooseSeat) -> IllegalMove | None:
        return IllegalMove(self.deed.clause, say("Choose an opponent who holds goods of these kinds."))


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


def _nothing_fault(tag: str, goods: Goods) -> Later | None:
    return None if goods.total else later("{effect} of nothing", effect=tag)


class Gain(CardEffect, frozen=True):
    """Take these goods from the supply."""

    verb = "gain goods"

    goods: Goods

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.gain(deed.owner, self.goods)

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.may(deed.owner).holds_goods

    def phrase(self) -> str:
        return say("gain {goods}", goods=self.goods)

    def fault(self, islands: Collection[str]) -> Later | None:
        return goods_fault(self.goods) or _nothing_fault(self.tag(), self.goods)


class GainChoice(CardEffect, frozen=True):
    """Take `count` goods of these kinds, chosen by the owner, alike or different."""

    verb = "gain goods"

    count: int = 1
    of: tuple[Kind, ...] = RESOURCES

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(PickGoods(seat=deed.seat, deed=deed, count=self.count, of=self.of))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.may(deed.owner).holds_goods

    def phrase(self) -> str:
        return say("gain {goods}", goods=some_goods(self.count, self.of))


class Pay(CardEffect, frozen=True):
    """Return these goods to the supply."""

    verb = "pay"
    is_price = True

    goods: Goods

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.pay(deed.owner, self.goods)

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.holdings.purses[deed.owner].covers(self.goods)

    def phrase(self) -> str:
        return say("pay {goods}", goods=self.goods)

    def fault(self, islands: Collection[str]) -> Later | None:
        return goods_fault(self.goods) or _nothing_fault(self.tag(), self.goods)


class PayChoice(CardEffect, frozen=True):
    """Return `count` goods of these kinds, chosen by the owner."""

    verb = "pay"
    is_price = True

    count: int = 1
    of: tuple[Kind, ...] = RESOURCES

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(PickGoods(seat=deed.seat, deed=deed, count=self.count, of=self.of, pays=True))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return sum(state.holdings.purses[deed.owner].of(kind) for kind in self.of) >= self.count

    def phrase(self) -> str:
        return say("pay {goods}", goods=some_goods(self.count, self.of))

    def fault(self, islands: Collection[str]) -> Later | None:
        if "gold" not in self.of:
            return None
        return later("pay-choice of gold, which could be spent on a reset of the track before it is paid")


class Points(CardEffect, frozen=True):
    """Gain popularity points."""

    verb = "score"
    of_the_empire = True

    points: int

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.score(deed.owner, self.points, deed.card or CARD)

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.may(deed.owner).scores_points

    def phrase(self) -> str:
        return say("gain {points}", points=count_noun(self.points, "popularity point"))


class Storage(CardEffect, frozen=True):
    """Raise the storage capacity."""

    verb = "raise the storage"

    count: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.raise_storage(deed.owner, self.count)

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.may(deed.owner).limited_storage

    def phrase(self) -> str:
        return say("raise storage by {n}", n=self.count)


class Lose(CardEffect, frozen=True):
    """Make opponents return `count` goods of these kinds, chosen by them; those who hold fewer return what they can.

    `who` is each opponent, or one that the owner chooses.
    """

    verb = "make anybody return goods"
    of_the_empire = True
    harms = True

    count: int = 1
    of: tuple[Kind, ...] = RESOURCES
    who: Literal["each-opponent", "one-opponent"] = "each-opponent"

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        losers = opponents_with_goods(table.state, deed.owner, self)
        if self.who == "one-opponent":
            table.then(ChooseVictim(seat=deed.seat, deed=deed, effect=self))
        else:
            for seat in losers:
                _lose(table, deed, self, seat)

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return bool(opponents_with_goods(state, deed.owner, self))

    def phrase(self) -> str:
        goods = some_goods(self.count, self.of)
        if self.who == "each-opponent":
            return say("make each opponent return {goods}", goods=goods)
        return say("make an opponent return {goods}", goods=goods)
