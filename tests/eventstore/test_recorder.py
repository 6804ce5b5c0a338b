import multiprocessing
import threading
import time
from collections import defaultdict
from itertools import islice
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import DataError, IntegrityError, NotSupportedError, StoredEvent

from domain.rows import FirstAnswer
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from eventstore.tables.answers import DuplicateKey
from tests.eventstore.cutting_proxy import CuttingProxy, recorder_behind
from tests.support.feeds import ahead_of, heads, select


def event(game_id: UUID, version: int, state: bytes = b'{"a": 1}') -> StoredEvent:
    return StoredEvent(game_id, version, "step", state)


def answer(key: str = "key", body: bytes = b"body", digest: bytes = b"digest", game: UUID | None = None) -> FirstAnswer:
    return FirstAnswer("anna", key, digest, 201, body, game)


def games_of(recorder: FeedRecorder, partition: int, count: int) -> list[UUID]:
    return list(islice((game for game in iter(uuid4, None) if recorder.partition_of(game) == partition), count))


def test_positions_count_from_one_in_each_partition(recorder: FeedRecorder) -> None:
    first, second = games_of(recorder, 3, 2)
    (other,) = games_of(recorder, 4, 1)
    assert recorder.insert_events([event(first, 1), event(first, 2)]) == [1, 2]
    assert recorder.insert_events([event(second, 1)]) == [3]
    assert recorder.insert_events([event(other, 1)]) == [1]


def test_the_partition_of_a_game_never_changes(recorder: FeedRecorder) -> None:
    assert [recorder.partition_of(UUID(int=n)) for n in range(5)] == [21, 3, 57, 47, 12]


def test_a_state_is_kept_byte_for_byte(recorder: FeedRecorder, database_url: str) -> None:
    game_id, state = uuid4(), b'{"b":  1,"a":"\xe6\xa3\x8b\xe8\xad\x9c \\u0000", "b":2}'
    recorder.insert_events([event(game_id, 1, state)])
    assert [stored.state for stored in recorder.select_events(game_id)] == [state]
    with psycopg.connect(database_url) as connection:
        assert (
            connection.execute("SELECT payload::json ->> 'a' FROM kifu.event WHERE payload LIKE '%x%'").fetchall() == []
        )
        assert connection.execute("SELECT payload FROM kifu.event").fetchone() == (state.decode(),)


@pytest.mark.parametrize("state", [b"secret\xff\xfe", b"secret\x00b"])
def test_a_state_that_is_no_text_is_refused_without_being_quoted(recorder: FeedRecorder, state: bytes) -> None:
    game_id = uuid4()
    with pytest.raises(DataError) as refused:
        recorder.insert_events([event(game_id, 1, state)])
    assert "secret" not in str(refused.value)
    assert list(recorder.select_events(game_id)) == []


@pytest.mark.parametrize("version", [0, 2, 7])
def test_a_game_begins_with_version_one(recorder: FeedRecorder, version: int) -> None:
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(uuid4(), version)])


@pytest.mark.parametrize("versions", [[7], [3], [1], [0], [2, 4], [2, 2], [3, 2]])
def test_versions_after_one_must_be_contiguous(recorder: FeedRecorder, versions: list[int]) -> None:
    game_id = uuid4()
    recorder.insert_events([event(game_id, 1)])
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(game_id, version) for version in versions])
    assert [stored.originator_version for stored in recorder.select_events(game_id)] == [1]
    assert recorder.insert_events([event(game_id, 2)]) == [2]


def test_events_of_several_games_are_stored_together_or_not_at_all(recorder: FeedRecorder) -> None:
    games = [uuid4() for _ in range(6)]
    recorder.insert_events([event(games[0], 1)])
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(game, 1) for game in reversed(games)])
    assert [len(recorder.select_events(game)) for game in games] == [1, 0, 0, 0, 0, 0]
    batch = [event(game, version) for version in (1, 2) for game in games[1:]]
    positions = recorder.insert_events(batch)
    for stored, position in zip(batch, positions or [], strict=True):
        (found,) = select(recorder.datastore, {recorder.partition_of(stored.originator_id): position - 1}, 1)
        assert (found.game_id, found.version) == (stored.originator_id, stored.originator_version)


