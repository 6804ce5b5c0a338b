"""A database without Citus, for which nothing changes."""

from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import IntegrityError

from domain.rows import PARTITIONS, FirstAnswer, partition_of, partition_of_key
from eventstore.postgres.citus import NotDistributable, distribute, is_spread
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from eventstore.tables.answers import DuplicateKey
from kifu.commands.operate.migrate import MOST_SHARDS
from tests.eventstore.test_recorder import event


def test_a_database_without_citus_cannot_be_spread_and_hears_what_is_missing(database_url: str) -> None:
    with pytest.raises(NotDistributable, match="CREATE EXTENSION citus"):
        distribute(database_url)
    with Datastore(database_url) as datastore, datastore.get_connection() as connection:
        assert not is_spread(connection)


def test_there_are_at_most_as_many_shards_as_partitions() -> None:
    assert MOST_SHARDS == PARTITIONS


def test_a_key_lies_with_the_game_of_its_request() -> None:
    game = UUID(int=7)
    assert partition_of_key("anna", "key", game) == partition_of(game)
    places = {partition_of_key("anna", f"key-{number}", None) for number in range(1000)}
    assert places == set(range(PARTITIONS))


def test_without_a_cluster_a_key_is_used_once_whatever_game_it_was_for(database_url: str) -> None:
    with Datastore(database_url) as datastore:
        recorder, first, other = FeedRecorder(datastore), uuid4(), uuid4()
        recorder.insert_events([event(first, 1)], idempotency=FirstAnswer("anna", "key", b"d", 201, b"{}", first))
        with pytest.raises(DuplicateKey):
            recorder.insert_events([event(other, 1)], idempotency=FirstAnswer("anna", "key", b"d", 201, b"{}", other))
        found = recorder.first_answer("anna", "key", other)
        assert found is not None
        assert found.partition == partition_of(first)
        with pytest.raises(IntegrityError):
            recorder.insert_events([event(first, 1)])
