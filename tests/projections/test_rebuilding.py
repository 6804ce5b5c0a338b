"""A rebuild gives the same rows as the live projection while readers, writers and the projector continue."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Sequence
from functools import partial
from threading import Event, Thread

import psycopg
import pytest

from domain.rows import partition_of
from eventstore.feed import FeedEvent
from eventstore.recorder import FeedRecorder
from projections.contract import Rows
from projections.queries.read import ReadModels
from projections.read_models.catalogue import NAMES, all_projections
from projections.read_models.history import HistoryProjection
from projections.read_models.leaderboard import LeaderboardProjection
from projections.running import locks, rebuild
from projections.running.database import connect
from tests.projections.running import carry, caught_up, running
from tests.projections.scripted import Poisoned, Script, ScriptReader, play_many
from tests.support.waiting import eventually

READER = ScriptReader()
TABLES = sorted(table for projection in all_projections(READER) for table in projection.tables)


def test_rebuilding_all_gives_the_same_rows(database_url: str, store: FeedRecorder) -> None:
    play_many(store, 12)
    Script(store).sit().moves(3).take_back().moves(1)
    Script(store).sit().moves(4).dispute(4).rule("annul", 4, 4, 5).dispute(2, "t.rule")
    Script(store, unlisted=True).sit().dispute(1).resign(0, 1, 2)
    Script(store, clock={"spell": 60, "bank": 240}).sit().moves(3).take_back().dispute(2)
    carry(database_url, limit=7)
    live = rows(database_url)
    assert all(live.values())
    spoil(database_url)
    assert rows(database_url) != live
    rebuild.rebuild(database_url, projections=all_projections(READER))
    assert rows(database_url) == live


def test_rebuilding_one_leaves_the_others_alone(database_url: str, store: FeedRecorder) -> None:
    play_many(store, 3)
    Script(store, clock={"spell": 60}).sit().dispute(1)
    carry(database_url)
    live = rows(database_url)
    spoil(database_url)
    rebuild.rebuild(database_url, ["history"], projections=all_projections(READER))
    changed = {table for table, found in rows(database_url).items() if found == live[table]}
    assert changed == set(HistoryProjection.tables)


@pytest.mark.long
def test_readers_see_a_whole_model_at_every_moment_of_a_rebuild(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    play_many(store, 20)
    done, faults, reads = Event(), [], []

    def read() -> None:
        seen = 0
        own = ReadModels(database_url, READER, pool_size=1)
        try:
            while not done.is_set():
                counted = sum(line.games for line in own.leaderboard("tic").items)
                steps = len(own.history(limit=100_000).items)
                if counted < 40 or steps < 160 or counted + steps < seen:
                    faults.append((counted, steps, seen))
                seen = counted + steps
                reads.append(seen)
        except Exception as error:
            faults.append(error)
        finally:
            own.close()

    with running(database_url):
        eventually(lambda: caught_up(models))
        readers = [Thread(target=read) for _ in range(2)]
        for reader in readers:
            reader.start()
        writer = Thread(target=play_many, args=(store, 20))
        writer.start()
        for _ in range(4):
            rebuild.rebuild(database_url, ["leaderboard", "history"], projections=all_projections(READER))
        writer.join()
        eventually(lambda: caught_up(models))
        done.set()
        for reader in readers:
            reader.join()
        assert not any(state.stopped for state in models.lag())
    assert faults == []
    assert len(reads) > 20
    live = rows(database_url)
    spoil(database_url)
    rebuild.rebuild(database_url, projections=all_projections(READER))
    assert rows(database_url) == live


@pytest.mark.parametrize("emptied", ["0", "position - 1"], ids=["set-back", "by-one"])
def test_a_rebuild_ends_where_a_model_is_said_to_have_read_more_than_there_is(
    database_url: str, store: FeedRecorder, emptied: str
) -> None:
    play_many(store, 3)
    script = Script(store).sit().moves(3)
    partition = partition_of(script.id)
    carry(database_url)
    with psycopg.connect(database_url) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute(
            "DELETE FROM kifu.event AS e USING kifu.feed_head AS h WHERE h.partition = e.partition "
            f"AND e.partition = %s AND e.position > (SELECT {emptied} FROM kifu.feed_head WHERE partition = %s)",
            (partition, partition),
        )
        connection.execute(
            f"UPDATE kifu.feed_head SET position = {emptied} WHERE partition = %s", (partition_of(script.id),)
        )
    assert rebuild.rebuild(database_url, ["history", "games"], projections=all_projections(READER)) == [
        "games",
        "history",
    ]
    found = rebuild.check(database_url, ["history", "games"], projections=all_projections(READER))
    assert not any(found.values())
    assert rebuild.rebuild(database_url, ["history"], projections=all_projections(READER)) == []


def test_a_rebuild_ends_where_the_last_event_of_the_feed_is_gone(database_url: str, store: FeedRecorder) -> None:
    script = Script(store).sit().moves(3)
    with psycopg.connect(database_url) as connection:
        connection.execute("DELETE FROM kifu.event WHERE game_id = %s AND version = 5", (script.id,))
    assert rebuild.rebuild(database_url, ["history"], projections=all_projections(READER)) == []


def test_progress_goes_from_nothing_to_all_events_of_each_projection(
    database_url: str, store: FeedRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "BATCH", 64)
    # One game is much longer than the others: its partition is the last to be read to the end.
    played = [*play_many(store, 25), Script(store).sit().moves(300)]
    events = sum(len(script.events) for script in played)
    told: list[tuple[str, int, int]] = []
    rebuild.rebuild(database_url, progress=lambda *news: told.append(news), projections=all_projections(READER))
    for name in NAMES:
        steps = [(done, total) for told_name, done, total in told if told_name == name]
        assert steps[0] == (0, events)
        assert steps[-1] == (events, events)
        assert len(steps) > 3
        # Little is left for the time in which the projector has to wait.
        assert events - steps[-2][0] < 64
        assert [done for done, _ in steps] == sorted(done for done, _ in steps)


def test_the_tables_keep_their_keys_indexes_settings_owners_and_rights(database_url: str, store: FeedRecorder) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("GRANT SELECT ON kifu_read.score TO PUBLIC")
        connection.execute("GRANT SELECT ON kifu_read.standing TO pg_monitor WITH GRANT OPTION")
        connection.execute("ALTER TABLE kifu_read.history OWNER TO pg_monitor")
    before = definitions(database_url)
    assert "pg_monitor=r*" in str(before)
    for _ in range(2):
        rebuild.rebuild(database_url, projections=all_projections(READER))
    assert definitions(database_url) == before


def test_a_projection_that_was_stopped_is_whole_again_after_a_rebuild_with_the_fix(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    poisoned = Poisoned()
    poisoned.poison = Script(store).sit().moves(4).end(1, 0).id
    with running(database_url, [poisoned]):
        eventually(lambda: stopped(models) == ["leaderboard"])
        rebuild.rebuild(database_url, ["leaderboard"], projections=all_projections(READER))
        assert stopped(models) == []
        assert len(models.leaderboard("tic").items) == 2
        script = Script(store).sit().end(1, 0)
        assert models.wait_for("leaderboard", script.position, timeout=60)


def test_a_rebuild_that_fails_leaves_the_model_as_it_was(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit().end(1, 0)
    carry(database_url)
    live = rows(database_url)
    poisoned = Poisoned()
    poisoned.poison = script.id
    with pytest.raises(ArithmeticError):
        rebuild.rebuild(database_url, ["leaderboard"], projections=[poisoned])
    assert rows(database_url) == live
    assert leftovers(database_url) == []
    assert all(state.behind == 0 for state in models.lag())


def test_an_unknown_name_is_refused_before_anything_is_rebuilt(database_url: str, store: FeedRecorder) -> None:
    play_many(store, 1)
    carry(database_url)
    spoil(database_url)
    spoiled = rows(database_url)
    with pytest.raises(rebuild.UnknownProjection, match="gmaes"):
        rebuild.rebuild(database_url, ["history", "gmaes"], projections=all_projections(READER))
    assert rows(database_url) == spoiled


def test_a_second_rebuild_of_the_same_projection_is_refused(database_url: str) -> None:
    with connect(database_url) as other:
        assert locks.try_rebuild(other, "games")
        with pytest.raises(rebuild.RebuildRunning):
            rebuild.rebuild(database_url, ["games"], projections=all_projections(READER))
    rebuild.rebuild(database_url, ["games"], projections=all_projections(READER))


def test_a_reader_in_a_long_transaction_delays_the_swap_but_no_other_reader(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    play_many(store, 2)
    carry(database_url)
    with psycopg.connect(database_url) as reader:
        reader.execute("SELECT count(*) FROM kifu_read.standing")
        build = partial(rebuild.rebuild, database_url, ["leaderboard"], projections=all_projections(READER))
        thread = Thread(target=build)
        thread.start()
        eventually(lambda: waiting_for_a_lock(database_url))
        assert len(models.leaderboard("tic").items) > 0
        assert thread.is_alive()
        reader.rollback()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert leftovers(database_url) == []


class Endless(LeaderboardProjection):
    """A leaderboard that never finishes its first batch."""

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        super().handle(cursor, events)
        cursor.execute("SELECT pg_sleep(60)")


def rebuild_endlessly(url: str) -> None:
    rebuild.rebuild(url, ["leaderboard"], projections=[Endless(READER)])


@pytest.mark.slow
def test_a_rebuild_that_is_killed_leaves_the_model_as_it_was_and_can_be_repeated(
    database_url: str, store: FeedRecorder
) -> None:
    play_many(store, 2)
    carry(database_url)
    live = rows(database_url)
    child = multiprocessing.get_context("spawn").Process(target=rebuild_endlessly, args=(database_url,))
    child.start()
    eventually(lambda: leftovers(database_url) != [])
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    child.join()
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert rows(database_url) == live
    rebuild.rebuild(database_url, ["leaderboard"], projections=all_projections(READER))
    assert rows(database_url) == live
    assert leftovers(database_url) == []


def rows(url: str) -> dict[str, list[str]]:
    """All rows of all read models, as text."""
    with psycopg.connect(url) as connection:
        return {
            table: sorted(row for (row,) in connection.execute(f"SELECT t::text FROM kifu_read.{table} AS t"))
            for table in TABLES
        }


def spoil(url: str) -> None:
    """Remove rows from every read model, as a faulty projection might."""
    with psycopg.connect(url) as connection:
        for table in TABLES:
            connection.execute(f"DELETE FROM kifu_read.{table}")


def definitions(url: str) -> list[tuple[str, ...]]:
    """What the catalogue says of the columns, keys, indexes, settings, owners and rights of the read models."""
    queries = (
        "SELECT table_name, column_name, data_type, is_nullable, generation_expression, is_generated "
        "FROM information_schema.columns WHERE table_schema = 'kifu_read'",
        "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'kifu_read'",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
        "WHERE connamespace = 'kifu_read'::regnamespace",
        "SELECT relname, reloptions::text, relowner::regrole::text, "
        "ARRAY(SELECT unnest(relacl)::text ORDER BY 1)::text FROM pg_class "
        "WHERE relnamespace = 'kifu_read'::regnamespace",
    )
    with psycopg.connect(url) as connection:
        return sorted(tuple(map(str, row)) for query in queries for row in connection.execute(query))


def leftovers(url: str) -> list[str]:
    """Anything that a rebuild has not cleaned up."""
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kifu_read_%' "
            "UNION ALL SELECT projection FROM kifu.tracking WHERE projection LIKE 'kifu_read_%'"
        )
        return [name for (name,) in found]


def waiting_for_a_lock(url: str) -> bool:
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT FROM pg_locks WHERE NOT granted").rowcount > 0


def stopped(models: ReadModels) -> list[str]:
    return [state.name for state in models.lag() if state.stopped]
