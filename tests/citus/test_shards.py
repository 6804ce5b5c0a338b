"""An append on a worker writes to the tables of its shard by their names, and never to a shard that has moved away."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import OperationalError
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow

from domain.rows import partition_of
from eventstore.node_feed import HEADS_OF, NodeFeed
from eventstore.postgres.citus import distribute, list_without_copies
from eventstore.postgres.datastore import Datastore, Params
from eventstore.postgres.migrate import migrate, migration_files, migrations_folder
from eventstore.postgres.role import url_for_service
from eventstore.recorder import FeedRecorder
from eventstore.tables.tracking import list_heads
from tests.citus.conftest import new_database
from tests.eventstore.test_recorder import event
from tests.support.waiting import eventually

SHARD = "SELECT get_shard_id_for_distribution_column('kifu.feed_head', %s::smallint)"
MOVE = """
SELECT citus_move_shard_placement(%s, s.nodename, s.nodeport, t.nodename, t.nodeport, %s)
  FROM citus_shards AS s, pg_dist_node AS t
 WHERE s.shardid = %s AND t.groupid > 0 AND (t.nodename, t.nodeport) <> (s.nodename, s.nodeport)
"""
COPIES = """
SELECT oid::regprocedure::text, prosrc, has_function_privilege('public', oid, 'EXECUTE') FROM pg_proc
 WHERE pronamespace = 'kifu'::regnamespace AND proname LIKE 'append\\_to\\_%'
"""
DROP_COPY = """
DO $$ BEGIN
    SET LOCAL citus.enable_ddl_propagation TO off;
    EXECUTE 'DROP FUNCTION ' || (SELECT oid::regprocedure FROM pg_proc WHERE proname = 'append_to_{}');
END $$
"""
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
STORED = "SELECT version, position FROM kifu.event WHERE partition = %s AND game_id = %s ORDER BY version"


def shard_of(url: str, partition: int) -> int:
    with psycopg.connect(url) as connection:
        ((shard,),) = connection.execute(SHARD, (partition,)).fetchall()
        return int(shard)


def move(url: str, shard: int, mode: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(MOVE, (shard, mode, shard))


@contextmanager
def worker_of(url: str, datastore: Datastore, partition: int) -> Iterator[psycopg.Connection]:
    host, _, port = datastore.shares.places()[partition].rpartition(":")
    with psycopg.connect(make_conninfo(url, host=host, port=port), autocommit=True) as connection:
        yield connection


def calls_of(datastore: Datastore, game: UUID) -> frozenset[bytes]:
    """Return the names of the calls that the connection to the game's worker has made."""
    with datastore.get_connection(2.0, partition_of(game), local=True) as connection:
        return connection.prepared


@pytest.mark.parametrize("count", [1, 3])
def test_an_append_is_written_by_the_copy_for_its_shard(database_url: str, count: int) -> None:
    game = uuid4()
    shard = shard_of(database_url, partition_of(game))
    with Datastore(url_for_service(database_url)) as datastore:
        recorder = FeedRecorder(datastore)
        assert recorder.insert_events([event(game, 1 + n) for n in range(count)]) == list(range(1, count + 1))
        assert calls_of(datastore, game) == {f"kifu_append_to_{shard}_{'one' if count == 1 else 'many'}".encode()}
        assert len(recorder.select_events(game)) == count
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(STORED, (partition_of(game), game)).fetchall()
        assert rows == [(n, n) for n in range(1, count + 1)]


def test_the_copy_of_a_shard_that_has_moved_away_writes_nothing_and_the_append_goes_its_old_way(
    database_url: str,
) -> None:
    game = uuid4()
    shard = shard_of(database_url, partition_of(game))
    with Datastore(database_url, pool_size=2) as datastore:
        recorder = FeedRecorder(datastore)
        recorder.insert_events([event(game, 1)])
        move(database_url, shard, "block_writes")
        recorder.insert_events([event(game, 2)])
        assert b"kifu_append_one" in calls_of(datastore, game)
        recorder.insert_events([event(game, 3)])
        with worker_of(database_url, datastore, partition_of(game)) as old:
            call = f"SELECT kifu.append_to_{shard}(%s::smallint, %s, 4, 1, '{{step}}', '{{x}}', '{{NULL}}')"
            with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState, match="is not on this worker"):
                old.execute(call, (partition_of(game), game))
        assert [one.originator_version for one in recorder.select_events(game)] == [1, 2, 3]
    with Datastore(database_url) as later:
        FeedRecorder(later).insert_events([event(game, 4)])
        assert f"kifu_append_to_{shard}_one".encode() in calls_of(later, game)
    move(database_url, shard, "block_writes")


