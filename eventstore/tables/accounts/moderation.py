"""Reports to the arbiters, and measures against players and messages, each told to its player in the account log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from eventsourcing.persistence import IntegrityError
from psycopg import Connection
from psycopg.rows import DictRow, TupleRow, tuple_row

from domain.rows import FirstAnswer, MeasureRow, ModerationCount, ReportRow
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables import answers
from eventstore.tables.accounts.places import Place

REPORT = "id, reporter, player, game_id, message, reason, words, at, closed_at, arbiter, upheld, answer"
MEASURE = (
    "id, kind, player, game_id, message, report, arbiter, words, at, until, "
    "appealed_at, appeal, decided_at, decided_by, answer, lifted"
)
NEWEST = (
    "AND (%b::timestamptz IS NULL OR (at, id) < (%b::timestamptz, %b::uuid)) ORDER BY at DESC, id DESC LIMIT %b::bigint"
)
IN_FORCE = "NOT lifted AND (until IS NULL OR until > now())"
# The seed of the hash keeps these locks apart from others.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%b::text, 86))"
OPEN_OF_REPORTER = f"SELECT {REPORT} FROM kifu.report WHERE reporter = %b::text AND closed_at IS NULL"  # noqa: S608
INSERT_REPORT = (
    "INSERT INTO kifu.report (id, reporter, player, game_id, message, reason, words, at) VALUES "
    "(%b::uuid, %b::text, (SELECT name FROM kifu.player WHERE name = %b::text), "
    "%b::uuid, %b::bigint, %b::text, %b::text, %b::timestamptz)"
)
FIND_REPORT = f"SELECT {REPORT} FROM kifu.report WHERE id = %b::uuid"  # noqa: S608
REPORTS = f"SELECT {REPORT} FROM kifu.report WHERE (%b::boolean IS NULL OR (closed_at IS NULL) = %b::boolean) {NEWEST}"  # noqa: S608
OF_REPORTER = f"SELECT {REPORT} FROM kifu.report WHERE reporter = %b::text {NEWEST}"  # noqa: S608
CLOSE = (
    "UPDATE kifu.report SET closed_at = %b::timestamptz, arbiter = %b::text, upheld = %b::boolean, answer = %b::text "
    "WHERE id = %b::uuid AND closed_at IS NULL RETURNING reporter"
)
INSERT_MEASURE = (
    "INSERT INTO kifu.measure (id, kind, player, game_id, message, report, arbiter, words, at, until) VALUES "
    "(%b::uuid, %b::text, (SELECT name FROM kifu.player WHERE name = %b::text), %b::uuid, %b::bigint, %b::uuid, "
    "%b::text, %b::text, %b::timestamptz, %b::timestamptz)"
)
FIND_MEASURE = f"SELECT {MEASURE} FROM kifu.measure WHERE id = %b::uuid"  # noqa: S608
MEASURES = (
    f"SELECT {MEASURE} FROM kifu.measure WHERE "  # noqa: S608
    f"(NOT %b::boolean OR (appealed_at IS NOT NULL AND decided_at IS NULL)) {NEWEST}"
)
OF_PLAYER = f"SELECT {MEASURE} FROM kifu.measure WHERE player = %b::text {NEWEST}"  # noqa: S608
STANDING = (
    f"SELECT {MEASURE} FROM kifu.measure WHERE player = %b::text AND kind <> 'hide' AND {IN_FORCE} "  # noqa: S608
    "ORDER BY until DESC NULLS FIRST, id"
)
HIDDEN = "SELECT message FROM kifu.measure WHERE kind = 'hide' AND NOT lifted AND game_id = %b::uuid"
APPEAL = (
    "UPDATE kifu.measure SET appealed_at = %b::timestamptz, appeal = %b::text "
    "WHERE id = %b::uuid AND appealed_at IS NULL AND decided_at IS NULL RETURNING id"
)
DECIDE = (
    "UPDATE kifu.measure SET decided_at = %b::timestamptz, decided_by = %b::text, answer = %b::text, "
    "lifted = %b::boolean WHERE id = %b::uuid AND decided_at IS NULL RETURNING player, game_id, message"
)
# Whom a suspension keeps from playing is not matched either.
END_SEEKS = (
    "UPDATE kifu.seek SET ended_at = now() WHERE player = %b::text AND ended_at IS NULL AND until > now() RETURNING id"
)
TELL = (
    "INSERT INTO kifu.account_event (player, kind, by, game_id, version, report, measure) "
    "SELECT name, %b::text, %b::text, %b::uuid, %b::bigint, %b::uuid, %b::uuid FROM kifu.player WHERE name = %b::text"
)
COUNTS = """
SELECT date_trunc('month', at, 'UTC'),
       count(*) FILTER (WHERE what = 'report'), count(*) FILTER (WHERE what = 'upheld'),
       count(*) FILTER (WHERE what = 'hide'), count(*) FILTER (WHERE what = 'mute'),
       count(*) FILTER (WHERE what = 'suspend'), count(*) FILTER (WHERE what = 'appeal'),
       count(*) FILTER (WHERE what = 'appeal-upheld')
  FROM (SELECT at, 'report' AS what FROM kifu.report
        UNION ALL SELECT closed_at, 'upheld' FROM kifu.report WHERE upheld
        UNION ALL SELECT at, kind FROM kifu.measure
        UNION ALL SELECT appealed_at, 'appeal' FROM kifu.measure WHERE appealed_at IS NOT NULL
        UNION ALL SELECT decided_at, 'appeal-upheld' FROM kifu.measure WHERE appealed_at IS NOT NULL AND lifted) AS seen
 GROUP BY 1 ORDER BY 1 DESC
