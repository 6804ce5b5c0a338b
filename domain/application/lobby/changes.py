"""Commands before the start: reserving and leaving seats, and cancelling games that nobody fills."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from domain.application.commands import Decision, Request, event_head, not_yours_error, require_player, say_uncounted
from domain.application.errors import (
    AlreadyStarted,
    NotOpener,
    NotReserved,
    SeatOccupied,
    TooManyChanges,
    Unauthenticated,
)
from domain.application.lobby.answers import Invitation, LobbyAnswer
from domain.application.lobby.seats import cancelled_error
from domain.kernel.language import later
from domain.record.events import link
from domain.record.game import Game
from domain.record.seating.events import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved
from domain.record.seating.lobby import digest_secret

MOST_CHANGES = 200
"""How often the reservations of a game may be changed."""
MOST_DEPARTURES = 10
"""How often a player may leave seats of the same game."""


class SeatWish(msgspec.Struct, frozen=True):
    """A seat to reserve, for a player or otherwise by invitation."""

    seat: int
    player: str | None = None


class Wish(msgspec.Struct, frozen=True):
    """A wish with the secret of its invitation, for use if no player is named."""

    seat: int
    player: str | None
    secret: str


def reserve(game: Game, req: Request, wish: Wish, now: datetime) -> Decision[LobbyAnswer]:
    """Reserve a free seat in place of an earlier reservation.

    Raises Unauthenticated, NotOpener, GameOver, AlreadyStarted, UnknownSeat, SeatOccupied, TooManyChanges.
    """
    require_opener(game, req)
    _require_waiting(game)
    game.check_seat(wish.seat)
    if game.players[wish.seat] is not None:
        raise SeatOccupied(later("Seat {seat} is taken by {player}.", seat=wish.seat, player=game.players[wish.seat]))
    _check_changes(game)
    event = SeatReserved(
        **event_head(game, req, now),
        seat=wish.seat,
        player=wish.player,
        invitation=digest_secret(wish.secret) if wish.player is None else msgspec.UNSET,
        by=req.by,
    )
    secret = wish.secret if wish.player is None else msgspec.UNSET
    return _decide(game, req, link(event, (), game.digest, game.secret), wish.seat, secret)


def reserve_all(game: Game, req: Request, wishes: Sequence[Wish], now: datetime) -> tuple[list[SeatReserved], Game]:
    """Reserve seats while a game is opened; raises UnknownSeat."""
    events: list[SeatReserved] = []
    for wish in wishes:
        decided = reserve(game, req, wish, now)
        events += [event for event in decided.events if isinstance(event, SeatReserved)]
        game = decided.game
    return events, game


def invitations(wishes: Sequence[Wish]) -> tuple[Invitation, ...] | msgspec.UnsetType:
    """Return the invitations among wishes; unset if there are none."""
    return tuple(Invitation(wish.seat, wish.secret) for wish in wishes if wish.player is None) or msgspec.UNSET


def withdraw_reservation(game: Game, req: Request, seat: int, now: datetime) -> Decision[LobbyAnswer]:
    """Withdraw the reservation of a seat, so that anyone may take it; an invitation to it becomes invalid.

    Raises Unauthenticated, NotOpener, GameOver, AlreadyStarted, UnknownSeat, NotReserved, TooManyChanges.
    """
    require_opener(game, req)
    _require_waiting(game)
    game.check_seat(seat)
    if game.lobby.reservation(seat) is None:
        raise NotReserved(later("Seat {seat} is not reserved.", seat=seat))
    _check_changes(game)
    event = ReservationWithdrawn(**event_head(game, req, now), seat=seat, by=req.by)
    return _decide(game, req, link(event, (), game.digest, game.secret), seat)


def leave(game: Game, req: Request, seat: int, now: datetime) -> Decision[LobbyAnswer]:
    """Leave a seat before the game starts, and withdraw what the player added to its seed.

    Raises Unauthenticated, UnknownSeat, GameOver, AlreadyStarted, NotYourSeat, TooManyChanges.
    """
    player = require_player(req)
    game.check_seat(seat)
    _require_waiting(game)
    if game.players[seat] != player:
        raise not_yours_error(game, seat)
    if game.lobby.departures.count(player) >= MOST_DEPARTURES:
        raise TooManyChanges(
            later(
                "You have left this game {most} times, which is all that one may.",
                most=MOST_DEPARTURES,
            )
        )
    event = SeatLeft(**event_head(game, req, now), seat=seat, player=player)
    return _decide(game, req, link(event, (), game.digest, game.secret), seat)


def cancel(game: Game, req: Request, now: datetime) -> Decision[LobbyAnswer]:
    """Cancel a game before it starts, as its opener or the operator.

    Raises Unauthenticated, NotOpener, GameOver, AlreadyStarted.
    """
    require_opener(game, req)
    _require_waiting(game)
    event = GameCancelled(**event_head(game, req, now), by=req.by)
    return _decide(game, req, link(event, (), game.digest, game.secret))


def expire(game: Game, req: Request, now: datetime) -> Decision[LobbyAnswer]:
    """Cancel a game that has waited too long for its players, without a request; raises GameOver, AlreadyStarted."""
    _require_waiting(game)
    event = GameCancelled(**event_head(game, req, now), expired=True)
    return _decide(game, req, link(event, (), game.digest, game.secret))


def require_opener(game: Game, req: Request) -> None:
    """Raise Unauthenticated or NotOpener unless the caller is the opener of the game or the operator."""
    if req.by is None and not req.operator:
        raise Unauthenticated(later("Send your token as `Authorization: Bearer TOKEN`."))
    if not req.operator and req.by != game.opened.opened_by:
        raise NotOpener(
            later("The game was opened by {player}.", player=game.opened.opened_by)
            if game.opened.opened_by
            else later("The game was opened by the operator.")
        )


def _require_waiting(game: Game) -> None:
    if game.status == "cancelled":
        raise cancelled_error()
    if game.status != "waiting":
        raise AlreadyStarted(later("The game has started: its seats are settled."))


def _check_changes(game: Game) -> None:
    if game.lobby.changed >= MOST_CHANGES:
        raise TooManyChanges(later("The reservations of a game may change {most} times.", most=MOST_CHANGES))


def _decide(
    game: Game,
    req: Request,
    event: SeatReserved | ReservationWithdrawn | SeatLeft | GameCancelled,
    seat: int | None = None,
    invitation: str | msgspec.UnsetType = msgspec.UNSET,
) -> Decision[LobbyAnswer]:
    after = game.after(event)
    uncounted = say_uncounted(req, after)
    answer = LobbyAnswer(
        seat=seat, invitation=invitation, version=after.version, status=after.status, uncounted=uncounted
    )
    return Decision([event], after, answer)
