"""Seats that an opener wants to reserve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from api.problems import malformed
from api.requests.services import services
from domain.application.errors import UnknownPlayer
from domain.application.lobby.changes import SeatWish
from domain.kernel.language import later


def read_wishes(sent: Sequence[dict[str, Any]]) -> list[SeatWish]:
    """Read the seats to reserve from the member `reserved` of a body.

    Raises UnknownPlayer, and ApiError malformed if a seat is named twice.
    """
    wishes: list[SeatWish] = []
    for place, one in enumerate(sent):
        if any(wish.seat == one["seat"] for wish in wishes):
            raise malformed(later("This seat is named more than once."), pointer=f"/reserved/{place}/seat")
        wishes.append(read_wish(one, f"/reserved/{place}"))
    return wishes


def read_wish(sent: dict[str, Any], place: str = "") -> SeatWish:
    """Read a seat to reserve from the object at `place` in a body; raises UnknownPlayer."""
    wish = SeatWish(sent["seat"], sent["player"])
    if wish.player is not None and not services().parts.players.exists(wish.player):
        raise UnknownPlayer(later("Nobody is called {player!r}.", player=wish.player), pointer=f"{place}/player")
    return wish
