import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, ProgrammingError, StoredEvent

from eventstore.postgres import datastore, pool
from eventstore.postgres.away import is_away
from eventstore.postgres.datastore import PATIENCE, ConstraintError, Datastore, persevere, translate_error
from eventstore.postgres.pool import FRESH
from eventstore.recorder import FeedRecorder
from tests.support.waiting import eventually


def backend(store: Datastore) -> int:
    return int(store.fetch("SELECT pg_backend_pid()", ())[0][0])


def test_connections_are_used_again_and_never_more_than_allowed(database_url: str) -> None:
    store = Datastore(database_url, pool_size=2)
    assert len({backend(store) for _ in range(5)}) == 1
    with store.get_connection(), store.get_connection():
        started = time.monotonic()
        with pytest.raises(OperationalError, match=r"for 0\.1 seconds"), store.get_connection(0.1):
            pytest.fail("a third connection was lent")
        assert time.monotonic() - started >= 0.1
    store.close()


def test_a_waiting_caller_gets_the_connection_that_is_given_back(database_url: str) -> None:
    store, got = Datastore(database_url, pool_size=1), []
    with store.get_connection():
        waiter = threading.Thread(target=lambda: got.append(backend(store)))
        waiter.start()
        time.sleep(0.05)
        assert not got
    waiter.join(60)
    assert len(got) == 1
    store.close()


def test_a_connection_that_the_server_closed_is_replaced_unnoticed(database_url: str) -> None:
    store = Datastore(database_url, pool_size=1)
    before = backend(store)
    with psycopg.connect(database_url, autocommit=True) as killer:
        killer.execute("SELECT pg_terminate_backend(%s, 5000)", (before,))
    time.sleep(2 * FRESH)
    assert backend(store) != before
    store.close()


def test_a_connection_that_the_server_closed_just_after_its_last_answer_costs_one_more_try(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "FRESH", 60.0)
    with Datastore(database_url, pool_size=1) as store:
        before = backend(store)
        with psycopg.connect(database_url, autocommit=True) as killer:
            killer.execute("SELECT pg_terminate_backend(%s, 5000)", (before,))
        assert store.read("SELECT pg_backend_pid()", ())[0][0] != before


def test_a_connection_left_in_a_transaction_is_not_lent_again(database_url: str) -> None:
    store = Datastore(database_url, pool_size=1)
    with store.get_connection() as connection:
        connection.execute("BEGIN")
        connection.execute("INSERT INTO kifu.player VALUES ('anna')")
    assert store.fetch("SELECT count(*) FROM kifu.player", ()) == [(0,)]
    store.close()


def test_a_closed_datastore_lends_nothing(database_url: str) -> None:
    with Datastore(database_url) as store:
        backend(store)
    with pytest.raises(OperationalError):
        backend(store)


def test_errors_name_the_constraint_and_quote_no_row(datastore: Datastore) -> None:
    insert = "INSERT INTO kifu.player VALUES ('anna') RETURNING name"
    datastore.fetch(insert, ())
    with pytest.raises(ConstraintError) as error:
        datastore.fetch(insert, ())
    assert isinstance(error.value, IntegrityError)
    assert error.value.constraint == "player_pkey"
    assert "anna" not in str(error.value)
    assert error.value.__suppress_context__
    with pytest.raises(ProgrammingError):
        datastore.fetch("SELECT nothing FROM kifu.player", ())


def test_a_constraint_of_a_shard_has_the_name_of_its_table(datastore: Datastore) -> None:
    # In one transaction, which the error ends, so that nobody sees the table.
    shard = "CREATE TEMP TABLE shard (key text CONSTRAINT idempotency_pkey_102018 PRIMARY KEY)"
    with pytest.raises(ConstraintError) as error, datastore.get_connection() as connection:
        connection.execute(f"{shard}; INSERT INTO shard VALUES ('a'), ('a')")
    assert error.value.constraint == "idempotency_pkey"


def test_only_an_absent_database_is_worth_another_try() -> None:
    tries: list[bool] = []

    def attempt(_: float, again: bool) -> int:
        tries.append(again)
        if len(tries) < 3:
            raise OperationalError
        raise IntegrityError

    with pytest.raises(IntegrityError):
        persevere(attempt)
    assert tries == [False, True, True]


def test_trying_ends_when_patience_does(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float] = []
    pauses: list[float] = []
    monkeypatch.setattr(datastore, "time", SimpleNamespace(monotonic=lambda: 100.0 + sum(pauses), sleep=pauses.append))

    def attempt(seconds: float, _: bool) -> None:
        left.append(seconds)
        raise OperationalError

    with pytest.raises(OperationalError):
        persevere(attempt, patience=0.3)
    assert sum(pauses) <= 0.3 < sum(pauses) + 2 * pauses[-1]
    assert left == pytest.approx([0.3 - sum(pauses[:tries]) for tries in range(len(pauses) + 1)])
    assert len(left) > 3


