"""Facts of the module Jesuits Bidding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.games.yedo.facts.base import YedoFact, card_name, card_names, card_noun
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.printed.terms import JESUITS_DECKS, JesuitsDeck
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Hidden, Private, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import without
from domain.kernel.pile import Pile
from domain.kernel.words import join_words


class EventShuffledIn(YedoFact, frozen=True, gc=False):
    """An Event is shuffled into the top of the Event deck; `top` are the cards involved, which nobody sees."""

    event: Public[Card]
    top: Hidden[tuple[Card, ...]]

    def evolve(self, state: YedoState) -> None:
        state.put_pile("events", state.pile("events").shuffle_into_top(self.event, self.top))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{event} is shuffled into the top {n} Event Cards.", event=card_name(self.event), n=len(self.top))


class JesuitsOpened(YedoFact, frozen=True, gc=False):
    """The Missions of the Jesuits are laid out at the Harbor, in decks by colour."""

    def evolve(self, state: YedoState) -> None:
        state.jesuits = "open"

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Missions of the Jesuits lie at the Harbor now.")


class EventVoided(YedoFact, frozen=True, gc=False):
    """An Event is discarded as soon as it is drawn, and replaced by the next one."""

    event: Public[Card]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.put_pile("events", state.pile("events").without_top(self.event))
        state.events.past_events = (*state.events.past_events, self.event)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{event} is discarded: another Event takes its place.", event=card_name(self.event))


class JesuitsDiscarded(YedoFact, frozen=True, gc=False):
    """A seat loses the Jesuits' uncompleted Missions from its hand; `decks` names the deck of each, sorted."""

    seat: Public[int]
    decks: Public[tuple[JesuitsDeck, ...]]
    missions: Private[tuple[Card, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        hand = state.hands.missions[self.seat]
        for mission in self.missions:
            hand = without(hand, mission)
        state.hands.missions = replace_at(state.hands.missions, self.seat, hand)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        kinds = join_words(card_noun(deck, count) for deck, count in Counter(self.decks).items())
        named = f" ({card_names(self.missions)})" if viewer.shares((self.seat,)) else ""
        return say("{who} discards {kinds}{named}.", who=names[self.seat], kinds=kinds, named=named)


class JesuitsGone(YedoFact, frozen=True, gc=False):
    """The Jesuits' uncompleted Missions leave the game."""

    def evolve(self, state: YedoState) -> None:
        state.jesuits = "gone"
        state.stacks.piles = tuple(
            Pile() if deck in JESUITS_DECKS else pile
            for deck, pile in zip(state.decks, state.stacks.piles, strict=True)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Missions of the Jesuits leave the game.")
