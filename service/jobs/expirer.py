"""Cancels games that never fill up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import structlog

from domain.application.commands import Request
from service.jobs.trying import Candidates, logged
from service.parts import Parts

log = structlog.get_logger("kifu.expirer")

MOST_AT_ONCE = 1000


class Job:
    """Cancels the games that have waited longer than `after` for their players.

    The read model names candidates, and the application decides, so concurrent instances or a lagging read model do no
    harm.
    """

    def __init__(self, parts: Parts, after: timedelta) -> None:
        self._parts = parts
        self._after = after
        self._candidates = Candidates(parts.feed, log, "a game cannot expire")

    def tick(self) -> int:
        """Cancel the games that are due, and return their number; failures are logged and retried."""
        expired = 0
        with logged(log, "no games expire"):
            due = self._parts.read_models.waiting_since(datetime.now(UTC) - self._after, MOST_AT_ONCE)
            expired = self._candidates.change(due, self._expire)
        if expired:
            log.info("games expired", games=expired)
        return expired

    def _expire(self, game_id: UUID) -> bool:
        return self._parts.games.lobby.expire(Request(request_id="expiry"), game_id, self._after)
