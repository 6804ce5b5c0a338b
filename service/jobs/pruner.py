"""Removes what is kept for a while only: answers and keys of old requests, refused moves of old games, idle guests.

It works while the service runs, a batch at a time, and several instances at once take different rows.
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
from eventstore.tables.answers import Answers, Pruned
from eventstore.tables.refusals import Refusals
from eventstore.tables.tracking import has_read, list_heads
from projections.queries.clauses import over_with_refusals
from service import metrics

log = structlog.get_logger("kifu.pruner")

SECONDS = 60.0
"""How long it rests when nothing more is due."""
BATCH = 1000
GAMES = 100
"""Of how many games refused moves are removed at a time."""
PAUSE_SECONDS = 0.1
"""How long it rests between two batches, so that those who append have the rows, the disk and the processor first."""


def prune_forever(url: str, stop: Event, seconds: float = SECONDS) -> None:
    """Remove what is due every minute until `stop` is set."""
    with Datastore(url, pool_size=1) as datastore:
        jobs = list_jobs(datastore)
        while not stop.is_set():
            more = [_try(what, job) for what, job in jobs]
            stop.wait(PAUSE_SECONDS if any(more) else seconds)


def list_jobs(datastore: Datastore) -> Sequence[tuple[str, Callable[[], bool]]]:
    """What is removed, with the function that removes a batch of it and returns whether more may be due."""
    answers, refusals, guests = Answers(datastore), Refusals(datastore), IdleGuests(datastore)
    return (
        ("answers", lambda: max(prune_answers(answers)) >= BATCH),
        ("refused moves", lambda: prune_refusals(datastore, refusals) >= GAMES),
        ("guests", lambda: sum(guests.prune()) >= BATCH),
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
    """Remove one batch of the answers and keys that are due, and count it."""
    pruned = answers.prune(BATCH)
    metrics.PRUNED_ANSWERS.inc(pruned.answers)
    metrics.PRUNED_KEYS.inc(pruned.keys)
    return pruned


def prune_refusals(datastore: Datastore, refusals: Refusals) -> int:
    """Remove the refused moves of one batch of games that are over; return how many games that were."""
    query = over_with_refusals(datetime.now(UTC) - timedelta(days=REFUSAL_DAYS), GAMES)
    games = [game_id for (game_id,) in datastore.read(query.statement, query.values)]
    for game_id in games:
        metrics.PRUNED_REFUSALS.inc(refusals.prune(game_id))
    return len(games)


class IdleGuests:
    """Removes guests who have sent no request for long.

    The list of games says who has played, and may be behind, or just being made anew. So nobody is removed before it
    has read every event that was there at the last look: a guest who is due has added none since.
    """

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._guests = Guests(datastore)
        self._heads: Mapping[int, int] | None = None

    def prune(self) -> PrunedGuests:
        """Remove one batch of the guests who are due, and count them; none at the first look."""
        seen, self._heads = self._heads, list_heads(self._datastore)
        if seen is None or not has_read(self._datastore, "games", seen):
            return PrunedGuests(0, 0)
        pruned = self._guests.prune(BATCH)
        metrics.PRUNED_GUESTS.labels("gone").inc(pruned.gone)
        metrics.PRUNED_GUESTS.labels("emptied").inc(pruned.emptied)
        if any(pruned):
            log.info("idle guests were removed", gone=pruned.gone, emptied=pruned.emptied)
        return pruned
