"""`kifu arbiter`, and the trace of commands that show what a running game hides."""

import json
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from domain.application.commands import Request
from domain.application.games import Games
from eventstore.postgres.datastore import Datastore
from eventstore.tables.players import Players
from tests.kifu.command import Ran, kifu
from tests.kifu.test_database_commands import game_id, games

pytestmark = pytest.mark.long

__all__ = ["game_id", "games"]


@pytest.fixture
def run(database_url: str, tmp_path: Path) -> "Run":
    return Run(database_url, tmp_path)


class Run:
    """Runs commands on the database of the test."""

    def __init__(self, url: str, data: Path) -> None:
        self._url, self._data = url, data

    def __call__(self, *arguments: str) -> Ran:
        return kifu(*arguments, data=self._data, KIFU_DATABASE_URL=self._url)


def seen(games: Games, game_id: UUID) -> list[tuple[str | None, str, str, int | None]]:
    return [(look.player, look.eyes, look.call, look.step) for look in games.queries.looks(game_id, "Anna")]


@pytest.mark.long
def test_a_player_is_appointed_and_dismissed_by_name_and_the_list_says_since_when(database_url: str, run: Run) -> None:
    with Datastore(database_url, pool_size=1) as store:
        Players(store).register("Cleo", b"digest")
    assert run("arbiter").out.startswith("Arbiters (0)")
    assert run("arbiter", "Cleo").exit_code == 0
    assert run("arbiter", "Cleo").exit_code == 0
    (term,) = json.loads(run("arbiter", "--json").out)
    assert (term["player"], term["until"]) == ("Cleo", None)
    listed = run("arbiter", "Cleo", "--dismiss")
    assert listed.exit_code == 0
    assert "Arbiters (0)" in listed.out
    assert "Cleo" in listed.out
    again = run("arbiter", "Cleo", "--dismiss")
    assert (again.exit_code, again.err) == (2, "Error: Cleo is not an arbiter.\n")
    nobody = run("arbiter", "Nobody")
    assert (nobody.exit_code, nobody.err) == (2, "Error: Nobody is called 'Nobody'.\n")


@pytest.mark.long
def test_replay_and_archive_with_other_eyes_leave_a_trace_and_without_them_none(
    games: Games, game_id: UUID, run: Run
) -> None:
    for quiet in (("replay",), ("archive",), ("replay", "--as", "spectator"), ("verify",), ("chance",)):
        command, *more = quiet
        assert run(command, str(game_id), *more).exit_code == 0
    assert seen(games, game_id) == []
    assert run("replay", str(game_id), "--as", "arbiter").exit_code == 0
    assert run("archive", str(game_id), "--as", "seat:1").exit_code == 0
    assert seen(games, game_id) == [(None, "arbiter", "kifu replay", 6), (None, "seat:1", "kifu archive", 6)]
    games.recording.resign(Request(by="Anna"), game_id, 0)
    assert run("replay", str(game_id), "--as", "arbiter").exit_code == 0
    assert len(seen(games, game_id)) == 2


def test_verify_leaves_a_trace_where_it_shows_values_of_a_running_game(
    games: Games, game_id: UUID, database_url: str, run: Run
) -> None:
    with psycopg.connect(database_url) as connection:
        added = '"agenda":[{"type":"next-turn","seat":0},'
        statement = "UPDATE kifu.event SET payload = replace(payload, '\"agenda\":[', %s) WHERE version = 9"
        connection.execute(statement, (added,))
    everything = run("verify", "--all")
    assert (everything.exit_code, "next-turn" in everything.out) == (1, False)
    assert seen(games, game_id) == []
    ran = run("verify", str(game_id))
    assert (ran.exit_code, "next-turn" in ran.out) == (1, True)
    assert [(eyes, call) for _, eyes, call, _ in seen(games, game_id)] == [("arbiter", "kifu verify")]
