"""Hiring heroes from the market: at the end of a round, and by bonus action tiles and heroes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.daimyo.printed.goods import Goods, count_goods, one
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, Step
from domain.games.daimyo.verbs.describe import describe
from domain.games.daimyo.verbs.subjects import hero_subject
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Need, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import DECLINE
from domain.kernel.words import title


class HireHero(Move, frozen=True, gc=False):
    """Hire a hero from the market."""

    hero: Public[str]

    def label(self) -> str:
        return say("hire {hero}", hero=title(self.hero))


class Hiring(Question[Move], frozen=True, gc=False):
    """Hire heroes from the market, one after the other while gold lasts, or pass.

    With `single` only one is hired. Each costs `discount` gold less, but never less than 0
    (daimyo.ruling.discount-floor).
    """

    discount: int = 0
    single: bool = False
    cites: str = "daimyo.hire.cost"

    clause = "daimyo.hire.cost"
    prompt = "Hire a hero, or pass."

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        gold = state.holdings.purses[self.seat].gold
        return tuple(
            hero_subject(state, hero, (Need(say("gold"), self.price(state, hero), gold, "coin"),))
            for hero in state.offers.market
        )

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        gold = state.holdings.purses[self.seat].gold
        for hero in state.offers.market:
            if self.price(state, hero) <= gold:
                yield HireHero(hero)
        yield DECLINE

    def label(self, state: DaimyoState, move: Move, names: Sequence[str]) -> str:
        if not isinstance(move, HireHero):
            return move.label()
        does = describe(state.content.heroes[move.hero].effects)
        return say(
            "{label} for {gold}: {does}",
            label=move.label(),
            gold=count_goods("gold", self.price(state, move.hero)),
            does=does,
        )

    def price(self, state: DaimyoState, hero: str) -> int:
        """Return the gold that a hero costs here."""
        return max(0, state.content.heroes[hero].cost - self.discount)

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if not isinstance(move, HireHero):
            return
        with table.citing(self.cites):
            table.pay(self.seat, one("gold", self.price(table.state, move.hero)))
        with table.citing("daimyo.hire.to-hand"):
            table.hire(self.seat, move.hero)
        if not self.single:
            table.then(self)

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, HireHero):
            return None
        if move.hero not in state.offers.market:
            return IllegalMove(
                "daimyo.hire.cost", say("The hero {hero!r} is not in the market.", hero=title(move.hero))
            )
        return IllegalMove(
            "daimyo.hire.cost",
            say(
                "{hero} costs {gold} here.",
                hero=title(move.hero),
                gold=count_goods("gold", self.price(state, move.hero)),
            ),
        )


class HireForFree(Step, frozen=True, gc=False):
    """An automated side takes the last hero of the market without paying."""

    side: int
    cites: str

    clause = "daimyo.hire.cost"

    def run(self, table: DaimyoTable) -> None:
        take_last(table, self.side, self.cites)


def take_last(table: DaimyoTable, side: int, clause: str) -> None:
    """Give the last hero of the market to an automated side (daimyo.mercenaries.hero, daimyo.solo.end.hire)."""
    if table.state.offers.market:
        with table.citing(clause):
            table.hire(side, table.state.offers.market[-1])


class Hire(CardEffect, frozen=True):
    """Hire one hero of the market for less gold; the empire takes the last one for free."""

    verb = "hire a hero"
    of_the_empire = True

    discount: int = 0

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        if deed.owner >= table.state.seats:
            take_last(table, deed.owner, deed.clause)
        else:
            # The market is refilled at once here too: daimyo.ruling.hire-tile-outside.
            table.then(Hiring(seat=deed.seat, discount=self.discount, single=True, cites=deed.clause))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        if deed.owner >= state.seats:
            return bool(state.offers.market)
        asked = Hiring(seat=deed.seat, discount=self.discount)
        return any(asked.price(state, hero) <= state.holdings.purses[deed.owner].gold for hero in state.offers.market)

    def phrase(self) -> str:
        if self.discount:
            return say("hire a hero for {goods} less", goods=Goods(gold=self.discount))
        return say("hire a hero")
