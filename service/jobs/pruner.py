"""Removes the answers and the keys of old requests while the service runs, a batch at a time."""

from __future__ import annotations

from threading import Event

import structlog

from eventstore.postgres.datastore import AWAY, Datastore
from eventstore.tables.answers import Answers, Pruned
from service import metrics

log = structlog.get_logger("kifu.pruner")

SECONDS = 60.0
"""How long it rests when nothing more is due."""
BATCH = 1000
PAUSE_SECONDS = 0.1
"""How long it rests between two batches, so that those who append have the rows, the disk and the processor first."""


def prune_forever(url: str, stop: Event, seconds: float = SECONDS) -> None:
    """Remove what is due every minute until `stop` is set. Several instances at once take different rows."""
    with Datastore(url, pool_size=1) as datastore:
        answers = Answers(datastore)
        while not stop.is_set():
            pause = seconds
            try:
                if max(prune(answers)) >= BATCH:
                    pause = PAUSE_SECONDS
            except AWAY as error:
                log.warning("no answers are pruned: the database is away", why=type(error).__name__)
            except Exception:
                log.exception("no answers are pruned")
            stop.wait(pause)


def prune(answers: Answers) -> Pruned:
    """Remove one batch of what is due, and count it."""
    pruned = answers.prune(BATCH)
    metrics.PRUNED_ANSWERS.inc(pruned.answers)
    metrics.PRUNED_KEYS.inc(pruned.keys)
    return pruned