"""


class AlreadyClosed(IntegrityError):
    """The report was ruled on, or the measure was appealed or decided on, meanwhile."""


class AlreadyReported(Exception):
    """The player has an open report about the same."""


class TooManyReports(Exception):
    """The player has the greatest number of open reports."""


class Closing(NamedTuple):
    """The ruling on a report: by which arbiter, when, whether it is upheld, and why."""

    report: UUID
    at: datetime
    arbiter: str
    upheld: bool
    answer: str


class Decision(NamedTuple):
    """What becomes of a measure: `by` is an arbiter, None for the operator."""

    measure: UUID
    at: datetime
    by: str | None
    lifted: bool
    answer: str


class Moderation:
    """The tables of reports and measures. Every call raises OperationalError while PostgreSQL is unavailable.

    What writes takes the answer to its request, which is stored in the same transaction, and raises DuplicateKey if
    the idempotency key was used before.
    """

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def add_report(self, report: ReportRow, most: int, answer: FirstAnswer | None = None) -> None:
        """Add a report; raises AlreadyReported, or TooManyReports if its reporter has `most` open ones."""

        def write(connection: Connection[DictRow]) -> None:
            connection.execute(LOCK, (report.reporter,))
            with connection.cursor(row_factory=tuple_row) as cursor:
                found = [ReportRow(*row) for row in cursor.execute(OPEN_OF_REPORTER, (report.reporter,)).fetchall()]
            if any(_subject(one) == _subject(report) for one in found):
                raise AlreadyReported
            if len(found) >= most:
                raise TooManyReports
            row = (report.id, report.reporter, report.player, *_subject(report)[1:], report.reason, report.words)
            connection.execute(INSERT_REPORT, (*row, report.at))

        self._write(write, answer, lambda: self.find_report(report.id) is not None)

    def close(self, closing: Closing, measures: Sequence[MeasureRow] = (), answer: FirstAnswer | None = None) -> None:
        """Rule on a report and take the measures that follow; raises AlreadyClosed if it was ruled on before."""

        def write(connection: Connection[DictRow]) -> None:
            _, at, arbiter, upheld, words = closing
            row = connection.execute(CLOSE, (at, arbiter, upheld, words, closing.report)).fetchone()
            if row is None:
                raise AlreadyClosed("the report is closed")
            _tell(connection, row["reporter"], "report-closed", "arbiter", report=closing.report)
            for measure in measures:
                _take(connection, measure)

        def is_done() -> bool:
            found = self.find_report(closing.report)
            return found is not None and (found.closed_at, found.arbiter) == closing[1:3]

        self._write(write, answer, is_done)

    def take(self, measure: MeasureRow) -> None:
        """Take a measure without a report, as the operator does."""
        self._write(
            lambda connection: _take(connection, measure), None, lambda: self.find_measure(measure.id) is not None
        )

    def appeal(self, measure: UUID, at: datetime, words: str, answer: FirstAnswer | None = None) -> None:
        """Appeal against a measure; raises AlreadyClosed if it was appealed or decided on before."""

        def write(connection: Connection[DictRow]) -> None:
            if connection.execute(APPEAL, (at, words, measure)).fetchone() is None:
                raise AlreadyClosed("the measure was appealed or decided on")

        def is_done() -> bool:
            found = self.find_measure(measure)
            return found is not None and found.appealed_at == at

        self._write(write, answer, is_done)

    def decide(self, decision: Decision, answer: FirstAnswer | None = None) -> None:
        """Lift a measure or refuse the appeal against it; raises AlreadyClosed if it was decided on before."""

        def write(connection: Connection[DictRow]) -> None:
            _, at, by, lifted, words = decision
            row = connection.execute(DECIDE, (at, by, words, lifted, decision.measure)).fetchone()
            if row is None:
                raise AlreadyClosed("the measure was decided on")
            kind, who = "measure-lifted" if lifted else "appeal-refused", "arbiter" if by is not None else "operator"
            place = row["game_id"], row["message"]
            _tell(connection, row["player"], kind, who, place, measure=decision.measure)

        def is_done() -> bool:
            found = self.find_measure(decision.measure)
            return found is not None and (found.decided_at, found.decided_by) == decision[1:3]

        self._write(write, answer, is_done)

    def find_report(self, report: UUID) -> ReportRow | None:
        """Return a report; None if none has this id."""
        rows = self._datastore.read(FIND_REPORT, (report,))
        return ReportRow(*rows[0]) if rows else None

    def find_measure(self, measure: UUID) -> MeasureRow | None:
        """Return a measure; None if none has this id."""
        rows = self._datastore.read(FIND_MEASURE, (measure,))
        return MeasureRow(*rows[0]) if rows else None

    def list_reports(self, is_open: bool | None, after: Place | None, limit: int) -> list[ReportRow]:
        """Return at most `limit` reports after a place, the newest first; only open or closed ones if asked."""
        return [ReportRow(*row) for row in self._page(REPORTS, (is_open, is_open), after, limit)]

    def reports_of(self, reporter: str, after: Place | None, limit: int) -> list[ReportRow]:
        """Return at most `limit` reports of a player after a place, the newest first."""
        return [ReportRow(*row) for row in self._page(OF_REPORTER, (reporter,), after, limit)]

    def list_measures(self, only_appealed: bool, after: Place | None, limit: int) -> list[MeasureRow]:
        """Return at most `limit` measures after a place, the newest first; only those with an open appeal if asked."""
        return [MeasureRow(*row) for row in self._page(MEASURES, (only_appealed,), after, limit)]

    def measures_of(self, player: str, after: Place | None, limit: int) -> list[MeasureRow]:
        """Return at most `limit` measures against a player after a place, the newest first."""
        return [MeasureRow(*row) for row in self._page(OF_PLAYER, (player,), after, limit)]

    def standing(self, player: str) -> list[MeasureRow]:
        """Return what now keeps a player from writing or playing, the longest first."""
        return [MeasureRow(*row) for row in self._datastore.read(STANDING, (player,))]

    def hidden(self, game: UUID) -> frozenset[int]:
        """Return the numbers of the messages of a game that are not shown."""
        return frozenset(message for (message,) in self._datastore.read(HIDDEN, (game,)))

    def counts(self) -> list[ModerationCount]:
        """Count what was reported and done, by month in UTC, the newest first."""
        return [ModerationCount(*row) for row in self._datastore.read(COUNTS, ())]

    def _page(self, statement: str, values: tuple[object, ...], after: Place | None, limit: int) -> list[TupleRow]:
        at, last = after if after is not None else (None, None)
        return self._datastore.read(statement, (*values, at, at, last, limit))

    def _write(
        self, write: Callable[[Connection[DictRow]], None], answer: FirstAnswer | None, is_done: Callable[[], bool]
    ) -> None:
        """Write in one transaction; where the reply to an earlier attempt was lost, `is_done` says if it succeeded."""

        def attempt(left: float, again: bool) -> None:
            if again and is_done():
                return
            with self._datastore.get_connection(left) as connection, connection.transaction():
                if answer is not None:
                    answers.insert(connection, answer, again)
                write(connection)

        persevere(attempt)


def _subject(report: ReportRow) -> tuple[str | None, UUID | None, int | None]:
    """Return what a report is about; the player only where it names no game."""
    return report.player if report.game is None else None, report.game, report.message


def _take(connection: Connection[DictRow], measure: MeasureRow) -> None:
    row = (measure.id, measure.kind, measure.player, measure.game, measure.message, measure.report, measure.arbiter)
    connection.execute(INSERT_MEASURE, (*row, measure.words, measure.at, measure.until))
    if measure.kind == "suspend":
        connection.execute(END_SEEKS, (measure.player,))
    who = "arbiter" if measure.arbiter is not None else "operator"
    _tell(connection, measure.player, "measure-taken", who, (measure.game, measure.message), measure=measure.id)


def _tell(
    connection: Connection[DictRow],
    player: str | None,
    kind: str,
    by: str,
    place: tuple[UUID | None, int | None] = (None, None),
    *,
    report: UUID | None = None,
    measure: UUID | None = None,
) -> None:
    """Tell a player, if the account is still there."""
    if player is not None:
        connection.execute(TELL, (kind, by, *place, report, measure, player))
