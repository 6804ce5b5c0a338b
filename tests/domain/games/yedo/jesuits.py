"""Games with the module Jesuits Bidding, for its tests."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.phases.acting import ActionPhase
from domain.games.yedo.phases.events import EventPhase
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.course import course_of
from domain.kernel.multiset import without
from tests.domain.games.yedo.game import CONTENT, Position, given
from tests.support.states import with_fields

OPTIONS = {"rounds": 8, "sets": "classic", "jesuits": True}
MISSIONS = CONTENT.missions_of["jesuits"]
BELL, KEY = "a-bell-for-the-harbor", "the-reliquary-key"
ARRIVE, SAKOKU = "the-jesuits-arrive", "sakoku"


def jesuits(seats: int = 3, jesuits: str = "open", **fields: object) -> Position:
    """Return a game with the module, whose Missions are set aside or at the Harbor."""
    past = (ARRIVE,) if jesuits == "open" else ()
    game = given(seats, options=OPTIONS, past_events=past, **fields).with_state(jesuits=jesuits)
    if not past:
        game = Position(with_fields(game.state))
        pile = game.state.pile("events")
        game.state.put_pile("events", replace(pile, rest=tuple(sorted((*pile.rest, ARRIVE)))))
    return game


def holding(game: Position, seat: int, *missions: str) -> Position:
    """Give a seat Missions of the Jesuits from their decks."""
    state = with_fields(game.state)
    for mission in missions:
        deck = CONTENT.stack_of(mission)
        pile = state.pile(deck)
        state.put_pile(deck, replace(pile, rest=without(pile.rest, mission)))
        state.put_hand(seat, deck, tuple(sorted((*state.hands.missions[seat], mission))))
    return Position(state)


def check_conserved(state: YedoState) -> None:
    """Check that every Mission and every Event is in one place."""
    for things in ("Event Cards", "Missions", "the Missions of the Jesuits"):
        assert course_of(state).laws[f"conservation of {things}"](state), things


def acting(game: Position) -> Position:
    """Begin the Actions Phase."""
    return game.asking(ActionPhase()).running()


def revealed(game: Position) -> Position:
    """Carry out an Event Phase."""
    return game.with_state(phase="event").asking(EventPhase(), LastCall(seat=0)).running()
