"""What can be wrong with a request, in the words of the HTTP contract; knows no HTTP.

`code` is the machine's word for it, `title` the same for all errors of a kind, `detail` says what was wrong here and
`extra` holds what else helps, as JSON values.
"""

from __future__ import annotations

from typing import ClassVar


class KifuError(Exception):
    """A request that cannot be carried out; nothing has changed."""

    code: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, detail: str, **extra: object) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extra = extra


class NotFound(KifuError):
    """Something that is named does not exist."""


class UnknownGame(NotFound):
    code = "unknown-game"
    title = "There is no such game"


class UnknownStep(NotFound):
    code = "unknown-step"
    title = "The game has no such step"


class UnknownSeat(NotFound):
    code = "unknown-seat"
    title = "The game has no such seat"


class UnknownRuleset(NotFound):
    code = "unknown-ruleset"
    title = "There is no such ruleset"


class UnknownClause(NotFound):
    code = "unknown-clause"
    title = "The rulebook has no such clause"


class UnknownPlayer(NotFound):
    code = "unknown-player"
    title = "There is no such player"


class Unauthenticated(KifuError):
    code = "unauthenticated"
    title = "Nobody is signed in"


class NotYourSeat(KifuError):
    code = "not-your-seat"
    title = "This seat is not yours"


class NotYourTurn(KifuError):
    code = "not-asked"
    title = "The game is waiting for another seat"


class GameOver(KifuError):
    code = "game-over"
    title = "The game is over"


class GameNotStarted(KifuError):
    code = "not-started"
    title = "The game is waiting for players"


class SeatOccupied(KifuError):
    code = "seat-taken"
    title = "The seat is taken"


class NameTaken(KifuError):
    code = "name-taken"
    title = "The name is taken"


class CannotTakeBack(KifuError):
    code = "cannot-take-back"
    title = "The move can no longer be taken back"


class UnknownDispute(NotFound):
    code = "unknown-dispute"
    title = "The game has no such dispute"


class AlreadyDisputed(KifuError):
    code = "already-disputed"
    title = "You dispute this step already"


class TooManyDisputes(KifuError):
    code = "too-many-disputes"
    title = "You have raised too many disputes"


class DisputeClosed(KifuError):
    code = "dispute-closed"
    title = "The dispute is closed"


class CannotAnnul(KifuError):
    code = "cannot-annul"
    title = "The game cannot go back to before this step"


class NotArbiter(KifuError):
    code = "not-arbiter"
    title = "Only the arbiter may do this"


class Paused(KifuError):
    code = "paused"
    title = "The game waits for the arbiter"


class VersionConflict(KifuError):
    code = "version-conflict"
    title = "The game has moved on"


class Malformed(KifuError):
    code = "malformed"
    title = "The request cannot be read"


class Illegal(KifuError):
    code = "illegal-move"
    title = "The rules do not allow this move"


class BadOption(KifuError):
    code = "bad-options"
    title = "The game cannot be played with these options"


class KeyReused(KifuError):
    code = "key-reused"
    title = "The idempotency key belongs to another request"


class DamagedRecord(KifuError):
    code = "damaged-record"
    title = "The record of this game was changed"


class GameExists(KifuError):
    code = "game-exists"
    title = "There is another game with this id"


class UnknownPartition(NotFound):
    code = "unknown-partition"
    title = "The feed has no such partition"


class UnknownCheckpoint(NotFound):
    code = "unknown-checkpoint"
    title = "There is no such checkpoint"


class NotCovered(KifuError):
    code = "not-covered"
    title = "No checkpoint covers this step yet"


class ContentMissing(KifuError):
    code = "content-missing"
    title = "The content pack of this game is not installed"
