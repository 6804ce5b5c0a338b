"""What a seek wants: kinds of games that somebody would play, and with whom."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from domain.application.errors import BadOption
from domain.kernel.options import BadOptions
from domain.kernel.rulesets import Rulesets
from domain.rows import SeekRow

MOST_SEEKS = 10
"""How many open seeks a player may have."""
MOST_GAMES = 10
"""How many kinds of games a seek may name."""
LONGEST_MINUTES = 7 * 24 * 60
"""How long a seek may stay open."""
FARTHEST = 50
"""The greatest distance of ratings that a seek may ask for; few ratings are outside of 0 to 50."""

SeekStatus: TypeAlias = Literal["open", "matched", "withdrawn", "expired"]


class SoughtGame(msgspec.Struct, frozen=True):
    """A kind of game that somebody would play: a ruleset, numbers of seats, the dearest first, and options as sent."""

    ruleset: str
    seats: tuple[int, ...]
    options: dict[str, Any] = {}


class Wanted(msgspec.Struct, frozen=True):
    """What somebody seeks: games, the dearest first, whether they are rated, and with whom.

    `rating_within` is how far the rating of each other player may be from the seeker's own, None for any.
    """

    games: tuple[SoughtGame, ...]
    rated: bool = True
    rating_within: int | None = None


def read_wanted(stored: str) -> Wanted:
    """Read what a stored seek wants."""
    return msgspec.json.decode(stored, type=Wanted)


def find_status(seek: SeekRow, now: datetime) -> SeekStatus:
    """Return what has become of a seek."""
    if seek.game is not None:
        return "matched"
    if seek.ended_at is not None:
        return "withdrawn"
    return "open" if now < seek.until else "expired"


class GameKind(msgspec.Struct, frozen=True):
    """Games that are alike: of one ruleset, for one number of players, with the same settled options, rated or not."""

    ruleset: str
    seats: int
    options: bytes
    rated: bool


def list_kinds(wanted: Wanted, rulesets: Rulesets) -> tuple[GameKind, ...]:
    """Return the kinds of games that somebody seeks, the dearest first.

    Raises UnknownRuleset, and BadOption with a pointer into the request.
    """
    return tuple(
        _find_kind(game, seats, wanted.rated, rulesets, f"/games/{place}")
        for place, game in enumerate(wanted.games)
        for seats in game.seats
    )


def _find_kind(game: SoughtGame, seats: int, rated: bool, rulesets: Rulesets, place: str) -> GameKind:
    ruleset = rulesets[game.ruleset]
    try:
        options = ruleset.parse_options(game.options)
        ruleset.check_opening(options, seats)
        settled = ruleset.settle_options(options, seats)
    except BadOptions as error:
        cited = {} if error.clause is None else {"clause": error.clause}
        raise BadOption(error.why, pointer=place + error.pointer, **cited) from None
    return GameKind(ruleset.id, seats, msgspec.json.encode(settled), rated)
