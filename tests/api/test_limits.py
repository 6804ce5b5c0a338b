"""How much one player, or one address, may create in a day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.requests.limits import ACCOUNTS, GAMES, PLAYERS_OF_AN_ADDRESS, REGISTRATIONS
from tests.api.house import Person, app_on, started
from tests.api.test_refusals import problem

OPENING = {"ruleset": "micro-dojo", "seats": 2}


@pytest.fixture
def limited(database_url: str, tmp_path: Path) -> Any:
    """A function that makes a client of a service with some limits."""

    @contextmanager
    def make(**settings: object) -> Iterator[FlaskClient]:
        with app_on(database_url, tmp_path, trusted_proxies=1, **settings) as app:
            yield app.test_client()

    return make


def from_address(person: Person, address: str, path: str, body: object) -> TestResponse:
    return person.post(path, body, X_Forwarded_For=address)


def test_a_player_opens_so_many_games_a_day_wherever_they_are(limited: Any) -> None:
    with limited(rate_limit_games="2/day") as client:
        ada, bob = Person(client, "Ada"), Person(client, "Bob")
        # The first request with a token is counted for its address alone.
        ada.get("/v1/me")
        answers = [from_address(ada, f"192.0.2.{n}", "/v1/games", OPENING) for n in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert problem(answers[2], 429, "too-many-requests")["detail"] == "The limit is 2 games a day."
        assert 3600 < int(answers[2].headers["Retry-After"]) <= 86_400
        assert bob.post("/v1/games", OPENING).status_code == 201
        assert ada.get("/v1/games").status_code == 200


def test_an_address_opens_ten_times_as_many_whoever_asks(limited: Any) -> None:
    with limited(rate_limit_games="1/day") as client:
        people = [Person(client, f"Player {chr(97 + n)}") for n in range(PLAYERS_OF_AN_ADDRESS + 1)]
        answers = [from_address(person, f"2001:db8::{n:x}", "/v1/games", OPENING) for n, person in enumerate(people)]
        assert [answer.status_code for answer in answers] == [201] * PLAYERS_OF_AN_ADDRESS + [429]
        assert "10 games of an address a day" in answers[-1].get_json()["detail"]
        assert from_address(people[0], "2001:db8:0:1::1", "/v1/games", OPENING).status_code == 201


def test_branches_which_start_at_once_are_counted_apart_and_as_games(limited: Any) -> None:
    with limited(rate_limit_branches="1/day", rate_limit_games="3/day") as client:
        ada, bob = Person(client, "Ada"), Person(client, "Bob")
        ada.get("/v1/me")
        game = started(ada, bob)
        assert ada.post(f"{game}/branches", {"at": 1}).status_code == 201
        assert "1 branch" in problem(ada.post(f"{game}/branches", {"at": 1}), 429, "too-many-requests")["detail"]
        assert ada.post("/v1/games", OPENING).status_code == 429


def test_changes_of_an_account_are_counted(limited: Any) -> None:
    with limited(rate_limit_accounts="2/day") as client:
        ada = Person(client, "Ada")
        ada.get("/v1/me")
        assert [ada.post("/v1/me/tokens", {"label": "phone"}).status_code for _ in range(2)] == [201, 201]
        assert ada.post("/v1/me/recovery-codes").status_code == 429
        assert ada.get("/v1/me/tokens").status_code == 200


def test_whatever_changes_something_is_counted_and_reading_is_not(limited: Any) -> None:
    with limited(rate_limit_changes="2/day") as client:
        ada = Person(client, "Ada")
        for _ in range(3):
            assert ada.get("/v1/me").status_code == 200
        game = ada.open()
        assert ada.post(f"{game}/seats", {"seat": 0}).status_code == 201
        problem(ada.post(f"{game}/seats", {"seat": 1}), 429, "too-many-requests")


def test_a_token_of_one_guest_registers_no_more_of_them(limited: Any) -> None:
    with limited(rate_limit_players="2/day") as client:
        visitors = [Person(client, **client.post("/v1/guests", json={}).get_json()) for _ in range(2)]
        for visitor in visitors:
            assert visitor.get("/v1/me").status_code == 200
            problem(visitor.post("/v1/guests", {}), 429, "too-many-requests")
            problem(visitor.post("/v1/players", {"name": "Ada"}), 429, "too-many-requests")


def test_load_tests_lift_all_limits_by_one_setting(limited: Any) -> None:
    none = {f"rate_limit{kind}": "1/day" for kind in ("", "_players", "_games", "_branches", "_accounts", "_changes")}
    with limited(unlimited=True, **none) as client:
        ada, bob = Person(client, "Ada"), Person(client, "Bob")
        game = started(ada, bob)
        answers = [ada.post(f"{game}/branches", {"at": 1}) for _ in range(2)]
        answers += [ada.post("/v1/me/recovery-codes") for _ in range(2)]
        assert {answer.status_code for answer in answers} == {201}
        assert "RateLimit" not in answers[0].headers


def test_what_is_limited_are_calls_that_there_are(client: FlaskClient) -> None:
    assert client.application.view_functions.keys() >= REGISTRATIONS | GAMES | ACCOUNTS
