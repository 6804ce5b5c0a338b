"""The service as real processes: killed, cut off from its database, watched by many, searched for gaps."""

import http.client
import os
import random
import signal
import socket
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
import requests

from eventstore.postgres import embedded
from tests.support.databases import Server
from tests.support.services import KIFU, ROOT, environment, free_port, processes_of, running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.slow

FAST = {"KIFU_WORKERS": "2", "KIFU_UNLIMITED": "1"}
STREAMS = 200
MOVES, CPU_OF_MOVE = 40, 0.1
ONE_ADDRESS = {"KIFU_STREAMS_PER_ADDRESS": str(STREAMS), "KIFU_CONNECTIONS_PER_ADDRESS": str(2 * STREAMS)}


class Player:
    """A registered player over a connection of their own, on both seats of their games."""

    def __init__(self, base: str, name: str) -> None:
        self.base = base
        self.session = requests.Session()
        token = self.call("POST", "/v1/players", {"name": name})["token"]
        self.session.headers["Authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        answer = self.session.request(method, self.base + path, json=body, headers=headers, timeout=60)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def game(self) -> str:
        path = "/v1/games/" + self.call("POST", "/v1/games", {"ruleset": "micro-dojo", "seats": 2})["id"]
        for seat in (0, 1):
            self.call("POST", f"{path}/seats", {"seat": seat})
        return path

    def move(self, path: str, chance: random.Random, **headers: str) -> dict[str, Any] | None:
        """Play one legal move; None if the game is over."""
        choices = self.call("GET", f"{path}/legal-moves")["choices"]
        if not choices:
            return None
        body = {"seat": choices[0]["seat"], "move": chance.choice(choices[0]["moves"])["move"]}
        answer: dict[str, Any] = self.call("POST", f"{path}/moves", body, **headers)
        return answer


STARTED = 120.0
"""Seconds within which a started service answers, even on a busy machine."""


def cpu_seconds(processes: list[psutil.Process]) -> float:
    return float(sum(sum(process.cpu_times()[:2]) for process in processes))


def serve(data: Path, port: int) -> "subprocess.Popen[bytes]":
    log = (data / "service.log").open("a")
    return subprocess.Popen(
        [*KIFU, "serve"], cwd=ROOT, env=environment(data, KIFU_PORT=str(port), **FAST), stdout=log, stderr=log
    )


def answers(base: str) -> bool:
    try:
        return requests.get(f"{base}/readyz", timeout=60).status_code == 200
    except requests.ConnectionError:
        return False


def kill_everything(service: "subprocess.Popen[bytes]", data: Path) -> None:
    """Send SIGKILL to all processes of the service and to its PostgreSQL."""
    processes = [psutil.Process(service.pid), *psutil.Process(service.pid).children(recursive=True)]
    postmaster = psutil.Process(int((data / "postgres" / "postmaster.pid").read_text().split()[0]))
    processes += [postmaster, *postmaster.children()]
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(processes, 10)
    service.wait()


def test_of_a_killed_service_every_acknowledged_move_is_there_once(server_data: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    service = serve(server_data, port)
    acknowledged: list[dict[str, list[int]]] = [{} for _ in range(6)]
    try:
        eventually(lambda: answers(base), STARTED)

        def play(number: int) -> None:
            chance = random.Random(number)
            with suppress(requests.RequestException):
                player = Player(base, f"player{number}")
                while True:
                    path = player.game()
                    steps = acknowledged[number].setdefault(path, [])
                    while (answer := player.move(path, chance)) is not None:
                        steps.append(answer["step"])

        threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        eventually(lambda: sum(len(steps) for games in acknowledged for steps in games.values()) > 500, 60)
        kill_everything(service, server_data)
        for thread in threads:
            thread.join(30)
        service = serve(server_data, port)
        eventually(lambda: answers(base), STARTED)
        lag = lambda: [state["behind"] for state in requests.get(f"{base}/readyz", timeout=60).json()["projections"]]  # noqa: E731
        eventually(lambda: not any(lag()), 30)
        history: dict[str, list[int]] = {}
        cursor = ""
        while cursor is not None:
            page = requests.get(f"{base}/v1/history?limit=1000{cursor and '&after=' + cursor}", timeout=60).json()
            for line in page["items"]:
                history.setdefault("/v1/games/" + line["game"], []).append(line["n"])
            cursor = page["next"]
        for path, steps in ((path, steps) for games in acknowledged for path, steps in games.items()):
            recorded = requests.get(f"{base}{path}/steps?limit=1000", timeout=60).json()["items"]
            numbers = [step["n"] for step in recorded]
            assert numbers == list(range(1, len(numbers) + 1))
            assert steps == list(range(2, len(steps) + 2))
            # One move may have been recorded although its answer was lost.
            assert len(numbers) - len(steps) in (1, 2)
            assert sorted(history[path]) == numbers
    finally:
        service.send_signal(signal.SIGTERM)
        assert service.wait(60) == 0
        leftover = embedded.start(server_data)
        leftover.stop()


@pytest.mark.long
def test_a_killed_parent_takes_its_processes_along_and_the_next_start_works(tmp_path: Path, database_url: str) -> None:
    port = free_port()
    settings = environment(tmp_path, KIFU_PORT=str(port), KIFU_DATABASE_URL=database_url)
    base = f"http://127.0.0.1:{port}"
    for _ in range(2):
        service = subprocess.Popen([*KIFU, "serve"], cwd=ROOT, env=settings, stdout=subprocess.DEVNULL)
        eventually(lambda: answers(base), STARTED)
        children = psutil.Process(service.pid).children(recursive=True)
        assert len(children) >= 4
        service.kill()
        service.wait()
        _, alive = psutil.wait_procs(children, 60)
        assert not alive


@pytest.mark.long
def test_a_process_that_dies_is_started_again_and_all_stop_together(tmp_path: Path, database_url: str) -> None:
    port = free_port()
    settings = environment(tmp_path, KIFU_PORT=str(port), KIFU_DATABASE_URL=database_url)
    service = subprocess.Popen([*KIFU, "serve"], cwd=ROOT, env=settings, stdout=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    eventually(lambda: answers(base), STARTED)
    before = {child.pid for child in psutil.Process(service.pid).children(recursive=True)}
    for child in psutil.Process(service.pid).children():
        child.kill()

    def renewed() -> bool:
        now = {child.pid for child in psutil.Process(service.pid).children(recursive=True)}
        return len(now) >= len(before) and not now & before and answers(base)

    eventually(renewed)
    children = psutil.Process(service.pid).children(recursive=True)
    service.send_signal(signal.SIGINT)
    assert service.wait(60) == 0
    assert not psutil.wait_procs(children, 0)[1]


@pytest.mark.long
def test_an_embedded_database_that_dies_is_started_again(server_data: Path) -> None:
    with running_service(server_data, **FAST) as base:
        player, chance = Player(base, "Ada"), random.Random(5)
        path = player.game()
        pid_file = server_data / "postgres" / "postmaster.pid"
        before = pid_file.read_text().split()[0]
        os.kill(int(before), signal.SIGKILL)
        eventually(lambda: pid_file.exists() and pid_file.read_text().split()[:1] != [before] and answers(base), 30)
        assert player.move(path, chance) is not None


@pytest.mark.long
def test_while_postgresql_is_away_503_and_then_all_is_well_again(
    tmp_path: Path, own_server: Server, own_database_url: str
) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=own_database_url, **FAST) as base:
        player, chance = Player(base, "Ada"), random.Random(1)
        path = player.game()
        pids = {child.pid for child in psutil.Process().children(recursive=True)}
        own_server.stop()
        try:
            calls = [("GET", path), ("POST", f"{path}/resignation"), ("GET", "/v1/games"), ("GET", "/readyz")]
            for method, call in calls:
                body = {"seat": 0} if method == "POST" else None
                answer = player.session.request(method, base + call, json=body, timeout=60)
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.text
                assert int(answer.headers["Retry-After"]) >= 1
            assert requests.get(f"{base}/healthz", timeout=60).status_code == 200
        finally:
            own_server.start()
        eventually(lambda: answers(base))
        assert player.move(path, chance) is not None
        assert pids >= {process.pid for process in processes_of("api.web", tmp_path)}


@pytest.mark.long
def test_moves_are_answered_while_200_streams_are_open_and_streams_do_not_delay_the_stop(
    tmp_path: Path, database_url: str
) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, **FAST, **ONE_ADDRESS) as base:
        player, chance = Player(base, "Ada"), random.Random(3)
        path, quiet = player.game(), player.game()
        host, port = base.removeprefix("http://").split(":")
        watchers = [socket.create_connection((host, int(port)), timeout=60) for _ in range(STREAMS)]
        try:
            for number, watcher in enumerate(watchers):
                game = path if number < 20 else quiet
                watcher.sendall(f"GET {game}/live HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            for watcher in watchers:
                assert b" 200 " in watcher.recv(4096)
            web = processes_of("api.web", tmp_path)
            before = cpu_seconds(web)
            for _ in range(MOVES):
                if player.move(path, chance) is None:
                    path = player.game()
            assert cpu_seconds(web) - before < MOVES * CPU_OF_MOVE
            step = player.move(quiet, chance)
            assert step is not None
            last = watchers[-1]
            seen = b""
            while f"id: {step['version']}\n".encode() not in seen:
                seen += last.recv(65536)
        finally:
            for watcher in watchers[:100]:
                watcher.close()
    # The stop ends each stream itself; one that delayed it would be cut off without its last chunk.
    for watcher in watchers[100:]:
        seen = b""
        while chunk := watcher.recv(65536):
            seen = seen[-4:] + chunk
        watcher.close()
        assert seen.endswith(b"0\r\n\r\n")


def test_a_second_service_on_the_same_port_says_that_it_is_taken(tmp_path: Path, database_url: str) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        settings = environment(tmp_path, KIFU_PORT=str(listener.getsockname()[1]), KIFU_DATABASE_URL=database_url)
        second = subprocess.run(
            [*KIFU, "serve"], cwd=ROOT, env=settings, capture_output=True, text=True, timeout=120, check=False
        )
    assert second.returncode != 0
    assert "KIFU_PORT" in second.stdout + second.stderr


@pytest.mark.long
def test_a_huge_body_without_a_length_is_refused_and_the_service_lives(tmp_path: Path, database_url: str) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as base:

        def chunks() -> Any:
            for _ in range(40):
                yield b"x" * 65536

        answer = requests.post(
            f"{base}/v1/players", data=chunks(), headers={"Content-Type": "application/json"}, timeout=60
        )
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
        connection = http.client.HTTPConnection(base.removeprefix("http://"), timeout=60)
        connection.request("POST", "/v1/players", b"x" * (2 << 20), {"Content-Type": "application/json"})
        assert connection.getresponse().status == 413
        assert requests.get(f"{base}/healthz", timeout=60).status_code == 200


@pytest.mark.long
def test_no_log_line_of_a_service_holds_a_token_or_a_seed(tmp_path: Path, database_url: str) -> None:
    seed = "5e" * 32
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, KIFU_LOG_LEVEL="debug") as base:
        player = Player(base, "Ada")
        player.call("POST", "/v1/games", {"ruleset": "micro-dojo", "seats": 2, "seed": seed})
        requests.get(f"{base}/v1/games", headers={"Authorization": "Bearer wrong-token-of-mine"}, timeout=60)
    log = (tmp_path / "service.log").read_text()
    token = str(player.session.headers["Authorization"]).partition(" ")[2]
    assert '"event":"request"' in log
    assert token not in log
    assert seed not in log
    assert "wrong-token-of-mine" not in log


@pytest.mark.long
def test_modules_in_the_folder_where_the_service_is_started_are_not_run(tmp_path: Path, database_url: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for module in ("api", "service", "projections", "secrets"):
        (folder / f"{module}.py").write_text("raise SystemExit('a file of this folder was run')")
    with running_service(tmp_path, folder=folder, KIFU_DATABASE_URL=database_url) as base:
        assert requests.get(f"{base}/v1/rulesets", timeout=60).status_code == 200
    assert "a file of this folder was run" not in (tmp_path / "service.log").read_text()
