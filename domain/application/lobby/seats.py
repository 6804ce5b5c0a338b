"""Decides who may take which seat of a game that waits for its players."""

from __future__ import annotations

from domain.application.errors import BadInvitation, GameOver, SeatOccupied, SeatReserved
from domain.kernel.errors import Malformed
from domain.kernel.language import later
from domain.record.game import Game
from domain.record.seating.lobby import digest_secret
from domain.record.seed import LONGEST_ENTROPY, is_entropy


def choose_seat(game: Game, player: str, seat: int | None, invitation: str | None) -> int:
    """Return the seat that a player takes: the named one, or otherwise the first that they may take.

    Seats reserved for them come first. Raises GameOver if the game was cancelled, UnknownSeat, SeatOccupied,
    SeatReserved, BadInvitation.
    """
    if game.status == "cancelled":
        raise cancelled_error()
    if invitation is not None:
        return _invited_seat(game, seat, invitation)
    if seat is None:
        return _first_seat(game, player)
    game.check_seat(seat)
    if game.players[seat] is not None:
        raise SeatOccupied(later("Seat {seat} is taken by {player}.", seat=seat, player=game.players[seat]))
    held = game.lobby.reservation(seat)
    if held is None or held.player == player:
        return seat
    if held.player is not None:
        raise SeatReserved(later("Seat {seat} is reserved for {player}.", seat=seat, player=held.player))
    raise SeatReserved(later("Seat {seat} is reserved by an invitation: send its secret as `invitation`.", seat=seat))


def _invited_seat(game: Game, seat: int | None, invitation: str) -> int:
    if seat is not None:
        game.check_seat(seat)
    found = game.lobby.seat_of_invitation(digest_secret(invitation))
    if found is None or seat not in (None, found):
        why = (
            later(
                "This is not an invitation for a seat of this game, or it was used, withdrawn or replaced; ask "
                "the opener for a new one."
            )
            if seat is None
            else later(
                "This is not an invitation for seat {seat}, or it was used, withdrawn or replaced; ask the "
                "opener for a new one.",
                seat=seat,
            )
        )
        raise BadInvitation(why, pointer="/invitation")
    return found


def _first_seat(game: Game, player: str) -> int:
    free = [seat for seat, taken in enumerate(game.players) if taken is None]
    if not free:
        raise SeatOccupied(later("Every seat of this game is taken."))
    held = {seat: game.lobby.reservation(seat) for seat in free}
    own = [seat for seat, found in held.items() if found is not None and found.player == player]
    found = [*own, *(seat for seat in free if held[seat] is None)]
    if not found:
        raise SeatReserved(later("Every free seat of this game is reserved for somebody else, or by an invitation."))
    return found[0]


def cancelled_error() -> GameOver:
    """Return the error for a cancelled game, in which nothing can happen."""
    return GameOver(later("The game was cancelled before it started."))


def check_entropy(game: Game, entropy: str) -> None:
    """Raise Malformed unless a player can add this text to the seed of a game."""
    if not is_entropy(entropy):
        raise Malformed(
            later("Entropy is 1 to {most} characters, without control characters.", most=LONGEST_ENTROPY),
            pointer="/entropy",
        )
    if not game.opened.derivation:
        raise Malformed(later("This game was opened before players could add entropy to its seed."), pointer="/entropy")
