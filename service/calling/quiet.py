"""Quiet hours: when a player is not called, by the clock of a time zone."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from domain.kernel.language import Later, later

_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d) (\S{1,60})")


class BadHours(Exception):
    """The hours cannot be read; `why` says what would be right."""

    def __init__(self, why: Later) -> None:
        super().__init__(str(why))
        self.why = why


class QuietHours(NamedTuple):
    """From when until when nobody is called, every day; `until` may be on the next day."""

    since: time
    until: time
    zone: ZoneInfo

    def find_end(self, now: datetime) -> datetime:
        """Return when the quiet hours around a moment end; the moment itself outside of them."""
        here = now.astimezone(self.zone)
        at = here.time()
        within = self.since <= at < self.until if self.since < self.until else at >= self.since or at < self.until
        if not within:
            return now
        day = here.date() + timedelta(days=int(at >= self.until))
        return datetime.combine(day, self.until, self.zone).astimezone(now.tzinfo)


def read_quiet_hours(text: str) -> QuietHours:
    """Read hours such as "22:00-08:00 Europe/Paris"; raises BadHours."""
    found = _HOURS.fullmatch(text)
    if found is None or found[5] not in available_timezones():
        raise BadHours(later("Quiet hours are such as {example!r}.", example="22:00-08:00 Europe/Paris"))
    since, until = time(int(found[1]), int(found[2])), time(int(found[3]), int(found[4]))
    if since == until:
        raise BadHours(later("Quiet hours end at another time than they begin."))
    return QuietHours(since, until, ZoneInfo(found[5]))
