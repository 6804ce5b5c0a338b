"""Facts about Events."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from domain.games.yedo.facts.base import YedoFact, card_name
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState
from domain.games.yedo.words.describe_cards import tell_event
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.language import say


class EventRevealed(YedoFact, frozen=True, gc=False):
    """The top Event is revealed and covers the one before; `ends_jesuits` says whether it ends the Jesuits of its game.

    Before version 3 of the rules `text` said what the Event does.
    """

    event: Public[Card]
    text: Public[English | UnsetType] = UNSET
    ends_jesuits: Public[bool | UnsetType] = UNSET

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.put_pile("events", state.pile("events").without_top(self.event))
        if state.events.event is not None:
            state.events.past_events = (*state.events.past_events, state.events.event)
        state.events.event = self.event
        state.events.ignored = ()

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Event is {event}: {words}.", event=card_name(self.event), words=self.text or "")

    def say_effects(self, content: YedoContent) -> str | None:
        card = content.events.get(self.event)
        return None if card is None else tell_event(card, jesuits=self.ends_jesuits is True)

    def list_effects(self, content: YedoContent) -> str | None:
        card = content.events.get(self.event)
        return None if card is None else describe(card.effects)


class EventIgnored(YedoFact, frozen=True, gc=False):
    """A seat ignores the Event; returning its Blessing is a separate fact."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.events.ignored = (*state.events.ignored, self.seat)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} ignores the Event.", who=names[self.seat])


class EventEndured(YedoFact, frozen=True, gc=False):
    """A seat keeps its Blessing, so the Event affects it."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} keeps the Blessing and endures the Event.", who=names[self.seat])
