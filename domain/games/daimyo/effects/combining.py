"""Effects composed of other effects: prices, options, choices, repetition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from domain.games.daimyo.facts.choosing import OptionChosen
from domain.games.daimyo.printed.vocabulary import Choose, Effects, ForPrice, Optional, Per, ToAdvantage
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import (
    Deed,
    Question,
    can,
    can_any,
    can_in_full,
    describe_unless_ids,
    do,
    hold_if_ids,
    is_done,
    names_cards,
    perform,
)
from domain.games.daimyo.verbs.describe import describe
from domain.games.daimyo.verbs.measures import measure
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import DECLINE, ChooseOption


class ChooseOne(Question, frozen=True, gc=False):
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


@perform.register
def _(effect: Optional, table: DaimyoTable, deed: Deed) -> None:
    table.then(ChooseOne(seat=deed.seat, deed=deed, options=(effect.effects,), optional=True))


@can.register
def _(effect: Optional, state: DaimyoState, deed: Deed) -> bool:
    return can_any(effect.effects, state, deed)


@perform.register
def _(effect: ForPrice, table: DaimyoTable, deed: Deed) -> None:
    do(table, deed, (*effect.price, *effect.effects))


@can.register
def _(effect: ForPrice, state: DaimyoState, deed: Deed) -> bool:
    return all(can_in_full(price, state, deed) for price in effect.price) and can_any(effect.effects, state, deed)


@perform.register
def _(effect: Choose, table: DaimyoTable, deed: Deed) -> None:
    table.then(ChooseOne(seat=deed.seat, deed=deed, options=effect.options))


@can.register
def _(effect: Choose, state: DaimyoState, deed: Deed) -> bool:
    return any(can_any(option, state, deed) for option in effect.options)


@perform.register
def _(effect: Per, table: DaimyoTable, deed: Deed) -> None:
    for _number in range(times(effect, table.state, deed)):
        do(table, deed, effect.effects)


@can.register
def _(effect: Per, state: DaimyoState, deed: Deed) -> bool:
    return times(effect, state, deed) > 0 and can_any(effect.effects, state, deed)


@is_done.register
def _(effect: Per, state: DaimyoState, deed: Deed) -> bool:
    return times(effect, state, deed) == 0


@perform.register
def _(effect: ToAdvantage, table: DaimyoTable, deed: Deed) -> None:
    do(table, replace(deed, advantage=True), effect.effects)


@can.register
def _(effect: ToAdvantage, state: DaimyoState, deed: Deed) -> bool:
    return can_any(effect.effects, state, replace(deed, advantage=True))


@is_done.register
def _(effect: ToAdvantage, state: DaimyoState, deed: Deed) -> bool:
    return all(is_done(part, state, deed) for part in effect.effects)


@is_done.register
def _(effect: Choose, state: DaimyoState, deed: Deed) -> bool:
    return any(all(is_done(part, state, deed) for part in option) for option in effect.options)


def times(effect: Per, state: DaimyoState, deed: Deed) -> int:
    """Return how often the effect is done."""
    return min(effect.most, measure(state, deed.owner, effect.measure) // effect.each)
