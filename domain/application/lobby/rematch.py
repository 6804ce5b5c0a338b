"""Rematches: the same people play the same game again, each one place further in the order of the first.

The id of a rematch follows from that of its game, so every player who asks gets the same new game, even from several
processes at once: the store accepts only the first opening with an id. A cancelled rematch makes room for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from uuid import UUID, uuid5

import msgspec

from domain.application.commands import Request, require_player
from domain.application.errors import NotOver, NotSeated, TooManyChanges
from domain.application.lobby.changes import SeatWish
from domain.application.lobby.opening import Opening
from domain.kernel.language import later
from domain.record.game import Game

P = TypeVar("P")

MOST_REMATCHES = 10
"""How many rematches of a game may be opened in all, including cancelled ones."""


def list_rematch_ids(game: UUID) -> list[UUID]:
    """Return the ids of the rematches of a game, in the order of their opening."""
    return [uuid5(game, f"rematch {number}") for number in range(1, MOST_REMATCHES + 1)]


def check_rematch(game: Game, req: Request) -> None:
    """Raise Unauthenticated, NotOver or NotSeated unless the caller has played this game and it is over."""
    player = require_player(req)
    if player not in game.players:
        raise NotSeated(later("Only those who played this game can ask for a rematch."))
    if game.status == "cancelled":
        raise NotOver(later("The game was cancelled before it began; open another one."))
    if game.result is None:
        raise NotOver(later("The game still runs: a rematch can be asked for when it is over."))


def describe_rematch(game: Game, number: int, link: str | msgspec.UnsetType) -> Opening:
    """Return the game to open as the rematch of this number, from 0; raises TooManyChanges beyond the last."""
    ids = list_rematch_ids(game.id)
    if number >= len(ids):
        raise TooManyChanges(
            later("{most} rematches of this game were cancelled; open another game.", most=MOST_REMATCHES)
        )
    opened = game.opened
    options = msgspec.json.decode(opened.options)
    rated = opened.rated is not False
    return Opening(opened.ruleset, options, opened.seats, None, opened.unlisted, link, ids[number], rated)


def rotate(seated: Sequence[P]) -> list[P]:
    """Return who sits where in the next game: each moves up one seat, the first to the last seat.

    So the second player begins the next game, and neighbours stay neighbours.
    """
    return [*seated[1:], *seated[:1]]


def rotate_seats(players: Sequence[str | None], exists: Callable[[str], bool]) -> list[SeatWish]:
    """Return the seats to reserve. Anyone may take the seat of a player who does not exist."""
    seated = enumerate(rotate(players))
    return [SeatWish(seat, player) for seat, player in seated if player is not None and exists(player)]
