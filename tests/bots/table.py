"""People at a table with bots, over HTTP."""

from __future__ import annotations

import random
import time
from typing import Any

import requests

MOVE_SECONDS = 20.0


class Guest:
    """A guest of a running service."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.session = requests.Session()
        made = self.session.post(f"{base}/v1/guests", json={}, timeout=60).json()
        self.name = made["name"]
        self.session.headers["Authorization"] = f"Bearer {made['token']}"

    def call(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        """Make a call and return the document of the answer, whose status must be this one."""
        answer = self.session.request(method, self.base + path, json=body, timeout=30)
        assert answer.status_code == status, answer.text
        return answer.json()

    def open(self, ruleset: str, *bots: str, **wanted: object) -> str:
        """Open a game against bots, sit down on seat 0, and return the path of the game."""
        reserved = [{"seat": seat, "player": bot} for seat, bot in enumerate(bots, 1)]
        body = {"ruleset": ruleset, "seats": len(bots) + 1, "reserved": reserved, **wanted}
        path = f"/v1/games/{self.call('POST', '/v1/games', body, 201)['id']}"
        self.call("POST", f"{path}/seats", {"seat": 0}, 201)
        return path

    def await_turn(self, path: str) -> bool:
        """Wait until seat 0 is asked; return False if the game is over."""
        deadline = time.monotonic() + MOVE_SECONDS
        while time.monotonic() < deadline:
            game = self.call("GET", path)
            if game["status"] not in ("waiting", "playing"):
                return False
            if 0 in game["to_move"]:
                return True
            time.sleep(0.02)
        raise AssertionError(f"nobody asks seat 0 within {MOVE_SECONDS:g} seconds: {self.call('GET', path)}")

    def play(self, path: str, most: int = 10_000, seed: int = 7) -> int:
        """Play random legal moves on seat 0, `most` at most; returns how many were played before the game was over."""
        chance = random.Random(seed)
        for played in range(most):
            if not self.await_turn(path):
                return played
            choices = self.call("GET", f"{path}/legal-moves?seat=0")["choices"]
            moves = [legal["move"] for choice in choices if not choice.get("standing") for legal in choice["moves"]]
            self.call("POST", f"{path}/moves", {"seat": 0, "move": chance.choice(moves)}, 201)
        return most

    def await_bots(self, count: int = 2) -> list[dict[str, Any]]:
        """Wait until `count` bots are listed."""
        deadline = time.monotonic() + MOVE_SECONDS
        while len(found := self.call("GET", "/v1/bots")["items"]) != count:
            assert time.monotonic() < deadline, found
            time.sleep(0.05)
        return list(found)
