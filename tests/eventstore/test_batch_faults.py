"""Faults in the middle of a batch of appends: nothing acknowledged is lost, and nothing is stored twice or in part."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError
from psycopg.conninfo import make_conninfo

from eventstore.postgres.datastore import Datastore, DiskFull
from eventstore.postgres.role import ROLE
from eventstore.recorder import FeedRecorder
from eventstore.tables.answers import DuplicateKey
from tests.eventstore.test_append_batch import (
    LONG,
    OTHER,
    GatedDatastore,
    answer,
    append_together,
    assert_no_gaps,
    event,
    gated,
    insert,
    patience,
    stored,
    transactions,
)
from tests.support.databases import logged_in_as
from tests.support.waiting import eventually

__all__ = ["gated", "patience"]

THREADS, LONGEST_GAME = 10, 1000
TRIGGER = """
CREATE SEQUENCE kifu.fault; GRANT USAGE, SELECT ON SEQUENCE kifu.fault TO PUBLIC;
CREATE FUNCTION kifu.fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {} RETURN NULL; END $$;
CREATE TRIGGER fault AFTER INSERT ON kifu.event
"""
EACH_ROW = f"FOR EACH ROW WHEN (NEW.partition <> {OTHER}) EXECUTE FUNCTION kifu.fault()"
EACH_STATEMENT = "FOR EACH STATEMENT EXECUTE FUNCTION kifu.fault()"
REMOVE = "DROP TRIGGER fault ON kifu.event"
SESSIONS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'killed'"
IN_BATCH = f"{SESSIONS} AND state = 'active' AND query LIKE 'SELECT kifu.append_batch%'"


def change(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(statement.encode())


def games_elsewhere(recorder: FeedRecorder, count: int) -> list[UUID]:
    """Games in partitions other than that of the events that go first."""
    found: list[UUID] = []
    while len(found) < count:
        game_id = uuid4()
        if recorder.partition_of(game_id) != OTHER:
            found.append(game_id)
    return found


def key_of(game_id: UUID, version: int) -> str:
    return f"{game_id} {version}"


def append_and_acknowledge(url: str, games: Sequence[UUID], said: Path) -> None:
    """A worker: threads that append one event after the other to games of their own and write down what was stored."""
    file = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    recorder = FeedRecorder(Datastore(url, pool_size=4))

    def play(game_id: UUID) -> None:
        first = len(stored(recorder, game_id)) + 1
        for version in range(first, LONGEST_GAME):
            (position,) = (
                recorder.insert_events([event(game_id, version)], idempotency=answer(key_of(game_id, version))) or ()
            )
            os.write(file, f"{game_id} {version} {position}\n".encode())

    for game_id in games:
        threading.Thread(target=play, args=(game_id,)).start()


@pytest.mark.slow
def test_kill_9_of_a_worker_in_mid_batch_loses_nothing_acknowledged_and_stores_nothing_twice(
    database_url: str, tmp_path: Path
) -> None:
    # A batch that lingers before its commit can be interrupted.
    change(database_url, TRIGGER.format("PERFORM pg_sleep(0.03);") + EACH_STATEMENT)
    games, said = [uuid4() for _ in range(THREADS)], tmp_path / "acknowledged"

    def lines() -> int:
        return said.read_bytes().count(b"\n") if said.exists() else 0

    with psycopg.connect(database_url, autocommit=True) as watch:

        def is_in_batch() -> bool:
            return watch.execute(IN_BATCH).fetchone() != (0,)

        def is_over() -> bool:
            return watch.execute(SESSIONS).fetchone() == (0,)

        for _ in range(2):
            before = lines()
            url = make_conninfo(database_url, application_name="killed")
            child = multiprocessing.get_context("spawn").Process(target=append_and_acknowledge, args=(url, games, said))
            child.start()
            eventually(lambda before=before: lines() > before + 3 * THREADS)  # type: ignore[misc]
            eventually(is_in_batch)
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)
            child.join()
            # The server finishes by itself what it has begun.
            eventually(is_over)
    change(database_url, REMOVE)

    assert_no_gaps(database_url)
    with Datastore(database_url) as store:
        recorder = FeedRecorder(store)
        positions = {(game_id, row.version): row.position for game_id in games for row in recorder.rows(game_id)}
        for line in said.read_text().splitlines():
            game_id, version, position = line.split()
            assert positions[UUID(game_id), int(version)] == int(position)
        for game_id in games:
            count = len(stored(recorder, game_id))
            assert [version for version, _ in stored(recorder, game_id)] == list(range(1, count + 1))
            # What was stored without an acknowledgement is known under its key, and what was not is not.
            with pytest.raises(DuplicateKey):
                recorder.insert_events([event(game_id, count)], idempotency=answer(key_of(game_id, count)))
            assert recorder.first_answer("anna", key_of(game_id, count + 1)) is None
            recorder.insert_events([event(game_id, count + 1)], idempotency=answer(key_of(game_id, count + 1)))
    assert_no_gaps(database_url)


def test_on_a_full_disk_nothing_of_a_batch_is_stored_and_everybody_is_told(
    gated: FeedRecorder, database_url: str
) -> None:
    full = "RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full';"
    games = games_elsewhere(gated, 4)
    calls = [insert(event(game_id, 1), idempotency=answer(str(game_id))) for game_id in games]
    change(database_url, TRIGGER.format(full) + EACH_ROW)
    outcomes = append_together(gated, calls)
    assert [type(outcome) for outcome in outcomes] == [DiskFull] * 4
    assert len({id(outcome) for outcome in outcomes}) == 4
    assert [stored(gated, game_id) for game_id in games] == [[]] * 4
    assert [gated.first_answer("anna", str(game_id)) for game_id in games] == [None] * 4
    change(database_url, REMOVE)
    assert all(isinstance(outcome, list) for outcome in append_together(gated, calls))
    assert_no_gaps(database_url)


def test_a_batch_that_is_cancelled_by_a_statement_timeout_is_tried_again_and_stored_once(database_url: str) -> None:
    # Only the first attempt is slow: a sequence keeps its value when its transaction is undone.
    change(database_url, TRIGGER.format("IF nextval('kifu.fault') = 1 THEN PERFORM pg_sleep(600); END IF;") + EACH_ROW)
    url = make_conninfo(logged_in_as(database_url, ROLE), options="-c statement_timeout=2s")
    with GatedDatastore(url) as store:
        recorder = FeedRecorder(store)
        *games, taken = games_elsewhere(recorder, 5)
        change(database_url, "SELECT setval('kifu.fault', 1000)")
        recorder.insert_events([event(taken, 1)])
        change(database_url, "SELECT setval('kifu.fault', 1, false)")
        calls = [insert(event(game_id, 1), idempotency=answer(str(game_id))) for game_id in games]
        *good, conflict = append_together(recorder, [*calls, insert(event(taken, 1, b"other"))])
        assert good == [[recorder.rows(game_id)[0].position] for game_id in games]
        assert isinstance(conflict, IntegrityError)
        assert [len(stored(recorder, game_id)) for game_id in games] == [1] * 4
        assert stored(recorder, taken) == [(1, event(taken, 1).state)]
        ((counted,),) = store.read("SELECT last_value FROM kifu.fault", ())
        assert counted >= 1 + len(games)
    assert_no_gaps(database_url)


def test_a_key_that_somebody_holds_does_not_stop_the_others_of_the_batch(
    gated: FeedRecorder, database_url: str
) -> None:
    held, *free = games_elsewhere(gated, 4)
    outcomes = list[object]()
    calls = [insert(event(game_id, 1), idempotency=answer(str(game_id))) for game_id in (held, *free)]
    with psycopg.connect(database_url) as holder:
        holder.execute(
            "INSERT INTO kifu.idempotency (owner, key, digest, status, body) VALUES ('anna', %s, 'digest', 201, '{}')",
            (str(held),),
        )
        everybody = threading.Thread(target=lambda: outcomes.extend(append_together(gated, calls)))
        everybody.start()
        eventually(lambda: all(stored(gated, game_id) for game_id in free))
        assert stored(gated, held) == []
    everybody.join(LONG)
    assert [type(outcome) for outcome in outcomes] == [DuplicateKey, list, list, list]
    assert transactions(database_url, free) >= 1
    assert stored(gated, held) == []
    assert_no_gaps(database_url)
