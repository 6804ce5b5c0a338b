"""Appends a second of our recorder, of stock eventsourcing, and of a plain INSERT of the same bytes, side by side.

With each recorder runs a reader that counts missed events; a plain INSERT keeps no order to follow.

python -m benchmarks.append [SECONDS]
"""

import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
from eventsourcing.persistence import ApplicationRecorder, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict

from eventstore.append import BIGINT, BIGINT_OID, TEXT_OID, UUID_OID, Statement, execute
from eventstore.feed import read_events
from eventstore.postgres import embedded
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate
from eventstore.recorder import FeedRecorder

THREADS = (1, 4, 16, 32)
STATE = b'{"facts":"' + b"x" * 388 + b'"}'
STEPS_A_GAME = 50
POLL_SECONDS = 0.02
PLAIN_TABLE = """
CREATE TABLE public.plain_event (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, game_id uuid, version bigint, topic text, payload text
)
"""
PLAIN_INSERT = "INSERT INTO public.plain_event (game_id, version, topic, payload) VALUES ($1, $2, $3, $4)"
PLAIN = Statement(b"plain", PLAIN_INSERT.encode(), [UUID_OID, BIGINT_OID, TEXT_OID, TEXT_OID])


@dataclass(frozen=True)
class Row:
    """One measurement: appends a second of each recorder and of INSERT, and the events that the readers missed."""

    threads: int
    ours: float
    stock: float
    plain: float
    missed_ours: int
    missed_stock: int

    @property
    def ratio(self) -> float:
        return self.ours / self.stock

    @property
    def part_of_plain(self) -> float:
        return self.ours / self.plain


def run(seconds: float) -> list[Row]:
    """Measure each recorder for `seconds` at each number of threads, on an embedded server of their own."""
    with tables() as server:
        return [measure(server, threads, seconds) for threads in THREADS]


@contextmanager
def tables() -> Iterator[embedded.EmbeddedServer]:
    """Run an embedded server with the tables of each recorder."""
    with tempfile.TemporaryDirectory(prefix="kifu-bench-", ignore_cleanup_errors=True) as folder:
        server = embedded.start(Path(folder))
        try:
            migrate(server.url)
            with psycopg.connect(server.url, autocommit=True) as owner:
                owner.execute(PLAIN_TABLE)
            yield server
        finally:
            server.stop()


def measure(server: embedded.EmbeddedServer, threads: int, seconds: float) -> Row:
    """Measure each recorder for `seconds` with this number of threads, one after the other."""
    ours, missed_ours = _measure_ours(server.service_url, threads, seconds)
    stock, missed_stock = _measure_stock(server.url, threads, seconds)
    plain = _measure_plain(server.url, threads, seconds)
    return Row(threads, ours, stock, plain, missed_ours, missed_stock)


def _measure_ours(url: str, threads: int, seconds: float) -> tuple[float, int]:
    with closing(Datastore(url, pool_size=threads)) as store, psycopg.connect(url, autocommit=True) as reader:
        recorder = FeedRecorder(store)
        seen: dict[int, int] = dict(reader.execute("SELECT partition, position FROM kifu.feed_head").fetchall())
        found = set[tuple[UUID, int]]()

        def pull() -> None:
            for event in read_events(reader, seen, 1000):
                seen[event.partition] = event.position
                found.add((event.game_id, event.version))

        return _measure(recorder, threads, seconds, pull, found)


def _measure_stock(url: str, threads: int, seconds: float) -> tuple[float, int]:
    parts = conninfo_to_dict(url)
    store = PostgresDatastore(
        str(parts["dbname"]), str(parts["host"]), str(parts["port"]), str(parts["user"]), "", pool_size=threads + 2
    )
    with closing(store):
        recorder = PostgresApplicationRecorder(store)
        recorder.create_table()
        found = set[tuple[UUID, int]]()
        last = recorder.max_notification_id() or 0

        def pull() -> None:
            nonlocal last
            for notification in recorder.select_notifications(last, 1000, inclusive_of_start=False):
                last = notification.id
                assert isinstance(notification.originator_id, UUID)
                found.add((notification.originator_id, notification.originator_version))

        return _measure(recorder, threads, seconds, pull, found)


class PlainRecorder:
    """Inserts each event by itself, checks nothing, and returns nothing."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def insert_events(self, stored_events: Sequence[StoredEvent]) -> None:
        with self._datastore.get_connection() as connection:
            for event in stored_events:
                assert isinstance(event.originator_id, UUID)
                version = BIGINT.pack(event.originator_version)
                execute(connection, PLAIN, [event.originator_id.bytes, version, event.topic.encode(), event.state])


def _measure_plain(url: str, threads: int, seconds: float) -> float:
    with closing(Datastore(url, pool_size=threads)) as store:
        return _measure(PlainRecorder(store), threads, seconds, lambda: None, set())[0]


def _measure(
    recorder: ApplicationRecorder | PlainRecorder,
    threads: int,
    seconds: float,
    pull: Callable[[], None],
    found: set[tuple[UUID, int]],
) -> tuple[float, int]:
    """Return appends a second, and how many of the written events `pull` did not put into `found`."""
    written: list[set[tuple[UUID, int]]] = [set() for _ in range(threads)]
    stop = threading.Event()

    def write(mine: set[tuple[UUID, int]]) -> None:
        while not stop.is_set():
            game_id = uuid4()
            for version in range(1, STEPS_A_GAME + 1):
                recorder.insert_events([StoredEvent(game_id, version, "game.stepped", STATE)])
                mine.add((game_id, version))
                if stop.is_set():
                    return

    def read() -> None:
        while not stop.wait(POLL_SECONDS):
            pull()

    workers = [threading.Thread(target=write, args=(mine,)) for mine in written] + [threading.Thread(target=read)]
    started = time.perf_counter()
    for worker in workers:
        worker.start()
    time.sleep(seconds)
    stop.set()
    for worker in workers:
        worker.join()
    elapsed = time.perf_counter() - started
    every = set[tuple[UUID, int]]().union(*written)
    _catch_up(pull, found)
    return len(every) / elapsed, len(every - found)


def _catch_up(pull: Callable[[], None], found: set[tuple[UUID, int]]) -> None:
    """Read until nothing is left: events still not found by then were missed by the reader."""
    before = -1
    while len(found) > before:
        before = len(found)
        pull()


def main() -> None:
    """Measure and print a table."""
    print(f"PostgreSQL client {psycopg.__version__}; {len(STATE)}-byte events; durable commits; one reader")
    titles = f"{'threads':>7} {'ours/s':>9} {'stock/s':>9} {'ratio':>6} {'INSERT/s':>9} {'ratio':>6}"
    print(f"{titles} {'missed':>7} {'missed by stock':>16}")
    for row in run(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0):
        print(
            f"{row.threads:>7} {row.ours:>9,.0f} {row.stock:>9,.0f} {row.ratio:>6.1f} "
            f"{row.plain:>9,.0f} {row.part_of_plain:>6.2f} "
            f"{row.missed_ours:>7} {row.missed_stock:>16}"
        )


if __name__ == "__main__":
    main()
