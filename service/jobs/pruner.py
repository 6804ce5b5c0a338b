"""Removes data with a limited lifetime: answers and keys of requests, refused moves, idle guests, old seeks and calls.

It works in batches while the service runs; concurrent instances take different rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from threading import Event

import structlog

from domain.rows import REFUSAL_DAYS
from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import Datastore
from eventstore.tables.accounts.guests import Guests, PrunedGuests
from eventstore.tables.accounts.seeks import Seeks
from eventstore.tables.accounts.webhooks import Webhooks
from eventstore.tables.answers import Answers, Pruned
from eventstore.tables.refusals import Refusals
from eventstore.tables.tracking import has_read, list_heads
from projections.queries.clauses import over_with_refusals
from service import metrics

log = structlog.get_logger("kifu.pruner")

SECONDS = 60.0
"""How many seconds it rests when nothing is due."""
BATCH = 1000
GAMES = 100
"""The number of games whose refused moves are removed at a time."""
PAUSE_SECONDS = 0.1
"""The pause between two batches, which leaves rows, disk and CPU to those who append."""


def prune_forever(url: str, stop: Event, seconds: float = SECONDS) -> None:
    """Remove what is due every minute until `stop` is set."""
    with Datastore(url, pool_size=1) as datastore:
        jobs = list_jobs(datastore)
        while not stop.is_set():
            more = [_try(what, job) for what, job in jobs]
            stop.wait(PAUSE_SECONDS if any(more) else seconds)


def list_jobs(datastore: Datastore) -> Sequence[tuple[str, Callable[[], bool]]]:
    """List what to remove, each with a function that removes a batch and returns whether more may be due."""
    answers, refusals, guests = Answers(datastore), Refusals(datastore), IdleGuests(datastore)
    seeks, webhooks = Seeks(datastore), Webhooks(datastore)
    return (
        ("answers", lambda: max(prune_answers(answers)) >= BATCH),
        ("refused moves", lambda: prune_refusals(datastore, refusals) >= GAMES),
        ("guests", lambda: sum(guests.prune()) >= BATCH),
        ("seeks", lambda: seeks.prune(BATCH) >= BATCH),
        ("calls", lambda: webhooks.prune(BATCH) >= BATCH),
    )


def _try(what: str, job: Callable[[], bool]) -> bool:
    try:
        return job()
    except AWAY as error:
        log.warning(f"no {what} are pruned: the database is away", why=type(error).__name__)
    except Exception:
        log.exception(f"no {what} are pruned")
    return False


def prune_answers(answers: Answers) -> Pruned:
    """Remove a batch of expired answers and keys, and count it."""
    pruned = answers.prune(BATCH)
    metrics.PRUNED_ANSWERS.inc(pruned.answers)
    metrics.PRUNED_KEYS.inc(pruned.keys)
    return pruned


def prune_refusals(datastore: Datastore, refusals: Refusals) -> int:
    """Remove the refused moves of a batch of finished games; return the number of games."""
    query = over_with_refusals(datetime.now(UTC) - timedelta(days=REFUSAL_DAYS), GAMES)
    games = [game_id for (game_id,) in datastore.read(query.statement, query.values)]
    for game_id in games:
        metrics.PRUNED_REFUSALS.inc(refusals.prune(game_id))
    return len(games)


class IdleGuests:
    """Removes guests who have sent no request for a long time.

    The list of games says who has played, but may be behind or under reconstruction. So nobody is removed before it has
    read every event that existed at the last look; a guest who is due has added none since.
    """

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._guests = Guests(datastore)
        self._heads: Mapping[int, int] | None = None

    def prune(self) -> PrunedGuests:
        """Remove a batch of the guests who are due, and count them; none at the first look."""
        seen, self._heads = self._heads, list_heads(self._datastore)
        if seen is None or not has_read(self._datastore, "games", seen):
            return PrunedGuests(0, 0)
        pruned = self._guests.prune(BATCH)
        metrics.PRUNED_GUESTS.labels("gone").inc(pruned.gone)
        metrics.PRUNED_GUESTS.labels("emptied").inc(pruned.emptied)
        if any(pruned):
            log.info("idle guests were removed", gone=pruned.gone, emptied=pruned.emptied)
        return pruned