class Clock:
    """The time of a pool, which passes when the test says so, and how often and for how long the pool waited."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float | None] = []

    def monotonic(self) -> float:
        return self.now

    def event(self) -> threading.Event:
        clock = self

        class Counted(threading.Event):
            def wait(self, timeout: float | None = None) -> bool:
                clock.waits.append(timeout)
                return super().wait(timeout)

        return Counted()

    def await_looks(self, more: int) -> None:
        """Wait until the pool has looked `more` times for connections that hang."""
        before = len(self.waits)
        eventually(lambda: len(self.waits) > before + more)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(pool, "time", found)
    theirs = SimpleNamespace(Event=found.event, Lock=threading.Lock, Semaphore=threading.Semaphore)
    monkeypatch.setattr(pool, "threading", theirs)
    return found


def test_a_server_that_hangs_counts_as_away_and_another_connection_goes_on(database_url: str, clock: Clock) -> None:
    with Datastore(database_url, pool_size=1, longest=0.4) as store, ThreadPoolExecutor(1) as caller:
        hanging = backend(store)
        os.kill(hanging, signal.SIGSTOP)
        try:
            asked = caller.submit(store.fetch, "SELECT 1", ())
            eventually(lambda: store.count_in_use() == 1)
            clock.now = 0.39
            clock.await_looks(2)
            assert not asked.done()
            clock.now = 0.41
            with pytest.raises(OperationalError):
                asked.result(60)
            assert set(clock.waits) == {0.4 / pool.LOOKS}
            assert backend(store) != hanging
        finally:
            os.kill(hanging, signal.SIGCONT)


def test_a_connection_in_steady_use_is_not_cut(database_url: str, clock: Clock) -> None:
    with Datastore(database_url, pool_size=1, longest=0.4) as store:
        first = backend(store)
        for _ in range(4):
            clock.now += 0.3
            assert backend(store) == first
            with store.get_connection():
                clock.await_looks(2)


def test_a_server_that_takes_no_more_writes_is_left_for_one_that_does(database_url: str) -> None:
    store = Datastore(database_url, pool_size=1)

    def register(left: float, _: bool) -> int:
        with store.get_connection(left) as connection:
            return connection.execute("INSERT INTO kifu.player VALUES ('anna')").rowcount

    before = backend(store)
    with store.get_connection() as connection:
        # As behind a pooler whose server became a standby, which refuses with the same error.
        connection.execute("SET default_transaction_read_only = on")
    assert persevere(register, 30) == 1
    assert backend(store) != before
    store.close()


@pytest.mark.parametrize(
    ("says", "away"),
    [
        ("postmaster was shut down, exiting", True),
        ("server closed the connection unexpectedly", True),
        ("cache lookup failed for relation 1", False),
    ],
)
def test_a_node_of_a_cluster_that_goes_is_an_outage_and_no_defect(database_url: str, says: str, away: bool) -> None:
    raise_it = f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'XX000', MESSAGE = '{says}'; END $$"
    with psycopg.connect(database_url) as connection, pytest.raises(psycopg.errors.InternalError_) as found:
        connection.execute(raise_it.encode())
    assert isinstance(translate_error(found.value), OperationalError) == away
    assert is_away(found.value) == is_away(translate_error(found.value)) == away


def test_a_stuck_append_is_tried_once_for_as_long_as_a_call_keeps_trying(
    recorder: FeedRecorder, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck, tries, lend = StoredEvent(uuid4(), 1, "step", b"{}"), list[object](), recorder.datastore.get_connection
    partition = recorder.partition_of(stuck.originator_id)

    def lend_and_tell(timeout: float = PATIENCE, *partitions: int, local: bool = False) -> object:
        tries.extend(partitions)
        return lend(timeout, *partitions, local=local)

    monkeypatch.setattr(recorder.datastore, "get_connection", lend_and_tell)
    with psycopg.connect(database_url) as holder:
        holder.execute("SELECT FROM kifu.feed_head WHERE partition = %s FOR UPDATE", (partition,))
        with pytest.raises(OperationalError, match="lock timeout"):
            recorder.insert_events([stuck])
    assert tries == [partition]
    assert recorder.datastore.fetch("SHOW lock_timeout", ()) == [(f"{PATIENCE:.0f}s",)]
    assert recorder.insert_events([stuck]) == [1]
