"""What calls that any stranger or guest can send leave in the database and the data folder: each has a bound."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.documentation.openapi import METHODS, examples
from api.requests.inputs import LARGEST_BODY, SMALL_BODY
from domain.proof.signatures import PlayerSigner
from service.parts import build_projections
from tests.api.house import SEED, bearer
from tests.projections.running import carry
from tests.support.contract import contract_of
from tests.support.rulesets import product_rulesets

KIB = 1024
NOTHING = 2 * KIB
"""How many bytes all calls not listed below may leave in total: the record that a token was used."""
A_DAY = {
    "open_game": 400,
    "open_branch": 100,
    "open_seek": 400,
    "register_guest": 500,
    "register_player": 500,
    "play_move": 100,
} | dict.fromkeys(
    ("make_recovery_codes", "make_token", "register_key_of_player", "rotate_token", "recover_player"), 100
)
"""How many calls a day may leave something: later ones are refused, or only counted."""
EACH = {
    "open_game": 12 * KIB,
    "open_branch": 6 * KIB,
    "send_message": 3 * KIB,
    "reserve_seat": 2 * KIB,
    "open_seek": 2 * KIB,
    "play_move": 2 * KIB,
    "register_player": 2 * KIB,
    "make_recovery_codes": KIB,
    "explain_move": KIB,
    "register_guest": KIB,
    "make_token": KIB,
    "take_seat": KIB,
    "resign": 4 * KIB,
    "register_key_of_player": KIB,
    "recover_player": KIB // 2,
    "raise_dispute": 4 * KIB,
    "cancel_game": 2 * KIB,
    "rotate_token": KIB,
}
"""How many bytes each call that leaves something may leave."""
STREAMS = {"watch_game", "watch_my_turns"}
"""Calls whose answers never end: their first words are read."""


@dataclass
class Guest:
    """A guest with a token, and the shared client."""

    client: FlaskClient
    name: str
    token: str

    def post(self, path: str, body: object, **headers: str) -> TestResponse:
        return self.client.post(path, json=body, headers=bearer(self.token) | headers)


@dataclass
class Scene:
    """The subjects of the calls: two guests, a game in which the first of them is to move, and a game that waits for
    players."""

    guest: Guest
    other: Guest
    game: str
    waiting: str
    token_id: str
    key: str

    def fill(self, path: str, operation: str) -> str:
        game = self.waiting if operation in WAITING else self.game
        values = {
            "game_id": game.rpartition("/")[2],
            "name": self.other.name,
            "ruleset": "micro-dojo",
            "token_id": self.token_id,
            "key": self.key,
        }
        return re.sub(r"{(\w+)}", lambda found: values.get(found[1], "1"), path)


WAITING = {"take_seat", "reserve_seat", "withdraw_reservation", "leave_seat", "cancel_game", "renew_link"}
WRONG = {"type": "take-building", "building": "b" * 100}


def new_key(scene: Scene) -> dict[str, str]:
    signer = PlayerSigner(secrets.token_bytes(32))
    return {"public": signer.public, "proof": signer.prove(scene.guest.name)}


ACCEPTED = {
    "explain_move",
    "make_recovery_codes",
    "make_token",
    "open_branch",
    "open_game",
    "register_guest",
    "register_player",
    "reserve_seat",
    "send_message",
}
"""Calls that must succeed at least once, so that what they leave is measured."""
BODIES: dict[str, Callable[[Scene], object]] = {
    "register_guest": lambda _: {},
    "register_player": lambda _: {"name": f"P{secrets.token_hex(19)}", "secret": "s" * 200},
    "recover_player": lambda _: {"code": "x" * 100},
    "make_token": lambda _: {"label": "l" * 40},
    "register_key_of_player": new_key,
    "open_game": lambda _: {"ruleset": "yedo", "seats": 5, "reserved": [{"seat": n} for n in range(5)], "seed": SEED},
    "open_branch": lambda _: {"at": 1},
    "take_seat": lambda _: {"entropy": "e" * 128},
    "reserve_seat": lambda _: {"seat": 1},
    "withdraw_reservation": lambda _: {"seat": 1},
    "leave_seat": lambda _: {"seat": 0},
    "play_move": lambda _: {"seat": 0, "move": WRONG},
    "explain_move": lambda _: {"seat": 0, "move": WRONG},
    "compare_moves": lambda _: {"seat": 0, "moves": [WRONG] * 24},
    "take_back": lambda _: {"seat": 0},
    "resign": lambda _: {"seat": 0},
    "send_message": lambda _: {"text": "m" * 500, "seat": 0},
    "raise_dispute": lambda _: {"step": 1, "claim": "c" * 2000, "seat": 0},
}
"""The largest members that a call accepts; calls not listed get their documented example."""


def setting(app: Flask, address: str) -> Scene:
    """A scene whose guests come from an address of their own."""
    client = FlaskClient(app)
    client.environ_base["REMOTE_ADDR"] = address

    def guest() -> Guest:
        return Guest(client, **client.post("/v1/guests", json={}).get_json())

    one, two = guest(), guest()
    opening = {"ruleset": "micro-dojo", "seats": 2, "seed": SEED}
    game = one.post("/v1/games", opening).headers["Location"]
    for seat, person in enumerate((one, two)):
        assert person.post(f"{game}/seats", {"seat": seat}).status_code == 201
    waiting = one.post("/v1/games", opening).headers["Location"]
    token = client.get("/v1/me/tokens", headers=bearer(one.token)).get_json()["items"][0]["id"]
    return Scene(one, two, game, waiting, token, "0" * 8)


def padded(body: object, size: int) -> bytes:
    """Return JSON of this length, filled with white space before its last member's value."""
    text = json.dumps(body)
    place = text.rfind(":") + 1 or 1
    return (text[:place] + " " * (size - len(text)) + text[place:]).encode()


