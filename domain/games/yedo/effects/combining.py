"""Effects composed of other effects: choices, offers, prices, conditions, repetition, and effects for other seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from domain.games.yedo.effects.losing import Lose
from domain.games.yedo.effects.needs import give, lacking
from domain.games.yedo.facts.turns import Declined, OptionChosen
from domain.games.yedo.printed.effect_words import describe, inside
from domain.games.yedo.printed.needs import Needs
from domain.games.yedo.printed.term_words import WHOM, measure_noun, sentence
from domain.games.yedo.printed.terms import ALL, Measure, Whom
from domain.games.yedo.printed.vocabulary import AnyEffect, Effects, worth_of
from domain.games.yedo.state import YedoState, annex_on
from domain.games.yedo.verbs.asking import CardEffect, Deed, DoEffects, Question, RaisedByDeed, can_any, do
from domain.games.yedo.verbs.holding import describe_unless_ids, hold_if_ids, holds_ids
from domain.games.yedo.verbs.measures import measure
from domain.games.yedo.verbs.moves import ACCEPT, Accept
from domain.games.yedo.verbs.table import LAST_TWO, YedoTable
from domain.games.yedo.voice import LIST, YOU, Voice
from domain.games.yedo.words.describe_needs import describe_condition, describe_needs, describe_who
from domain.games.yedo.worth import MON, USUAL_NUMBER, Prospect
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.moves import DECLINE, ChooseOption, Decline


class ChooseOne(RaisedByDeed, Question[ChooseOption], frozen=True, gc=False):
    """Choose one of several lists of effects, among those that would do something."""

    deed: Deed
    options: tuple[Effects, ...]

    clause = "yedo.components.action-anatomy"
    prompt = "Choose what to do."

    def moves(self, state: YedoState) -> Iterator[ChooseOption]:
        for number, effects in enumerate(self.options, start=1):
            if can_any(effects, state, self.deed):
                yield ChooseOption(number)

    def label(self, state: YedoState, move: ChooseOption, names: Sequence[str]) -> str:
        return describe(self.options[move.option - 1])

    def resolve(self, table: YedoTable, move: ChooseOption) -> None:
        effects = self.options[move.option - 1]
        with table.citing(self.deed.clause):
            what, held = describe_unless_ids(table.state, effects), hold_if_ids(table.state, effects)
            table.emit(OptionChosen(table.clause, self.seat, move.option, what, held))
        do(table, self.deed, effects)

    def why_not(self, state: YedoState, move: ChooseOption) -> IllegalMove | None:
        return IllegalMove(
            self.deed.clause, say("Option {option} does not exist or would do nothing now.", option=move.option)
        )


class TakeOffer(RaisedByDeed, Question[Move], frozen=True, gc=False):
    """Take a card's offer, for its price if any, or decline it, with the effects `otherwise`."""

    deed: Deed
    effects: Effects
    price: Needs = ()
    otherwise: Effects = ()

    automatic = False
    clause = "yedo.components.action-anatomy"
    prompt = "A card makes an offer: accept or decline."

    def question(self, names: Sequence[str]) -> str:
        return say("{sentence} Accept or decline.", sentence=sentence(describe((self._offer(),))))

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        prices = (need.as_price(state, self.seat) for need in self.price)
        needs = tuple(price for price in prices if price is not None)
        return tuple(replace(subject, needs=needs) for subject in super().subjects(state))

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
                offer = self._offer()
                what = UNSET if holds_ids(table.state) else offer.phrase_declined()
                table.emit(Declined(table.clause, self.seat, what, hold_if_ids(table.state, (offer,))))
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


class Choose(CardEffect, frozen=True, kw_only=True):
    """Carry out one of several lists of effects, as the owner chooses."""

    options: tuple[tuple[AnyEffect, ...], ...]

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.then(ChooseOne(seat=deed.owner, deed=deed, options=self.options))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return any(can_any(option, state, deed) for option in self.options)

    def phrase(self, voice: Voice = LIST) -> str:
        *others, options = (inside(option, voice.bare) for option in self.options)
        for option in reversed(others):
            options = say("{first}, or {rest}", first=option, rest=options)
        return say("{choose} one: {options}", choose=voice.does("choose"), options=options)

    def worth(self, prospect: Prospect) -> float:
        return max(worth_of(option, prospect) for option in self.options)

    def held(self) -> Iterable[Effects]:
        return self.options


