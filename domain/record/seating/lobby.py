"""The lobby: what a game remembers while it waits for its players, besides the seating.

Its opener may reserve a free seat, for a player by name or for the holder of an invitation. An invitation is a secret,
of which the record holds the SHA-256; the first player to send it may take the seat, and it cannot be used again. A
reservation stays with its seat until it is withdrawn or replaced, even if the seat is taken and left again.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Self, TypeAlias

import msgspec

from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.record.events import SeatingEvent, SeatTaken
from domain.record.seating.events import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved

SECRET_BYTES = 32
LETTERS = r"[A-Za-z0-9_-]{43}"
"""The pattern of a secret as sent: its bytes in base64url."""


def make_secret(entropy: Callable[[int], bytes]) -> str:
    """Make the secret of an invitation or of a link."""
    return base64.urlsafe_b64encode(entropy(SECRET_BYTES)).decode().rstrip("=")


def digest_secret(secret: str) -> str:
    """Return the stored form of a secret: its SHA-256 in hexadecimal. Nobody can try 256 random bits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def is_digest(text: str) -> bool:
    """Return whether a text can be the digest of a secret."""
    return re.fullmatch("[0-9a-f]{64}", text) is not None


class Reservation(msgspec.Struct, frozen=True):
    """A reservation of a seat: for a player, or otherwise for the holder of an invitation.

    `invitation` is the digest of its secret, None once it was used.
    """

    player: str | None = None
    invitation: str | None = None


class Lobby(msgspec.Struct, frozen=True):
    """The reservations by seat, how often reservations `changed`, who left a seat, and whether the game is cancelled.

    Once a game has started, it has no reservations and remembers nothing of its lobby.
    """

    reservations: tuple[Reservation | None, ...] = ()
    changed: int = 0
    departures: tuple[str, ...] = ()
    cancelled: bool = False

    def reservation(self, seat: int) -> Reservation | None:
        """Return the reservation of a seat; None if there is none."""
        return self.reservations[seat] if seat < len(self.reservations) else None

    def seat_of_invitation(self, digest: str) -> int | None:
        """Return the seat that an unused invitation is for."""
        found = (seat for seat, held in enumerate(self.reservations) if held is not None and held.invitation == digest)
        return next(found, None)

    def is_reserved_for(self, player: str) -> bool:
        """Return whether a seat is reserved for this player by name."""
        return any(held is not None and held.player == player for held in self.reservations)

    def after(self, event: SeatingEvent) -> Self:
        """Return the lobby after one more event."""
        match event:
            case SeatTaken(seat=seat):
                held = self.reservation(seat)
                return self if held is None or held.player is not None else self._with(seat, Reservation())
            case SeatLeft(player=player):
                return msgspec.structs.replace(self, departures=(*self.departures, player))
            case SeatReserved(seat=seat, player=player, invitation=invitation):
                changed = msgspec.structs.replace(self, changed=self.changed + 1)
                return changed._with(seat, Reservation(player, invitation or None))
            case ReservationWithdrawn(seat=seat):
                return msgspec.structs.replace(self, changed=self.changed + 1)._with(seat, None)
            case GameCancelled():
                return msgspec.structs.replace(self, cancelled=True)

    def _with(self, seat: int, held: Reservation | None) -> Self:
        now = (held if place == seat else before for place, before in enumerate(self.reservations))
        return msgspec.structs.replace(self, reservations=tuple(now))


def empty_lobby(seats: int) -> Lobby:
    """Return the lobby of a game that was just opened."""
    return Lobby((None,) * seats)


BySeat: TypeAlias = "tuple[str | None, ...]"
Keys: TypeAlias = tuple[tuple[str, ...], ...]


def change_seat(
    event: SeatTaken | SeatLeft, players: BySeat, entropies: BySeat, keys: Keys
) -> tuple[BySeat, BySeat, Keys]:
    """Return players, their entropies and their keys, by seat, after somebody sat down or got up."""
    seat, taken = event.seat, event if isinstance(event, SeatTaken) else None
    return (
        replace_at(players, seat, taken.player if taken is not None else None),
        replace_at(entropies, seat, (taken.entropy or None) if taken is not None else None),
        replace_at(keys, seat, (taken.keys or ()) if taken is not None else ()),
    )


def seat_names(players: Sequence[str | None]) -> list[str]:
    """Return a name for each seat: its player, with the seat if that player holds several, or just the seat if free.

    People read seats counted from 1.
    """
    return [
        say("seat {seat}", seat=number)
        if player is None
        else say("{who} (seat {seat})", who=player, seat=number)
        if players.count(player) > 1
        else player
        for number, player in enumerate(players, start=1)
    ]
