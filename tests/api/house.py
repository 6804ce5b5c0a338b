"""The API in one process, and people who use it."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from api.requests import waiting
from domain.kernel.rulesets import Rulesets
from eventstore.postgres.role import url_for_service
from projections.running import runner
from service.parts import build_parts, build_projections
from service.rulesets import build_rulesets
from service.settings import Settings
from tests.support.contract import Contract, ContractClient, contract_of
from tests.support.rulesets import product_rulesets
from tests.support.waiting import PATIENCE

OPERATOR = "token of the operator in all tests"
SEED = "5e" * 32
CONTRACTS: list[Contract] = []
STRANGER = "/v1/games/00000000-0000-4000-8000-000000000000"


@contextmanager
def app_on(url: str, data: Path, rulesets: Rulesets | None = None, **settings: Any) -> Iterator[Flask]:
    """Run an app, in the role of the service, on a database of this owner, with the given rulesets or the product's.

    Its threads and connections end when the context ends.
    """
    settings = {"metrics_open": True, **settings}
    chosen = Settings(data=data, database_url=url_for_service(url), operator_token=OPERATOR, **settings)
    parts = build_parts(chosen, rulesets or (build_rulesets(chosen) if chosen.content else product_rulesets()))
    try:
        app = create_app(chosen, parts)
        app.test_client_class = ContractClient
        if rulesets is None:
            _share_contract(app)
        yield app
    finally:
        parts.close()


@contextmanager
def projecting(url: str) -> Iterator[None]:
    """Keep the read models in the role of the service, and let requests wait for them as long as tests wait."""
    stop = threading.Event()
    given = url_for_service(url), stop, build_projections(product_rulesets())
    thread = threading.Thread(target=runner.run, args=given)
    thread.start()
    try:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(waiting, "SECONDS", PATIENCE)
            yield
    finally:
        stop.set()
        thread.join()


def _share_contract(app: Flask) -> None:
    """Use one OpenAPI document for all apps with the product's rulesets, since making it takes a while."""
    if not CONTRACTS:
        CONTRACTS.append(contract_of(app))
    app.extensions["contract"] = CONTRACTS[0]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@dataclass
class Person:
    """A registered player with a client."""

    client: FlaskClient
    name: str
    token: str = field(repr=False, default="")

    def __post_init__(self) -> None:
        if not self.token:
            self.token = self.client.post("/v1/players", json={"name": self.name}).get_json()["token"]

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(path, headers=self._headers(headers))

    def post(self, path: str, body: object = None, **headers: str) -> TestResponse:
        return self.client.post(path, json={} if body is None else body, headers=self._headers(headers))

    def put(self, path: str) -> TestResponse:
        return self.client.put(path, headers=self._headers({}))

    def delete(self, path: str) -> TestResponse:
        return self.client.delete(path, headers=self._headers({}))

    def open(self, **wanted: Any) -> str:
        """Open a game for two and return its path."""
        answer = self.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, **wanted})
        assert answer.status_code == 201, answer.data
        return answer.headers["Location"]

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        return {**bearer(self.token), **{name.replace("_", "-"): value for name, value in headers.items()}}


@dataclass(frozen=True)
class House:
    """An app, and the tokens of its registered players by name."""

    app: Flask
    tokens: dict[str, str] = field(repr=False, default_factory=dict)

    def person(self, name: str) -> Person:
        """Return the player with this name, who is registered when a test first asks for them."""
        person = Person(self.app.test_client(), name, self.tokens.get(name, ""))
        self.tokens[name] = person.token
        return person


def appointed(operator: Person, player: Person) -> Person:
    """The player, appointed as arbiter."""
    assert operator.put(f"/v1/arbiters/{player.name}").status_code == 200
    return player


def started(ada: Person, bob: Person, **wanted: Any) -> str:
    """The path of a running game: Ada on seat 0, Bob on seat 1."""
    if wanted.get("unlisted"):
        # Listed, so that Bob finds it without its link.
        wanted["reserved"] = [{"seat": 1, "player": bob.name}]
    path = ada.open(**wanted)
    assert ada.post(f"{path}/seats", {"seat": 0}).status_code == 201
    assert bob.post(f"{path}/seats", {"seat": 1}).status_code == 201
    return path


def some_move(seats: list[Person], path: str, chance: random.Random | None = None) -> tuple[int, dict[str, Any]] | None:
    """Return the player whose turn it is and one of their legal moves, or None if the game is over."""
    for seat, person in enumerate(seats):
        for choice in person.get(f"{path}/legal-moves?seat={seat}").get_json()["choices"]:
            if moves := choice["moves"]:
                return seat, (chance.choice(moves) if chance else moves[0])["move"]
    return None


def play_on(seats: list[Person], path: str, most: int = 1000, seed: int = 7) -> int:
    """Play random legal moves until the game is over or `most` are played; return how many were played."""
    chance = random.Random(seed)
    for played in range(most):
        found = some_move(seats, path, chance)
        if found is None:
            return played
        seat, move = found
        answer = seats[seat].post(f"{path}/moves", {"seat": seat, "move": move})
        assert answer.status_code == 201, answer.data
    return most


def dispute(person: Person, path: str, step: int, **more: Any) -> dict[str, Any]:
    """Dispute a step of a game and return the answer."""
    answer = person.post(f"{path}/disputes", {"step": step, "claim": "Not so.", **more})
    assert answer.status_code == 201, answer.data
    return dict(answer.get_json())