class May(CardEffect, frozen=True, kw_only=True):
    """Carry out effects or not, as the owner chooses."""

    effects: tuple[AnyEffect, ...]

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.then(TakeOffer(seat=deed.owner, deed=deed, effects=self.effects))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return can_any(self.effects, state, deed)

    def phrase(self, voice: Voice = LIST) -> str:
        if not voice.whole:
            return say("if you want, {effects}", effects=inside(self.effects))
        return say("{may} {effects}", may=voice.can("may"), effects=inside(self.effects, voice.bare))

    def worth(self, prospect: Prospect) -> float:
        return max(worth_of(self.effects, prospect), 0.0)

    def held(self) -> Iterable[Effects]:
        return (self.effects,)


class ForPrice(CardEffect, frozen=True, kw_only=True):
    """Carry out effects for a price, if the owner can and wants to pay it; otherwise other effects."""

    price: Needs
    effects: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = ()

    def perform(self, table: YedoTable, deed: Deed) -> None:
        if not self._is_worth_asking(table.state, deed):
            do(table, deed, self.otherwise)
        elif not self.effects and _spares_last_two(self.otherwise, table.state, deed):
            with table.citing("yedo.coop.event-two-disciples"):
                give(table, deed, self.price)
        elif annex_on(deed.space) is not None:
            # By activating an Annex, the seat has chosen to pay for its ability.
            give(table, deed, self.price)
            do(table, deed, self.effects)
        else:
            offer = TakeOffer(
                seat=deed.owner, deed=deed, effects=self.effects, price=self.price, otherwise=self.otherwise
            )
            table.then(offer)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return self._is_worth_asking(state, deed) or can_any(self.otherwise, state, deed)

    def phrase(self, voice: Voice = LIST) -> str:
        price = describe_needs(self.price)
        if not self.effects:
            choice = say("either {price}, or {effects}", price=price, effects=inside(self.otherwise, voice.bare))
            return say("{must} {choice}", must=voice.can("must"), choice=choice) if voice.whole else choice
        effects = inside(self.effects, voice.later)
        may = say("{may} {price}: {effects}", may=voice.can("may"), price=price, effects=effects)
        if not self.otherwise:
            return may
        return voice.says(
            "{offer}; if you do not, {effects}",
            "{offer}; if they do not, {effects}",
            offer=may,
            effects=inside(self.otherwise, voice.later),
        )

    def worth(self, prospect: Prospect) -> float:
        paid = sum(need.mon for need in self.price)
        return max(worth_of(self.effects, prospect) - MON * paid, worth_of(self.otherwise, prospect))

    def may_be_empty(self, field: str) -> bool:
        # `effects` may be if `otherwise` gives the cost of a refusal.
        return super().may_be_empty(field) or (field == "effects" and bool(self.otherwise))

    def phrase_declined(self) -> str:
        # A price that only averts something is named alone.
        return self.phrase() if self.effects else describe_needs(self.price)

    def held(self) -> Iterable[Effects]:
        return (self.effects, self.otherwise)

    def asks(self) -> Iterable[Needs]:
        return (self.price,)

    def _is_worth_asking(self, state: YedoState, deed: Deed) -> bool:
        """Return whether the price can be paid and gains the owner something or averts something."""
        if lacking(self.price, state, deed) is not None:
            return False
        bought = self.effects or self.otherwise
        return can_any(bought, state, deed) or _spares_last_two(self.otherwise, state, deed)


def _spares_last_two(otherwise: Effects, state: YedoState, deed: Deed) -> bool:
    """Return whether an Emperor Card would cost its owner one of the last two Disciples, who are never lost.

    Then the owner must pay in another way, if there is one (yedo.coop.event-two-disciples).
    """
    if deed.source not in state.content.emperor_cards or state.disciples(deed.owner) > LAST_TWO:
        return False
    return any(isinstance(effect, Lose) and effect.what == "disciple" for effect in otherwise)


class If(CardEffect, frozen=True, kw_only=True):
    """Carry out effects if the owner meets needs, without paying them; otherwise other effects."""

    needs: Needs
    effects: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = ()

    def perform(self, table: YedoTable, deed: Deed) -> None:
        do(table, deed, self._branch(table.state, deed))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return can_any(self._branch(state, deed), state, deed)

    def phrase(self, voice: Voice = LIST) -> str:
        condition, effects = describe_condition(self.needs, voice.they), inside(self.effects, voice.later)
        if not self.otherwise:
            return voice.under(say("{condition}, {effects}", condition=condition, effects=effects))
        otherwise = inside(self.otherwise, voice.later)
        text = say(
            "{condition}, {effects}, otherwise {otherwise}", condition=condition, effects=effects, otherwise=otherwise
        )
        return voice.under(text)

    def held(self) -> Iterable[Effects]:
        return (self.effects, self.otherwise)

    def asks(self) -> Iterable[Needs]:
        return (self.needs,)

    def _branch(self, state: YedoState, deed: Deed) -> Effects:
        return self.effects if lacking(self.needs, state, deed) is None else self.otherwise


