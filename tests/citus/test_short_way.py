"""Statements about one worker's partitions go directly to that worker if possible, and arrive in any case."""

from __future__ import annotations

from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from domain.rows import FirstAnswer, RefusedMove, partition_of
from eventstore.postgres import datastore as opened
from eventstore.postgres import workers
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from eventstore.snapshots import SnapshotRecorder
from tests.eventstore.test_recorder import event
from tests.support.games import NOW

SHARD = """
SELECT get_shard_id_for_distribution_column('kifu.feed_head', %s::smallint)
"""
MOVE = """
SELECT citus_move_shard_placement(%s, s.nodename, s.nodeport, t.nodename, t.nodeport, 'block_writes')
  FROM citus_shards AS s, pg_dist_node AS t
 WHERE s.shardid = %s AND t.groupid > 0 AND (t.nodename, t.nodeport) <> (s.nodename, s.nodeport)
"""


def port_of(datastore: Datastore, *partitions: int, local: bool = True) -> str:
    with datastore.get_connection(2.0, *partitions, local=local) as connection:
        return f"{connection.info.host}:{connection.info.port}"


def coordinator_of(url: str) -> str:
    parts = conninfo_to_dict(url)
    return f"{parts['host']}:{parts['port']}"


def two_nodes(places: dict[int, str]) -> tuple[int, int]:
    first = min(places)
    return first, next(partition for partition in sorted(places) if places[partition] != places[first])


def test_a_statement_for_one_worker_goes_there_and_all_others_to_the_coordinator(database_url: str) -> None:
    with Datastore(database_url) as datastore:
        places = dict(datastore.shares.places())
        one, other = two_nodes(places)
        assert port_of(datastore, one) == places[one]
        assert port_of(datastore, other) == places[other]
        beside = next(partition for partition in places if places[partition] == places[one] and partition != one)
        assert port_of(datastore, one, beside) == places[one]
        assert port_of(datastore, one, other) == coordinator_of(database_url)
        assert port_of(datastore, one, local=False) == coordinator_of(database_url)
        assert port_of(datastore) == coordinator_of(database_url)


def test_the_coordinator_is_not_asked_for_moves_and_reads_of_a_game(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = uuid4()
    with Datastore(database_url) as datastore:
        recorder, snapshots = FeedRecorder(datastore), SnapshotRecorder(datastore)
        datastore.shares.places()
        recorder.insert_events([event(game, 1)])
        # The list of games replaced by a better file is read once.
        recorder.select_events(game)
        monkeypatch.setattr(datastore._connections, "take", refuse)
        recorder.insert_events([event(game, 2)], idempotency=FirstAnswer("anna", "move", b"d", 201, b"{}", game))
        assert [one.originator_version for one in recorder.select_events(game)] == [1, 2]
        assert recorder.first_answer("anna", "move", game) is not None
        recorder.record_refusal(RefusedMove(game, 0, "anna", b"{}", "clause", "why", NOW))
        assert recorder.refusals_between(game, NOW.replace(year=2000), NOW, 10)
        snapshots.insert_events([event(game, 2)])
        assert snapshots.select_events(game) == [event(game, 2)]


def refuse(*_: object) -> None:
    raise psycopg.OperationalError("the coordinator was asked")


def test_a_login_that_the_workers_do_not_let_in_plays_through_the_coordinator(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened, "connect_worker", refuse)
    game = uuid4()
    with Datastore(database_url) as datastore:
        recorder = FeedRecorder(datastore)
        recorder.insert_events([event(game, 1)])
        assert port_of(datastore, partition_of(game)) == coordinator_of(database_url)
        assert list(recorder.select_events(game)) == [event(game, 1)]


def test_a_worker_without_the_metadata_of_the_cluster_is_reached_through_the_coordinator(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "DISTRIBUTED", "SELECT FROM pg_dist_partition WHERE false")
    with Datastore(database_url) as datastore:
        assert port_of(datastore, 0) == coordinator_of(database_url)


def test_a_partition_that_has_just_moved_is_found_by_who_asks_its_old_worker(database_url: str) -> None:
    game: UUID = uuid4()
    with Datastore(database_url) as datastore:
        recorder = FeedRecorder(datastore)
        recorder.insert_events([event(game, 1)])
        old = port_of(datastore, partition_of(game))
        move(database_url, partition_of(game))
        assert port_of(datastore, partition_of(game)) == old
        recorder.insert_events([event(game, 2)], idempotency=FirstAnswer("anna", "move", b"d", 201, b"{}", game))
        assert [one.originator_version for one in recorder.select_events(game)] == [1, 2]
    with Datastore(database_url) as later:
        assert port_of(later, partition_of(game)) != old
        assert [one.originator_version for one in FeedRecorder(later).select_events(game)] == [1, 2]
    move(database_url, partition_of(game))


def move(url: str, partition: int) -> None:
    with psycopg.connect(make_conninfo(url), autocommit=True) as connection:
        row = connection.execute(SHARD, (partition,)).fetchone()
        assert row is not None
        connection.execute(MOVE, (row[0], row[0]))
