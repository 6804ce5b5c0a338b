"""Finished games move to files and back, and every caller gets the same answers as before."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from domain.application.audit import Audit
from domain.proof.receipts import Keyring
from eventstore.codec import use_archive
from eventstore.tables.moved_games import MovedGames
from projections.running.rebuild import check, rebuild
from service import moving
from service.moving import NotMoved
from service.parts import build_games, build_projections
from service.verify_all import verify_all
from tests.api.house import app_on, started
from tests.kifu.command import kifu
from tests.projections.running import carry
from tests.service.moving_house import LATER, LISTS, RULESETS, House


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    with app_on(database_url, tmp_path) as app:
        yield House(database_url, tmp_path, app.test_client())
    use_archive(None)


@pytest.fixture
def cold(home: House) -> Iterator[House]:
    """The same service in a worker with nothing about the game in memory."""
    with home.cold():
        yield home


def test_what_the_service_answers_of_a_game_is_the_same_before_and_after_its_move(cold: House) -> None:
    before, rows, columns = cold.read(), cold.payloads(), cold.columns()
    assert {status for status, _ in before.values()} == {200}
    cold.move_out()
    stubs = cold.payloads()
    assert (stubs[0], stubs[-2]) == (rows[0], rows[-2])
    assert {stub[:3] for stub in (*stubs[1:-2], stubs[-1])} == {"a1:"}
    assert sum(map(len, stubs)) < sum(map(len, rows)) / 2
    assert cold.columns() == columns
    with cold.cold():
        assert cold.read() == before
    assert cold.move_back() == len(rows) - 2
    assert cold.payloads() == rows
    assert cold.read() == before


def test_a_game_is_due_once_until_it_was_moved_back_long_enough_ago(home: House) -> None:
    running = started(home.ada, home.bob)
    carry(home.url, build_projections(RULESETS))
    with psycopg.connect(home.url, autocommit=True) as connection:
        moved = MovedGames(connection)
        assert list(moved.due(datetime.now(UTC) - timedelta(days=1))) == []
        assert list(moved.due(LATER)) == [home.game]
        home.move_out()
        assert list(moved.due(LATER)) == []
        home.move_back()
        assert list(moved.due(LATER)) == [home.game]
        with build_games(RULESETS, home.url, 1) as games, pytest.raises(NotMoved, match="not over"):
            home.moving(games, connection).move_out(UUID(running.rpartition("/")[2]))


@pytest.mark.parametrize("change", ["away", "no folder", "another byte", "cut off"])
def test_a_file_that_is_away_or_changed_is_a_problem_and_no_other_game(cold: House, change: str) -> None:
    cold.move_out()
    kept = cold.file.read_bytes()
    if change == "away":
        cold.file.unlink()
    elif change == "no folder":
        use_archive(None)
    elif change == "another byte":
        cold.file.write_bytes(kept.replace(b'"seat":1', b'"seat":0'))
    else:
        cold.file.write_bytes(kept[: len(kept) // 4])
    away = change in ("away", "no folder")
    expected = (503, "game-archived") if away else (409, "damaged-record")
    for path in ("", "/state", "/steps", "/archive", "/audit/9"):
        answer = cold.ada.get(f"{cold.path}{path}")
        assert (answer.status_code, answer.get_json()["code"]) == expected, path
        assert str(cold.folder) not in answer.get_data(as_text=True)
    assert all(line["words"] for line in cold.ada.get(LISTS[0]).get_json()["items"])
    verified = cold.ada.get(f"{cold.path}/verification")
    assert verified.status_code == 503 if away else not verified.get_json()["holds"]
    use_archive(cold.place)
    cold.file.write_bytes(kept)
    assert cold.ada.get(f"{cold.path}/verification").get_json()["holds"]


def test_read_models_are_built_anew_from_the_files(home: House) -> None:
    before = home.read()
    home.move_out()
    projections = build_projections(RULESETS)
    rebuild(home.url, projections=projections)
    assert not any(check(home.url, projections=projections).values())
    assert home.read() == before


def test_the_verification_of_all_games_names_one_whose_file_is_away(home: House, tmp_path: Path) -> None:
    home.move_out()
    home.file.unlink()
    with build_games(RULESETS, home.url, 1) as games:
        runs = list(verify_all(Audit(games.stored, games.queries, Keyring(())), tmp_path, lambda: datetime.now(UTC)))
    (faulty,) = [faulty for _, faulty in runs if faulty is not None]
    assert faulty.game == home.game
    assert "cannot be read: No such file" in faulty.why


def test_messages_and_branches_go_on_after_a_move(cold: House) -> None:
    cold.move_out()
    assert cold.bob.post(f"{cold.path}/messages", {"seat": 1, "text": "Well played."}).status_code == 201
    said = cold.ada.get(f"{cold.path}/messages").get_json()["items"]
    assert [message["text"] for message in said] == ["Good luck.", "The same to you.", "Well played."]
    assert cold.bob.post(f"{cold.path}/branches", {"at": 4}).status_code == 201
    assert cold.ada.get(f"{cold.path}/verification").get_json()["holds"]
    assert cold.move_back() > 0
    assert cold.ada.get(f"{cold.path}/verification").get_json()["holds"]


@pytest.mark.long
@pytest.mark.parametrize("point", ["fsync", "rename", "read", "transaction", "commit"])
def test_a_process_that_ends_in_the_middle_leaves_the_game_readable(
    home: House, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, rows = home.read(), home.payloads()
    child = os.fork()
    if child == 0:
        _end_at(point, monkeypatch)
        try:
            home.move_out()
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert home.read() == before
    moved = home.payloads() != rows
    assert moved == (point == "commit")
    if not moved:
        home.move_out()
        assert home.read() == before
    assert home.move_back() == len(rows) - 2
    assert home.payloads() == rows


def _end_at(point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """End this process, without any clean-up, before or after the call that `point` names."""

    def end(*_: object) -> None:
        os._exit(9)

    if point == "fsync":
        monkeypatch.setattr(os, "fsync", end)
    elif point == "rename":
        monkeypatch.setattr(Path, "rename", end)
    elif point == "read":
        monkeypatch.setattr(moving, "_locate", end)
    elif point == "transaction":
        monkeypatch.setattr(MovedGames, "move_out", end)
    else:
        monkeypatch.setattr(moving, "Moved", end)


def test_the_service_cannot_move_games(home: House) -> None:
    home.move_out()
    with psycopg.connect(home.url, autocommit=True) as connection:
        connection.execute("SET ROLE kifu_service")
        for call in (
            "SELECT kifu.move_back(gen_random_uuid(), '{}', '{}', '{}', '{}')",
            "SELECT kifu.move_out(gen_random_uuid(), 1, '', '{}', '{}', '{}', '{}')",
            "INSERT INTO kifu.moved_game (game_id, back, events) VALUES (gen_random_uuid(), true, 1)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(call.encode())


@pytest.mark.long
@pytest.mark.slow
def test_the_command_says_what_it_would_do_moves_and_moves_back(home: House, tmp_path: Path) -> None:
    settings = {"data": tmp_path, "KIFU_DATABASE_URL": home.url}
    ran = kifu("archive", "--older-than", "0d", **settings)  # type: ignore[arg-type]
    assert (ran.exit_code, "KIFU_ARCHIVE" in ran.err) == (2, True)
    rows, settings["KIFU_ARCHIVE"] = home.payloads(), str(home.folder)
    ran = kifu("archive", "--older-than", "0d", "--dry-run", **settings)  # type: ignore[arg-type]
    assert ran.out.splitlines() == [str(home.game), "1 game would be moved."], ran.err
    assert home.payloads() == rows
    assert kifu("archive", "--older-than", "90d", **settings).out.startswith("0 games moved")  # type: ignore[arg-type]
    ran = kifu("archive", "--older-than", "0d", **settings)  # type: ignore[arg-type]
    assert (ran.exit_code, ran.out.partition(" to files")[0]) == (0, "1 game moved"), ran.err
    assert kifu("verify", str(home.file), **settings).exit_code == 0  # type: ignore[arg-type]
    assert kifu("verify", "--all", **settings).out == "1 game verified, 0 at fault.\n"  # type: ignore[arg-type]
    ran = kifu("archive", "--restore", str(home.game), **settings)  # type: ignore[arg-type]
    assert (ran.exit_code, home.payloads()) == (0, rows), ran.err
    ran = kifu("archive", "--restore", str(home.game), **settings)  # type: ignore[arg-type]
    assert (ran.exit_code, "was not moved" in ran.err) == (2, True)
