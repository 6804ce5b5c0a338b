"""Concurrent threads append in one transaction: each gets its own outcome, as if it had been alone."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import DataError, IntegrityError, StoredEvent

from domain.rows import FirstAnswer
from eventstore.postgres.datastore import PATIENCE, Datastore, persevere
from eventstore.postgres.pool import FeedConnection
from eventstore.postgres.role import ROLE
from eventstore.recorder import FeedRecorder
from eventstore.tables.answers import DuplicateKey
from tests.eventstore.cutting_proxy import CuttingProxy
from tests.support.databases import logged_in_as
from tests.support.waiting import eventually

Append = Callable[[FeedRecorder], object]
LONG = 60.0
OTHER = 63
"""The partition of the events that go first, while the appends of the test wait."""


class GatedDatastore(Datastore):
    """Lends connections only while its gate is open, so that appends can be made to queue."""

    gate = threading.Event()
    gate.set()

    @contextmanager
    def get_connection(
        self, timeout: float = PATIENCE, *partitions: int, local: bool = False
    ) -> Iterator[FeedConnection]:
        self.gate.wait(LONG)
        with super().get_connection(timeout, *partitions, local=local) as connection:
            yield connection


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let appends wait as long as a busy machine may need."""
    monkeypatch.setattr("eventstore.recorder.persevere", partial(persevere, patience=LONG))


@pytest.fixture
def gated(database_url: str) -> Iterator[FeedRecorder]:
    """A recorder in the role of the service, whose appends can be held back."""
    with GatedDatastore(logged_in_as(database_url, ROLE)) as store:
        yield FeedRecorder(store)


def append_together(recorder: FeedRecorder, appends: Sequence[Append]) -> list[object]:
    """Carry out appends that are in the queue at the same moment; return what each returned or raised."""
    outcomes: list[object] = [None] * len(appends)

    def run(number: int, append: Append) -> None:
        try:
            outcomes[number] = append(recorder)
        except Exception as error:
            outcomes[number] = error

    appender = recorder.appender
    first = [event(game_id, 1) for game_id in games_of(recorder, OTHER, 2)]
    lanes = [threading.Thread(target=recorder.insert_events, args=([each],)) for each in first]
    threads = [threading.Thread(target=run, args=(number, append)) for number, append in enumerate(appends)]
    GatedDatastore.gate.clear()
    try:
        for lane in lanes:
            lane.start()
        eventually(lambda: appender._under_way == len(lanes))
        for number, thread in enumerate(threads):
            thread.start()
            eventually(lambda number=number: len(appender._line) == number + 1)  # type: ignore[misc]
    finally:
        GatedDatastore.gate.set()
    for thread in [*lanes, *threads]:
        thread.join(LONG)
    assert appender._under_way == len(appender._line) == 0
    return outcomes


def games_of(recorder: FeedRecorder, partition: int, count: int) -> list[UUID]:
    games = iter(uuid4, None)
    return list(islice((game_id for game_id in games if recorder.partition_of(game_id) == partition), count))


def event(game_id: UUID, version: int, state: bytes = b'{"a": 1}') -> StoredEvent:
    return StoredEvent(game_id, version, "step", state)


def insert(*events: StoredEvent, **more: object) -> Append:
    return lambda recorder: recorder.insert_events(events, **more)  # type: ignore[arg-type]


def answer(key: str) -> FirstAnswer:
    return FirstAnswer("anna", key, b"digest", 201, b"body")


def chained(game_id: UUID, version: int) -> StoredEvent:
    return event(game_id, version, b'{"n":%d,"digest":"%s"}' % (version, digest(game_id, version).hex().encode()))


def digest(game_id: UUID, version: int) -> bytes:
    return hashlib.sha256(b"%s %d" % (game_id.bytes, version)).digest()


def stored(recorder: FeedRecorder, game_id: UUID) -> list[tuple[int, bytes]]:
    return [(found.originator_version, found.state) for found in recorder.select_events(game_id)]


