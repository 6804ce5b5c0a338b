"""What is known before the end of a game about whether its result will count for its players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.language import say
from domain.record.game import Game

Uncounted: TypeAlias = Literal["teaching", "branch", "unlisted", "imported", "one-player", "several-seats", "too-short"]
"""Why a result does not count.

`teaching`: the chance of the game was known beforehand. `branch`: others may have played part of it. `unlisted`: it is
in no list. `imported`: the operator does not vouch for the keys of its receipts. `one-player`: one player held all
seats. `several-seats`: one player held more than one. `too-short`: a seat had not moved twice when the game ended.
"""


class NotCounted(msgspec.Struct, frozen=True):
    """Why the result of a game will count for no rating and no leaderboard."""

    why: Annotated[Uncounted, Meta(description="The reason, for programs.")]
    words: Annotated[str, Meta(description="The reason in words.")]


Foreseen: TypeAlias = Annotated[
    NotCounted | msgspec.UnsetType,
    Meta(
        description="Why the result will count for no rating and no leaderboard, as far as is known; missing if it may."
    ),
]


def foresee_uncounted(game: Game) -> NotCounted | msgspec.UnsetType:
    """Return why the result of a game will not count, even before all its seats are taken.

    Unset if it may count, and for a cancelled game, which has no result.
    """
    opened = game.opened
    if game.lobby.cancelled:
        return msgspec.UNSET
    if opened.teaching:
        return NotCounted(
            "teaching",
            say(
                "The game was opened with a known seed, so its result will count for no rating and no list of winners."
            ),
        )
    if opened.branch:
        return NotCounted(
            "branch",
            say("The game continues another one, so its result will count for no rating and no list of winners."),
        )
    if opened.unlisted:
        return NotCounted(
            "unlisted", say("The game is unlisted, so its result will count for no rating and no list of winners.")
        )
    holders = [_holder(game, seat) for seat in range(opened.seats)]
    if opened.seats == 1:
        return NotCounted(
            "one-player",
            say("One player holds all seats, so the result will count for no rating and no list of winners."),
        )
    repeated = _find_repeated(holders)
    if repeated is None:
        return msgspec.UNSET
    if set(holders) == {repeated}:
        return NotCounted(
            "one-player",
            say(
                "{player} holds all seats, so the result will count for no rating and no list of winners.",
                player=repeated,
            ),
        )
    return NotCounted(
        "several-seats",
        say(
            "{player} has several seats, so the result will count for no rating and no list of winners.",
            player=repeated,
        ),
    )


def _holder(game: Game, seat: int) -> str | None:
    """Return the player of a seat, or the one for whom it is reserved; None for anybody."""
    held = game.lobby.reservation(seat)
    return game.players[seat] or (held.player if held is not None else None)


def _find_repeated(holders: Sequence[str | None]) -> str | None:
    """Return the first player who has a second seat; None if nobody has."""
    names = [name for name in holders if name is not None]
    return next((name for place, name in enumerate(names) if name in names[:place]), None)
