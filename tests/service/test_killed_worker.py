"""A worker is killed while two of them play one game and tell each other what they store."""

from __future__ import annotations

import http.client
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.support.services import processes_of, running_service
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.long]

KILLS = 3


class Line:
    """A connection of a player to one of the workers."""

    def __init__(self, base: str, data: Path, token: str) -> None:
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._data = data
        self.http = http.client.HTTPConnection(base.removeprefix("http://"), timeout=60)
        self.http.connect()

    def worker(self) -> psutil.Process | None:
        """The process that has accepted this connection; None while there is none."""
        own = self.http.sock.getsockname()[1]
        for process in processes_of("api.web", self._data):
            if any(one.raddr and one.raddr.port == own for one in process.net_connections("tcp")):
                return process
        return None

    def send(self, method: str, path: str, body: object = None, **headers: str) -> None:
        content = json.dumps(body).encode() if body is not None else None
        self.http.request(method, path, content, {**self._headers, **headers})

    def receive(self) -> Any:
        answer = self.http.getresponse()
        content = answer.read()
        assert answer.status < 300, content
        return json.loads(content)

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        self.send(method, path, body, **headers)
        return self.receive()


class Table:
    """A game of a player who has both seats, on a service of two workers."""

    def __init__(self, base: str, data: Path) -> None:
        self._base, self._data = base, data
        self._chance = random.Random(7)
        self._token = ""
        opening = self.connect()
        self._token = opening.call("POST", "/v1/players", {"name": "Ada"})["token"]
        opening = self.connect()
        self.path = "/v1/games/" + opening.call("POST", "/v1/games", {"ruleset": "micro-dojo", "seats": 2})["id"]
        for seat in (0, 1):
            opening.call("POST", f"{self.path}/seats", {"seat": seat})

    def connect(self) -> Line:
        return Line(self._base, self._data, self._token)

    def connect_elsewhere(self, line: Line) -> Line:
        """Connect to the worker that `line` does not lead to, when it is there."""
        found: list[Line] = []

        def is_there() -> bool:
            try:
                other = self.connect()
                # An answer shows that a worker has accepted the connection.
                other.call("GET", "/healthz")
            except (OSError, http.client.HTTPException):
                return False
            found.append(other)
            here, there = line.worker(), other.worker()
            # A process that nobody has found is not another one.
            return here is not None and there is not None and here != there

        eventually(is_there)
        return found[-1]

    def next_move(self, line: Line) -> dict[str, Any] | None:
        choices = line.call("GET", f"{self.path}/legal-moves")["choices"]
        if not choices:
            return None
        return {"seat": choices[0]["seat"], "move": self._chance.choice(choices[0]["moves"])["move"]}

    def play(self, line: Line, move: object, key: str) -> int:
        """Play a move and return the number of its step."""
        return int(line.call("POST", f"{self.path}/moves", move, **{"Idempotency-Key": key})["step"])


@pytest.fixture
def table(tmp_path: Path, database_url: str) -> Iterator[Table]:
    with running_service(tmp_path, KIFU_WORKERS="2", KIFU_UNLIMITED="1", KIFU_DATABASE_URL=database_url) as base:
        yield Table(base, tmp_path)


@pytest.mark.parametrize("stored", [False, True], ids=["at any time", "after it has stored a move"])
def test_a_game_goes_on_without_a_killed_worker_and_with_the_next(table: Table, stored: bool) -> None:
    step, kills = 1, 0
    here = table.connect()
    there = table.connect_elsewhere(here)
    while (move := table.next_move(here)) is not None:
        key = f"move-{step}"
        if kills < KILLS and step % 5 == 0:
            victim = there.worker()
            assert victim is not None
            there.send("POST", f"{table.path}/moves", move, **{"Idempotency-Key": key})
            if stored:
                wanted = step + 1
                eventually(lambda: here.call("GET", table.path)["step"] == wanted)  # noqa: B023
            victim.kill()
            kills += 1
            # The same move again, at the worker that is left, which stores it only if the other has not.
            assert table.play(here, move, key) == step + 1
            # This move is told to a worker that may not have been started again.
            step += 1
            following = table.next_move(here)
            assert following is not None
            assert table.play(here, following, f"move-{step}") == step + 1
            there = table.connect_elsewhere(here)
        else:
            assert table.play(there if step % 2 else here, move, key) == step + 1
        step += 1
    assert kills == KILLS
    steps = here.call("GET", f"{table.path}/steps?limit=1000")["items"]
    assert [each["n"] for each in steps] == list(range(1, step + 1))
    assert here.call("GET", f"{table.path}/verification")["holds"]
