import json
import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import msgspec
import psycopg
import pytest

from domain.application.commands import Request
from domain.application.games import Games
from domain.application.stored.stored_games import StoredGames
from domain.kernel.audience import SPECTATOR
from eventstore.postgres.migrate import migrations_folder, read_migrations
from projections.read_models.catalogue import NAMES
from tests.kifu.command import kifu
from tests.support.databases import Server
from tests.support.rulesets import product_rulesets

SEED = "07" * 32
MIGRATIONS = [migration.id for migration in read_migrations(migrations_folder())]


@pytest.fixture
def games(database_url: str) -> Iterator[Games]:
    games = Games(
        StoredGames(
            product_rulesets(),
            clock=lambda: datetime.now(UTC),
            entropy=secrets.token_bytes,
            env={"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": database_url},
        )
    )
    yield games
    games.close()


@pytest.fixture
def game_id(games: Games) -> UUID:
    """A game of six steps, of which the third is a take-back."""
    anna, bert = Request(by="Anna"), Request(by="Bert")
    game_id = games.lobby.open_game(anna, "micro-dojo", {}, 2, seed=SEED).game_id
    assert game_id is not None
    games.lobby.take_seat(anna, game_id, 0)
    games.lobby.take_seat(bert, game_id, 1)
    play_first(games, game_id)
    (mover,) = [step.seat for step in games.queries.steps(game_id, SPECTATOR) if step.n == 2]
    assert mover is not None
    games.recording.take_back((anna, bert)[mover], game_id, mover)
    for _ in range(3):
        play_first(games, game_id)
    return game_id


def play_first(games: Games, game_id: UUID) -> None:
    game = games.stored.current(game_id)
    (seat,) = game.to_move
    (choice, *_) = game.ruleset.choices(game.state)
    move = next(iter(choice.moves(game.state)))
    games.recording.play(Request(by=game.names[seat]), game_id, seat, msgspec.json.encode(move))


def test_migrate_says_what_it_applied_and_then_that_nothing_is_left(empty_database_url: str, tmp_path: Path) -> None:
    first = kifu("migrate", data=tmp_path, KIFU_DATABASE_URL=empty_database_url)
    assert first.exit_code == 0
    applied = [f"Applied {migration}" for migration in MIGRATIONS]
    assert first.out.splitlines() == [*applied, f"{len(MIGRATIONS)} migrations applied."]
    second = kifu("migrate", data=tmp_path, KIFU_DATABASE_URL=empty_database_url)
    assert second.out == "The database is up to date.\n"


@pytest.mark.parametrize("arguments", [["rebuild"], ["replay", str(UUID(int=7))]])
def test_a_database_without_the_schema_asks_for_migrate(
    arguments: list[str], empty_database_url: str, tmp_path: Path
) -> None:
    ran = kifu(*arguments, data=tmp_path, KIFU_DATABASE_URL=empty_database_url)
    assert ran.exit_code == 2
    said = f"The database lacks {len(MIGRATIONS)} migrations, from {MIGRATIONS[0]} on. Run `kifu migrate`."
    assert ran.err == f"Error: {said}\n"


def test_replay_tells_every_step_in_words(games: Games, game_id: UUID, database_url: str, tmp_path: Path) -> None:
    ran = kifu("replay", str(game_id), data=tmp_path, KIFU_DATABASE_URL=database_url)
    title, *lines = ran.out.splitlines()
    assert title == "Micro Dojo: Anna against Bert, being played"
    steps = games.queries.steps(game_id, SPECTATOR)
    assert len(steps) == 6
    assert lines == [f"{step.n:>4}  {step.words}" for step in steps]
    assert re.fullmatch(r" +3  (Anna|Bert) takes back step 2\.", lines[2])


