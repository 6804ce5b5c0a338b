"""Which commits are acknowledged while a synchronous standby does not answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from domain.rows import FirstAnswer
from eventstore.postgres.datastore import Datastore, Unconfirmed
from eventstore.postgres.standby import KEEP_SECONDS, StandbyProbe
from eventstore.recorder import FeedRecorder
from tests.support.clusters import Pair, pair
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def servers() -> Iterator[Pair]:
    with pair() as made:
        yield made


@pytest.fixture
def recorder(servers: Pair) -> Iterator[FeedRecorder]:
    with Datastore(servers.primary.running.url, pool_size=4, longest=60.0) as store:
        yield FeedRecorder(store)


def event(game: UUID, version: int) -> StoredEvent:
    return StoredEvent(game, version, "step", b"{}")


@contextmanager
def cancelled_waits(servers: Pair) -> Iterator[None]:
    """Cancel every commit that waits for the standby, as an impatient administrator does."""
    ended = threading.Event()
    query = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

    def cancel() -> None:
        with psycopg.connect(servers.primary.running.url, autocommit=True) as connection:
            while not ended.wait(0.05):
                connection.execute(query)

    thread = threading.Thread(target=cancel)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def versions(recorder: FeedRecorder, game: UUID) -> list[int]:
    return [stored.originator_version for stored in recorder.select_events(game)]


def test_a_commit_whose_wait_was_cancelled_is_not_acknowledged_though_it_is_there(
    servers: Pair, recorder: FeedRecorder
) -> None:
    game = uuid4()
    recorder.insert_events([event(game, 1)])
    with servers.paused_standby(), cancelled_waits(servers):
        with pytest.raises(Unconfirmed):
            recorder.insert_events([event(game, 2)])
        # It is there, as PostgreSQL said with its warning, and nobody may answer with it yet.
        assert versions(recorder, game) == [1, 2]
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(game, 2)])


def test_an_answer_that_is_sent_again_waits_for_the_standby_too(servers: Pair, recorder: FeedRecorder) -> None:
    game = uuid4()
    answer = FirstAnswer("Ada", f"key-{game}", b"d" * 32, 201, b"{}")
    with servers.paused_standby():
        with cancelled_waits(servers), pytest.raises(Unconfirmed):
            recorder.insert_events([event(game, 1)], idempotency=answer)
        with cancelled_waits(servers), pytest.raises(Unconfirmed):
            recorder.first_answer("Ada", answer.key)
        # If nobody cancels, the wait times out: nothing is said about what was recorded.
        with (
            Datastore(servers.primary.running.url, pool_size=1, longest=1.0) as hasty,
            pytest.raises(OperationalError),
        ):
            FeedRecorder(hasty).first_answer("Ada", answer.key)
        assert recorder.first_answer("Ada", "another") is None
    found = recorder.first_answer("Ada", answer.key)
    assert found is not None
    assert found.body == b"{}"


def test_the_probe_tells_commits_that_wait_from_a_server_that_is_away(servers: Pair) -> None:
    probe = StandbyProbe(servers.primary.running.url)
    alone = StandbyProbe(servers.standby.running.url)
    try:
        assert alone.is_confirming() is None
        eventually(lambda: probe.is_confirming() is True, 60)
        with servers.paused_standby():
            eventually(lambda: probe.is_confirming() is False, 60)
            time.sleep(KEEP_SECONDS)
            assert probe.is_confirming() is False
        eventually(lambda: probe.is_confirming() is True, 60)
        servers.kill_primary()
        time.sleep(KEEP_SECONDS)
        with pytest.raises(OperationalError):
            probe.is_confirming()
    finally:
        probe.close()
        alone.close()
        servers.primary.stop()
        servers.primary.start()