@pytest.mark.parametrize("mode", ["block_writes", "force_logical"])
def test_no_append_is_lost_while_its_shard_moves(database_url: str, mode: str) -> None:
    game = uuid4()
    shard = shard_of(database_url, partition_of(game))
    kept: list[int] = []
    moved = threading.Event()
    with Datastore(database_url) as datastore:
        recorder = FeedRecorder(datastore)

        def play() -> None:
            end = time.monotonic() + 60
            last = 10**9
            while len(kept) < last and time.monotonic() < end:
                try:
                    kept.extend(recorder.insert_events([event(game, len(kept) + 1)]) or ())
                except OperationalError:
                    # Waiting for the locks of the move may time out; then nothing is stored.
                    continue
                if moved.is_set() and last == 10**9:
                    last = len(kept) + 20

        player = threading.Thread(target=play)
        player.start()
        eventually(lambda: len(kept) > 20)
        try:
            move(database_url, shard, mode)
        finally:
            moved.set()
            player.join()
        assert kept == list(range(1, len(kept) + 1))
        assert [one.originator_version for one in recorder.select_events(game)] == kept
    with psycopg.connect(database_url) as connection:
        assert connection.execute(STORED, (partition_of(game), game)).fetchall() == [(n, n) for n in kept]
    move(database_url, shard, "block_writes")


def test_an_append_waits_for_the_lock_of_a_shard_that_is_about_to_move(database_url: str) -> None:
    game = uuid4()
    shard = shard_of(database_url, partition_of(game))
    with Datastore(database_url) as datastore:
        recorder = FeedRecorder(datastore)
        recorder.insert_events([event(game, 1)])
        with worker_of(database_url, datastore, partition_of(game)) as worker:
            player = threading.Thread(target=lambda: recorder.insert_events([event(game, 2)]))
            with worker.transaction():
                worker.execute("SELECT lock_shard_metadata(7, ARRAY[%s]::bigint[])", (shard,))
                player.start()
                with worker_of(database_url, datastore, partition_of(game)) as beside:
                    eventually(lambda: beside.execute(WAITING).fetchone() == (1,))
                assert worker.execute(STORED, (partition_of(game), game)).fetchall() == [(1, 1)]
            player.join()
        assert [one.originator_version for one in recorder.select_events(game)] == [1, 2]


def test_a_worker_that_lacks_a_copy_appends_as_citus_does(database_url: str) -> None:
    game = uuid4()
    shard = shard_of(database_url, partition_of(game))
    with Datastore(database_url) as datastore:
        recorder = FeedRecorder(datastore)
        recorder.insert_events([event(game, 1)])
        with worker_of(database_url, datastore, partition_of(game)) as worker:
            worker.execute(DROP_COPY.format(shard))
        assert list_without_copies(datastore.read) == [datastore.shares.places()[partition_of(game)]]
        recorder.insert_events([event(game, 2)])
        assert [one.originator_version for one in recorder.select_events(game)] == [1, 2]
    distribute(database_url)
    with Datastore(database_url) as datastore:
        assert list_without_copies(datastore.read) == []
        FeedRecorder(datastore).insert_events([event(game, 3)])
        assert calls_of(datastore, game) == {f"kifu_append_to_{shard}_one".encode()}


def test_the_copies_follow_a_migration_that_changes_the_function_and_are_for_the_service_only(
    coordinator: str, tmp_path: Path
) -> None:
    with new_database(coordinator) as url:
        migrate(url)
        distribute(url, 4)
        for path in migration_files(migrations_folder()):
            shutil.copy(path, tmp_path)
        with psycopg.connect(url) as connection:
            ((text,),) = connection.execute("SELECT pg_get_functiondef('kifu.append'::regproc)").fetchall()
        (tmp_path / "9999_later.sql").write_text(text.replace("\nBEGIN\n", "\nBEGIN\n    -- Later.\n") + ";\n")
        migrate(url, tmp_path)
        with Datastore(url) as datastore:
            for partition in (0, 1, 2, 3):
                with worker_of(url, datastore, partition) as worker:
                    copies = worker.execute(COPIES.encode()).fetchall()
                    assert len(copies) == 4
                    assert all("-- Later." in source and not anybody for _, source, anybody in copies)


def test_the_heads_of_shards_are_read_where_they_are_also_after_one_has_moved(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Datastore(database_url) as datastore:
        recorder = FeedRecorder(datastore)
        for _ in range(30):
            recorder.insert_events([event(uuid4(), 1)])
        heads = list_heads(datastore)
        feed = NodeFeed(url_for_service(database_url), whole=True)
        fetch, asked = feed._datastore.fetch, list[str]()

        def note(statement: str, params: Params, timeout: float, *partitions: int) -> list[TupleRow]:
            asked.append(statement)
            return fetch(statement, params, timeout, *partitions)

        assert feed.heads() == heads
        monkeypatch.setattr(feed._datastore, "fetch", note)
        assert feed.heads() == heads
        assert asked == []
        shard = shard_of(database_url, 0)
        move(database_url, shard, "block_writes")
        assert feed.heads() == heads
        assert asked == [HEADS_OF]
        feed.close()
    move(database_url, shard, "block_writes")