class Per(CardEffect, frozen=True, kw_only=True):
    """Carry out effects once for each unit of the owner's measure: `each` is the size of a unit, `most` the limit."""

    measure: Measure
    effects: tuple[AnyEffect, ...]
    each: int = 1
    most: int = ALL
    of: str = ""

    def perform(self, table: YedoTable, deed: Deed) -> None:
        for _number in range(self._times(table.state, deed)):
            do(table, deed, self.effects)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return self._times(state, deed) > 0 and can_any(self.effects, state, deed)

    def phrase(self, voice: Voice = LIST) -> str:
        each = self._each(voice)
        if self.most < ALL:
            each = say("{each} (at most {n} times)", each=each, n=self.most)
        if voice.whole and len(self.effects) == 1:
            return say("{effects} for {each}", effects=inside(self.effects, voice), each=each)
        return voice.under(say("for {each}, {effects}", each=each, effects=inside(self.effects, voice.later)))

    def worth(self, prospect: Prospect) -> float:
        return USUAL_NUMBER * worth_of(self.effects, prospect)

    def held(self) -> Iterable[Effects]:
        return (self.effects,)

    @property
    def counted(self) -> tuple[Measure, str] | None:
        return self.measure, self.of

    def _times(self, state: YedoState, deed: Deed) -> int:
        """Return how often to carry out the effects."""
        return min(self.most, measure(state, deed.owner, self.measure, self.of) // self.each)

    def _each(self, voice: Voice) -> str:
        """Name the unit of the measure."""
        one, more = measure_noun(self.measure, self.of)
        if self.measure in ("order-place", "church-mon", "rounds-left", "players"):
            if self.each == 1:
                return say("every {thing}", thing=one)
            return say("every {n} {things}", n=self.each, things=more)
        if self.each == 1:
            return voice.says("each of your {things}", "each of their {things}", thing=one, things=more)
        return voice.says("every {n} of your {things}", "every {n} of their {things}", n=self.each, things=more)


class For(CardEffect, frozen=True, kw_only=True):
    """Carry out effects for other seats that meet the needs, one after the other in Player Order."""

    whom: Whom
    effects: tuple[AnyEffect, ...]
    needs: Needs = ()

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.then(*(DoEffects(each, self.effects) for each in self._deeds(table.state, deed)))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return any(can_any(self.effects, state, each) for each in self._deeds(state, deed))

    def phrase(self, voice: Voice = LIST) -> str:
        whom = translate(WHOM[self.whom])
        if self.needs:
            whom = say("{whom} who {needs}", whom=whom, needs=describe_who(self.needs))
        if not voice.whole:
            text = say("{who}: {text}", who=whom, text=inside(self.effects))
        elif self.whom == "owner" and voice.owner == "you":
            return inside(self.effects, YOU)
        else:
            text = inside(self.effects, voice.others(whom))
        if self.whom in ("each-player", "each-opponent"):
            return say("in Player Order, {text}", text=text)
        return text

    def held(self) -> Iterable[Effects]:
        return (self.effects,)

    def asks(self) -> Iterable[Needs]:
        return (self.needs,)

    def is_aimed(self) -> bool:
        return self.whom == "target"

    def is_for_the_board(self) -> bool:
        return True

    def _deeds(self, state: YedoState, deed: Deed) -> list[Deed]:
        """Return a deed for each affected seat, in Player Order.

        Eligibility is settled for all before the first is affected (yedo.ruling.ignored-event says who is skipped).
        """
        each = (replace(deed, owner=seat, apart=True) for seat in self._whom(state, deed))
        return [one for one in each if lacking(self.needs, state, one) is None]

    def _whom(self, state: YedoState, deed: Deed) -> Sequence[int]:
        """Return the seats that effects are for; the Daimyo is never an opponent (yedo.coop.opponents-meaning)."""
        match self.whom:
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
    """Return the seats that a card for everybody affects, in Player Order: not those that ignored the Event."""
    if not state.content.is_event(deed.source):
        return state.order
    return tuple(seat for seat in state.order if seat not in state.events.ignored)
