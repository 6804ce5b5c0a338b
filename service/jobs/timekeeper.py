"""Keeps the time of games with a clock, and notes that the service runs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

import structlog

from domain.application.commands import Request
from service.jobs.trying import Candidates, logged
from service.parts import Parts

log = structlog.get_logger("kifu.timekeeper")

MOST_AT_ONCE = 1000


class Job:
    """Calls the time of seats whose time has run out, and stops all clocks for an outage.

    The read model names candidates, and the application decides, so concurrent instances or a lagging read model do no
    harm.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._candidates = Candidates(parts.feed, log, "the time of a game cannot be kept")

    def tick(self) -> int:
        """Keep the time of the games that are due, and return their number; failures are logged and retried."""
        kept = 0
        with logged(log, "no time is kept"):
            stored = self._parts.games.stored
            now = stored.clock()
            resumed = stored.store.uptimes.note(now)
            kept = self._candidates.change(self._list_timed() if resumed else self._list_due(now), self._keep)
        if kept:
            log.info("time was kept", games=kept)
        return kept

    def _list_due(self, now: datetime) -> Iterable[UUID]:
        return self._parts.read_models.due_games(now, MOST_AT_ONCE)

    def _list_timed(self) -> Iterable[UUID]:
        """List all games in which time runs: the service was silent, and that stops their clocks."""
        after: UUID | None = None
        while games := self._parts.read_models.timed_games(after, MOST_AT_ONCE):
            yield from games
            after = games[-1]

    def _keep(self, game_id: UUID) -> bool:
        return self._parts.games.recording.keep_time(Request(request_id="clock"), game_id)
