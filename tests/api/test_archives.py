"""Import over HTTP: the same game again, or a refusal with the first line at fault and nothing changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.house import OPERATOR, Person, app_on, bearer, play_on, started
from tests.databases import create_database, drop_database
from tests.services import ROOT

GAMES = ROOT / "tests/games"
NDJSON = "application/x-ndjson"


def send(client: FlaskClient, file: bytes, token: str = OPERATOR, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/v1/archives", data=file, headers={**bearer(token), "Content-Type": NDJSON, **named})


@pytest.fixture
def elsewhere(postgres_url: str, migrated_template: str, tmp_path: Path) -> Iterator[FlaskClient]:
    """Another service with a database and keys of its own."""
    url = create_database(postgres_url, "kifu_elsewhere", migrated_template)
    (tmp_path / "elsewhere").mkdir()
    with app_on(url, tmp_path / "elsewhere") as app:
        yield app.test_client()
    drop_database(url)


def test_a_game_goes_to_another_service_and_back_as_the_same_file(
    client: FlaskClient, ada: Person, bob: Person, game: str, elsewhere: FlaskClient
) -> None:
    play_on([ada, bob], game)
    file = client.get(f"{game}/archive").data
    answer = send(elsewhere, file)
    assert (answer.status_code, answer.headers["Location"]) == (201, game), answer.data
    assert answer.get_json() == client.get(game).get_json()
    assert "Kifu-Position" in answer.headers
    assert elsewhere.get(f"{game}/archive").data == file
    for path in ("", "/state", "/steps?limit=1000", "/states/5", "/chance", "/audit/1"):
        one, other = client.get(game + path).get_json(), elsewhere.get(game + path).get_json()
        one.pop("imported", None), other.pop("imported", None)
        assert one == other, path
    found = elsewhere.get(f"{game}/verification").get_json()
    assert found["holds"] is True
    assert (found["receipts"]["genuine"], found["receipts"]["fault"]) == (0, None)
    assert found["receipts"]["unknown"] == found["chain"]["events"] == found["imported"]["version"]
    assert elsewhere.get(f"{game}/audit/1").get_json()["imported"]["file"] == found["imported"]["file"]