def transactions(url: str, games: Sequence[UUID]) -> int:
    """How many transactions have appended the last events of these games."""
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT count(DISTINCT xmin::text) FROM kifu.event AS e WHERE game_id = ANY(%s) AND version = "
            "(SELECT max(version) FROM kifu.event WHERE game_id = e.game_id)",
            (list(games),),
        ).fetchone()
    assert row is not None
    return int(row[0])


def assert_no_gaps(url: str) -> None:
    """Positions count from 1 to the head of each partition."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT partition, count(*), max(e.position), h.position FROM kifu.event AS e "
            "JOIN kifu.feed_head AS h USING (partition) GROUP BY partition, h.position"
        ).fetchall()
    assert all(count == last == head for _, count, last, head in rows)


def test_what_waits_is_appended_in_one_transaction_with_all_that_belongs_to_it(
    gated: FeedRecorder, database_url: str
) -> None:
    keyed, many, signed, over, opened = (uuid4() for _ in range(5))
    seed = bytes(range(32))
    opening = event(over, 1, b'{"commitment":"%s"}' % hashlib.sha256(seed).hexdigest().encode())
    gated.insert_events([opening])
    gated.insert_events([chained(signed, 1)])
    outcomes = append_together(
        gated,
        [
            insert(event(keyed, 1), idempotency=answer("one")),
            insert(*(event(many, version) for version in range(1, 6)), idempotency=answer("two")),
            insert(chained(signed, 2), chained(signed, 3), previous=digest(signed, 1), receipts=[None, b"receipt"]),
            insert(event(over, 2), opened_seed=seed),
            insert(event(opened, 1)),
        ],
    )
    assert transactions(database_url, [keyed, many, signed, over, opened]) == 1
    for game_id, positions in zip((keyed, many, signed, over, opened), outcomes, strict=True):
        rows = gated.rows(game_id)
        assert isinstance(positions, list)
        assert [row.position for row in rows][-len(positions) :] == positions
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    assert len(stored(gated, many)) == 5
    assert [row.receipt for row in gated.rows(signed)] == [None, None, b"receipt"]
    assert [row.payload for row in gated.rows(signed)] == [chained(signed, version).state for version in (1, 2, 3)]
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT game_id, seed FROM kifu.opened_seed").fetchall() == [(over, seed)]
    for key, game_id in (("one", keyed), ("two", many)):
        kept = gated.first_answer("anna", key)
        assert kept is not None
        assert (kept.body, kept.partition) == (b"body", gated.partition_of(game_id))
        assert kept.position == gated.rows(game_id)[-1].position
    assert_no_gaps(database_url)


def test_it_says_how_many_wait_and_how_many_each_commit_stored(gated: FeedRecorder) -> None:
    told, waiting = list[int](), list[int]()
    gated.appender.tell = told.append
    taken = uuid4()
    gated.insert_events([event(taken, 1)])
    calls = [insert(event(game_id, 1)) for game_id in (uuid4(), taken, uuid4(), uuid4())]

    def count(recorder: FeedRecorder) -> object:
        waiting.append(recorder.appender.count_waiting())
        return recorder.insert_events([event(uuid4(), 1)])

    outcomes = append_together(gated, [*calls, count])
    assert [isinstance(outcome, IntegrityError) for outcome in outcomes] == [False, True, False, False, False]
    # Two that went first and alone, and the four in the queue.
    assert waiting == [6]
    assert (sorted(told), gated.appender.count_waiting()) == ([1, 1, 1, 4], 0)


def test_games_of_one_partition_get_positions_in_the_order_of_the_batch(gated: FeedRecorder) -> None:
    games = games_of(gated, 5, 4)
    batch = [insert(*(event(game, version) for version in range(1, number + 2))) for number, game in enumerate(games)]
    assert append_together(gated, batch)[:3] == [[1], [2, 3], [4, 5, 6]]


def test_what_is_refused_in_a_batch_keeps_nothing_else_from_being_stored(
    gated: FeedRecorder, database_url: str
) -> None:
    good = [uuid4() for _ in range(3)]
    taken, gap, broken, used = (uuid4() for _ in range(4))
    for game_id in (taken, broken):
        gated.insert_events([chained(game_id, 1)])
    gated.insert_events([event(uuid4(), 1)], idempotency=answer("used"))
    outcomes = append_together(
        gated,
        [
            insert(event(good[0], 1)),
            insert(event(taken, 1), idempotency=answer("fresh")),
            insert(event(good[1], 1), event(good[1], 2), idempotency=answer("good")),
            insert(event(gap, 4)),
            insert(chained(broken, 2), previous=digest(broken, 7)),
            insert(event(used, 1), idempotency=answer("used")),
            insert(event(good[2], 1)),
        ],
    )
    first, conflict, second, gap_error, chain_error, duplicate, third = outcomes
    assert all(isinstance(positions, list) for positions in (first, second, third))
    assert [len(stored(gated, game_id)) for game_id in good] == [1, 2, 1]
    assert transactions(database_url, good) == 1
    assert isinstance(duplicate, DuplicateKey)
    for error, words in ((conflict, "duplicate"), (gap_error, "does not follow a stored"), (chain_error, "digest")):
        assert isinstance(error, IntegrityError)
        assert not isinstance(error, DuplicateKey)
        assert words in str(error)
    assert [len(stored(gated, game_id)) for game_id in (taken, gap, broken, used)] == [1, 0, 1, 0]
    assert gated.first_answer("anna", "fresh") is None
    assert_no_gaps(database_url)


def test_of_two_that_append_the_same_version_one_succeeds(gated: FeedRecorder) -> None:
    game_id, other = uuid4(), uuid4()
    *both, third = append_together(
        gated, [insert(event(game_id, 1, b"1")), insert(event(game_id, 1, b"2")), insert(event(other, 1))]
    )
    assert sorted(isinstance(outcome, IntegrityError) for outcome in both) == [False, True]
    assert isinstance(third, list)
    assert stored(gated, game_id) == [(1, b"1" if isinstance(both[0], list) else b"2")]


def test_of_a_request_and_its_repetition_one_is_told_so(gated: FeedRecorder) -> None:
    game_id, other = uuid4(), uuid4()
    *same, elsewhere, unkeyed = append_together(
        gated,
        [
            insert(event(game_id, 1), idempotency=answer("key")),
            insert(event(game_id, 1), idempotency=answer("key")),
            insert(event(other, 1), idempotency=answer("key")),
            insert(event(uuid4(), 1)),
        ],
    )
    stored_once = [outcome for outcome in (*same, elsewhere) if isinstance(outcome, list)]
    assert len(stored_once) == 1
    assert sum(isinstance(outcome, DuplicateKey) for outcome in (*same, elsewhere)) == 2
    assert isinstance(unkeyed, list)
    assert len(stored(gated, game_id)) + len(stored(gated, other)) == 1


@pytest.mark.parametrize("poison", [b"\xff", b"a\x00b"])
def test_what_cannot_be_stored_fails_alone(gated: FeedRecorder, poison: bytes) -> None:
    games = [uuid4() for _ in range(4)]
    states = [b"1", poison, b"2", b"3"]
    outcomes = append_together(
        gated, [insert(event(game_id, 1, state)) for game_id, state in zip(games, states, strict=True)]
    )
    assert [type(outcome) for outcome in outcomes] == [list, DataError, list, list]
    assert [len(stored(gated, game_id)) for game_id in games] == [1, 0, 1, 1]


def test_a_false_seed_fails_alone(gated: FeedRecorder) -> None:
    games = [uuid4() for _ in range(3)]
    for game_id in games:
        gated.insert_events([event(game_id, 1, b'{"commitment":"none"}')])
    outcomes = append_together(
        gated,
        [
            insert(event(games[0], 2)),
            insert(event(games[1], 2), opened_seed=bytes(32)),
            insert(event(games[2], 2)),
        ],
    )
    assert [isinstance(outcome, IntegrityError) for outcome in outcomes] == [False, True, False]
    assert [len(stored(gated, game_id)) for game_id in games] == [2, 1, 2]


@pytest.mark.parametrize("lost", ["reply", "request"])
def test_appends_of_a_cut_connection_are_stored_once_and_recognised(database_url: str, lost: str) -> None:
    with CuttingProxy(database_url) as proxy, GatedDatastore(proxy.url, pool_size=1) as store:
        recorder = FeedRecorder(store)
        append_together(recorder, [insert(event(uuid4(), 1)), insert(event(uuid4(), 1))])  # prepares the statement
        games = [uuid4() for _ in range(4)]
        calls = [insert(event(game_id, 1), idempotency=answer(str(game_id))) for game_id in games]
        if lost == "reply":
            proxy.lose_reply(games[0].bytes)
        else:
            proxy.lose_request(containing=games[0].bytes)
        taken = uuid4()
        recorder.insert_events([event(taken, 1)])
        *positions, conflict = append_together(recorder, [*calls, insert(event(taken, 1, b"other"))])
        assert proxy.cuts == 1
        assert positions == [[recorder.rows(game_id)[0].position] for game_id in games]
        assert isinstance(conflict, IntegrityError)
        assert [len(stored(recorder, game_id)) for game_id in games] == [1] * 4
        if lost == "reply":
            assert transactions(database_url, games) == 1
        assert_no_gaps(database_url)


def test_a_partition_that_somebody_holds_does_not_stop_the_others(gated: FeedRecorder, database_url: str) -> None:
    (held,), free = games_of(gated, 5, 1), games_of(gated, 6, 3)
    outcomes = list[object]()
    with psycopg.connect(database_url) as holder:
        holder.execute("SELECT FROM kifu.feed_head WHERE partition = %s FOR UPDATE", (gated.partition_of(held),))
        calls = [insert(event(game_id, 1)) for game_id in (held, *free)]
        everybody = threading.Thread(target=lambda: outcomes.extend(append_together(gated, calls)))
        everybody.start()
        eventually(lambda: all(stored(gated, game_id) for game_id in free))
        assert stored(gated, held) == []
    everybody.join(LONG)
    assert [type(outcome) for outcome in outcomes] == [list] * 4


def test_batches_of_two_workers_do_not_wait_for_each_other_in_a_circle(database_url: str) -> None:
    """Their games are in the same few partitions, and arrive in opposite orders."""
    games = [UUID(int=n) for n in range(1, 400)]
    failures = list[BaseException]()

    def play(recorder: FeedRecorder, mine: Sequence[UUID]) -> None:
        try:
            for game_id in mine:
                recorder.insert_events([event(game_id, 1)], idempotency=answer(str(game_id)))
        except BaseException as error:
            failures.append(error)

    with Datastore(database_url) as one, Datastore(database_url) as other:
        threads = [
            threading.Thread(target=play, args=(recorder, part[::step]))
            for recorder, parts, step in (
                (FeedRecorder(one), [games[n:200:8] for n in range(8)], 1),
                (FeedRecorder(other), [games[200 + n :: 8] for n in range(8)], -1),
            )
            for part in parts
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LONG)
        assert failures == []
        one.fetch("SELECT pg_stat_force_next_flush()", ())
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM kifu.event").fetchone() == (len(games),)
        deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        assert connection.execute(deadlocks).fetchone() == (0,)
    assert_no_gaps(database_url)


def test_only_the_service_may_call_it(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        rights = connection.execute(
            "SELECT oid::regprocedure::text, prosecdef, has_function_privilege(%s, oid, 'EXECUTE'), "
            "proacl::text LIKE '%%{=X%%' OR proacl::text LIKE '%%,=X%%' FROM pg_proc "
            "WHERE pronamespace = 'kifu'::regnamespace AND proname = 'append_batch'",
            (ROLE,),
        ).fetchall()
    assert [row[1:] for row in rights] == [(True, True, False)]
