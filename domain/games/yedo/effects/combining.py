"""Effects composed of other effects: choices, offers, prices, conditions, repetition, and effects for other seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.games.yedo.effects.needs import give, lacking
from domain.games.yedo.facts.turns import Declined, OptionChosen
from domain.games.yedo.printed.effect_words import Lose
from domain.games.yedo.printed.need_words import Needs
from domain.games.yedo.printed.vocabulary import Choose, Effects, For, ForPrice, If, May, Per
from domain.games.yedo.state import YedoState, annex_on
from domain.games.yedo.verbs.asking import Deed, DoEffects, Question, can, can_any, do, perform
from domain.games.yedo.verbs.measures import measure
from domain.games.yedo.verbs.moves import ACCEPT, Accept
from domain.games.yedo.verbs.table import LAST_TWO, YedoTable
from domain.games.yedo.words.describe import describe
from domain.games.yedo.words.describe_needs import describe_needs
from domain.games.yedo.words.describe_words import sentence
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import DECLINE, ChooseOption, Decline


class ChooseOne(Question, frozen=True, gc=False):
    """Choose one of several lists of effects, of those that would do something."""

    deed: Deed
    options: tuple[Effects, ...]

    clause = "yedo.components.action-anatomy"
    prompt = "Choose what to do."

    def moves(self, state: YedoState) -> Iterator[Move]:
        for number, effects in enumerate(self.options, start=1):
            if can_any(effects, state, self.deed):
                yield ChooseOption(number)

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        return describe(self.options[move.option - 1]) if isinstance(move, ChooseOption) else move.label()

    def resolve(self, table: YedoTable, move: Move) -> None:
        assert isinstance(move, ChooseOption)
        effects = self.options[move.option - 1]
        with table.citing(self.deed.clause):
            table.emit(OptionChosen(table.clause, self.seat, move.option, describe(effects)))
        do(table, self.deed, effects)

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, ChooseOption):
            return None
        return IllegalMove(
            self.deed.clause, say("Option {option} does not exist or would do nothing now.", option=move.option)
        )


class TakeOffer(Question, frozen=True, gc=False):
    """Take what a card offers, for its price if it has one, or decline; `otherwise` is done for who declines."""

    deed: Deed
    effects: Effects
    price: Needs = ()
    otherwise: Effects = ()

    automatic = False
    clause = "yedo.components.action-anatomy"
    prompt = "A card makes an offer: accept or decline."

    def question(self, names: Sequence[str]) -> str:
        return say("{sentence} Accept or decline.", sentence=sentence(describe((self._offer(),))))

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield ACCEPT
        yield DECLINE

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if isinstance(move, Accept):
            return describe_needs(self.price) if self.price else describe(self.effects)
        return describe(self.otherwise) if self.otherwise else say("decline")

    def resolve(self, table: YedoTable, move: Move) -> None:
        with table.citing(self.deed.clause):
            if isinstance(move, Accept):
                give(table, self.deed, self.price)
            else:
                declined = describe((self._offer(),)) if self.effects else describe_needs(self.price)
                table.emit(Declined(table.clause, self.seat, declined))
        do(table, self.deed, self.effects if isinstance(move, Accept) else self.otherwise)

    def _offer(self) -> May | ForPrice:
        """Return the effect that makes the offer."""
        if not self.price:
            return May(effects=self.effects)
        return ForPrice(price=self.price, effects=self.effects, otherwise=self.otherwise)

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if isinstance(move, Accept | Decline):
            return IllegalMove(self.deed.clause, say("This offer cannot be taken now."))
        return None


@perform.register
def _(effect: Choose, table: YedoTable, deed: Deed) -> None:
    table.then(ChooseOne(seat=deed.owner, deed=deed, options=effect.options))


@can.register
def _(effect: Choose, state: YedoState, deed: Deed) -> bool:
    return any(can_any(option, state, deed) for option in effect.options)


@perform.register
def _(effect: May, table: YedoTable, deed: Deed) -> None:
    table.then(TakeOffer(seat=deed.owner, deed=deed, effects=effect.effects))


@can.register
def _(effect: May, state: YedoState, deed: Deed) -> bool:
    return can_any(effect.effects, state, deed)


@perform.register
def _(effect: ForPrice, table: YedoTable, deed: Deed) -> None:
    if not _is_worth_asking(effect, table.state, deed):
        do(table, deed, effect.otherwise)
    elif not effect.effects and _spares_last_two(effect.otherwise, table.state, deed):
        with table.citing("yedo.coop.event-two-disciples"):
            give(table, deed, effect.price)
    elif annex_on(deed.space) is not None:
        # The seat that activates an Annex has chosen to pay for what it does.
        give(table, deed, effect.price)
        do(table, deed, effect.effects)
    else:
        offer = TakeOffer(
            seat=deed.owner, deed=deed, effects=effect.effects, price=effect.price, otherwise=effect.otherwise
        )
        table.then(offer)


@can.register
def _(effect: ForPrice, state: YedoState, deed: Deed) -> bool:
    return _is_worth_asking(effect, state, deed) or can_any(effect.otherwise, state, deed)


def _is_worth_asking(effect: ForPrice, state: YedoState, deed: Deed) -> bool:
    """Return whether the price can be paid, and buys something or spares the owner something."""
    if lacking(effect.price, state, deed) is not None:
        return False
    bought = effect.effects or effect.otherwise
    return can_any(bought, state, deed) or _spares_last_two(effect.otherwise, state, deed)


def _spares_last_two(otherwise: Effects, state: YedoState, deed: Deed) -> bool:
    """Return whether an Emperor Card would cost its owner one of the last two Disciples, who are never lost.

    Then the owner must pay in another way, if there is one (yedo.coop.event-two-disciples).
    """
    if deed.source not in state.content.emperor_cards or state.disciples(deed.owner) > LAST_TWO:
        return False
    return any(isinstance(effect, Lose) and effect.what == "disciple" for effect in otherwise)


@perform.register
def _(effect: If, table: YedoTable, deed: Deed) -> None:
    do(table, deed, _branch(effect, table.state, deed))


@can.register
def _(effect: If, state: YedoState, deed: Deed) -> bool:
    return can_any(_branch(effect, state, deed), state, deed)


def _branch(effect: If, state: YedoState, deed: Deed) -> Effects:
    return effect.effects if lacking(effect.needs, state, deed) is None else effect.otherwise


@perform.register
def _(effect: Per, table: YedoTable, deed: Deed) -> None:
    for _number in range(_times(effect, table.state, deed)):
        do(table, deed, effect.effects)


@can.register
def _(effect: Per, state: YedoState, deed: Deed) -> bool:
    return _times(effect, state, deed) > 0 and can_any(effect.effects, state, deed)


def _times(effect: Per, state: YedoState, deed: Deed) -> int:
    """Return how often the effects are done."""
    return min(effect.most, measure(state, deed.owner, effect.measure, effect.of) // effect.each)


@perform.register
def _(effect: For, table: YedoTable, deed: Deed) -> None:
    table.then(*(DoEffects(each, effect.effects) for each in _deeds(effect, table.state, deed)))


@can.register
def _(effect: For, state: YedoState, deed: Deed) -> bool:
    return any(can_any(effect.effects, state, each) for each in _deeds(effect, state, deed))


def _deeds(effect: For, state: YedoState, deed: Deed) -> list[Deed]:
    """Return a deed for each seat that the effect is for, in Player Order.

    Who meets the needs is settled for all before anything is done for the first (yedo.ruling.ignored-event names who is
    passed over).
    """
    each = (replace(deed, owner=seat, apart=True) for seat in _whom(effect, state, deed))
    return [one for one in each if lacking(effect.needs, state, one) is None]


def _whom(effect: For, state: YedoState, deed: Deed) -> Sequence[int]:
    """Return the seats that effects are for; the Daimyo is nobody's opponent (yedo.coop.opponents-meaning)."""
    match effect.whom:
        case "owner":
            return (deed.seat,)
        case "target":
            return () if deed.target is None else (deed.target,)
        case "partner":
            return () if deed.partner is None else (deed.partner,)
        case "each-opponent":
            return [seat for seat in state.order if seat != deed.seat]
        case "each-player":
            return touched(state, deed)


def touched(state: YedoState, deed: Deed) -> tuple[int, ...]:
    """Return the seats that a card for everybody touches, in Player Order: of an Event those that did not ignore it."""
    if not state.content.is_event(deed.source):
        return state.order
    return tuple(seat for seat in state.order if seat not in state.ignored)


MOVES = ()
