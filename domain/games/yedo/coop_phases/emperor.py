"""The Emperor Cards, and the Event Phase of Shogun Must Die.

Face-down cards are drawn only when they are turned up (yedo.coop.emperor-separate).
"""

from __future__ import annotations

from domain.games.yedo import draws
from domain.games.yedo.effects.lasting import end_closures
from domain.games.yedo.facts.coop.emperor import EmperorEventBegan
from domain.games.yedo.phases.events import EventPhase, closure_clause
from domain.games.yedo.printed.emperor_entries import EmperorColour
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, Step, do
from domain.games.yedo.verbs.holding import describe_unless_ids
from domain.games.yedo.verbs.table import YedoTable


def draw_emperor(table: YedoTable, colour: EmperorColour) -> Card:
    """Draw a card of a colour and turn it up for everyone.

    The face-down cards of Winning Conditions are also unseen, so any unseen card may be drawn.
    """
    [card] = table.chance.pick(draws.EMPEROR_CARD.about(colour), unseen(table.state, colour))
    return card


def unseen(state: YedoState, colour: EmperorColour) -> tuple[Card, ...]:
    """Return the Emperor Cards of a colour that nobody has seen in this game, sorted."""
    seen = state.coop_board.seen
    return tuple(card for card in state.content.emperor_of[colour] if card not in seen)


class EmperorEventPhase(EventPhase, frozen=True, gc=False):
    """The Event Phase against the Daimyo: first the Market, as always, then the Emperor's Event, finally modules."""

    clause = "yedo.coop.event-market"

    def event(self) -> Step:
        return CarryOutEvent()


class CarryOutEvent(Step, frozen=True, gc=False):
    """Reopen what the previous Event closed, and carry out the Event of the card on Upcoming Errand.

    It affects all players in Player Order, without a Blessing (yedo.coop.event-no-blessing). A player who cannot pay a
    penalty in full pays what they have (yedo.coop.event-partial).
    """

    clause = "yedo.coop.event-emperor"

    def run(self, table: YedoTable) -> None:
        with table.citing(closure_clause(table.state)):
            end_closures(table)
        card = table.state.coop_board.upcoming
        assert card is not None
        effects = table.state.content.emperor_cards[card].event
        table.emit(EmperorEventBegan(table.clause, card, describe_unless_ids(table.state, effects)))
        first = table.state.order[0]
        do(table, Deed(first, first, self.clause, card), effects)
