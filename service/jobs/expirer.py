"""Cancels games that never fill up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import structlog

from domain.application.commands import Request
from domain.kernel.errors import KifuError
from eventstore.postgres.away import AWAY
from eventstore.postgres.outage import server_says
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
        self._failed: frozenset[UUID] = frozenset()

    def tick(self) -> int:
        """Cancel the games that are due, and return their number; failures are logged and retried."""
        try:
            expired, failed = self._expire()
        except AWAY as error:
            log.warning("no games expire: the database is away", why=type(error).__name__, says=server_says(error))
            return 0
        except Exception:
            log.exception("no games expire")
            return 0
        self._failed = failed
        if expired:
            log.info("games expired", games=expired)
        return expired

    def _expire(self) -> tuple[int, frozenset[UUID]]:
        expired, failed = 0, set()
        for game_id in self._parts.read_models.waiting_since(datetime.now(UTC) - self._after, MOST_AT_ONCE):
            try:
                if self._parts.games.lobby.expire(Request(request_id="expiry"), game_id, self._after):
                    self._parts.feed.wake(game_id)
                    expired += 1
            except KifuError as error:
                failed.add(game_id)
                if game_id not in self._failed:
                    log.warning("a game cannot expire", game=str(game_id), why=error.detail)
        return expired, frozenset(failed)
