"""Every game is verified in one run, which reports its progress, resumes where it stopped, and appears in metrics."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from domain.application.audit import Audit
from service.checkpoints.checkpoint_file import CheckpointFile
from service.metrics import exposition
from service.verify_all import FaultyGame, Run, read_verified, verify_all
from tests.domain.application.logged import House, house
from tests.domain.application.playing import ANNA
from tests.domain.application.test_missing_log import other_fact


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


@pytest.fixture
def games(home: House) -> list[UUID]:
    """Four games in the order in which they are verified; the first of them has table talk."""
    found = [home.game(7) for _ in range(4)]
    home.games.talk.say(ANNA, found[0], "Good luck.")
    home.checkpoint()
    return sorted(found, key=lambda game: (home.games.stored.store.partition_of(game), game))


def run(home: House, *, resume: bool = False) -> Iterator[tuple[Run, FaultyGame | None]]:
    audit = Audit(home.games.stored, home.games.queries, home.keyring, CheckpointFile(home.file))
    return verify_all(audit, home.data, lambda: datetime.now(UTC), resume=resume)


def metric(home: House, name: str) -> float:
    found = re.search(rf"^{name} (\S+)$", exposition({}, read_verified(home.data)).decode(), re.MULTILINE)
    assert found, name
    return float(found[1])


def test_every_game_is_verified_and_those_at_fault_are_named(home: House, games: list[UUID]) -> None:
    assert home.kifu("verify", "--all") == (0, "4 games verified, 0 at fault.\n")
    assert (metric(home, "kifu_verify_faults"), metric(home, "kifu_verify_games")) == (0, 4)
    other_fact(home, games[2])
    code, output = home.kifu("verify", "--all")
    assert code == 1
    assert re.fullmatch(rf"{games[2]}: chain: step 6 .*; rules: step 6, .*\n4 games verified, 1 at fault\.\n", output)
    assert metric(home, "kifu_verify_faults") == 1
    assert metric(home, "kifu_verify_time_seconds") > datetime.now(UTC).timestamp() - 60
    code, output = home.kifu("verify", "--all", "--json")
    assert (code, [one["game"] for one in json.loads(output)["named"]]) == (1, [str(games[2])])


def test_an_interrupted_run_goes_on_behind_the_last_game_that_it_finished(home: House, games: list[UUID]) -> None:
    other_fact(home, games[0])
    begun = run(home)
    for _ in range(2):
        state, _ = next(begun)
    begun.close()
    assert (state.games, state.faults, state.ended) == (2, 1, None)
    assert read_verified(home.data).now == state
    assert metric(home, "kifu_verify_faults") == 1
    assert home.kifu("verify", "--all", "--resume") == (1, "4 games verified, 1 at fault.\n")
    found = read_verified(home.data)
    assert (found.now, found.last and found.last.games) == (None, 4)


def test_games_that_were_deleted_leave_their_talk_behind_which_is_named(home: House, games: list[UUID]) -> None:
    talking = next(game for game in games if home.games.talk.messages(game, 0, 1))
    home.sql("DELETE FROM kifu.event WHERE game_id = %s", talking)
    code, output = home.kifu("verify", "--all")
    assert code == 1
    assert "There is no game" in output


@pytest.mark.parametrize("arguments", [(), ("some.kifu", "--all"), ("some.kifu", "--resume")])
def test_one_game_or_all_of_them(home: House, arguments: tuple[str, ...]) -> None:
    code, output = home.kifu("verify", *arguments)
    assert (code, "Name a GAME, or verify --all" in output) == (2, True)


def test_a_service_that_was_never_verified_shows_no_metric_of_it(tmp_path: Path) -> None:
    assert b"kifu_verify" not in exposition({}, read_verified(tmp_path))
    (tmp_path / "verified.json").write_text("{")
    assert b"kifu_verify" not in exposition({}, read_verified(tmp_path))
