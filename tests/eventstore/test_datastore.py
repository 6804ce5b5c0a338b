import os
import signal
import threading
import time

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, ProgrammingError

from eventstore.postgres import pool
from eventstore.postgres.away import is_away
from eventstore.postgres.datastore import PATIENCE, ConstraintError, Datastore, persevere, translate_error
from eventstore.postgres.pool import FRESH


def backend(store: Datastore) -> int:
    return int(store.fetch("SELECT pg_backend_pid()", ())[0][0])


def test_connections_are_used_again_and_never_more_than_allowed(database_url: str) -> None:
    store = Datastore(database_url, pool_size=2)
    assert len({backend(store) for _ in range(5)}) == 1
    with store.get_connection(), store.get_connection():
        started = time.monotonic()
        with pytest.raises(OperationalError), store.get_connection(0.1):
            pytest.fail("a third connection was lent")
        assert 0.1 <= time.monotonic() - started < PATIENCE
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


def test_trying_ends_when_patience_does() -> None:
    left: list[float] = []

    def attempt(seconds: float, _: bool) -> None:
        left.append(seconds)
        raise OperationalError

    started = time.monotonic()
    with pytest.raises(OperationalError):
        persevere(attempt, patience=0.3)
    assert time.monotonic() - started < PATIENCE
    assert left == sorted(left, reverse=True)
    assert len(left) > 3


def test_a_server_that_hangs_counts_as_away_and_another_connection_goes_on(database_url: str) -> None:
    store = Datastore(database_url, pool_size=1, longest=0.4)
    hanging = backend(store)
    os.kill(hanging, signal.SIGSTOP)
    try:
        started = time.monotonic()
        with pytest.raises(OperationalError):
            store.fetch("SELECT 1", ())
        assert 0.3 < time.monotonic() - started < pool.LONGEST
        assert backend(store) != hanging
    finally:
        os.kill(hanging, signal.SIGCONT)
    store.close()


def test_a_connection_in_steady_use_is_not_cut(database_url: str) -> None:
    store = Datastore(database_url, pool_size=1, longest=0.4)
    first = backend(store)
    until = time.monotonic() + 1.0
    while time.monotonic() < until:
        assert backend(store) == first
    store.close()


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
