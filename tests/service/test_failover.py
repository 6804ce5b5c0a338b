"""The loss of the primary under load, with a synchronous standby that takes its place."""

from __future__ import annotations

import random
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import requests

from tests.kifu.command import kifu
from tests.service.test_service import Player
from tests.support.clusters import Pair, pair
from tests.support.services import running_service
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.timeout(900)]

PLAYERS, BEFORE, AFTER = 4, 60, 20
PATIENCE = 240.0


class Persistent:
    """A player on both seats of a game who repeats a request, with its key, until it is answered."""

    def __init__(self, base: str, number: int) -> None:
        self.player = Player(base, f"player{number}")
        self.chance = random.Random(number)
        self.acknowledged: dict[str, list[int]] = {}
        self.path = self._open()
        self.repeats: list[dict[str, Any]] = []
        """Answers with their requests, to be sent again later."""

    def move(self) -> None:
        """Play one move; open the next game when one is over."""
        choices = self._insist("GET", f"{self.path}/legal-moves")["choices"]
        if not choices:
            self.path = self._open()
            return
        body = {"seat": choices[0]["seat"], "move": self.chance.choice(choices[0]["moves"])["move"]}
        key = uuid4().hex
        answer = self._insist("POST", f"{self.path}/moves", body, key)
        self.acknowledged[self.path].append(answer["step"])
        self.repeats = [*self.repeats[-20:], {"path": self.path, "body": body, "key": key, "answer": answer}]

    def _open(self) -> str:
        path = (
            "/v1/games/" + self._insist("POST", "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, uuid4().hex)["id"]
        )
        for seat in (0, 1):
            self._insist("POST", f"{path}/seats", {"seat": seat}, uuid4().hex)
        self.acknowledged[path] = []
        return path

    def _insist(self, method: str, path: str, body: object = None, key: str = "") -> Any:
        headers = {"Idempotency-Key": key} if key else {}
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(requests.RequestException):
                answer = self.player.session.request(
                    method, self.player.base + path, json=body, headers=headers, timeout=60
                )
                if answer.status_code < 300:
                    return answer.json()
                assert answer.status_code == 503, answer.text
            time.sleep(0.2)
        raise AssertionError("no answer in time")


def count(players: list[Persistent]) -> int:
    return sum(len(steps) for player in players for steps in player.acknowledged.values())


def test_no_acknowledged_move_is_lost_or_played_twice_when_the_standby_takes_over(tmp_path: Path) -> None:
    with pair() as servers:
        settings = {"KIFU_DATABASE_URL": servers.url, "KIFU_WORKERS": "2", "KIFU_CHECKPOINT_SECONDS": "1"}
        with running_service(tmp_path, **settings) as base:
            play_through_a_failover(base, servers)
        new, old = servers.standby.running.url, servers.primary
        for arguments in ((), ("--check",)):
            made = kifu("checkpoint", *arguments, data=tmp_path, KIFU_DATABASE_URL=new)
            assert (made.exit_code, made.err) == (0, "")
        # The earlier primary comes back. What was signed since is not there, so nothing is signed there any more.
        old.stop()
        old.start()
        made = kifu("checkpoint", "--check", data=tmp_path, KIFU_DATABASE_URL=old.running.url)
        assert made.exit_code == 1
        assert "the database ends with the root of" in made.out


def play_through_a_failover(base: str, servers: Pair) -> None:
    assert requests.get(f"{base}/readyz", timeout=30).json()["commits"] in ("confirmed", "waiting")
    players = [Persistent(base, number) for number in range(PLAYERS)]
    ended = threading.Event()

    def play(player: Persistent) -> None:
        while not ended.is_set():
            player.move()

    threads = [threading.Thread(target=play, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    try:
        eventually(lambda: count(players) > BEFORE, PATIENCE)
        servers.kill_primary()
        # Requests under way are lost or have to be repeated: the new primary is another server.
        servers.promote_standby()
        reached = count(players)
        eventually(lambda: count(players) > reached + AFTER, PATIENCE)
    finally:
        ended.set()
        for thread in threads:
            thread.join(PATIENCE)
    for player in players:
        for path, steps in player.acknowledged.items():
            recorded = requests.get(f"{base}{path}/steps?limit=1000", timeout=30).json()["items"]
            numbers = [step["n"] for step in recorded]
            assert numbers == list(range(1, len(numbers) + 1))
            # Every move was acknowledged once, with its step; none was played unnoticed.
            assert steps == numbers[1:]
        for sent in player.repeats:
            again = player.player.call(
                "POST", f"{sent['path']}/moves", sent["body"], **{"Idempotency-Key": sent["key"]}
            )
            assert again == sent["answer"]
    ready = requests.get(f"{base}/readyz", timeout=30).json()
    assert "commits" not in ready
