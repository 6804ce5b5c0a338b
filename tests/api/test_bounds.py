"""What one caller may ask of the service: small bodies, few waiting games, few guesses, few verifications at a time."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.calls.archives import LARGEST_ARCHIVE
from api.problems import ApiError
from api.requests import openings
from api.requests.inputs import LARGEST_BODY, MOST_FAULTS, SMALL_BODY
from api.requests.openings import Openings
from api.requests.services import EXTENSION, Services
from api.requests.turns import CHANCE_LISTS_WAITING, RUNNING, Turns
from api.web import _limit_body
from domain.application import audit, queries
from domain.application.memory.sized_cache import ENTRY, SizedCache
from service.settings import BadSettings, read_settings
from tests.api.house import OPERATOR, Person, app_on, bearer, play_on, started
from tests.support.waiting import eventually

MICRO_DOJO = {"ruleset": "micro-dojo", "seats": 2}
MOST = 3


def problem(answer: TestResponse, status: int, code: str) -> dict[str, Any]:
    assert (answer.status_code, answer.get_json()["code"]) == (status, code), answer.data
    found: dict[str, Any] = answer.get_json()
    return found


# Bodies


def test_the_first_faults_of_a_body_are_named_and_no_more(ada: Person) -> None:
    body = {**MICRO_DOJO, **{f"x{number}": 0 for number in range(5000)}}
    assert len(json.dumps(body)) < LARGEST_BODY
    answer = ada.post("/v1/games", body)
    found = problem(answer, 400, "malformed")
    assert len(found["errors"]) == MOST_FAULTS
    assert len(answer.data) < 4096


def test_the_first_faults_of_a_query_are_named_and_no_more(ada: Person) -> None:
    found = problem(ada.get("/v1/games?" + "&".join(f"x{number}=0" for number in range(100))), 400, "malformed")
    assert len(found["errors"]) == MOST_FAULTS


@pytest.mark.parametrize("call", ["", "/seats", "/resignation", "/take-back", "/messages", "/branches"])
def test_a_small_call_takes_a_small_body(ada: Person, game: str, call: str) -> None:
    path = f"{game}{call}" if call else "/v1/players"
    assert problem(ada.post(path, {"x": "y" * SMALL_BODY}), 413, "too-large")["detail"].endswith(f"{SMALL_BODY} bytes.")
    assert problem(ada.post(path, {"x": "y" * (SMALL_BODY - 100)}), 400, "malformed")


def test_no_call_but_the_import_takes_a_large_body(ada: Person) -> None:
    problem(ada.post("/v1/games", {**MICRO_DOJO, "x": "y" * LARGEST_BODY}), 413, "too-large")


# Waiting games


@pytest.fixture
def narrow(database_url: str, tmp_path: Path) -> Iterator[Flask]:
    with app_on(database_url, tmp_path, waiting_games=MOST) as app:
        yield app


@pytest.fixture
def opener(narrow: Flask, monkeypatch: pytest.MonkeyPatch) -> Person:
    """A player who may have three waiting games, and is checked at every opening."""
    monkeypatch.setattr(openings, "REFUSED_SECONDS", 0.0)
    return Person(narrow.test_client(), "Ada")


def test_a_player_may_have_so_many_waiting_games(opener: Person, narrow: Flask) -> None:
    paths = [opener.open() for _ in range(MOST)]
    found = problem(opener.post("/v1/games", MICRO_DOJO), 409, "too-many-games")
    assert str(MOST) in found["detail"]
    bob = Person(narrow.test_client(), "Bob")
    bob.open()
    for seat, person in enumerate((opener, bob)):
        assert person.post(f"{paths[0]}/seats", {"seat": seat}).status_code == 201
    opener.open()
    problem(opener.post("/v1/games", MICRO_DOJO), 409, "too-many-games")


def test_branches_count_as_well(opener: Person, narrow: Flask) -> None:
    path = started(opener, Person(narrow.test_client(), "Bob"))
    for _ in range(MOST):
        assert opener.post(f"{path}/branches", {"at": 1}).status_code == 201
    problem(opener.post(f"{path}/branches", {"at": 1}), 409, "too-many-games")


def test_a_rematch_counts_for_the_player_who_opens_it_alone(opener: Person, narrow: Flask) -> None:
    bob = Person(narrow.test_client(), "Bob")
    path = started(opener, bob)
    play_on([opener, bob], path)
    for _ in range(MOST):
        opener.open()
    problem(opener.post(f"{path}/rematch"), 409, "too-many-games")
    assert [person.post(f"{path}/rematch").status_code for person in (bob, opener)] == [201, 200]


def test_a_repeated_opening_gets_its_first_answer_however_many_games_wait(opener: Person) -> None:
    first = opener.post("/v1/games", MICRO_DOJO, Idempotency_Key="one")
    for _ in range(MOST - 1):
        opener.open()
    again = opener.post("/v1/games", MICRO_DOJO, Idempotency_Key="one")
    assert (again.status_code, again.data) == (201, first.data)
    problem(opener.post("/v1/games", MICRO_DOJO, Idempotency_Key="two"), 409, "too-many-games")


def test_the_operator_opens_as_many_as_are_needed(narrow: Flask) -> None:
    operator = Person(narrow.test_client(), "operator", OPERATOR)
    for _ in range(MOST + 1):
        operator.open()


@pytest.mark.usefixtures("projector")
def test_games_that_another_worker_opened_count_too(narrow: Flask, database_url: str, tmp_path: Path) -> None:
    ada = Person(narrow.test_client(), "Ada")
    last = [ada.post("/v1/games", MICRO_DOJO) for _ in range(MOST)][-1]
    with app_on(database_url, tmp_path, waiting_games=MOST) as other:
        there = Person(other.test_client(), "Ada", ada.token)
        assert there.get("/v1/me/games", Kifu_Wait_For=last.headers["Kifu-Position"]).status_code == 200
        problem(there.post("/v1/games", MICRO_DOJO), 409, "too-many-games")


def test_many_openings_at_once_are_counted(narrow: Flask, opener: Person) -> None:
    answers: list[int] = []

    def open_one() -> None:
        person = Person(narrow.test_client(), "Ada", opener.token)
        answers.append(person.post("/v1/games", MICRO_DOJO).status_code)

    threads = [threading.Thread(target=open_one) for _ in range(3 * MOST)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [201] * MOST + [409] * 2 * MOST


def test_openers_who_come_no_more_are_forgotten(narrow: Flask) -> None:
    services: Services = narrow.extensions[EXTENSION]
    services.openings._openers = SizedCache(2 * (openings.OPENER + openings.OPENED + ENTRY))
    for number in range(5):
        Person(narrow.test_client(), f"Player {number}").open()
    assert isinstance(services.openings, Openings)
    assert len(services.openings._openers) == 2


# Tokens


def test_an_address_that_tries_many_tokens_has_to_wait_with_wrong_ones(ada: Person, client: FlaskClient) -> None:
    assert ada.get("/v1/me").status_code == 200
    tries = [client.get("/v1/me", headers=bearer(f"wrong {number}")) for number in range(25)]
    assert [answer.status_code for answer in tries] == [401] * 20 + [429] * 5
    found = problem(tries[-1], 429, "too-many-requests")
    assert "token" in found["detail"]
    assert 1 <= int(tries[-1].headers["Retry-After"]) <= 60
    # A valid one is accepted: nobody guesses 256 bits.
    assert client.get("/v1/me", headers=bearer(OPERATOR)).status_code == 200
    assert ada.get("/v1/me").status_code == 200
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.get("/v1/me", headers=bearer(OPERATOR), environ_overrides=elsewhere).status_code == 200
    assert client.get("/v1/me", headers=bearer("wrong"), environ_overrides=elsewhere).status_code == 401


@pytest.mark.parametrize(("length", "right"), [(31, False), (32, True), (200, True), (201, False)])
def test_a_token_of_the_operator_that_could_be_guessed_is_refused(
    monkeypatch: pytest.MonkeyPatch, length: int, right: bool
) -> None:
    monkeypatch.setenv("KIFU_OPERATOR_TOKEN", "x" * length)
    if right:
        assert read_settings().operator_token == "x" * length
        return
    with pytest.raises(BadSettings) as raised:
        read_settings()
    (reason,) = raised.value.errors["KIFU_OPERATOR_TOKEN"]
    assert f"Has {length} characters" in reason
    assert "openssl rand -hex 32" in reason


# Streams


def test_streams_of_one_address_are_capped_and_given_back(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, streams_per_address=2) as app:
        ada = Person(app.test_client(), "Ada")
        path = ada.open()
        held = [ada.get(f"{path}/live") for _ in range(2)]
        found = problem(ada.get(f"{path}/live"), 429, "too-many-requests")
        assert "2 live streams" in found["detail"]
        other = app.test_client().get(f"{path}/live", environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
        assert other.status_code == 200
        for answer in (*held, other):
            answer.close()
        ada.get(f"{path}/live").close()


# Verifications


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    runs: list[int] = []
    real = audit.verify

    def verify(*args: Any) -> Any:
        runs.append(1)
        return real(*args)

    with monkeypatch.context() as patch:
        patch.setattr(audit, "verify", verify)
        yield runs


def test_a_record_is_verified_once_as_long_as_it_stays_the_same(
    ada: Person, bob: Person, game: str, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted(monkeypatch) as runs:
        first = client.get(f"{game}/verification")
        assert first.get_json()["holds"]
        assert [client.get(f"{game}/verification").data for _ in range(3)] == [first.data] * 3
        assert len(runs) == 1
        play_on([ada, bob], game, 1)
        assert client.get(f"{game}/verification").get_json()["holds"]
        assert len(runs) == 2
        ada.post(f"{game}/messages", {"text": "Well played."})
        assert client.get(f"{game}/verification").get_json()["talk"]["messages"] == 1
        assert len(runs) == 3


def test_a_record_that_somebody_changed_gets_a_new_verdict(
    ada: Person, game: str, client: FlaskClient, database_url: str
) -> None:
    assert client.get(f"{game}/verification").get_json()["holds"]
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE kifu.event SET payload = replace(payload, '\"n\":1', '\"n\": 1') WHERE version = 4")
    assert not client.get(f"{game}/verification").get_json()["holds"]


def test_few_verifications_run_or_wait_at_a_time() -> None:
    turns = Turns("verifications", running=1, waiting=1)
    most, now, refused = [0], [0], []
    inside, go = threading.Semaphore(0), threading.Event()

    def work() -> None:
        try:
            with turns.take():
                now[0] += 1
                most[0] = max(most[0], now[0])
                inside.release()
                go.wait(60)
                now[0] -= 1
        except ApiError as error:
            refused.append(error.code)

    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    inside.acquire()
    eventually(lambda: len(refused) == 3)
    go.set()
    for thread in threads:
        thread.join()
    assert most == [1]
    assert refused == ["unavailable"] * 3
    with turns.take():
        pass


def test_who_waits_too_long_for_a_turn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.requests.turns.WAIT_SECONDS", 0.05)
    turns = Turns("verifications")
    with turns.take(), pytest.raises(ApiError, match="verifications"), turns.take():
        pass
    with turns.take():
        pass


# Lists of random outcomes


def test_the_outcomes_of_a_game_are_drawn_again_once_as_long_as_it_stays_the_same(
    ada: Person, bob: Person, game: str, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewed: list[object] = []
    real = queries.view_chance

    def view(*args: Any) -> Any:
        viewed.append(args)
        return real(*args)

    monkeypatch.setattr(queries, "view_chance", view)
    first = client.get(f"{game}/chance")
    assert [client.get(f"{game}/chance").data for _ in range(3)] == [first.data] * 3
    assert len(viewed) == 1
    ada.get(f"{game}/chance")
    assert len(viewed) == 2
    play_on([ada, bob], game, 1)
    later = client.get(f"{game}/chance")
    assert (later.headers["ETag"] != first.headers["ETag"], len(viewed)) == (True, 3)


def test_who_has_the_outcomes_of_a_game_already_costs_no_drawing(
    game: str, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def view(*_args: Any) -> Any:
        raise AssertionError("drawn again")

    monkeypatch.setattr(queries, "view_chance", view)
    version = client.get(game).headers["ETag"]
    held = client.get(f"{game}/chance", headers={"If-None-Match": version})
    assert (held.status_code, held.data, held.headers["ETag"]) == (304, b"", version)
    assert held.headers["Vary"].startswith("Authorization")


def test_few_lists_of_outcomes_are_made_or_wait_at_a_time(client: FlaskClient, game: str) -> None:
    turns: Turns = client.application.extensions[EXTENSION].chance_lists
    with ExitStack() as taken:
        for _ in range(RUNNING + CHANCE_LISTS_WAITING):
            assert turns._places.acquire(blocking=False)
            taken.callback(turns._places.release)
        refused = client.get(f"{game}/chance")
        assert (refused.status_code, refused.get_json()["code"]) == (503, "unavailable")
        assert "lists of outcomes" in refused.get_json()["detail"]
    assert client.get(f"{game}/chance").status_code == 200


def test_only_the_operator_sends_a_file_of_many_games(app: Flask) -> None:
    services: Services = app.extensions[EXTENSION]
    operator = bearer(OPERATOR)["Authorization"]
    assert _limit_body(services, "/v1/archives", operator) == LARGEST_ARCHIVE
    others = [("/v1/archives", bearer("no token")["Authorization"]), ("/v1/archives", None), ("/v1/players", operator)]
    assert {_limit_body(services, path, authorization) for path, authorization in others} == {LARGEST_BODY}
