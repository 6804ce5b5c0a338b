import json
import os
import pty
import subprocess
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
import requests

from api.requests.inputs import LARGEST_BODY
from tests.kifu.command import kifu
from tests.support.rulesets import product_rulesets
from tests.support.services import KIFU, ROOT, environment, free_port, processes_of, running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.long


@pytest.mark.slow
def test_serve_greets_answers_and_ends_when_asked_to(database_url: str, tmp_path: Path) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as address:
        with urllib.request.urlopen(f"{address}/v1/rulesets", timeout=60) as answer:
            assert [ruleset["id"] for ruleset in json.load(answer)["items"]] == [
                ruleset.id for ruleset in product_rulesets()
            ]
        port = address.rpartition(":")[2]
        second = kifu("serve", data=tmp_path, KIFU_PORT=port, KIFU_DATABASE_URL=database_url)
        assert second.exit_code == 2
        assert second.err.startswith("Error: Something answers at ")
        assert second.err.count("\n") == 1
        greeting = f"Kifu is ready at {address}"
        # The service greets a moment after its workers answer.
        eventually(lambda: greeting in (tmp_path / "service.log").read_text("utf-8"), 30)
    assert (tmp_path / "service.log").read_text("utf-8").count(greeting) == 1
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"{address}/v1/rulesets", timeout=60)


@pytest.mark.slow
def test_a_limit_of_open_files_that_leaves_no_room_for_clients_is_refused_at_the_start(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'ulimit -n 256 && exec "$@"', "sh", *KIFU, "serve"],
        cwd=ROOT,
        env=environment(tmp_path, KIFU_PORT=str(free_port())),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2, done
    assert "process may open 256 files (`ulimit -n`)" in done.stderr
    assert "allow 384 at least, or 10256 for 10000 connections" in done.stderr
    assert not (tmp_path / "postgres").exists()


@pytest.mark.slow
def test_the_operators_token_is_in_its_file_and_neither_in_a_log_nor_in_an_environment(
    database_url: str, tmp_path: Path
) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as address:
        token = (tmp_path / "operator.token").read_text("ascii")
        me = requests.get(f"{address}/v1/me", headers={"Authorization": f"Bearer {token}"}, timeout=60)
        assert me.json()["player"] is None
        assert me.status_code == 200
        looked = 0
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.NoSuchProcess):  # Some run only for a moment.
                assert token not in "".join(process.environ().values())
                looked += 1
        assert looked >= 4
        # Settings are passed to the children; PATH and time zone they inherit.
        for process in processes_of("api.web", tmp_path):
            inherited = process.environ()
            assert inherited["PATH"] == os.environ["PATH"]
            assert {name for name in inherited if name.startswith("KIFU_")} <= {"KIFU_METRICS_FOLDER"}
        # The operator may send more than others, since an archive has more.
        answer = requests.post(
            f"{address}/v1/archives",
            data=b"x" * (LARGEST_BODY + 1),
            headers={"Content-Type": "application/x-ndjson", "Authorization": f"Bearer {token}"},
            timeout=30,
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-archive"), answer.text
        # The service greets a moment after its workers answer.
        eventually(lambda: "The operator's token is in" in (tmp_path / "service.log").read_text("utf-8"), 30)
    log = (tmp_path / "service.log").read_text("utf-8")
    assert token not in log
    assert f"The operator's token is in {tmp_path / 'operator.token'}" in log


@pytest.mark.slow
def test_processes_of_many_threads_keep_few_arenas_unless_the_operator_says_otherwise(
    database_url: str, tmp_path: Path
) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, MALLOC_MMAP_THRESHOLD_="4194304"):
        found = processes_of("api.web", tmp_path)
        assert len(found) >= 2
        for process in found:
            inherited = process.environ()
            assert (inherited["MALLOC_ARENA_MAX"], inherited["MALLOC_MMAP_THRESHOLD_"]) == ("2", "4194304")


@pytest.mark.long
@pytest.mark.slow
def test_the_operators_token_is_shown_once_on_a_terminal(database_url: str, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    settings = environment(tmp_path, KIFU_DATABASE_URL=database_url, KIFU_PORT=str(free_port()), KIFU_WORKERS="1")
    service = subprocess.Popen([*KIFU, "serve"], cwd=ROOT, env=settings, stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    try:
        shown, deadline = b"", time.monotonic() + 60
        while b"Ctrl-C" not in shown and time.monotonic() < deadline:
            shown += os.read(ours, 4096)
    finally:
        service.terminate()
        service.wait(60)
        os.close(ours)
    assert (tmp_path / "operator.token").read_text("ascii") in shown.decode()


@pytest.mark.long
@pytest.mark.slow
def test_a_chosen_token_of_the_operator_reaches_only_those_who_ask_for_it(database_url: str, tmp_path: Path) -> None:
    chosen = "chosen-by-the-operator-" * 2
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, KIFU_OPERATOR_TOKEN=chosen) as address:
        me = requests.get(f"{address}/v1/me", headers={"Authorization": f"Bearer {chosen}"}, timeout=60)
        assert me.status_code == 200
        parts = [*processes_of("service.projector", tmp_path), *processes_of("api.web", tmp_path)]
        assert len(parts) >= 3
        for part in parts:
            assert chosen not in "".join(part.environ().values())
    assert chosen not in (tmp_path / "service.log").read_text("utf-8")
