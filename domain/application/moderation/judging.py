"""How arbiters judge reports and appeals: which measures follow, and who is too near to judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from domain.application.errors import ArbiterConcerned
from domain.kernel.errors import Malformed
from domain.kernel.language import later
from domain.rows import MeasureRow, ReportRow

REASONS = ("cheating", "insult", "name", "spam", "stalling", "other")
"""What a report can be about."""
MOST_REPORTS = 20
"""How many open reports a player may have."""
LONGEST_WORDS = 1000
"""The most characters of what is said in a report, a ruling or an appeal."""
LONGEST_DAYS = 3650
"""For how long a player can be muted or suspended."""

ReportStatus: TypeAlias = Literal["open", "upheld", "dismissed"]
MeasureStatus: TypeAlias = Literal["in-force", "expired", "lifted"]


class Ruling(msgspec.Struct, frozen=True):
    """What an arbiter rules on a report: the words for those whom it concerns, and the measures that follow."""

    upheld: bool
    words: str
    hide: bool = False
    mute_days: int | None = None
    suspend_days: int | None = None


def plan_measures(
    report: ReportRow, ruling: Ruling, arbiter: str, now: datetime, make_id: Callable[[], UUID]
) -> list[MeasureRow]:
    """Return the measures that a ruling on a report takes.

    Raises Malformed, with a pointer into the ruling, if it dismisses the report and takes measures all the same, hides
    something else than a message, or is against nobody who has an account.
    """
    wanted = (("hide", ruling.hide), ("mute_days", ruling.mute_days), ("suspend_days", ruling.suspend_days))
    for member, value in wanted:
        if not value:
            continue
        pointer = f"/{member}"
        if not ruling.upheld:
            raise Malformed(later("A report that is dismissed has no measures."), pointer=pointer)
        if member == "hide" and report.message is None:
            raise Malformed(later("Only a message can be hidden, and the report is about none."), pointer=pointer)
        if member != "hide" and report.player is None:
            raise Malformed(later("The report is about nobody who has an account here."), pointer=pointer)

    def measure(kind: str, days: int | None) -> MeasureRow:
        until = now + timedelta(days=days) if days is not None else None
        place = (report.game, report.message) if kind == "hide" else (None, None)
        return MeasureRow(make_id(), kind, report.player, *place, report.id, arbiter, ruling.words, now, until)

    found = [measure("hide", None)] if ruling.hide else []
    found += [measure("mute", ruling.mute_days)] if ruling.mute_days else []
    return found + ([measure("suspend", ruling.suspend_days)] if ruling.suspend_days else [])


def check_impartial(arbiter: str, concerned: Iterable[str | None]) -> None:
    """Raise ArbiterConcerned if an arbiter is one of those whom a case concerns."""
    if arbiter in concerned:
        raise ArbiterConcerned(later("You reported this, play there, did it, or decided it; another arbiter judges."))


def find_report_status(report: ReportRow) -> ReportStatus:
    """Return what has become of a report."""
    if report.closed_at is None:
        return "open"
    return "upheld" if report.upheld else "dismissed"


def find_measure_status(measure: MeasureRow, now: datetime) -> MeasureStatus:
    """Return whether a measure is in force."""
    if measure.lifted:
        return "lifted"
    return "expired" if measure.until is not None and measure.until <= now else "in-force"
