"""The projector: a failing read model stops alone, two projectors do not collide, and an unavailable database is
awaited."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Semaphore
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from eventstore.feed import Feed, Watch
from eventstore.recorder import FeedRecorder
from eventstore.tables.tracking import upstream
from projections.contract import Projection
from projections.queries.items import ProjectionState
from projections.queries.read import ReadModels
from projections.read_models.catalogue import all_projections
from projections.running import projector
from service.settings import Settings, encode_settings
from tests.projections.running import caught_up, running
from tests.projections.scripted import SEED, Poisoned, Script, ScriptReader, play_many
from tests.support.databases import database
from tests.support.waiting import eventually

OTHERS = ("disputes", "games", "history", "players", "scores")


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projector, "RETRY_SECONDS", (0.05, 0.2))


def with_poison() -> tuple[Poisoned, list[Projection]]:
    poisoned = Poisoned()
    sound = [projection for projection in all_projections(ScriptReader()) if projection.name != "leaderboard"]
    return poisoned, [*sound, poisoned]


def test_a_projection_that_raises_stops_alone_names_the_event_and_resumes_after_the_fix(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    before = Script(store).sit().moves(4).end(1, 2)
    poisoned, projections = with_poison()
    bad = Script(store).sit()
    poisoned.poison = bad.id
    with running(database_url, projections):
        eventually(lambda: states(models)["leaderboard"].stopped)
        after = Script(store).sit().moves(4).end(4, 3)
        for name in OTHERS:
            assert models.wait_for(name, after.position, timeout=60)
        assert not models.wait_for("leaderboard", bad.position, timeout=0.05)
        eventually(lambda: all(states(models)[name].behind == 0 for name in OTHERS))

        state = states(models)["leaderboard"]
        assert state.error is not None
        assert state.error.startswith("ArithmeticError: no sum with seed ... for")
        assert SEED not in state.error
        assert (state.game, state.position, state.behind > 0) == (bad.id, bad.position, True)
        assert [s.name for s in models.lag() if s.stopped] == ["leaderboard"]

        poisoned.poison = None
        eventually(lambda: not states(models)["leaderboard"].stopped and caught_up(models))
    assert {line.player: line.games for line in models.leaderboard("tic").items} == {"Ann": 2, "Bob": 2}
    assert before.id != bad.id


def test_a_projection_that_was_stopped_resumes_when_a_new_process_brings_the_fix(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit()
    poisoned, _ = with_poison()
    poisoned.poison = script.id
    with running(database_url, [poisoned]):
        eventually(lambda: states(models)["leaderboard"].stopped)
    assert states(models)["leaderboard"].stopped
    with running(database_url):
        eventually(lambda: not states(models)["leaderboard"].stopped and caught_up(models))


def test_the_events_before_the_culprit_are_carried_although_they_were_in_one_batch_with_it(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit().end(5, 1)
    poisoned, _ = with_poison()
    poisoned.poison = script.id
    with running(database_url, [poisoned]):
        eventually(lambda: states(models)["leaderboard"].stopped)
        assert states(models)["leaderboard"].behind == len(script.events) - 3


def test_a_second_projector_waits_and_takes_over(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    play_many(store, 4)
    with running(database_url):
        with running(database_url):
            play_many(store, 12)
            eventually(lambda: caught_up(models))
        with running(database_url):
            play_many(store, 4)
            eventually(lambda: caught_up(models))
    with running(database_url):
        play_many(store, 4)
        eventually(lambda: caught_up(models))
    assert not any(state.stopped for state in models.lag())
    assert sum(line.games for line in models.leaderboard("tic").items) == 2 * (4 + 12 + 4 + 4)


def test_two_projectors_from_the_start_count_every_game_once(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    with running(database_url), running(database_url):
        play_many(store, 30, moves=3)
        eventually(lambda: caught_up(models))
    assert not any(state.stopped for state in models.lag())
    assert sum(line.games for line in models.leaderboard("tic").items) == 60


@pytest.mark.long
def test_a_database_that_is_away_stops_nothing(
    postgres_url: str, database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    Script(store).sit()
    with running(database_url):
        eventually(lambda: caught_up(models))
        for _ in range(3):
            away(postgres_url, database_url)
            play_many(store, 2)
            eventually(lambda: caught_up(models))
        assert not any(state.stopped for state in models.lag())
    assert sum(line.games for line in models.leaderboard("tic").items) == 12


@pytest.mark.long
def test_a_projector_started_before_the_schema_is_there_waits_for_it(empty_database_url: str) -> None:
    from eventstore.postgres.migrate import migrate
    from tests.projections.scripted import event_store

    with running(empty_database_url):
        migrate(empty_database_url)
        store = event_store(empty_database_url)
        models = ReadModels(empty_database_url, ScriptReader())
        script = Script(store).sit()
        assert models.wait_for("games", script.position, timeout=60)
        models.close()
        store.datastore.close()


def test_positions_are_tracked_by_partition(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    script = Script(store).sit()
    with running(database_url):
        eventually(lambda: caught_up(models))
    partition, position = map(int, script.position.split(":"))
    query = "SELECT position FROM kifu.tracking WHERE projection = %s AND upstream = %s"
    assert store.datastore.read(query, ("history", upstream(partition))) == [(position,)]


def test_a_move_wakes_the_read_models_so_that_they_show_it_at_once(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit()
    with closing(Feed(store.datastore)) as feed, running(database_url), woken_alone(feed, script.id) as resting:
        for _ in range(20):
            assert resting.acquire(timeout=60)
            script.moves(1)
            feed.wake(script.id)
            for name in (*OTHERS, "leaderboard"):
                assert models.wait_for(name, script.position, timeout=60)


@contextmanager
def woken_alone(feed: Feed, game_id: UUID) -> Iterator[Semaphore]:
    """Let projectors rest until they are woken; the semaphore is released whenever one begins to rest."""
    resting, wait = Semaphore(0), Watch.wait

    def rest(watch: Watch, timeout: float) -> bool:
        resting.release()
        return wait(watch, timeout)

    try:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(projector, "POLL_SECONDS", 3600.0)
            patched.setattr(Watch, "wait", rest)
            yield resting
    finally:
        feed.wake(game_id)


def states(models: ReadModels) -> dict[str, ProjectionState]:
    return {state.name: state for state in models.lag()}


def away(server: str, url: str) -> None:
    """Close the database to everyone for a second, and end its connections."""
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    with psycopg.connect(database(server, "postgres"), autocommit=True) as connection:
        allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        connection.execute(allow.format(sql.Identifier(str(name)), sql.SQL("false")))
        connection.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", (name,))
        connection.execute("SELECT pg_sleep(1)")
        connection.execute(allow.format(sql.Identifier(str(name)), sql.SQL("true")))


@pytest.mark.slow
def test_the_projector_process_keeps_the_models_and_ends_on_sigterm(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    with subprocess.Popen([sys.executable, "-m", "service.projector"], stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        with process.stdin as handed:
            handed.write(encode_settings(Settings(database_url=database_url)))
        Script(store, ruleset="micro-dojo")
        eventually(lambda: caught_up(models))
        process.terminate()
        assert process.wait(timeout=60) == 0
    assert [game.ruleset for game in models.games().items] == ["micro-dojo"]


def test_the_projector_process_says_who_starts_it() -> None:
    done = subprocess.run([sys.executable, "-m", "service.projector"], input="", capture_output=True, text=True)
    assert done.returncode == 1
    assert "`kifu serve` starts it and hands it the settings" in done.stderr
