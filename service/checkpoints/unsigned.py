"""Checks whether a log lacks heads that it should have."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec

from eventstore.tables.log import LogTables

UNSIGNED = timedelta(minutes=10)
"""How long events may wait for their first head, which a service signs within seconds."""


class _Dated(msgspec.Struct, frozen=True):
    timestamp: datetime


def find_unsigned(log: LogTables, now: datetime) -> str | None:
    """Return the time since when events have waited for a first head; None if there is one, or if the wait is short."""
    if log.latest():
        return None
    first = min((_read_time(payload) for payload in log.first_payloads()), default=now)
    if now - first <= UNSIGNED:
        return None
    since = f" since {first:%Y-%m-%d %H:%M}" if first.year > 1 else ""
    return f"events are recorded{since}, and no head was ever signed over them"


def _read_time(payload: str) -> datetime:
    """Return when an event was recorded; if that cannot be read, long ago."""
    try:
        return msgspec.json.decode(payload, type=_Dated).timestamp.astimezone(UTC)
    except (msgspec.DecodeError, ValueError, OverflowError):
        return datetime.min.replace(tzinfo=UTC)
