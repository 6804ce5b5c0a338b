"""Finds the viewer of the current call; a look at what the game hides from the caller is recorded first."""

from __future__ import annotations

from uuid import UUID

from api.flask_app import current_request
from api.requests.identity import Asker
from api.requests.services import games, services
from domain.application.looking import Looker
from domain.kernel.audience import Viewer

SEEN = ["unknown-game", "unknown-seat", "not-your-seat", "arbiter-plays", "nothing-to-judge"]
"""The problems of calls that show a game from a chosen point of view."""


def find_viewer(by: Asker, game_id: UUID, as_: str | None) -> Viewer:
    """Return the viewer for a caller: by default, the caller's own seats.

    Raises UnknownGame, UnknownSeat, Malformed, and NotYourSeat, ArbiterPlays or NothingToJudge for those who may not.
    """
    # Only a caller who asks to see more may be looking as an arbiter, so only then is the database queried.
    return games().queries.viewer(game_id, by.player, as_, looker(by) if as_ is not None else None)


def looker(by: Asker) -> Looker:
    """Return the caller as someone who may ask to see hidden information."""
    arbiter = is_arbiter(by)
    sent = current_request()
    return Looker(by.player, by.operator, arbiter, f"{sent.method} {sent.path}", sent.request_id)


def is_arbiter(by: Asker) -> bool:
    """Return whether the caller is a player whom the operator has appointed as arbiter."""
    return by.player is not None and services().parts.arbiters.is_arbiter(by.player)
