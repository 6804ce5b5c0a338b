import threading
from collections.abc import Iterator
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from eventstore.feed import Feed, FeedEvent
from eventstore.notify import pause_after
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from eventstore.tables.tracking import count_unread, is_ahead, take_over_positions, track_positions, unread_partitions
from eventstore.threads import THREADS
from tests.support.feeds import ahead_of, heads, select
from tests.support.waiting import eventually


@pytest.fixture
def feed(datastore: Datastore) -> Iterator[Feed]:
    feed = Feed(datastore)
    yield feed
    feed.close()


@pytest.fixture
def elsewhere(database_url: str) -> Iterator[Feed]:
    """The feed of another process: only the database is shared."""
    store = Datastore(database_url)
    feed = Feed(store)
    yield feed
    feed.close()
    store.close()


def append(recorder: FeedRecorder, game_id: UUID, version: int) -> None:
    recorder.insert_events([StoredEvent(game_id, version, "step", b'{"n": %d}' % version)])


def test_an_empty_feed_has_64_heads_at_zero(datastore: Datastore) -> None:
    assert heads(datastore) == dict.fromkeys(range(64), 0)
    assert select(datastore, heads(datastore), 10) == []


def test_events_are_read_by_partition_in_order(recorder: FeedRecorder, datastore: Datastore) -> None:
    game_id = uuid4()
    partition = recorder.partition_of(game_id)
    for version in (1, 2, 3):
        append(recorder, game_id, version)
    assert select(datastore, {partition: 1}, 10) == [
        FeedEvent(partition, n, game_id, n, "step", b'{"n": %d}' % n) for n in (2, 3)
    ]
    assert [event.position for event in select(datastore, {partition: 0}, 2)] == [1, 2]
    assert select(datastore, {partition: 3}, 10) == []
    assert select(datastore, {**heads(datastore), partition: 0}, 10) == select(datastore, {partition: 0}, 10)


def test_one_query_finds_what_a_projection_has_not_read(recorder: FeedRecorder, datastore: Datastore) -> None:
    game_id = uuid4()
    partition = recorder.partition_of(game_id)
    append(recorder, game_id, 1)
    append(recorder, game_id, 2)
    with psycopg.connect(datastore.url, autocommit=True) as connection, connection.cursor() as cursor:
        both = ["scores", "history"]
        assert unread_partitions(connection, both) == {name: {partition: (0, 2)} for name in both}
        assert count_unread(connection, "scores") == 2
        track_positions(cursor, {"scores": {partition: 1}})
        assert unread_partitions(connection, both) == {"scores": {partition: (1, 2)}, "history": {partition: (0, 2)}}
        assert is_ahead(connection, "scores", "history")
        assert not is_ahead(connection, "history", "scores")
        track_positions(cursor, {"scores": {partition: 2}})
        assert unread_partitions(connection, both) == {"scores": {}, "history": {partition: (0, 2)}}
        take_over_positions(cursor, "history", "scores")
        assert unread_partitions(connection, ["history"]) == {"history": {}}
        assert count_unread(connection, "scores") == 2


@pytest.mark.parametrize("text", ["zz", "", " ", "5eed" * 16, "a" * 7000])
def test_an_announcement_that_cannot_be_read_is_skipped(
    feed: Feed, elsewhere: Feed, database_url: str, text: str
) -> None:
    """Any login of the database can send one."""
    game_id = uuid4()
    with elsewhere.watch(game_id) as watch:
        assert watch.wait(30), "the first ring comes when it has begun to listen"
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute("SELECT pg_notify('kifu_feed', %s)", (text,))
        feed.wake(game_id)
        assert watch.wait(30)
    assert elsewhere.unreadable == bool(text.strip())


def test_a_listener_that_raises_ends_no_thread(feed: Feed, elsewhere: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    # Later tests must not find a failing thread.
    monkeypatch.setattr(THREADS, "_failed", {})
    game_id = uuid4()
    heard: list[object] = []

    def hear(ids: frozenset[UUID] | None) -> None:
        heard.append(ids)
        if len(heard) == 2:
            raise ArithmeticError("a fault of a listener")

    elsewhere.listen(hear)
    eventually(lambda: len(heard) == 1)
    feed.wake(game_id)
    eventually(lambda: len(heard) == 3)
    assert heard[2] is None, "it listens again, and does not know what it missed"
    feed.wake(game_id)
    eventually(lambda: len(heard) == 4)


def test_a_wake_reaches_another_process(feed: Feed, elsewhere: Feed) -> None:
    game_id = uuid4()
    with elsewhere.watch(game_id) as watch, elsewhere.watch(uuid4()) as other, elsewhere.watch() as every:
        for listening in (watch, other, every):
            assert listening.wait(30), "the first ring comes when it has begun to listen"
        feed.wake(game_id)
        assert watch.wait(30)
        assert every.wait(30)
        assert not other.wait(0.1)


def test_a_wake_in_the_same_process_needs_no_database(feed: Feed) -> None:
    game_id = uuid4()
    with feed.watch(game_id) as watch:
        assert watch.wait(30)
        feed.wake(game_id)
        assert watch.wait(0)


def test_an_event_stored_before_the_listener_is_ready_is_not_missed(
    recorder: FeedRecorder, feed: Feed, elsewhere: Feed
) -> None:
    game_id = uuid4()
    with elsewhere.watch(game_id) as watch:
        append(recorder, game_id, 1)
        feed.wake(game_id)
        assert watch.wait(30)
        assert ahead_of(recorder.datastore, {}) == [recorder.partition_of(game_id)]


def test_the_listener_survives_the_loss_of_its_connection(feed: Feed, elsewhere: Feed, database_url: str) -> None:
    game_id = uuid4()
    with elsewhere.watch(game_id) as watch:
        assert watch.wait(30)
        with psycopg.connect(database_url, autocommit=True) as killer:
            killed = killer.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' "
                "AND datname = current_database()"
            ).fetchall()
        assert killed == [(True,)]
        assert watch.wait(30), "it rings when it listens again, for what was announced meanwhile"
        feed.wake(game_id)
        assert watch.wait(30)


def test_many_wakes_are_announced_together(feed: Feed, elsewhere: Feed, database_url: str) -> None:
    games, heard = [uuid4() for _ in range(1000)], []
    with psycopg.connect(database_url, autocommit=True) as listener:
        listener.execute("LISTEN kifu_feed")
        for game_id in games:
            feed.wake(game_id)

        def all_heard() -> bool:
            heard.extend(listener.notifies(timeout=0.2))
            return sum(len(notify.payload.split()) for notify in heard) >= 1000

        eventually(all_heard)
    assert {UUID(hex=digits) for notify in heard for digits in notify.payload.split()} == set(games)
    assert len(heard) < 200


def test_the_pause_after_a_message_grows_with_its_games_up_to_a_limit() -> None:
    assert [pause_after(games) for games in (1, 3, 4, 500)] == pytest.approx([0.01, 0.03, 0.04, 0.04])


def test_closing_wakes_who_waits_and_ends_the_threads(datastore: Datastore) -> None:
    feed, ended = Feed(datastore), threading.Event()
    with feed.watch(uuid4()) as watch:
        assert watch.wait(30)
        waiter = threading.Thread(target=lambda: watch.wait(30) and ended.set())
        waiter.start()
        feed.wake(uuid4())
        feed.close()
        assert ended.wait(30)
        waiter.join()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("feed-")]
