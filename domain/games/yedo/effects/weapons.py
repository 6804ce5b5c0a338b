"""Effects that give Weapons: of the Market, of the bag, of the discard pile; and Weapons sold by a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.games.yedo.facts.base import card_name, mon
from domain.games.yedo.facts.turns import Declined
from domain.games.yedo.facts.weapons import WeaponKept, WeaponPickedUp, WeaponSold, WeaponsThrownBack, WeaponTaken
from domain.games.yedo.printed.effect_words import Sell, TakeWeapon
from domain.games.yedo.printed.terms import WeaponKind
from domain.games.yedo.printed.vocabulary import CostLess
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, Question, Step, can, perform
from domain.games.yedo.verbs.modifiers import looked_at, price
from domain.games.yedo.verbs.moves import KeepWeapon, TakeWeaponFrom
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import DECLINE

ARM_YOURSELVES = "yedo.action-card.sample-arm-yourselves"


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


MOVES = (PickUpWeapon, BuyDrawnWeapon)


class TakeFromMarket(Question, frozen=True, gc=False):
    """Take a Weapon of the Market for nothing."""

    deed: Deed
    kind: WeaponKind | None = None

    clause = "yedo.icon.reward-weapon"
    prompt = "Choose the Weapon of the Market that you take."

    def moves(self, state: YedoState) -> Iterator[Move]:
        return (TakeWeaponFrom(place + 1, weapon) for place, weapon in on_market(state, self.kind))

    def resolve(self, table: YedoTable, move: Move) -> None:
        assert isinstance(move, TakeWeaponFrom)
        table.emit(WeaponTaken(self.deed.clause, self.deed.owner, move.weapon, move.place - 1))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, TakeWeaponFrom):
            return None
        why = say(
            "You cannot take a {weapon} from space {place} of the Market.",
            weapon=card_name(move.weapon),
            place=move.place,
        )
        return IllegalMove(self.deed.clause, why)


class PickUp(Question, frozen=True, gc=False):
    """Take a Weapon of the discard pile."""

    deed: Deed
    kind: WeaponKind | None = None

    clause = "yedo.components.action-anatomy"
    prompt = "Choose the Weapon of the discard pile that you take."

    def moves(self, state: YedoState) -> Iterator[Move]:
        return map(PickUpWeapon, _discarded(state, self.kind))

    def resolve(self, table: YedoTable, move: Move) -> None:
        assert isinstance(move, PickUpWeapon)
        table.emit(WeaponPickedUp(self.deed.clause, self.deed.owner, move.weapon))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, PickUpWeapon):
            return None
        why = say("You cannot take a {weapon} from the discard pile.", weapon=card_name(move.weapon))
        return IllegalMove(self.deed.clause, why)


class KeepDrawn(Question, frozen=True, gc=False):
    """Keep one of the Weapons drawn, and then `left` - 1 more."""

    deed: Deed
    left: int = 1

    clause = "yedo.reward.auction-weapons"
    prompt = "Choose the Weapon that you keep."

    def moves(self, state: YedoState) -> Iterator[Move]:
        return map(KeepWeapon, dict.fromkeys(drawn_weapons(state)))

    def resolve(self, table: YedoTable, move: Move) -> None:
        assert isinstance(move, KeepWeapon)
        table.emit(WeaponKept(self.deed.clause, self.deed.owner, move.weapon))
        if self.left > 1 and drawn_weapons(table.state):
            table.then(replace(self, left=self.left - 1))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, KeepWeapon):
            return None
        return IllegalMove(
            self.deed.clause, say("No {weapon} is among the Weapons drawn.", weapon=card_name(move.weapon))
        )


class ThrowBack(Step, frozen=True, gc=False):
    """Lay the Weapons drawn that nobody took on the discard pile."""

    deed: Deed

    clause = "yedo.discard.weapon-top"

    def run(self, table: YedoTable) -> None:
        table.emit(WeaponsThrownBack(self.deed.clause, drawn_weapons(table.state)))


class OfferDrawn(Step, frozen=True, gc=False):
    """Offer the Weapons drawn to the seats that wait, one after the other, and discard what is left."""

    deed: Deed
    price: int
    waiting: tuple[int, ...]

    clause = ARM_YOURSELVES

    def run(self, table: YedoTable) -> None:
        state = table.state
        for place, seat in enumerate(self.waiting):
            if drawn_weapons(state) and state.mon[seat] >= price(state, seat, "any", self.price):
                rest = replace(self, waiting=self.waiting[place + 1 :])
                table.then(BuyDrawn(seat=seat, deed=self.deed, price=self.price), rest)
                return
        table.emit(WeaponsThrownBack(table.clause, drawn_weapons(state)))


class BuyDrawn(Question, frozen=True, gc=False):
    """Buy one of the Weapons that another seat drew, or none."""

    deed: Deed
    price: int

    clause = ARM_YOURSELVES
    prompt = "You may buy one of the Weapons drawn."

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
            table.use_up(self.seat, CostLess, "any")
        else:
            table.emit(Declined(table.clause, self.seat, say("a Weapon for {mon}", mon=mon(amount))))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, BuyDrawnWeapon):
            return None
        return IllegalMove(
            self.clause, say("No {weapon} is left among the Weapons drawn.", weapon=card_name(move.weapon))
        )


def on_market(state: YedoState, kind: WeaponKind | None = None) -> Iterator[tuple[int, WeaponKind]]:
    """Yield the Weapons of the Market, all or those of a kind, each with its place from 0 at the left."""
    for place, weapon in enumerate(state.market):
        if weapon is not None and kind in (None, weapon):
            yield place, weapon


def drawn_weapons(state: YedoState) -> tuple[WeaponKind, ...]:
    """Return the Weapons drawn that nobody has taken so far."""
    assert state.looking is not None
    return state.looking.cards  # type: ignore[return-value]


def _discarded(state: YedoState, kind: WeaponKind | None) -> Iterator[WeaponKind]:
    return (weapon for weapon in dict.fromkeys(state.weapon_discard) if kind in (None, weapon))


def _bag_has_weapons(state: YedoState) -> bool:
    """Return whether a Weapon can be drawn from the bag or from the stack beside it."""
    return state.pile("weapons").size > 0


def _kind(effect: TakeWeapon) -> WeaponKind | None:
    return None if effect.kind == "choice" else effect.kind


@perform.register
def _(effect: TakeWeapon, table: YedoTable, deed: Deed) -> None:
    if effect.source == "market":
        table.then(TakeFromMarket(seat=deed.owner, deed=deed, kind=_kind(effect)))
    elif effect.source == "discard":
        table.then(PickUp(seat=deed.owner, deed=deed, kind=_kind(effect)))
    else:
        table.draw_weapons(deed.owner, looked_at(table.state, deed.owner, effect.look))
        table.then(KeepDrawn(seat=deed.owner, deed=deed), ThrowBack(deed))


@can.register
def _(effect: TakeWeapon, state: YedoState, deed: Deed) -> bool:
    if effect.source == "bag":
        return _bag_has_weapons(state)
    found = on_market(state, _kind(effect)) if effect.source == "market" else _discarded(state, _kind(effect))
    return next(iter(found), None) is not None


@perform.register
def _(effect: Sell, table: YedoTable, deed: Deed) -> None:
    count = looked_at(table.state, deed.owner, effect.look) if effect.keep else effect.look
    table.draw_weapons(deed.owner, count)
    opponents = tuple(seat for seat in table.state.order if seat != deed.owner)
    offer = OfferDrawn(deed, effect.price, opponents)
    if effect.keep:
        table.then(KeepDrawn(seat=deed.owner, deed=deed, left=effect.keep), offer)
    else:
        table.then(offer)


@can.register
def _(effect: Sell, state: YedoState, deed: Deed) -> bool:
    return _bag_has_weapons(state)
