"""The process that makes checkpoints while the service runs: `python -m service.checkpointer`."""

from __future__ import annotations

import signal
import threading
from datetime import UTC, datetime

import structlog

from eventstore.postgres.away import is_away
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.outage import server_says
from eventstore.tables.log import LogTables
from service import metrics, structured_logging
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.log_heads import HeadsRun
from service.checkpoints.make_checkpoints import Checkpoints, MadeCheckpoints, Notice, join_pieces
from service.jobs.definitions_watch import DefinitionsWatch
from service.keys import signing
from service.keys.recorded_keys import RecordedKeyring
from service.keys.token_seals import load_token_seals
from service.prepared_types import prepare_types
from service.settings import Settings
from service.settings.handing import take_settings
from service.witnesses.keeper import Keeper

log = structlog.get_logger("kifu.checkpointer")


LOOKS = 60
"""The whole log is checked every this many runs, whether or not it has grown."""


class Job:
    """Makes checkpoints at intervals. Failures are logged and counted, and the next run tries again."""

    def __init__(self, settings: Settings, datastore: Datastore) -> None:
        signer, own_keys = signing.load_or_make(settings)
        keyring = RecordedKeyring(own_keys, datastore.read, load_token_seals(settings))
        file = CheckpointFile(settings.data / NAME)
        self._tables = LogTables(datastore.read)
        self._checkpoints = Checkpoints(
            datastore.url, signer, keyring, file, lambda: datetime.now(UTC), settings.origin
        )
        self._definitions = DefinitionsWatch(datastore)
        self._refused: frozenset[int] = frozenset()
        self._noticed: frozenset[Notice] = frozenset()
        self._refused_root: str | None = None
        self._noticed_roots: frozenset[str] = frozenset()
        self._runs = 0
        self._witnesses = Keeper(settings, datastore.url, signer, keyring)

    def tick(self, stop: threading.Event | None = None) -> None:
        """Sign what has been added since the last time, or part of it if `stop` is set meanwhile."""
        try:
            thorough = self._runs % LOOKS == 0
            if not thorough and not self._checkpoints.is_due(self._tables):
                made = MadeCheckpoints((), ())
            else:
                made = self._make(thorough, stop)
            self._runs += 1
            self._definitions.look()
        except Exception as error:
            if is_away(error):
                log.warning("no checkpoints: the database is away", why=type(error).__name__, says=server_says(error))
                return
            log.exception("no checkpoints")
            metrics.CHECKPOINT_FAILING.set(1)
        else:
            metrics.CHECKPOINT_FAILING.set(0)
            self._report(made)
            self._witnesses.wake(again=thorough)

    def _make(self, thorough: bool, stop: threading.Event | None) -> MadeCheckpoints:
        pieces: list[MadeCheckpoints] = []
        for piece, _ in self._checkpoints.pieces(thorough=thorough):
            pieces.append(piece)
            if stop is not None and stop.is_set():
                break
        return join_pieces(pieces)

    def close(self) -> None:
        """End the threads that contact witnesses."""
        self._witnesses.close()

    def _report(self, made: MadeCheckpoints) -> None:
        metrics.CHECKPOINTS.inc(len(made.heads))
        metrics.CHECKPOINT_FAULTS.set(len(made.refused) + (made.log.refused is not None))
        self._report_log(made.log)
        for notice in set(made.noticed) - self._noticed:
            metrics.CHECKPOINT_NOTICES.inc()
            log.error("checkpoints were changed", partition=notice.partition, what=notice.what)
        self._noticed |= frozenset(made.noticed)
        if not made.refused and made.log.refused is None:
            metrics.CHECKPOINT_TIME.set_to_current_time()
        refused = frozenset(one.partition for one in made.refused)
        for one in made.refused:
            if one.partition not in self._refused:
                log.error("checkpoint refused", partition=one.partition, why=one.why)
        self._refused = refused

    def _report_log(self, made: HeadsRun) -> None:
        for what in set(made.noticed) - self._noticed_roots:
            metrics.CHECKPOINT_NOTICES.inc()
            log.error("the log of heads was changed", what=what)
        self._noticed_roots |= frozenset(made.noticed)
        if made.refused is not None and made.refused != self._refused_root:
            log.error("root of the log of heads refused", why=made.refused)
        self._refused_root = made.refused


def run(settings: Settings, stop: threading.Event) -> None:
    """Make checkpoints every `settings.checkpoint_seconds` until `stop` is set."""
    if settings.database_url is None:
        raise ValueError("the checkpointer needs KIFU_DATABASE_URL")
    with Datastore(settings.database_url, pool_size=1) as datastore:
        job = Job(settings, datastore)
        while not stop.wait(settings.checkpoint_seconds):
            job.tick(stop)
        job.close()


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    settings = take_settings()
    structured_logging.configure(settings.log_level)
    metrics.share()
    prepare_types()
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    run(settings, stop)


if __name__ == "__main__":
    main()
