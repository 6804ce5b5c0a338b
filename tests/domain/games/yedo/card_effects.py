"""Shared by the tests of effects: a card of a seat, or an Event, does effects, and then seat 2 is asked something."""

from __future__ import annotations

from domain.games.yedo.effects.combining import TakeOffer
from domain.games.yedo.effects.goods import Mon
from domain.games.yedo.printed.vocabulary import AnyEffect
from domain.games.yedo.verbs.asking import Deed, deed_of
from tests.domain.games.yedo.game import Position

CLAUSE = "yedo.components.action-anatomy"
EVENT = "rice-ships"
later = TakeOffer(seat=2, deed=deed_of(2, CLAUSE), effects=(Mon(amount=1),))
ONE_MON = (Mon(amount=1),)


def doing(game: Position, *effects: AnyEffect, seat: int = 0, source: str = "") -> Position:
    """Let a seat do effects of a card, up to a question; at the end seat 2 is asked something."""
    return game.effects(seat, *effects, source=source, then=(later,))


def event(game: Position, *effects: AnyEffect) -> Position:
    """Let an Event do effects."""
    first = game.state.order[0]
    return game.with_state(event=EVENT).doing(Deed(first, first, CLAUSE, EVENT), *effects, then=(later,))