@pytest.mark.long
def test_replay_at_a_step_prints_the_board_as_it_was(
    games: Games, game_id: UUID, database_url: str, tmp_path: Path
) -> None:
    boards = []
    for n in range(1, 7):
        ran = kifu("replay", str(game_id), "--at", str(n), data=tmp_path, KIFU_DATABASE_URL=database_url)
        game = games.stored.at_step(game_id, n)
        board = game.ruleset.looks.board(game.ruleset.view(game.state, SPECTATOR), game.names)
        assert ran.out == f"{n:>4}  {games.queries.step(game_id, n, SPECTATOR).words}\n{board}\n"
        boards.append(board)
    # After the take-back the table is as before, and the same move is played again.
    assert boards[2:4] == boards[:2]
    assert len(set(boards)) == 4


def test_replay_as_json_is_what_the_api_answers(games: Games, game_id: UUID, database_url: str, tmp_path: Path) -> None:
    ran = kifu("replay", str(game_id), "--json", data=tmp_path, KIFU_DATABASE_URL=database_url)
    steps = [json.loads(line) for line in ran.out.splitlines()]
    assert [step["words"] for step in steps] == [step.words for step in games.queries.steps(game_id, SPECTATOR)]
    state = kifu("replay", str(game_id), "--at", "4", "--json", data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert json.loads(state.out)["step"] == 4
    assert SEED not in ran.out + state.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--at", "7"], "The game has 6 steps, no step 7."),
        (["--as", "seat:5"], "The game has seats 0 to 1, no seat 5."),
        (["--as", "nobody"], "`as` is seat:N, spectator or arbiter."),
    ],
)
def test_replay_refuses_what_the_game_does_not_have(
    arguments: list[str], said: str, game_id: UUID, database_url: str, tmp_path: Path
) -> None:
    ran = kifu("replay", str(game_id), *arguments, data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert (ran.exit_code, ran.err) == (2, f"Error: {said}\n")


def test_a_game_that_does_not_exist_is_refused(database_url: str, tmp_path: Path) -> None:
    unknown = str(UUID(int=7))
    ran = kifu("replay", unknown, data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert (ran.exit_code, ran.err) == (2, f"Error: There is no game {unknown}.\n")


def test_rebuild_fills_the_read_models_from_the_events(game_id: UUID, database_url: str, tmp_path: Path) -> None:
    ran = kifu("rebuild", data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert ran.exit_code == 0, ran.err
    # One opening, two seats, six steps.
    assert ran.out.splitlines() == [f"{name}: rebuilt from 9 events" for name in NAMES]
    with psycopg.connect(database_url) as connection:
        row = connection.execute("SELECT count(*) FROM kifu_read.history WHERE game_id = %s", (game_id,)).fetchone()
    assert row == (6,)


def test_rebuild_of_one_name_leaves_the_others(game_id: UUID, database_url: str, tmp_path: Path) -> None:
    ran = kifu("rebuild", "scores", data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert ran.out == "scores: rebuilt from 9 events\n"


def test_rebuild_of_an_unknown_name_names_those_that_there_are(database_url: str, tmp_path: Path) -> None:
    ran = kifu("rebuild", "weather", data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert ran.exit_code == 2
    assert ran.err == f"Error: No projection 'weather'; there are {', '.join(NAMES)}.\n"


@pytest.mark.long
def test_the_embedded_server_of_another_process_is_shared_and_left_running(own_server: Server, tmp_path: Path) -> None:
    data = own_server.data
    assert kifu("migrate", data=data).exit_code == 0
    assert kifu("migrate", data=data).out == "The database is up to date.\n"
    with psycopg.connect(own_server.running.url) as connection:
        row = connection.execute("SELECT count(*) FROM public.kifu_migration").fetchone()
    assert row == (len(MIGRATIONS),)


@pytest.mark.long
@pytest.mark.slow
def test_an_embedded_server_is_started_for_the_command_and_stopped_after_it(server_data: Path) -> None:
    data = server_data
    assert kifu("migrate", data=data).out.endswith(f"{len(MIGRATIONS)} migrations applied.\n")
    assert (data / "postgres" / "PG_VERSION").exists()
    assert not (data / "postgres" / "postmaster.pid").exists()
    unknown = str(UUID(int=7))
    assert kifu("replay", unknown, data=data).err == f"Error: There is no game {unknown}.\n"
    assert not (data / "postgres" / "postmaster.pid").exists()
