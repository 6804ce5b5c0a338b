"""Reports and measures over HTTP: bodies, queries, and how they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from marshmallow import fields, validate
from msgspec import Meta

from api.schemas.fields import QueryBoolean, StrictBoolean, StrictInteger
from api.schemas.requests import Paging, Strict
from domain.application.moderation.judging import (
    LONGEST_DAYS,
    LONGEST_WORDS,
    REASONS,
    MeasureStatus,
    ReportStatus,
    find_measure_status,
    find_report_status,
)
from domain.rows import MeasureRow, ModerationCount, ReportRow


def words(description: str) -> fields.String:
    """A field for what somebody has to say."""
    return fields.String(
        required=True, validate=validate.Length(1, LONGEST_WORDS), metadata={"description": description}
    )


def days(description: str) -> StrictInteger:
    """A field for how long a measure holds."""
    return StrictInteger(load_default=None, least=1, most=LONGEST_DAYS, metadata={"description": description})


class NewReport(Strict):
    """A report to the arbiters."""

    reason = fields.String(required=True, validate=validate.OneOf(REASONS), metadata={"description": "What is wrong."})
    words = words("What happened. Only arbiters and the operator read it.")


class NewGameReport(NewReport):
    """A report about a game, or about a message of it."""

    message = StrictInteger(
        load_default=None,
        least=1,
        most=999_999_999,
        metadata={"description": "The number of the message; by default the report is about the game."},
    )


class NewReportRuling(Strict):
    """An arbiter's ruling on a report."""

    upheld = StrictBoolean(required=True, metadata={"description": "Whether the report is right."})
    words = words("Why. Who reported and whom it is about read it.")
    hide = StrictBoolean(load_default=False, metadata={"description": "true: the message is no longer shown."})
    mute_days = days("For how many days the player may not write.")
    suspend_days = days("For how many days the player may neither write nor begin or join games.")


class NewAppeal(Strict):
    """An appeal against a measure."""

    words = words("Why the measure is wrong.")


class NewDecision(Strict):
    """What becomes of a measure."""

    lift = StrictBoolean(required=True, metadata={"description": "true: it ends. false: the appeal is refused."})
    words = words("Why. The player reads it.")


class ReportsQuery(Paging):
    """Selects reports."""

    open = QueryBoolean(load_default=None, metadata={"description": "true: those that wait for a ruling."})


class MeasuresQuery(Paging):
    """Selects measures."""

    appealed = QueryBoolean(load_default=False, metadata={"description": "true: those whose appeal waits."})


class ReportView(msgspec.Struct, frozen=True):
    """A report, and how it was ruled on."""

    id: UUID
    status: ReportStatus
    reporter: Annotated[str | None, Meta(description="Who reports; null once the account is gone.")]
    player: Annotated[str | None, Meta(description="Whom it is about; null for a game as a whole.")]
    game: UUID | None
    message: Annotated[int | None, Meta(description="The number of the message in its game.")]
    text: Annotated[str | None, Meta(description="What the message says, even if hidden; only for arbiters.")]
    reason: str
    words: str
    at: datetime
    closed_at: datetime | None
    arbiter: Annotated[str | None, Meta(description="Who ruled; only for arbiters and the operator.")]
    answer: Annotated[str | None, Meta(description="The words of the ruling.")]


class MeasureView(msgspec.Struct, frozen=True):
    """A measure against a player or a message, and the appeal against it."""

    id: UUID
    kind: Annotated[str, Meta(description="What it does.", extra_json_schema={"enum": ["hide", "mute", "suspend"]})]
    status: MeasureStatus
    player: str | None
    game: UUID | None
    message: Annotated[int | None, Meta(description="The number of the hidden message in its game.")]
    report: Annotated[UUID | None, Meta(description="The report that led to it; only for arbiters.")]
    arbiter: Annotated[str | None, Meta(description="Who took it; only for arbiters. null: the operator.")]
    words: Annotated[str, Meta(description="Why.")]
    at: datetime
    until: Annotated[datetime | None, Meta(description="When it ends; null for a hidden message.")]
    appealed_at: datetime | None
    appeal: str | None
    decided_at: Annotated[datetime | None, Meta(description="When it was lifted, or the appeal refused.")]
    answer: Annotated[str | None, Meta(description="Why it was lifted, or the appeal refused.")]


class ModerationCounts(msgspec.Struct, frozen=True):
    """What was reported and done in each month, in UTC, the newest first."""

    months: Sequence[ModerationCount]


def view_report(row: ReportRow, text: str | None = None, *, to_arbiters: bool) -> ReportView:
    """Show a report, with the text of its message, to arbiters, or without what only they see."""
    return ReportView(
        id=row.id,
        status=find_report_status(row),
        reporter=row.reporter,
        player=row.player,
        game=row.game,
        message=row.message,
        text=text,
        reason=row.reason,
        words=row.words,
        at=row.at,
        closed_at=row.closed_at,
        arbiter=row.arbiter if to_arbiters else None,
        answer=row.answer,
    )


def view_measure(row: MeasureRow, now: datetime, *, to_arbiters: bool) -> MeasureView:
    """Show a measure to arbiters, or to its player, who does not learn which arbiter took it on whose report."""
    return MeasureView(
        id=row.id,
        kind=row.kind,
        status=find_measure_status(row, now),
        player=row.player,
        game=row.game,
        message=row.message,
        report=row.report if to_arbiters else None,
        arbiter=row.arbiter if to_arbiters else None,
        words=row.words,
        at=row.at,
        until=row.until,
        appealed_at=row.appealed_at,
        appeal=row.appeal,
        decided_at=row.decided_at,
        answer=row.answer,
    )
