"""Facts about decks, hands and cards that are played.

`deck` names the deck that the cards belong to; a Mission belongs to the deck of its colour.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name, deck_name, shown_cards
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.effect_words import describe, tell
from domain.games.yedo.printed.parts import InPlay, Looking
from domain.games.yedo.printed.terms import Deck
from domain.games.yedo.state import YedoState
from domain.games.yedo.voice import ITS_PLAYER
from domain.kernel.audience import English, Private, Public, Viewer
from domain.kernel.chance import EVERYONE
from domain.kernel.language import say
from domain.kernel.multiset import plus, without


class CardDrawn(YedoFact, frozen=True, gc=False):
    """A seat draws the top card of a deck into its hand."""

    seat: Public[int]
    deck: Public[Deck]
    card: Private[str]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.put_pile(self.deck, state.pile(self.deck).without_top(self.card))
        state.put_hand(self.seat, self.deck, plus(state.hand(self.seat, self.deck), self.card))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} draws {shown_cards}.",
            who=names[self.seat],
            shown_cards=shown_cards((self.card,), self.deck, viewer, (self.seat,)),
        )


class NothingDrawn(YedoFact, frozen=True, gc=False):
    """A seat would draw from a deck, but it is empty."""

    seat: Public[int]
    deck: Public[Deck]

    def evolve(self, state: YedoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} draws nothing: {deck} is empty.", who=names[self.seat], deck=deck_name(self.deck))


class CardsLookedAt(YedoFact, frozen=True, gc=False):
    """A seat secretly looks at the top cards of a deck, top first."""

    seat: Public[int]
    deck: Public[Deck]
    cards: Private[tuple[str, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.put_pile(self.deck, state.pile(self.deck).without_top(*self.cards))
        state.stacks.looking = Looking(self.seat, self.deck, self.cards)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        seen = shown_cards(self.cards, self.deck, viewer, (self.seat,))
        where = say("of the bag") if self.deck == "weapons" else say("on top of {deck}", deck=deck_name(self.deck))
        return say("{who} looks at {seen} {where}.", who=names[self.seat], seen=seen, where=where)


class CardKept(YedoFact, frozen=True, gc=False):
    """A seat keeps one of the cards that it looks at."""

    seat: Public[int]
    deck: Public[Deck]
    card: Private[str]

    def evolve(self, state: YedoState) -> None:
        assert state.stacks.looking is not None
        state.stacks.looking = replace(state.stacks.looking, cards=without(state.stacks.looking.cards, self.card))
        state.put_hand(self.seat, self.deck, plus(state.hand(self.seat, self.deck), self.card))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} keeps {shown_cards}.",
            who=names[self.seat],
            shown_cards=shown_cards((self.card,), self.deck, viewer, (self.seat,)),
        )


class CardsLaidUnder(YedoFact, frozen=True, gc=False):
    """A seat puts the cards that it looked at but did not keep under their deck, in their original order."""

    seat: Public[int]
    deck: Public[Deck]
    cards: Private[tuple[str, ...]]

    def evolve(self, state: YedoState) -> None:
        state.stacks.looking = None
        state.put_pile(self.deck, state.pile(self.deck).lay_under(self.cards, (self.seat,)))

    def words(self, names: Sequence[str], viewer: Viewer) -> str | None:
        if not self.cards:
            return None
        laid = shown_cards(self.cards, self.deck, viewer, (self.seat,))
        return say("{who} lays {laid} under {deck}.", who=names[self.seat], laid=laid, deck=deck_name(self.deck))


class DeckArranged(YedoFact, frozen=True, gc=False):
    """A seat puts the cards that it looked at back on top of their deck, in an order of its choice."""

    seat: Public[int]
    deck: Public[Deck]
    cards: Private[tuple[str, ...]]

    def evolve(self, state: YedoState) -> None:
        state.stacks.looking = None
        state.put_pile(self.deck, state.pile(self.deck).arrange(self.cards, (self.seat,)))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        laid = shown_cards(self.cards, self.deck, viewer, (self.seat,))
        if self.deck == "weapons":
            return say("{who} stacks {laid} beside the bag, to be drawn first.", who=names[self.seat], laid=laid)
        return say(
            "{who} lays {laid} back on top of {deck}.", who=names[self.seat], laid=laid, deck=deck_name(self.deck)
        )


class CardDiscarded(YedoFact, frozen=True, gc=False):
    """A seat puts a card from its hand face down under its deck."""

    seat: Public[int]
    deck: Public[Deck]
    card: Private[str]

    def evolve(self, state: YedoState) -> None:
        state.put_hand(self.seat, self.deck, without(state.hand(self.seat, self.deck), self.card))
        state.put_pile(self.deck, state.pile(self.deck).lay_under((self.card,), (self.seat,)))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} discards {shown_cards}.",
            who=names[self.seat],
            shown_cards=shown_cards((self.card,), self.deck, viewer, (self.seat,)),
        )


class CardHandedOver(YedoFact, frozen=True, gc=False):
    """A card goes from the hand of a seat to that of another; both see it."""

    seat: Public[int]
    to: Public[int]
    deck: Public[Deck]
    card: Private[str]

    reveals = True

    def owners(self) -> tuple[int, ...]:
        return (self.seat, self.to)

    def evolve(self, state: YedoState) -> None:
        state.put_hand(self.seat, self.deck, without(state.hand(self.seat, self.deck), self.card))
        state.put_hand(self.to, self.deck, plus(state.hand(self.to, self.deck), self.card))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        given = shown_cards((self.card,), self.deck, viewer, self.owners())
        return say("{who} receives {given} from {whom}.", who=names[self.to], given=given, whom=names[self.seat])


class CardPlayed(YedoFact, frozen=True, gc=False):
    """A seat plays an Action Card, which goes under the deck.

    Before version 3 of the rules `text` said what the card does.
    """

    seat: Public[int]
    card: Public[str]
    text: Public[English | UnsetType] = UNSET

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.put_hand(self.seat, "action", without(state.hands.actions[self.seat], self.card))
        state.put_pile("action", state.pile("action").lay_under((self.card,), EVERYONE))
        state.playing.in_play = (*state.playing.in_play, InPlay(self.seat, self.card))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} plays {card}: {words}.", who=names[self.seat], card=card_name(self.card), words=self.text or ""
        )

    def say_effects(self, content: YedoContent) -> str | None:
        card = content.action_cards.get(self.card)
        return None if card is None else tell(card.effects, ITS_PLAYER)

    def list_effects(self, content: YedoContent) -> str | None:
        card = content.action_cards.get(self.card)
        return None if card is None else describe(card.effects)


class CardAimed(YedoFact, frozen=True, gc=False):
    """A seat aims the Action Card that it played at an opponent."""

    seat: Public[int]
    card: Public[str]
    target: Public[int]

    def evolve(self, state: YedoState) -> None:
        """Aim the card while it is in play; under version 1 of the rules it was aimed later, and nothing changes."""
        if state.playing.in_play and (aimed := state.playing.in_play[-1]).card == self.card:
            state.playing.in_play = (*state.playing.in_play[:-1], replace(aimed, target=self.target))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} aims {card} at {whom}.", who=names[self.seat], card=card_name(self.card), whom=names[self.target]
        )


class NothingPlayed(YedoFact, frozen=True, gc=False):
    """A seat that may play a card does not play any."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} plays no card.", who=names[self.seat])


class CardNegated(YedoFact, frozen=True, gc=False):
    """The last card in play will have no effect, since an answer to it took effect."""

    seat: Public[int]
    card: Public[str]

    def evolve(self, state: YedoState) -> None:
        *below, answered = state.playing.in_play
        state.playing.in_play = (*below, replace(answered, negated=True))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{card} of {who} is negated.", card=card_name(self.card), who=names[self.seat])


class CardSettled(YedoFact, frozen=True, gc=False):
    """The last card played takes effect, or none if it was negated, and leaves play."""

    seat: Public[int]
    card: Public[str]

    def evolve(self, state: YedoState) -> None:
        state.playing.in_play = state.playing.in_play[:-1]
