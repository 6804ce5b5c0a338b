"""Moves that several choices ask for."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.yedo.facts.base import card_name, card_names, deck_name
from domain.games.yedo.facts.cards import CardHandedOver
from domain.games.yedo.facts.weapons import WeaponHandedOver
from domain.games.yedo.printed.terms import Deck, District, Losable, WeaponKind
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Private, Public
from domain.kernel.choice import Move
from domain.kernel.language import say
from domain.kernel.words import title


class KeepCard(Move, frozen=True, gc=False):
    """Keep one of the cards that you look at."""

    card: Private[str]

    def label(self) -> str:
        return say("keep {card}", card=card_name(self.card))


class KeepWeapon(Move, frozen=True, gc=False):
    """Keep one of the Weapons drawn."""

    weapon: Public[WeaponKind]

    def label(self) -> str:
        return say("keep the {weapon}", weapon=card_name(self.weapon))


class ArrangeCards(Move, frozen=True, gc=False):
    """Put the cards that you look at back on their deck, the first one on top."""

    cards: Private[tuple[str, ...]]

    def label(self) -> str:
        return say("lay back {cards}", cards=card_names(self.cards)) if self.cards else say("continue")


class ChooseDeck(Move, frozen=True, gc=False):
    """Choose a deck."""

    deck: Public[Deck]

    def label(self) -> str:
        return deck_name(self.deck)


class ChooseDistrict(Move, frozen=True, gc=False):
    """Choose a District."""

    district: Public[District]

    def label(self) -> str:
        return title(self.district)


class ChooseSpace(Move, frozen=True, gc=False):
    """Choose a space, for the figure on it or to put a figure there."""

    space: Public[str]

    def label(self) -> str:
        return title(self.space)


class GivingUp(Move, frozen=True, gc=False):
    """The base of the moves that give up one thing of a seat."""

    @property
    def what(self) -> Losable:
        """The type of the thing."""
        raise NotImplementedError

    def phrase(self, verb: str, names: Sequence[str]) -> str:
        """Say what happens to the thing, by this verb if it takes one; `names` are those of the sides."""
        return self.label()

    def discard(self, table: YedoTable, seat: int) -> None:
        """Return a seat's thing to its deck, its supply or the Reserve."""
        raise NotImplementedError

    def give_up(self, table: YedoTable, deed: Deed, to: int | None = None) -> None:
        """Take the thing from the deed's owner; a card or Weapon goes to the seat `to`, if there is one."""
        self.discard(table, deed.owner)


class GiveUpCard(GivingUp, frozen=True, gc=False):
    """Discard a card of your hand: an Action Card, a Bonus Card or a Mission."""

    deck: Public[Deck]
    card: Private[str]

    @property
    def what(self) -> Losable:
        return "action-card" if self.deck == "action" else "bonus-card" if self.deck == "bonus" else "mission"

    def label(self) -> str:
        return say("discard {card}", card=card_name(self.card))

    def discard(self, table: YedoTable, seat: int) -> None:
        table.discard(seat, self.deck, self.card)

    def give_up(self, table: YedoTable, deed: Deed, to: int | None = None) -> None:
        if to is None:
            self.discard(table, deed.owner)
        else:
            table.emit(CardHandedOver(table.clause, deed.owner, to, self.deck, self.card))


class GiveUpWeapon(GivingUp, frozen=True, gc=False):
    """Discard one of your Weapons."""

    weapon: Public[WeaponKind]

    what = "weapon"

    def label(self) -> str:
        return self.phrase(say("discard"), ())

    def phrase(self, verb: str, names: Sequence[str]) -> str:
        return say("{verb} the {weapon}", verb=verb, weapon=card_name(self.weapon))

    def discard(self, table: YedoTable, seat: int) -> None:
        table.discard_weapon(seat, self.weapon)

    def give_up(self, table: YedoTable, deed: Deed, to: int | None = None) -> None:
        if to is None:
            self.discard(table, deed.owner)
        else:
            table.emit(WeaponHandedOver(table.clause, deed.owner, to, self.weapon))


class TakeWeaponFrom(Move, frozen=True, gc=False):
    """Take a Weapon from a space of the Market, counted from 1 at the left."""

    place: Public[int]
    weapon: Public[WeaponKind]

    def label(self) -> str:
        return say(
            "take the {weapon} from space {place} of the Market", weapon=card_name(self.weapon), place=self.place
        )


class Accept(Move, frozen=True, gc=False):
    """Take what is offered, for its price if it has one."""

    def label(self) -> str:
        return say("accept")


ACCEPT = Accept()