def test_writers_of_the_same_games_in_opposite_orders_do_not_deadlock(recorder: FeedRecorder) -> None:
    games = [uuid4() for _ in range(8)]
    failures: list[Exception] = []

    def write(order: list[UUID]) -> None:
        for _ in range(30):
            fresh = [event(uuid4(), 1) for _ in order]
            try:
                recorder.insert_events(fresh)
            except Exception as error:
                failures.append(error)

    threads = [threading.Thread(target=write, args=(games[::step],)) for step in (1, -1) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_of_ten_writers_of_one_version_one_succeeds(recorder: FeedRecorder) -> None:
    game_id, results = uuid4(), []
    together = threading.Barrier(10)

    def write(number: int) -> None:
        together.wait()
        try:
            recorder.insert_events([event(game_id, 1, b"%d" % number)])
            results.append("stored")
        except IntegrityError:
            results.append("refused")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["refused"] * 9 + ["stored"]


@pytest.mark.long
def test_a_tailing_reader_misses_nothing_under_sixteen_writers(recorder: FeedRecorder) -> None:
    written, stop = [0] * 16, threading.Event()
    seen: dict[int, list[int]] = defaultdict(list)
    read: list[tuple[UUID, int]] = []

    def write(number: int) -> None:
        while not stop.is_set():
            game_id = uuid4()
            for version in range(1, 6):
                recorder.insert_events([event(game_id, version)])
                written[number] += 1
            try:
                recorder.insert_events([event(game_id, 5)])
            except IntegrityError:
                continue

    def pull() -> None:
        at = {partition: seen[partition][-1] if seen[partition] else 0 for partition in range(64)}
        for found in select(recorder.datastore, at, 100):
            seen[found.partition].append(found.position)
            read.append((found.game_id, found.version))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 60
    while sum(written) <= 500:
        assert time.monotonic() < deadline, written
        pull()
    stop.set()
    for thread in threads:
        thread.join()
    while ahead_of(recorder.datastore, {p: at[-1] for p, at in seen.items() if at}):
        pull()

    assert all(positions == list(range(1, len(positions) + 1)) for positions in seen.values())
    assert len(read) == len(set(read)) == sum(written)


def test_an_answer_is_stored_with_its_events(recorder: FeedRecorder) -> None:
    game_id = uuid4()
    positions = recorder.insert_events([event(game_id, 1), event(game_id, 2)], idempotency=answer(game=game_id))
    stored = recorder.first_answer("anna", "key", game_id)
    assert stored is not None
    assert positions is not None
    assert (stored.digest, stored.status, stored.body) == (b"digest", 201, b"body")
    assert (stored.partition, stored.position) == (recorder.partition_of(game_id), positions[-1])
    assert recorder.first_answer("bela", "key") is None
    assert recorder.first_answer("anna", "other") is None


def test_a_used_key_is_told_from_a_version_conflict(recorder: FeedRecorder) -> None:
    game_id = uuid4()
    recorder.insert_events([event(game_id, 1)], idempotency=answer())
    with pytest.raises(DuplicateKey):
        recorder.insert_events([event(game_id, 1)], idempotency=answer())
    with pytest.raises(DuplicateKey):
        recorder.insert_events([event(game_id, 2)], idempotency=answer(body=b"another"))
    with pytest.raises(DuplicateKey):
        recorder.insert_events([event(uuid4(), 1)], idempotency=answer())
    with pytest.raises(IntegrityError) as conflict:
        recorder.insert_events([event(game_id, 1)], idempotency=answer("fresh"))
    assert not isinstance(conflict.value, DuplicateKey)
    assert recorder.first_answer("anna", "fresh") is None
    assert [stored.originator_version for stored in recorder.select_events(game_id)] == [1]


def test_an_answer_without_events_is_kept_once(recorder: FeedRecorder) -> None:
    recorder.record_answer(answer())
    with pytest.raises(DuplicateKey):
        recorder.record_answer(answer(body=b"another"))
    stored = recorder.first_answer("anna", "key")
    assert stored is not None
    assert stored.body == b"body"
    assert stored.position is None
    with pytest.raises(DuplicateKey):
        recorder.insert_events([event(uuid4(), 1)], idempotency=answer())


def test_of_ten_requests_with_one_key_one_is_answered_anew(recorder: FeedRecorder) -> None:
    results, together = [], threading.Barrier(10)

    def write() -> None:
        together.wait()
        try:
            recorder.insert_events([event(uuid4(), 1)], idempotency=answer())
            results.append("stored")
        except DuplicateKey:
            results.append("duplicate")

    threads = [threading.Thread(target=write) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["duplicate"] * 9 + ["stored"]


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("count", [1, 3])
def test_a_lost_commit_reply_gives_the_first_positions(database_url: str, keyed: bool, count: int) -> None:
    with CuttingProxy(database_url) as proxy:
        recorder = recorder_behind(proxy)
        (game_id, warming) = games_of(recorder, 0, 2)
        events = [event(game_id, version) for version in range(1, count + 1)]
        # Prepares the statement, so that the next exchange is the append itself.
        warm = [event(warming, version) for version in range(1, count + 1)]
        recorder.insert_events(warm, idempotency=answer("warm", game=warming) if keyed else None)
        proxy.lose_reply()
        kept = answer(game=game_id) if keyed else None
        positions = recorder.insert_events(events, idempotency=kept)
        assert proxy.cuts == 1
        assert positions == [count + version for version in range(1, count + 1)]
        assert list(recorder.select_events(game_id)) == events
        assert heads(recorder.datastore)[0] == 2 * count
        with pytest.raises(DuplicateKey if keyed else IntegrityError):
            recorder.insert_events(events, idempotency=kept)
        recorder.datastore.close()


def test_a_lost_request_is_sent_again(database_url: str) -> None:
    with CuttingProxy(database_url) as proxy:
        recorder, game_id = recorder_behind(proxy), uuid4()
        recorder.insert_events([event(game_id, 1)])
        proxy.lose_request()
        assert recorder.insert_events([event(game_id, 2)]) == [2]
        assert proxy.cuts == 1
        recorder.datastore.close()


@pytest.mark.parametrize("idempotency", [None, answer()])
def test_a_lost_request_that_another_writer_overtook_is_a_conflict(
    database_url: str, recorder: FeedRecorder, idempotency: FirstAnswer | None
) -> None:
    with CuttingProxy(database_url) as proxy:
        ours, game_id = recorder_behind(proxy), uuid4()
        ours.insert_events([event(game_id, 1)])
        # With a key even the very same event is not ours: the answer to our request is not stored with it.
        theirs = event(game_id, 2, b'{"a": 1}' if idempotency else b"theirs")
        proxy.lose_request(lambda: recorder.insert_events([theirs]) and None)
        with pytest.raises(IntegrityError) as conflict:
            ours.insert_events([event(game_id, 2)], idempotency=idempotency)
        assert not isinstance(conflict.value, DuplicateKey)
        assert proxy.cuts == 1
        assert list(recorder.select_events(game_id, gt=1)) == [theirs]
        ours.datastore.close()


def test_a_lost_reply_to_an_answer_without_events_is_no_duplicate(database_url: str) -> None:
    with CuttingProxy(database_url) as proxy:
        recorder = recorder_behind(proxy)
        recorder.record_answer(answer("warm"))
        proxy.lose_reply()
        recorder.record_answer(answer())
        assert proxy.cuts == 1
        recorder.datastore.close()


def append_in_child(recorder: FeedRecorder, game_id: UUID, done: "multiprocessing.Queue[object]") -> None:
    done.put(recorder.insert_events([event(game_id, 1)]))


def test_a_recorder_built_before_a_fork_works_in_every_child(database_url: str) -> None:
    context = multiprocessing.get_context("fork")
    done: multiprocessing.Queue[object] = context.Queue()
    with Datastore(database_url) as datastore:
        recorder = FeedRecorder(datastore)
        work = ((recorder, game, done) for game in games_of(recorder, 0, 3))
        children = [context.Process(target=append_in_child, args=arguments) for arguments in work]
        for child in children:
            child.start()
        assert sorted(str(done.get(timeout=60)) for _ in children) == ["[1]", "[2]", "[3]"]
    for child in children:
        child.join(60)
        assert child.exitcode == 0


def test_the_schema_is_left_to_migrations(recorder: FeedRecorder) -> None:
    with pytest.raises(NotSupportedError):
        recorder.create_table()


def test_many_partitions_are_not_one_sequence(recorder: FeedRecorder) -> None:
    with pytest.raises(NotSupportedError):
        recorder.select_notifications(1, 10)
    with pytest.raises(NotSupportedError):
        recorder.max_notification_id()
    with pytest.raises(NotSupportedError):
        recorder.subscribe()


def test_what_cannot_be_stored_with_events_is_refused(recorder: FeedRecorder) -> None:
    with pytest.raises(NotSupportedError):
        recorder.insert_events([event(uuid4(), 1)], tracking="something")


def chained(game_id: UUID, version: int, digest: str) -> StoredEvent:
    return StoredEvent(game_id, version, "step", b'{"n":%d,"digest":"%s"}' % (version, digest.encode()))


def test_events_follow_the_digest_that_is_stored_before_them(recorder: FeedRecorder) -> None:
    game_id, one, two, three = uuid4(), "1" * 64, "2" * 64, "3" * 64
    recorder.insert_events([chained(game_id, 1, one), chained(game_id, 2, two)], receipts=[b"a", None])
    for previous in (None, bytes.fromhex(one), b""):
        with pytest.raises(IntegrityError, match="digest"):
            recorder.insert_events([chained(game_id, 3, three)], previous=previous)
    recorder.insert_events([chained(game_id, 3, three)], previous=bytes.fromhex(two), receipts=[b"c"])
    rows = recorder.rows(game_id)
    assert [(row.version, row.position, row.receipt) for row in rows] == [(1, 1, b"a"), (2, 2, None), (3, 3, b"c")]
    assert rows[2].payload == chained(game_id, 3, three).state
    assert [row.version for row in recorder.rows(game_id, 2)] == [1, 2]


def test_events_without_a_digest_need_none_before_them(recorder: FeedRecorder) -> None:
    game_id = uuid4()
    recorder.insert_events([event(game_id, 1)])
    recorder.insert_events([event(game_id, 2)])
    recorder.insert_events([chained(game_id, 3, "3" * 64)])
    with pytest.raises(IntegrityError, match="digest"):
        recorder.insert_events([event(game_id, 4)])


def test_digests_and_receipts_of_several_games_cannot_be_stored_at_once(recorder: FeedRecorder) -> None:
    events = [event(uuid4(), 1), event(uuid4(), 1)]
    for more in ({"previous": b"1" * 32}, {"receipts": [b"1", b"2"]}):
        with pytest.raises(NotSupportedError):
            recorder.insert_events(events, **more)


def test_events_that_are_gone_leave_a_gap_in_their_partition(recorder: FeedRecorder) -> None:
    game_id = uuid4()
    recorder.insert_events([event(game_id, version) for version in range(1, 9)])
    assert recorder.missing_positions(game_id, 0) is None
    with recorder.datastore.get_connection() as connection:
        connection.execute("DELETE FROM kifu.event WHERE game_id = %s AND version IN (4, 5, 8)", (game_id,))
    assert recorder.missing_positions(game_id, 1) == (4, 5)
    assert recorder.missing_positions(game_id, 6) == (8, 8)
    assert recorder.missing_positions(game_id, 8) is None


@pytest.mark.parametrize("count", [1, 2])
def test_events_are_appended_where_something_else_was_rolled_back(database_url: str, count: int) -> None:
    """The driver then forgets all statements that were prepared there."""

    def append(recorder: FeedRecorder) -> None:
        game_id = uuid4()
        recorder.insert_events([event(game_id, version) for version in range(1, count + 1)])

    with Datastore(database_url, pool_size=1) as datastore:
        recorder = FeedRecorder(datastore)
        for _ in range(3):
            append(recorder)
            with datastore.get_connection() as connection, connection.transaction():
                connection.execute("SELECT count(*) FROM kifu.event", prepare=True)
                raise psycopg.Rollback
            datastore.read("SELECT count(*) FROM kifu.event", ())
