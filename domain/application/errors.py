"""The errors of commands and queries, named as in the API, but without HTTP; see `KifuError`."""

from __future__ import annotations

from domain.kernel.errors import KifuError, NotFound
from domain.kernel.language import Later


class UnknownGame(NotFound):
    code = "unknown-game"


class UnknownStep(NotFound):
    code = "unknown-step"


class UnknownClause(NotFound):
    code = "unknown-clause"


class UnknownPlayer(NotFound):
    code = "unknown-player"


class Unauthenticated(KifuError):
    code = "unauthenticated"


class NotYourSeat(KifuError):
    code = "not-your-seat"


class NotBot(KifuError):
    """Only an account marked as a bot may ask this, since the answer would give people an unfair advantage."""

    code = "not-bot"


class HasResigned(KifuError):
    """The player on the seat has resigned while the others play on, so that nobody moves or speaks for it."""

    code = "has-resigned"


class TooLate(KifuError):
    """The time of the seat had run out."""

    code = "too-late"


class NotYourTurn(KifuError):
    code = "not-asked"


class GameOver(KifuError):
    code = "game-over"


class GameNotStarted(KifuError):
    code = "not-started"


class SeatOccupied(KifuError):
    code = "seat-taken"


class SeatReserved(KifuError):
    code = "seat-reserved"


class BadInvitation(KifuError):
    code = "bad-invitation"


class NotOver(KifuError):
    code = "not-over"


class NotSeated(KifuError):
    code = "not-seated"


class NotOpener(KifuError):
    code = "not-opener"


class AlreadyStarted(KifuError):
    code = "already-started"


class NotReserved(KifuError):
    code = "not-reserved"


class NoLink(KifuError):
    code = "no-link"


class TooManyChanges(KifuError):
    code = "too-many-changes"


class NameTaken(KifuError):
    code = "name-taken"


class NameReserved(KifuError):
    code = "name-reserved"


class TokenShown(KifuError):
    code = "token-shown"


class UnknownToken(NotFound):
    code = "unknown-token"


class TooManyTokens(KifuError):
    code = "too-many-tokens"


class LastToken(KifuError):
    code = "last-token"


class WrongCode(KifuError):
    code = "wrong-code"


class CannotTakeBack(KifuError):
    code = "cannot-take-back"


class UnknownDispute(NotFound):
    code = "unknown-dispute"


class AlreadyDisputed(KifuError):
    code = "already-disputed"


class TooManyDisputes(KifuError):
    code = "too-many-disputes"


class TooManyGames(KifuError):
    code = "too-many-games"


class DisputeClosed(KifuError):
    code = "dispute-closed"


class CannotAnnul(KifuError):
    code = "cannot-annul"


class TooManyMessages(KifuError):
    code = "too-many-messages"


class TalkClosed(KifuError):
    code = "talk-closed"


class TooManyRequests(KifuError):
    code = "too-many-requests"

    def __init__(self, detail: Later, seconds: int) -> None:
        """`seconds` is how long to wait."""
        super().__init__(detail)
        self.seconds = seconds


class NotOperator(KifuError):
    code = "not-operator"


class NotArbiter(KifuError):
    code = "not-arbiter"


class ArbiterPlays(KifuError):
    code = "arbiter-plays"


class NothingToJudge(KifuError):
    code = "nothing-to-judge"


class UnknownArbiter(NotFound):
    code = "unknown-arbiter"


class Paused(KifuError):
    code = "paused"


class VersionConflict(KifuError):
    code = "version-conflict"


class KeyRequired(KifuError):
    code = "key-required"


class SignatureRequired(KifuError):
    code = "signature-required"


class WrongSignature(KifuError):
    code = "wrong-signature"


class BadProof(KifuError):
    code = "bad-proof"


class UnknownKey(NotFound):
    code = "unknown-key"


class KeyTaken(KifuError):
    code = "key-taken"


class TooManyKeys(KifuError):
    code = "too-many-keys"


class Illegal(KifuError):
    code = "illegal-move"


class BadOption(KifuError):
    code = "bad-options"


class KeyReused(KifuError):
    code = "key-reused"


class KeyExpired(KifuError):
    """An idempotency key was used so long ago that the answer is gone."""

    code = "key-expired"


class GameExists(KifuError):
    code = "game-exists"


class UnknownPartition(NotFound):
    code = "unknown-partition"


class UnknownCheckpoint(NotFound):
    code = "unknown-checkpoint"


class UnknownTile(NotFound):
    code = "unknown-tile"


class NotCovered(KifuError):
    code = "not-covered"


class UnknownSeek(NotFound):
    code = "unknown-seek"


class NotSeeker(KifuError):
    code = "not-seeker"


class SeekMatched(KifuError):
    code = "seek-matched"


class TooManySeeks(KifuError):
    code = "too-many-seeks"


class Muted(KifuError):
    code = "muted"


class Suspended(KifuError):
    code = "suspended"


class ArbiterConcerned(KifuError):
    code = "arbiter-concerned"


class UnknownMessage(NotFound):
    code = "unknown-message"


class UnknownReport(NotFound):
    code = "unknown-report"


class UnknownMeasure(NotFound):
    code = "unknown-measure"


class AlreadyReported(KifuError):
    code = "already-reported"


class TooManyReports(KifuError):
    code = "too-many-reports"


class ReportClosed(KifuError):
    code = "report-closed"


class AlreadyDecided(KifuError):
    code = "already-decided"


class UnknownWebhook(NotFound):
    code = "unknown-webhook"


class TooManyWebhooks(KifuError):
    code = "too-many-webhooks"


class OnlyForPlayers(KifuError):
    """A guest asked for what only players with a name of their own have."""

    code = "guest"