def send(scene: Scene, operation: dict[str, Any], size: int) -> int:
    """Send a call once and return the status of the answer."""
    name, method = operation["operationId"], operation["method"]
    headers = bearer(scene.guest.token) if operation.get("security") else {}
    given: dict[str, Any] = {}
    if method == "post":
        body = BODIES[name](scene) if name in BODIES else example(name)
        if body is not None:
            given = {"data": padded(body, size), "content_type": "application/json"}
        headers |= {"Idempotency-Key": secrets.token_hex(100)}
    path = scene.fill(operation["path"], name)
    answer = scene.guest.client.open(path, method=method.upper(), headers=headers, **given)
    if name in STREAMS:
        next(answer.iter_encoded())
    answer.close()
    return answer.status_code


def example(operation: str) -> object:
    request = examples().get(operation, {}).get("request", {})
    return request.get("application/json")


def kept(database_url: str, data: Path) -> int:
    """Bytes of all rows of the service, and of the files in its folder."""
    with psycopg.connect(database_url) as connection:
        tables = connection.execute(
            "SELECT oid::regclass::text FROM pg_class "
            "WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('kifu', 'kifu_read')"
        ).fetchall()
        rows = sum(
            connection.execute(f"SELECT coalesce(sum(pg_column_size(t.*)), 0) FROM {table} AS t").fetchone()[0]  # type: ignore[index]
            for (table,) in tables
        )
    return int(rows) + sum(file.stat().st_size for file in data.rglob("*") if file.is_file())


def calls(app: Flask) -> list[dict[str, Any]]:
    """Every call of the document with its path and method."""
    paths = contract_of(app).document["paths"]
    return [
        {**operation, "path": path, "method": method}
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def measure(app: Flask, database_url: str, data: Path, sent: list[dict[str, Any]], times: int) -> dict[str, int]:
    """Return, by call, how many bytes remain after sending it this many times with the largest members."""
    projections = build_projections(product_rulesets())
    found = {}
    for number, operation in enumerate(sent):
        name = operation["operationId"]
        scene = setting(app, f"192.0.2.{number}")
        carry(database_url, projections)
        before = kept(database_url, data)
        size = LARGEST_BODY if send(scene, operation, LARGEST_BODY) != 413 else SMALL_BODY
        statuses = {send(scene, operation, size) for _ in range(times)}
        assert max(statuses) < 500, (name, statuses)
        assert min(statuses) < 300 or name not in ACCEPTED, (name, statuses)
        carry(database_url, projections)
        found[name] = kept(database_url, data) - before
    return found


def too_much(found: dict[str, int], times: int) -> dict[str, int]:
    """Return the calls that leave too much when sent this many times, or once."""
    return {
        name: size
        for name, size in found.items()
        if size > EACH.get(name, 0) * min(times + 1, A_DAY.get(name, times + 1)) + NOTHING
    }


@pytest.mark.slow
def test_of_every_call_that_changes_something_no_more_stays_than_is_said_here(
    app: Flask, database_url: str, tmp_path: Path
) -> None:
    changing = [call for call in calls(app) if call["method"] != "get"]
    assert len(changing) > 25
    assert too_much(measure(app, database_url, tmp_path, changing, 8), 8) == {}


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("method", ["reading", "changing"])
def test_of_a_thousand_calls_no_more_stays_than_is_said_here(
    app: Flask, database_url: str, tmp_path: Path, method: str
) -> None:
    sent = [call for call in calls(app) if (call["method"] == "get") == (method == "reading")]
    assert method == "changing" or {call["operationId"] for call in sent} >= STREAMS
    assert too_much(measure(app, database_url, tmp_path, sent, 999), 999) == {}
