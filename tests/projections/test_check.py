"""A read model that contradicts the events is found by the command and, a little at a time, by the service."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from threading import Event, Thread

import psycopg
import pytest

from eventstore.postgres.role import url_for_service
from eventstore.recorder import FeedRecorder
from projections.queries.read import ReadModels
from projections.read_models.catalogue import NAMES, all_projections
from projections.running import checker, rebuild
from projections.running.check import Comparison, SetBack, TableFault
from projections.running.database import connect
from tests.projections.running import carry, running
from tests.projections.scripted import Script, ScriptReader, play_many
from tests.support.waiting import eventually

pytestmark = pytest.mark.long

READER = ScriptReader()
FORGED = "INSERT INTO kifu_read.standing VALUES ('tic', 'Mallory', 999, 999, 0, 9990)"


@pytest.fixture
def played(database_url: str, store: FeedRecorder) -> str:
    """A database with a few games of all kinds, and all read models matching the events."""
    play_many(store, 6)
    Script(store).sit().moves(3).take_back().moves(1)
    Script(store).sit().moves(4).dispute(4).rule("annul", 4, 4, 5).dispute(2, "t.rule")
    Script(store, unlisted=True).sit().dispute(1).resign(0, 1, 2)
    carry(database_url, limit=7)
    return database_url


def checked(url: str, *names: str) -> dict[str, list[TableFault]]:
    """The findings of a comparison in the role of the service."""
    return rebuild.check(url_for_service(url), names, projections=all_projections(READER))


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode())


def false_by_name(models: ReadModels) -> dict[str, str]:
    return {state.name: state.false for state in models.lag() if state.false is not None}


def test_read_models_that_the_projections_kept_are_what_the_events_give(played: str) -> None:
    assert checked(played) == {name: [] for name in NAMES}


def test_a_forged_row_of_wins_is_found_and_shown_until_it_is_gone(played: str, models: ReadModels) -> None:
    execute(url_for_service(played), FORGED)
    found = checked(played)
    (fault,) = found.pop("leaderboard")
    assert (fault.table, fault.false, fault.missing) == ("standing", 1, 0)
    assert '"Mallory"' in fault.examples[0]
    assert not any(found.values())
    assert false_by_name(models) == {"leaderboard": "standing has 1 row that the events do not give, and lacks 0"}
    rebuild.rebuild(played, ["leaderboard"], projections=all_projections(READER))
    assert false_by_name(models) == {}
    assert checked(played, "leaderboard") == {"leaderboard": []}


@pytest.mark.parametrize(
    ("statement", "name", "table", "false", "missing"),
    [
        (
            "UPDATE kifu_read.game SET winners = '{1}' WHERE status = 'finished' AND winners <> '{1}'",
            "games",
            "game",
            0,
            0,
        ),
        ("UPDATE kifu_read.history SET at = '2020-01-01Z' WHERE n = 1", "history", "history", 8, 8),
        ("DELETE FROM kifu_read.score WHERE true", "scores", "score", 0, 6),
        ("UPDATE kifu_read.player_record SET wins = wins + 1 WHERE player = 'Ann'", "players", "player_record", 1, 1),
        ("DELETE FROM kifu_read.dispute WHERE number = 2", "disputes", "dispute", 0, 1),
    ],
)
def test_a_row_that_was_changed_or_deleted_is_found(
    played: str, statement: str, name: str, table: str, false: int, missing: int
) -> None:
    execute(played, statement)
    ((found_in, (fault,)),) = ((name, faults) for name, faults in checked(played).items() if faults)
    assert (found_in, fault.table) == (name, table)
    if false or missing:
        assert (fault.false, fault.missing) == (false, missing)


def test_events_that_the_projection_was_made_to_pass_over_are_found_missing(played: str, store: FeedRecorder) -> None:
    Script(store).sit().end(3, 1)
    execute(
        played,
        "UPDATE kifu.tracking AS t SET position = head.position FROM kifu.feed_head AS head "
        "WHERE t.upstream = 'feed-' || head.partition AND projection = 'scores'",
    )
    execute(
        played,
        "INSERT INTO kifu.tracking SELECT 'scores', 'feed-' || partition, position FROM kifu.feed_head "
        "ON CONFLICT DO NOTHING",
    )
    assert {fault.table for fault in checked(played)["scores"]} == {"score_game", "score", "score_player"}


def test_what_the_projection_has_not_read_yet_is_no_fault(played: str, store: FeedRecorder) -> None:
    Script(store).sit().end(3, 1)
    assert not any(checked(played).values())


def test_a_check_agrees_while_games_are_played(played: str, store: FeedRecorder) -> None:
    done = Event()

    def play() -> None:
        # With pauses: each check reads what was written during the previous one, so they would take longer and longer.
        for number in count(6):
            if done.wait(0.05):
                return
            play_many(store, 1, first=number)

    writer = Thread(target=play)
    with running(played):
        writer.start()
        try:
            for _ in range(5):
                assert not any(checked(played).values())
        finally:
            done.set()
            writer.join()


def test_a_projection_that_was_set_back_is_looked_at_from_the_start(played: str) -> None:
    (leaderboard,) = (one for one in all_projections(READER) if one.name == "leaderboard")
    with connect(url_for_service(played)) as connection:
        comparison = Comparison(connection, leaderboard)
        assert comparison.carry(50) > 0
        execute(played, "DELETE FROM kifu.tracking WHERE projection = 'leaderboard'")
        with pytest.raises(SetBack):
            comparison.carry(50)


def test_the_service_finds_it_a_little_at_a_time(
    played: str, models: ReadModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "TICK_SECONDS", 0.001)
    told: list[tuple[str, Sequence[TableFault]]] = []
    stop = Event()
    execute(url_for_service(played), FORGED)
    arguments = (url_for_service(played), stop, all_projections(READER), 7, lambda *one: told.append(one), 0.01)
    thread = Thread(target=checker.check_forever, args=arguments)
    thread.start()
    try:
        eventually(lambda: len(told) >= len(NAMES))
        assert {name for name, faults in told if faults} == {"leaderboard"}
        assert set(false_by_name(models)) == {"leaderboard"}
        execute(played, "DELETE FROM kifu_read.standing WHERE player = 'Mallory'")
        eventually(lambda: false_by_name(models) == {})
    finally:
        stop.set()
        thread.join()
