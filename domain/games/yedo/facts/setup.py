"""Facts of the set-up."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.yedo.facts.base import YedoFact, shown_cards
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Hidden, Private, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import plus
from domain.kernel.pile import Pile
from domain.kernel.words import title


class MissionDecksLaidOut(YedoFact, frozen=True, gc=False):
    """The Missions are laid out in decks by colour; nobody sees which Basic and Kill the Shogun cards are in play."""

    basic: Hidden[tuple[str, ...]]
    shogun: Hidden[tuple[str, ...]]

    def evolve(self, state: YedoState) -> None:
        cards = (*self.basic, *state.parameters.missions, *self.shogun)
        for colour in state.parameters.colours:
            deck = tuple(sorted(card for card in cards if state.content.colour_of(card) == colour))
            state.put_pile(colour, Pile(rest=deck))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Mission Cards are shuffled into decks by their colours.")


class SeatsOrdered(YedoFact, frozen=True, gc=False):
    """The starting player is drawn; the others follow clockwise on the Player Order Track and the Bidding Track."""

    order: Public[tuple[int, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.turns.track = self.order
        state.bids.bidding = state.order

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} is the starting player.", who=names[self.order[0]])


class DisciplesLaidOut(YedoFact, frozen=True, gc=False):
    """Every player moves this many Disciples from the Reserve to the Clan House."""

    house: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.pieces.house = tuple(figures[: self.house] for figures in state.pieces.reserve)
        state.pieces.reserve = tuple(figures[self.house :] for figures in state.pieces.reserve)


class HandDealt(YedoFact, frozen=True, gc=False):
    """A seat draws its first Missions and Action Cards."""

    seat: Public[int]
    missions: Private[tuple[str, ...]]
    actions: Private[tuple[str, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        for card in self.missions:
            colour = state.content.colour_of(card)
            state.put_pile(colour, state.pile(colour).without_top(card))
        state.put_pile("action", state.pile("action").without_top(*self.actions))
        state.hands.missions = replace_at(
            state.hands.missions, self.seat, plus(state.hands.missions[self.seat], *self.missions)
        )
        state.hands.actions = replace_at(
            state.hands.actions, self.seat, plus(state.hands.actions[self.seat], *self.actions)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        missions = shown_cards(self.missions, "mission", viewer, (self.seat,))
        actions = shown_cards(self.actions, "action", viewer, (self.seat,))
        return say("{who} draws {missions} and {actions}.", who=names[self.seat], missions=missions, actions=actions)


class FavorTaken(YedoFact, frozen=True, gc=False):
    """A seat takes a Favor of the Shogun Card."""

    seat: Public[int]
    favor: Public[str]

    def evolve(self, state: YedoState) -> None:
        state.hands.favors = replace_at(state.hands.favors, self.seat, self.favor)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes a Favor of the Shogun: {favor}.", who=names[self.seat], favor=title(self.favor))
