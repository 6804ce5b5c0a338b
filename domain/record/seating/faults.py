"""The reasons why an event cannot follow while a game waits for its players."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.language import say
from domain.record.events import SeatingEvent, SeatTaken
from domain.record.game import Game
from domain.record.seating.events import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved
from domain.record.seating.lobby import is_digest
from domain.record.seed import is_entropy


def find_seating_fault(game: Game, event: SeatingEvent) -> str | None:
    """Return why an event cannot follow the game as it was before it; None if it can."""
    if not isinstance(event, GameCancelled) and not 0 <= event.seat < game.opened.seats:
        return say("the game has no seat {seat}", seat=event.seat)
    return next(_faults(game, event), None)


def _faults(game: Game, event: SeatingEvent) -> Iterator[str]:
    if game.lobby.cancelled:
        yield say("the game was cancelled")
    if isinstance(event, SeatTaken | SeatReserved) and game.players[event.seat] is not None:
        yield say("seat {seat} is taken already", seat=event.seat)
    if None not in game.players:
        yield say("all seats of the game are taken: it starts")
    match event:
        case SeatReserved() | ReservationWithdrawn() | GameCancelled() if event.by not in (None, game.opened.opened_by):
            yield say("{player!r} did not open the game", player=event.by)
        case SeatTaken():
            yield from _faults_of_seat_taken(game, event)
        case SeatLeft(seat=seat, player=player) if game.players[seat] != player:
            yield say("seat {seat} is not that of {player!r}", seat=seat, player=player)
        case SeatReserved(player=player, invitation=invitation):
            if (player is None) != bool(invitation):
                yield say("a seat is reserved either for a player or by an invitation")
            if invitation and not is_digest(invitation):
                yield say("the invitation is not the digest of a secret")
        case ReservationWithdrawn(seat=seat) if game.lobby.reservation(seat) is None:
            yield say("seat {seat} is not reserved", seat=seat)
        case GameCancelled(by=by, expired=expired) if expired and by is not None:
            yield say("a game that expires is cancelled by nobody")


def _faults_of_seat_taken(game: Game, event: SeatTaken) -> Iterator[str]:
    held = game.lobby.reservation(event.seat)
    if held is not None and held.player not in (None, event.player):
        yield say("seat {seat} is reserved for {player}", seat=event.seat, player=held.player)
    if held is not None and held.player is None and held.invitation is None:
        yield say("the invitation for seat {seat} was used before", seat=event.seat)
    if isinstance(event.entropy, str) and not (is_entropy(event.entropy) and game.opened.derivation):
        yield say("this entropy cannot be added to the seed of the game")
