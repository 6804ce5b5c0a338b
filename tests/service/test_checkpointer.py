"""The job that makes checkpoints while the service runs."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import requests

from domain.application.commands import Request
from eventstore.postgres.role import url_for_service
from eventstore.tables.log import LogTables
from service.checkpointer import Job
from service.checkpoints.checkpoint_file import NAME
from service.checkpoints.make_checkpoints import Checkpoints, MadeCheckpoints, Progress
from service.parts import build_parts
from service.settings import Settings
from tests.service.test_service import Player
from tests.support.consoles import Shell, agrees, commands
from tests.support.services import ROOT, environment, processes_of, running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.slow


def metric(base: str, name: str) -> float:
    found = re.search(rf"^{name} (\S+)$", requests.get(f"{base}/metrics", timeout=60).text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def proven(base: str, path: str) -> bool:
    """Whether a checkpoint covers the set-up of a game."""
    return requests.get(f"{base}{path}/proofs/1", timeout=60).status_code == 200


def test_a_run_looks_at_everything_at_the_start_and_now_and_then_and_otherwise_where_something_grew(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data=tmp_path, database_url=url_for_service(database_url))
    looks: list[bool] = []
    pieces = Checkpoints.pieces

    def counted(checkpoints: Checkpoints, *, thorough: bool) -> Iterator[tuple[MadeCheckpoints, Progress]]:
        looks.append(thorough)
        return pieces(checkpoints, thorough=thorough)

    monkeypatch.setattr(Checkpoints, "pieces", counted)
    monkeypatch.setattr("service.checkpointer.LOOKS", 4)
    parts = build_parts(settings)
    job = Job(settings, parts.datastore)
    try:
        job.tick()
        assert looks == [True]
        job.tick()
        assert looks == [True]
        parts.games.lobby.open_game(Request("ada"), "micro-dojo", {}, 2)
        job.tick()
        assert looks == [True, False]
        assert LogTables(parts.datastore.read).latest()[0].size == 1
        job.tick()
        assert looks == [True, False]
        job.tick()
        assert looks == [True, False, True]
    finally:
        job.close()
        parts.close()


@pytest.mark.long
def test_the_service_signs_what_is_played_and_goes_on_after_a_kill(tmp_path: Path, database_url: str) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, KIFU_CHECKPOINT_SECONDS="1") as base:
        path = Player(base, "Ada").game()
        eventually(lambda: proven(base, path), 60)
        proof = requests.get(f"{base}{path}/proofs/1", timeout=60).json()
        assert requests.post(f"{base}/v1/proofs/check", json=proof, timeout=60).json()["genuine"]
        for n in range(3):
            # Once shared, a process's counts outlive it.
            eventually(lambda: metric(base, "kifu_checkpoints_total") > n, 60)  # noqa: B023 - called at once
            eventually(lambda: len(processes_of("service.checkpointer", tmp_path)) == 1, 60)
            (job,) = processes_of("service.checkpointer", tmp_path)
            other = Player(base, f"Bob{n}").game()
            os.kill(job.pid, signal.SIGKILL)
            eventually(lambda: proven(base, other), 60)  # noqa: B023 - called at once
        found = requests.get(f"{base}{path}/verification", timeout=60).json()
        assert (found["holds"], found["checkpoints"]["checked"]) == (True, True)
        heads = requests.get(f"{base}/v1/checkpoints", timeout=60).json()["items"]
        lines = [json.loads(line) for line in (tmp_path / NAME).read_bytes().splitlines() if b'"partition"' in line]
        assert all(head in lines for head in heads)
        eventually(lambda: metric(base, "kifu_checkpoints_total") > 3, 60)
        assert metric(base, "kifu_checkpoint_faults") == 0
        assert metric(base, "kifu_checkpoint_time_seconds") > time.time() - 60


@pytest.mark.long
def test_a_log_that_was_rewritten_is_an_error_and_does_not_stop_the_service(tmp_path: Path, database_url: str) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, KIFU_CHECKPOINT_SECONDS="1") as base:
        player = Player(base, "Ada")
        path = player.game()
        eventually(lambda: proven(base, path), 60)
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute(
                "UPDATE kifu.log_tile SET hashes = set_byte(hashes, 0, 255 - get_byte(hashes, 0)) WHERE level = 0"
            )
        player.call("POST", f"{path}/resignation", {"seat": 0})
        eventually(lambda: metric(base, "kifu_checkpoint_faults") == 1, 60)
        time.sleep(2.5)
        player.game()
        ready = requests.get(f"{base}/readyz", timeout=60).json()
        (wrong,) = [check for check in ready["checks"] if check["state"] == "degraded"]
        assert (ready["status"], wrong["name"]) == ("degraded", "checkpoints")
        assert player.call("GET", f"{path}/verification")["checkpoints"]["fault"]["version"] == 1
    log = (tmp_path / "service.log").read_text()
    told = [json.loads(line) for line in log.splitlines() if '"checkpoint refused"' in line]
    assert [line["level"] for line in told] == ["error"]
    assert "the event at position 1 is not the one that was signed" in told[0]["why"]


@pytest.mark.long
def test_without_seconds_the_service_makes_no_checkpoints(tmp_path: Path, database_url: str) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, KIFU_CHECKPOINT_SECONDS="0"):
        assert processes_of("service.checkpointer", tmp_path) == []


@pytest.mark.long
def test_the_commands_with_which_one_watches_a_service_do_as_the_document_says(
    tmp_path: Path, database_url: str
) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, KIFU_CHECKPOINT_SECONDS="1") as base:
        player = Player(base, "Ada")
        path = player.game()
        eventually(lambda: proven(base, path), 60)
        player.call("POST", f"{path}/resignation", {"seat": 0})
        eventually(lambda: requests.get(f"{base}{path}/proofs/2", timeout=60).status_code == 200, 60)
        partition = requests.get(f"{base}{path}/proofs/1", timeout=60).json()["partition"]
        folder = tmp_path / "watcher"
        folder.mkdir()
        shell = Shell(folder, environment(folder, KIFU=base, PARTITION=str(partition), PYTHONPATH=str(ROOT)))
        try:
            found = commands((ROOT / "docs/checkpoints.md").read_text("utf-8"))
            assert len(found) == 6
            for command in found:
                output, exit_code = shell.run(command.text.replace(".venv/bin/kifu", f"{sys.executable} -m kifu"))
                assert (exit_code, agrees(command.output, output)) == (0, True), (command.text, output)
        finally:
            shell.close()
