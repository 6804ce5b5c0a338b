"""Moves that several choices ask for."""

from __future__ import annotations

from domain.games.yedo.facts.base import card_name, card_names, deck_name
from domain.games.yedo.printed.terms import AnnexKind, Deck, District, WeaponKind
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


class ChooseAnnex(Move, frozen=True, gc=False):
    """Choose a kind of Annex."""

    annex: Public[AnnexKind]

    def label(self) -> str:
        return title(self.annex)


class ChooseSpace(Move, frozen=True, gc=False):
    """Choose a space, for the figure on it or to put a figure there."""

    space: Public[str]

    def label(self) -> str:
        return title(self.space)


class GiveUpCard(Move, frozen=True, gc=False):
    """Discard a card of your hand: an Action Card, a Bonus Card or a Mission."""

    deck: Public[Deck]
    card: Private[str]

    def label(self) -> str:
        return say("discard {card}", card=card_name(self.card))


class GiveUpWeapon(Move, frozen=True, gc=False):
    """Discard one of your Weapons."""

    weapon: Public[WeaponKind]

    def label(self) -> str:
        return say("discard the {weapon}", weapon=card_name(self.weapon))


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
