"""A projector killed in the middle of a batch omits no event and counts none twice."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Mapping, Sequence
from threading import Event

import psycopg
import pytest

from eventstore.feed import FeedEvent
from eventstore.recorder import FeedRecorder
from projections.contract import Rows
from projections.queries.read import ReadModels
from projections.read_models.catalogue import all_projections
from projections.read_models.leaderboard import LeaderboardProjection
from projections.running import batch, projector, rebuild
from projections.running.runner import run
from tests.projections.running import carry, caught_up, running
from tests.projections.scripted import Script, ScriptReader, play_many
from tests.projections.test_rebuilding import rows as stored_rows
from tests.support.waiting import eventually

GAMES = 60


def project_slowly(url: str) -> None:
    """Project in small batches, each of which lingers between writing its rows and its positions."""
    track = batch.track_positions

    def track_late(cursor: Rows, read: Mapping[str, Mapping[int, int]]) -> None:
        if any(read.values()):
            cursor.execute("SELECT pg_sleep(0.05)")
        track(cursor, read)

    batch.track_positions = track_late
    projector.BATCH = 40
    run(url, Event(), all_projections(ScriptReader()))


@pytest.mark.long
@pytest.mark.slow
def test_kill_9_in_mid_batch_neither_loses_nor_repeats_an_event(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    # Games of different lengths, so that some end in every batch.
    played = [script for moves in range(3, 9) for script in play_many(store, GAMES // 6, moves)]
    kills, counted = 0, set[int]()
    while not caught_up(models, "leaderboard"):
        child = multiprocessing.get_context("spawn").Process(target=project_slowly, args=(database_url,))
        child.start()
        before = behind(models)
        eventually(lambda before=before: behind(models) < before - 60 or behind(models) == 0)
        wait_until_in_a_batch(database_url)
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        kills += 1
        counted.add(sum(line.games for line in models.leaderboard("tic").items))
        if kills == 5:
            break
    assert kills >= 3
    assert len(counted) >= 3
    with running(database_url):
        eventually(lambda: caught_up(models))

    lines = {line.player: line for line in models.leaderboard("tic").items}
    for name in ("Ann", "Bob", "Cem", "Dia"):
        games = [script for script in played if name in script.players]
        points = [own(script, name) for script in games]
        assert (lines[name].games, lines[name].points) == (len(games), sum(points))
    rows = models.player_games("Ann", limit=1000).items
    assert len(rows) == len({row.game for row in rows}) == lines["Ann"].games
    live = stored_rows(database_url)
    rebuild.rebuild(database_url, projections=all_projections(ScriptReader()))
    assert stored_rows(database_url) == live


def test_a_batch_that_is_undone_is_read_again_whole(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    play_many(store, 3)

    class Interrupted(LeaderboardProjection):
        def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
            super().handle(cursor, events)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        carry(database_url, [Interrupted(ScriptReader())])
    assert models.leaderboard("tic").items == []
    carry(database_url, [LeaderboardProjection(ScriptReader())])
    assert sum(line.games for line in models.leaderboard("tic").items) == 6


def own(script: Script, name: str) -> int:
    """The points that `play_many` gave this player in a game."""
    result = ScriptReader().result(script.events[-1])
    assert result is not None
    return next(s.points for s in result.scores if script.players[s.seat] == name)


def behind(models: ReadModels) -> int:
    return next(state.behind for state in models.lag() if state.name == "leaderboard")


def wait_until_in_a_batch(url: str) -> None:
    """Return while a projector has written rows that it has not tracked yet."""
    deadline = time.monotonic() + 60
    with psycopg.connect(url, autocommit=True) as connection:
        while time.monotonic() < deadline:
            sleeping = connection.execute(
                "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
            )
            if sleeping.rowcount:
                return
