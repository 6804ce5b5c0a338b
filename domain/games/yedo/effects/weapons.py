"""Effects that give Weapons from the Market, the bag or the discard pile, and sales of Weapons by a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from domain.games.yedo.facts.base import card_name, mon
from domain.games.yedo.facts.turns import Declined
from domain.games.yedo.facts.weapons import WeaponKept, WeaponPickedUp, WeaponSold, WeaponsThrownBack, WeaponTaken
from domain.games.yedo.printed.term_words import some
from domain.games.yedo.printed.terms import WeaponKind
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, Step
from domain.games.yedo.verbs.holding import hold_source
from domain.games.yedo.verbs.modifiers import looked_at, price
from domain.games.yedo.verbs.moves import KeepWeapon, TakeWeaponFrom
from domain.games.yedo.verbs.subjects import need_mon
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import CHOSEN_WEAPON, MON, WEAPON, Prospect
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.moves import DECLINE
from domain.kernel.words import title

ARM_YOURSELVES = "yedo.action-card.sample-arm-yourselves"
TWO = 2


class PickUpWeapon(Move, frozen=True, gc=False):
    """Take a Weapon from the discard pile."""

    weapon: Public[WeaponKind]

    def label(self) -> str:
        return say("take the {weapon} from the discard pile", weapon=card_name(self.weapon))


class BuyDrawnWeapon(Move, frozen=True, gc=False):
    """Buy one of the Weapons that another player drew."""

    weapon: Public[WeaponKind]

    def label(self) -> str:
        return say("buy the {weapon}", weapon=card_name(self.weapon))


class TakeFromMarket(RaisedByDeed, Question[TakeWeaponFrom], frozen=True, gc=False):
    """Take a Weapon from the Market for nothing."""

    deed: Deed
    kind: WeaponKind | None = None

    clause = "yedo.icon.reward-weapon"
    prompt = "Choose the Weapon of the Market that you take."

    def moves(self, state: YedoState) -> Iterator[TakeWeaponFrom]:
        return (TakeWeaponFrom(place + 1, weapon) for place, weapon in on_market(state, self.kind))

    def resolve(self, table: YedoTable, move: TakeWeaponFrom) -> None:
        table.emit(WeaponTaken(self.deed.clause, self.deed.owner, move.weapon, move.place - 1))

    def why_not(self, state: YedoState, move: TakeWeaponFrom) -> IllegalMove | None:
        why = say(
            "You cannot take a {weapon} from space {place} of the Market.",
            weapon=card_name(move.weapon),
            place=move.place,
        )
        return IllegalMove(self.deed.clause, why)


class PickUp(RaisedByDeed, Question[PickUpWeapon], frozen=True, gc=False):
    """Take a Weapon from the discard pile."""

    deed: Deed
    kind: WeaponKind | None = None

    clause = "yedo.components.action-anatomy"
    prompt = "Choose the Weapon of the discard pile that you take."

    def moves(self, state: YedoState) -> Iterator[PickUpWeapon]:
        return map(PickUpWeapon, _discarded(state, self.kind))

    def resolve(self, table: YedoTable, move: PickUpWeapon) -> None:
        table.emit(WeaponPickedUp(self.deed.clause, self.deed.owner, move.weapon))

    def why_not(self, state: YedoState, move: PickUpWeapon) -> IllegalMove | None:
        why = say("You cannot take a {weapon} from the discard pile.", weapon=card_name(move.weapon))
        return IllegalMove(self.deed.clause, why)


class KeepDrawn(Question[KeepWeapon], frozen=True, gc=False):
    """Keep one of the drawn Weapons, and then `left` - 1 more."""

    deed: Deed
    left: int = 1

    clause = "yedo.reward.auction-weapons"
    prompt = "Choose the Weapon that you keep."

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        return tuple(Subject("weapon", kind, card_name(kind)) for kind in drawn_weapons(state))

    def moves(self, state: YedoState) -> Iterator[KeepWeapon]:
        return map(KeepWeapon, dict.fromkeys(drawn_weapons(state)))

    def resolve(self, table: YedoTable, move: KeepWeapon) -> None:
        table.emit(WeaponKept(self.deed.clause, self.deed.owner, move.weapon))
        if self.left > 1 and drawn_weapons(table.state):
            table.then(replace(self, left=self.left - 1))

    def why_not(self, state: YedoState, move: KeepWeapon) -> IllegalMove | None:
        return IllegalMove(
            self.deed.clause, say("No {weapon} is among the Weapons drawn.", weapon=card_name(move.weapon))
        )


class ThrowBack(Step, frozen=True, gc=False):
    """Discard the drawn Weapons that nobody took."""

    deed: Deed

    clause = "yedo.discard.weapon-top"

    def run(self, table: YedoTable) -> None:
        table.emit(WeaponsThrownBack(self.deed.clause, drawn_weapons(table.state)))


class OfferDrawn(Step, frozen=True, gc=False):
    """Offer the drawn Weapons to the waiting seats, one after the other, and discard the rest."""

    deed: Deed
    price: int
    waiting: tuple[int, ...]

    clause = ARM_YOURSELVES

    def run(self, table: YedoTable) -> None:
        state = table.state
        for place, seat in enumerate(self.waiting):
            if drawn_weapons(state) and state.belongings.mon[seat] >= price(state, seat, "any", self.price):
                rest = replace(self, waiting=self.waiting[place + 1 :])
                table.then(BuyDrawn(seat=seat, deed=self.deed, price=self.price), rest)
                return
        table.emit(WeaponsThrownBack(table.clause, drawn_weapons(state)))


class BuyDrawn(Question[Move], frozen=True, gc=False):
    """Buy one of the Weapons that another seat drew, or none."""

    deed: Deed
    price: int

    clause = ARM_YOURSELVES
    prompt = "You may buy one of the Weapons drawn."

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        needs = (need_mon(state, self.seat, price(state, self.seat, "any", self.price)),)
        return tuple(Subject("weapon", kind, card_name(kind), needs=needs) for kind in drawn_weapons(state))

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield from map(BuyDrawnWeapon, dict.fromkeys(drawn_weapons(state)))
        yield DECLINE

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if not isinstance(move, BuyDrawnWeapon):
            return say("buy nothing")
        return say("{label} for {mon}", label=move.label(), mon=mon(price(state, self.seat, "any", self.price)))

    def resolve(self, table: YedoTable, move: Move) -> None:
        amount = price(table.state, self.seat, "any", self.price)
        if isinstance(move, BuyDrawnWeapon):
            table.emit(WeaponSold(table.clause, self.seat, move.weapon, amount))
            table.use_up(self.seat, lambda found: found.reduces("any"))
        else:
            table.emit(Declined(table.clause, self.seat, hold_source(table.state, f"drawn-weapon/{amount}")))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, BuyDrawnWeapon):
            return None
        return IllegalMove(
            self.clause, say("No {weapon} is left among the Weapons drawn.", weapon=card_name(move.weapon))
        )


def on_market(state: YedoState, kind: WeaponKind | None = None) -> Iterator[tuple[int, WeaponKind]]:
    """Yield the Weapons on the Market, all or of a kind, each with its place, counted from 0 at the left."""
    for place, weapon in enumerate(state.weaponry.market):
        if weapon is not None and kind in (None, weapon):
            yield place, weapon


def drawn_weapons(state: YedoState) -> tuple[WeaponKind, ...]:
    """Return the drawn Weapons that nobody has taken yet."""
    assert state.stacks.looking is not None
    return state.stacks.looking.cards  # type: ignore[return-value]


def _discarded(state: YedoState, kind: WeaponKind | None) -> Iterator[WeaponKind]:
    return (weapon for weapon in dict.fromkeys(state.weaponry.weapon_discard) if kind in (None, weapon))


def _bag_has_weapons(state: YedoState) -> bool:
    """Return whether a Weapon can be drawn from the bag or from the stack beside it."""
    return state.pile("weapons").size > 0


class TakeWeapon(CardEffect, frozen=True, kw_only=True):
    """Take a free Weapon: from the Market, one of `look` from the bag, or from the discard pile."""

    source: Literal["market", "bag", "discard"] = "market"
    look: int = 1
    kind: WeaponKind | Literal["choice"] = "choice"

    def perform(self, table: YedoTable, deed: Deed) -> None:
        if self.source == "market":
            table.then(TakeFromMarket(seat=deed.owner, deed=deed, kind=self._kind()))
        elif self.source == "discard":
            table.then(PickUp(seat=deed.owner, deed=deed, kind=self._kind()))
        else:
            table.draw_weapons(deed.owner, looked_at(table.state, deed.owner, self.look))
            table.then(KeepDrawn(seat=deed.owner, deed=deed), ThrowBack(deed))

    def can(self, state: YedoState, deed: Deed) -> bool:
        if self.source == "bag":
            return _bag_has_weapons(state)
        found = on_market(state, self._kind()) if self.source == "market" else _discarded(state, self._kind())
        return next(iter(found), None) is not None

    def phrase(self, voice: Voice = LIST) -> str:
        weapon = some(1, "weapon") if self.kind == "choice" else say("a {thing}", thing=title(self.kind))
        if self.source == "market":
            return say("{take} {weapon} from the Market, for nothing", take=voice.does("take"), weapon=weapon)
        if self.source != "bag":
            return say("{take} {weapon} from the discarded Weapons", take=voice.does("take"), weapon=weapon)
        draw = voice.does("draw")
        if self.look == 1:
            return say("{draw} {weapon} from the bag", draw=draw, weapon=weapon)
        keep, discard = voice.also("keep"), voice.also("discard")
        text = (
            mark("{draw} {n} Weapons from the bag, {keep} 1 and {discard} the other"),
            mark("{draw} {n} Weapons from the bag, {keep} 1 and {discard} the others"),
        )[self.look > TWO]
        return fill(translate(text), draw=draw, n=self.look, keep=keep, discard=discard)

    def worth(self, prospect: Prospect) -> float:
        return WEAPON + CHOSEN_WEAPON

    def _kind(self) -> WeaponKind | None:
        return None if self.kind == "choice" else self.kind


class Sell(CardEffect, frozen=True, kw_only=True):
    """Draw Weapons: the owner keeps some, opponents may buy one each, the rest is discarded."""

    look: int
    keep: int = 0
    price: int = 0

    def perform(self, table: YedoTable, deed: Deed) -> None:
        count = looked_at(table.state, deed.owner, self.look) if self.keep else self.look
        table.draw_weapons(deed.owner, count)
        opponents = tuple(seat for seat in table.state.order if seat != deed.owner)
        offer = OfferDrawn(deed, self.price, opponents)
        if self.keep:
            table.then(KeepDrawn(seat=deed.owner, deed=deed, left=self.keep), offer)
        else:
            table.then(offer)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return _bag_has_weapons(state)

    def phrase(self, voice: Voice = LIST) -> str:
        drawn = say("{draw} {n} Weapons from the bag", draw=voice.does("draw"), n=self.look)
        if self.keep:
            drawn = say("{effect}, {keep} {n} of them", effect=drawn, keep=voice.also("keep"), n=self.keep)
        return say(
            "{effect}; then each opponent in Player Order may buy 1 of the others for {price} Mon, and what is left is"
            " discarded",
            effect=drawn,
            price=self.price,
        )

    def worth(self, prospect: Prospect) -> float:
        return WEAPON + CHOSEN_WEAPON + MON * self.price
