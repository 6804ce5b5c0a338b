"""Whether the result of a game counts for its players, as far as is known before the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Protocol, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.language import say
from domain.record.game import Game

Uncounted: TypeAlias = Literal[
    "teaching", "branch", "unlisted", "unrated", "imported", "one-player", "several-seats", "too-short"
]
"""Why a result does not count.

`teaching`: the chance of the game was known beforehand. `branch`: others may have played part of it. `unlisted`: it is
in no list. `unrated`: it was opened so. `imported`: the operator does not vouch for the keys of its receipts.
`one-player`: one player held all seats. `several-seats`: one player held more than one. `too-short`: a seat had not
moved twice when the game ended.
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


class Opening(Protocol):
    """What is known of a game from its opening on."""

    @property
    def teaching(self) -> bool: ...

    @property
    def branch(self) -> object: ...

    @property
    def unlisted(self) -> bool: ...

    @property
    def rated(self) -> bool | msgspec.UnsetType: ...


def why_by_opening(opening: Opening) -> Uncounted | None:
    """Return why the result of a game that was opened so does not count; None if it may."""
    if opening.teaching:
        return "teaching"
    if opening.branch:
        return "branch"
    if opening.unlisted:
        return "unlisted"
    return "unrated" if opening.rated is False else None


def why_by_players(players: Sequence[str | None]) -> Uncounted | None:
    """Return why the result of a game of these players by seat (None: free) does not count; None if it may."""
    seated = [player for player in players if player is not None]
    if len(players) == 1 or (len(seated) == len(players) and len(set(seated)) == 1):
        return "one-player"
    return "several-seats" if len(set(seated)) < len(seated) else None


def foresee_uncounted(game: Game) -> NotCounted | msgspec.UnsetType:
    """Return why the result of a game will not count, even before all its seats are taken.

    Unset if it may count, and for a cancelled game, which has no result.
    """
    if game.lobby.cancelled:
        return msgspec.UNSET
    holders = [_holder(game, seat) for seat in range(game.opened.seats)]
    why = why_by_opening(game.opened) or why_by_players(holders)
    return NotCounted(why, _say_why(why, holders)) if why is not None else msgspec.UNSET


def _say_why(why: Uncounted, holders: Sequence[str | None]) -> str:
    match why:
        case "teaching":
            return say(
                "The game was opened with a known seed, so its result will count for no rating and no list of winners."
            )
        case "branch":
            return say("The game continues another one, so its result will count for no rating and no list of winners.")
        case "unlisted":
            return say("The game is unlisted, so its result will count for no rating and no list of winners.")
        case "unrated":
            return say("The game is unrated, so its result will count for no rating and no list of winners.")
    player = _find_repeated(holders)
    if player is None:
        return say("One player holds all seats, so the result will count for no rating and no list of winners.")
    if why == "one-player":
        return say(
            "{player} holds all seats, so the result will count for no rating and no list of winners.", player=player
        )
    return say(
        "{player} has several seats, so the result will count for no rating and no list of winners.", player=player
    )


def _holder(game: Game, seat: int) -> str | None:
    """Return the player of a seat, or the one for whom it is reserved; None for anybody."""
    held = game.lobby.reservation(seat)
    return game.players[seat] or (held.player if held is not None else None)


def _find_repeated(holders: Sequence[str | None]) -> str | None:
    """Return the first player who has a second seat; None if nobody has."""
    names = [name for name in holders if name is not None]
    return next((name for place, name in enumerate(names) if name in names[:place]), None)
