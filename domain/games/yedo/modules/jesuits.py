"""The module Jesuits Bidding: separate Missions at the Harbor, from one Event until another ends them.

Their cards are never shuffled with other Missions (yedo.advanced.jesuits-apart), and are available only at the Harbor
(yedo.ruling.jesuits-decks-apart). A Mission that leaves a hand goes under its own stack (yedo.jesuits.return-bottom),
but completed ones stay (yedo.jesuits.completed-safe).
"""

from __future__ import annotations

from domain.games.yedo import draws, versions
from domain.games.yedo.facts.modules.jesuits import EventShuffledIn, JesuitsDiscarded, JesuitsGone, JesuitsOpened
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.printed.terms import JESUITS_DECKS
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Step
from domain.games.yedo.verbs.course import Moment
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.language import say
from domain.kernel.pile import Pile

AMONG = 3
"""The number of top Event Cards into which the Jesuits' Event is shuffled (yedo.jesuits.setup)."""


def prepare(state: YedoState) -> None:
    """Set the Jesuits' Missions aside, in their own decks (yedo.jesuits.setup)."""
    stack_of, given = state.content.stack_of, state.parameters.jesuits
    decks = (tuple(mission for mission in given if stack_of(mission) == deck) for deck in JESUITS_DECKS)
    state.stacks.piles = (*state.stacks.piles, *(Pile(rest=cards) for cards in decks))
    state.jesuits = "aside"


def steps(state: YedoState, moment: Moment) -> tuple[Step, ...]:
    """Return the Jesuits' additions to a game: their end, after the Event that brings it."""
    if (
        moment != "event-done"
        or state.events.event is None
        or not state.content.events[state.events.event].ends_jesuits
    ):
        return ()
    return (EndJesuits(),)


def shuffle_in_event(table: YedoTable) -> None:
    """Shuffle the Jesuits' Event into the top of the Event deck, at the end of the set-up."""
    (event,) = table.state.content.jesuits_events
    with table.citing("yedo.jesuits.setup"):
        top = table.state.pile("events").pick(table.chance, draws.EVENT_DECK, AMONG)
        table.emit(EventShuffledIn(table.clause, event, top))


def ends_jesuits(state: YedoState, event: str) -> bool:
    """Return whether an Event ends the Missions of the Jesuits (yedo.jesuits.sakoku-after)."""
    return state.jesuits is not None and state.content.events[event].ends_jesuits


def is_void(state: YedoState, event: Card) -> bool:
    """Return whether an Event would bring the Jesuits after they have left for good."""
    return state.jesuits == "gone" and event in state.content.jesuits_events


class EndJesuits(Step, frozen=True, gc=False):
    """The Missions of the Jesuits leave the game, including uncompleted ones in hands.

    A seat that ignored the Event keeps its own (yedo.ruling.spared-missions).
    """

    clause = "yedo.jesuits.sakoku-after"

    def run(self, table: YedoTable) -> None:
        state = table.state
        with table.citing("yedo.jesuits.sakoku-before" if state.jesuits == "aside" else self.clause):
            spared = state.events.ignored if state.rules >= versions.SAKOKU_CAN_BE_IGNORED else ()
            for seat in (seat for seat in state.order if seat not in spared):
                held = tuple(
                    card for card in state.hands.missions[seat] if state.content.stack_of(card) in JESUITS_DECKS
                )
                if held:
                    decks = tuple(sorted(map(state.content.stack_of, held)))
                    table.emit(JesuitsDiscarded(table.clause, seat, decks, held))  # type: ignore[arg-type]
            table.emit(JesuitsGone(table.clause))


class OpenJesuits(CardEffect, frozen=True, kw_only=True):
    """Put the Missions of the Jesuits at the Harbor, where they can be drawn from now on."""

    suits = ("jesuits",)

    def perform(self, table: YedoTable, deed: Deed) -> None:
        with table.citing("yedo.jesuits.event"):
            table.emit(JesuitsOpened(table.clause))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return state.jesuits == "aside"

    def phrase(self, voice: Voice = LIST) -> str:
        return say("from now on the Missions of the Jesuits can be drawn at the Harbor")

    def is_for_the_board(self) -> bool:
        return True
