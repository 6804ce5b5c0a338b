"""Effects composed of other effects: prices, options, choices, repetition."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from domain.games.daimyo.facts.choosing import OptionChosen
from domain.games.daimyo.printed.vocabulary import AnyEffect, Effects, Measure, parts
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import (
    CardEffect,
    Deed,
    Question,
    RaisedByDeed,
    can_any,
    describe_unless_ids,
    do,
    hold_if_ids,
    names_cards,
)
from domain.games.daimyo.verbs.describe import ALL, MEASURES, describe, how_often
from domain.games.daimyo.verbs.measures import measure
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.choice import Move, find_kinds
from domain.kernel.errors import IllegalMove
from domain.kernel.language import Later, later, say, translate
from domain.kernel.moves import DECLINE, ChooseOption

NOT_OF_THE_EMPIRE: tuple[Measure, ...] = ("storage", "rice", "metal", "crystal", "gold", "resources", "dice-total")
"""The measures that the empire lacks."""


class ChooseOne(RaisedByDeed, Question[Move], frozen=True, gc=False):
    """Choose one of several lists of effects; if `optional`, the player may decline."""

    deed: Deed
    options: tuple[Effects, ...]
    optional: bool = False

    clause = "daimyo.turn.main-and-bonus"
    prompt = "Choose what to do."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        for number, effects in enumerate(self.options, start=1):
            if can_any(effects, state, self.deed):
                yield ChooseOption(number)
        if self.optional:
            yield DECLINE

    def label(self, state: DaimyoState, move: Move, names: Sequence[str]) -> str:
        return describe(self.options[move.option - 1]) if isinstance(move, ChooseOption) else move.label()

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if isinstance(move, ChooseOption):
            effects = self.options[move.option - 1]
            with table.citing(self.deed.clause):
                deed = self.deed
                by = deed.seat if names_cards(table.state) and deed.seat != deed.owner else msgspec.UNSET
                what, held = describe_unless_ids(table.state, effects), hold_if_ids(table.state, effects)
                table.emit(OptionChosen(table.clause, deed.owner, move.option, what, by, deed.card, held))
            do(table, self.deed, effects)

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, ChooseOption):
            return None
        return IllegalMove(
            self.deed.clause, say("Option {option} does not exist or would do nothing now.", option=move.option)
        )


class Optional(CardEffect, frozen=True):
    """Let the owner carry this out or decline."""

    verb = "do anything that the card offers"

    effects: tuple[AnyEffect, ...]

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(ChooseOne(seat=deed.seat, deed=deed, options=(self.effects,), optional=True))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return can_any(self.effects, state, deed)

    def phrase(self) -> str:
        return say("if wanted, {effects}", effects=describe(self.effects))

    def held(self) -> Iterable[Effects]:
        return (self.effects,)


class ForPrice(CardEffect, frozen=True):
    """Carry this out if the owner can and does pay the whole price."""

    verb = "pay the price of the card"

    price: tuple[AnyEffect, ...]
    effects: tuple[AnyEffect, ...]

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        do(table, deed, (*self.price, *self.effects))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return all(price.can_in_full(state, deed) for price in self.price) and can_any(self.effects, state, deed)

    def phrase(self) -> str:
        return say("{price} to {effects}", price=describe(self.price), effects=describe(self.effects))

    def held(self) -> Iterable[Effects]:
        return (self.price, self.effects)

    def fault(self, islands: Collection[str]) -> Later | None:
        if len(self.price) == 1 and self.price[0].is_price:
            return None
        prices = sorted(kind.tag() for kind in find_kinds(CardEffect) if kind.is_price)
        return later("the price of for-price is one of {prices}", prices=", ".join(prices))


class Choose(CardEffect, frozen=True):
    """Carry out one of these lists of effects, among those that would do something."""

    verb = "do any of the things that the card offers"
    of_the_empire = True

    options: tuple[tuple[AnyEffect, ...], ...]

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(ChooseOne(seat=deed.seat, deed=deed, options=self.options))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return any(can_any(option, state, deed) for option in self.options)

    def is_done(self, state: DaimyoState, deed: Deed) -> bool:
        return any(all(part.is_done(state, deed) for part in option) for option in self.options)

    def phrase(self) -> str:
        *others, options = map(describe, self.options)
        for option in reversed(others):
            options = say("{first}, or {rest}", first=option, rest=options)
        return say("either {options}", options=options)

    def held(self) -> Iterable[Effects]:
        return self.options

    def fault(self, islands: Collection[str]) -> Later | None:
        few = len(self.options) == 1 or () in self.options
        return later("choose needs two or more options, none of them empty") if few else None


class Per(CardEffect, frozen=True):
    """Carry this out once for every `each` units of what is counted."""

    verb = "count anything for the card"
    of_the_empire = True

    measure: Measure
    effects: tuple[AnyEffect, ...]
    each: int = 1
    most: int = 99

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        for _number in range(self._times(table.state, deed)):
            do(table, deed, self.effects)

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return self._times(state, deed) > 0 and can_any(self.effects, state, deed)

    def is_done(self, state: DaimyoState, deed: Deed) -> bool:
        return self._times(state, deed) == 0

    def phrase(self) -> str:
        words = MEASURES[self.measure]
        each = translate(words[0]) if self.each == 1 else f"{self.each} {translate(words[1])}"
        found = say("for every {each} {effects}", each=each, effects=describe(self.effects))
        return say("{effect}, at most {times}", effect=found, times=how_often(self.most)) if self.most < ALL else found

    def held(self) -> Iterable[Effects]:
        return (self.effects,)

    def fault_of_empire(self) -> Later | None:
        if self.measure not in NOT_OF_THE_EMPIRE:
            return None
        return later("the empire has no {measure} to count", measure=self.measure)

    def _times(self, state: DaimyoState, deed: Deed) -> int:
        """Return how often to carry out the effect."""
        return min(self.most, measure(state, deed.owner, self.measure) // self.each)


class ToAdvantage(CardEffect, frozen=True):
    """The empire completes a relic if it can, and overtakes the human on an island if it can."""

    verb = "do what the card asks for to its advantage"
    of_the_empire = True
    of_players = False

    effects: tuple[AnyEffect, ...]

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        do(table, replace(deed, advantage=True), self.effects)

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return can_any(self.effects, state, replace(deed, advantage=True))

    def is_done(self, state: DaimyoState, deed: Deed) -> bool:
        return all(part.is_done(state, deed) for part in self.effects)

    def phrase(self) -> str:
        return say("{effects}, to its advantage", effects=describe(self.effects))

    def held(self) -> Iterable[Effects]:
        return (self.effects,)

    def fault_of_empire(self) -> Later | None:
        inside = any(isinstance(part, Choose) for part in parts(self.effects))
        return later("to-advantage goes inside the options of a choose, not around them") if inside else None
