"""Checks every minute whether the files of moved games can be read, before anyone asks for such a game."""

from __future__ import annotations

from threading import Event

import structlog

from eventstore.archive_files import FileAway
from eventstore.codec import read_payload
from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import Datastore, Read
from eventstore.tables.moved_games import find_last_moved
from service import metrics

log = structlog.get_logger("kifu.archive")

SECONDS = 60.0


def watch_forever(url: str, stop: Event, seconds: float = SECONDS) -> None:
    """Show in metrics until `stop` is set whether moved games can be read, and log each change."""
    with Datastore(url, pool_size=1) as datastore:
        logged = None
        while not stop.is_set():
            try:
                why = find_fault(datastore.read)
            except AWAY as error:
                log.warning("moved games are not looked at: the database is away", why=type(error).__name__)
            except Exception:
                log.exception("moved games are not looked at")
            else:
                metrics.ARCHIVE_FAULTS.set(why is not None)
                if why != logged:
                    report(why)
                    logged = why
            stop.wait(seconds)


def report(why: str | None) -> None:
    """Log that the files of moved games are unavailable, and why, or that they are available again."""
    if why is None:
        log.info("the files of moved games can be read again")
    else:
        log.error("files of moved games away", why=why)


def find_fault(read: Read) -> str | None:
    """Try to read an event of the last moved game; return why it cannot be read, None if it can.

    Checking one game is enough: the disk, the bucket or the setting fails for all of them. `kifu verify --all` finds
    changed files.
    """
    stub = find_last_moved(read)
    if stub is None:
        return None
    try:
        read_payload(stub)
    except FileAway as error:
        return f"{error} {error.cause}".rstrip()
    return None
