"""Keeps the time of games with a clock, and notes that the service runs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

import structlog

from domain.application.commands import Request
from domain.kernel.errors import KifuError
from eventstore.postgres.away import AWAY
from eventstore.postgres.outage import server_says
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
        self._failed: frozenset[UUID] = frozenset()

    def tick(self) -> int:
        """Keep the time of the games that are due, and return their number; failures are logged and retried."""
        try:
            stored = self._parts.games.stored
            now = stored.clock()
            resumed = stored.store.uptimes.note(now)
            kept, failed = self._keep(self._list_timed() if resumed else self._list_due(now))
        except AWAY as error:
            log.warning("no time is kept: the database is away", why=type(error).__name__, says=server_says(error))
            return 0
        except Exception:
            log.exception("no time is kept")
            return 0
        self._failed = failed
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

    def _keep(self, games: Iterable[UUID]) -> tuple[int, frozenset[UUID]]:
        kept, failed = 0, set()
        for game_id in games:
            try:
                if self._parts.games.recording.keep_time(Request(request_id="clock"), game_id):
                    self._parts.feed.wake(game_id)
                    kept += 1
            except KifuError as error:
                failed.add(game_id)
                if game_id not in self._failed:
                    log.warning("the time of a game cannot be kept", game=str(game_id), why=error.detail)
        return kept, frozenset(failed)
