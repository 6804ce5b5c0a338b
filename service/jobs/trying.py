"""What jobs share that try again: their failures are logged, and those of single games once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from uuid import UUID

from structlog.typing import FilteringBoundLogger

from domain.kernel.errors import KifuError
from eventstore.feed import Feed
from eventstore.postgres.away import AWAY
from eventstore.postgres.outage import server_says


@contextmanager
def logged(log: FilteringBoundLogger, failure: str) -> Iterator[None]:
    """Log what the block raises, in words that say what has not been done, and continue: it is tried again."""
    try:
        yield
    except AWAY as error:
        log.warning(f"{failure}: the database is away", why=type(error).__name__, says=server_says(error))
    except Exception:
        log.exception(failure)


class Candidates:
    """Games that a job may have to change, each of which the application judges.

    A game for which that fails is logged with the words of `failure`, once until it has succeeded.
    """

    def __init__(self, feed: Feed, log: FilteringBoundLogger, failure: str) -> None:
        self._feed = feed
        self._log = log
        self._failure = failure
        self._failed: frozenset[UUID] = frozenset()

    def change(self, games: Iterable[UUID], change: Callable[[UUID], bool]) -> int:
        """Try to change each game, wake the watchers of those that `change` has changed, and return their number."""
        changed, failed = 0, set()
        for game_id in games:
            try:
                if change(game_id):
                    self._feed.wake(game_id)
                    changed += 1
            except KifuError as error:
                failed.add(game_id)
                if game_id not in self._failed:
                    self._log.warning(self._failure, game=str(game_id), why=error.detail)
        self._failed = frozenset(failed)
        return changed
