"""Receipts, the audit of a step, verification and archive over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.archive import reading
from domain.kernel.rulesets import Rulesets
from domain.proof.receipts import Keyring
from domain.verification.record import verify_archive
from tests.api.house import SEED, STRANGER, Person, app_on, play_on, some_move, started
from tests.domain.kernel.toy import Toy
from tests.support.rulesets import product_rulesets

NO_KEYS = Keyring(())


def move(seats: list[Person], game: str, **headers: str) -> dict[str, Any]:
    """Play a legal move and return the answer."""
    found = some_move(seats, game)
    assert found is not None
    answer = seats[found[0]].post(f"{game}/moves", {"seat": found[0], "move": found[1]}, **headers)
    assert answer.status_code == 201
    return dict(answer.get_json())


def verdict(client: FlaskClient, receipt: dict[str, Any]) -> str:
    answer = client.post("/v1/receipts/check", json=receipt)
    assert answer.status_code == 200, answer.data
    return str(answer.get_json()["verdict"])


def test_every_answer_that_records_something_carries_a_receipt(client: FlaskClient, ada: Person, bob: Person) -> None:
    opened = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "seed": SEED})
    game = opened.headers["Location"]
    answers = [
        opened.get_json(),
        ada.post(f"{game}/seats", {"seat": 0}).get_json(),
        bob.post(f"{game}/seats", {"seat": 1}).get_json(),
        move([ada, bob], game),
        ada.post(f"{game}/take-back", {"seat": 0}).get_json(),
        move([ada, bob], game),
        bob.post(f"{game}/resignation", {"seat": 1}).get_json(),
    ]
    receipts = [answer["receipt"] for answer in answers]
    assert [(receipt["version"], receipt["step"]) for receipt in receipts] == [
        (1, 0),
        (2, 0),
        (4, 1),
        (5, 2),
        (6, 3),
        (7, 4),
        (8, 5),
    ]
    assert {receipt["game"] for receipt in receipts} == {game.rpartition("/")[2]}
    assert len({receipt["digest"] for receipt in receipts}) == len(receipts)
    assert [verdict(client, receipt) for receipt in receipts] == ["in-history"] * len(receipts)
    document = client.get("/.well-known/kifu-keys.json").get_json()
    assert [(key["key"], key["until"]) for key in document["keys"]] == [(receipts[0]["key"], None)]


def test_a_repeated_request_gets_the_same_receipt(ada: Person, bob: Person, game: str) -> None:
    seat, wanted = some_move([ada, bob], game) or (0, {})
    person = (ada, bob)[seat]
    first, again = (
        person.post(f"{game}/moves", {"seat": seat, "move": wanted}, Idempotency_Key="once") for _ in range(2)
    )
    assert again.headers["Idempotent-Replayed"] == "true"
    assert first.data == again.data
    assert b'"signature"' in again.data


def test_a_receipt_is_genuine_or_not_and_in_the_history_or_not(
    client: FlaskClient, database_url: str, ada: Person, bob: Person, game: str
) -> None:
    receipt = move([ada, bob], game)["receipt"]
    assert verdict(client, {**receipt, "digest": "0" * 64}) == "not-genuine"
    assert verdict(client, {**receipt, "game": "00000000-0000-4000-8000-000000000000"}) == "not-genuine"
    with psycopg.connect(database_url) as connection:
        connection.execute("DELETE FROM kifu.event WHERE version = %s", (receipt["version"],))
    assert verdict(client, receipt) == "not-in-history"


@pytest.mark.parametrize(
    ("fault", "pointer"),
    [
        ({"digest": "0" * 63}, "/digest"),
        ({"digest": 7}, "/digest"),
        ({"signature": "G" * 128}, "/signature"),
        ({"version": 0}, "/version"),
        ({"version": 1.5}, "/version"),
        ({"step": -1}, "/step"),
        ({"time": "yesterday"}, "/time"),
        ({"game": "no"}, "/game"),
        ({"key": "0"}, "/key"),
        ({"more": 1}, "/more"),
    ],
)
def test_a_malformed_receipt_is_refused_with_the_place_of_the_fault(
    client: FlaskClient, ada: Person, fault: dict[str, Any], pointer: str
) -> None:
    receipt = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2}).get_json()["receipt"]
    answer = client.post("/v1/receipts/check", json={**receipt, **fault})
    assert (answer.status_code, answer.get_json()["code"], answer.get_json()["pointer"]) == (400, "malformed", pointer)


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"[" * 10_000, b"\0" * 10_000, b'{"game":'])
def test_what_is_no_receipt_at_all_is_refused(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/v1/receipts/check", data=body, content_type="application/json")
    assert (answer.status_code, answer.get_json()["code"]) == (400, "malformed")
    large = client.post("/v1/receipts/check", data=b" " * 20_000, content_type="application/json")
    assert (large.status_code, large.get_json()["code"]) == (413, "too-large")


def test_the_audit_of_a_step_says_who_did_what_and_what_else_was_legal(ada: Person, bob: Person) -> None:
    game = started(ada, bob, seed=SEED)
    refused = ada.post(f"{game}/moves", {"seat": 0, "move": {"type": "move-meeple", "meeple": "sumo", "to": 5}})
    assert refused.status_code == 422
    legal = ada.get(f"{game}/legal-moves").get_json()["choices"]
    answer = move([ada, bob], game, X_Request_Id="the-request")
    found = ada.get(f"{game}/audit/2").get_json()
    assert (found["n"], found["kind"], found["seat"], found["player"]) == (2, "move", 0, "Ada")
    assert found["request_id"] == "the-request"
    assert found["rules"] == "micro-dojo@2"
    assert found["legal"] == legal
    assert found["receipt"] == answer["receipt"]
    assert found["digest"] == answer["receipt"]["digest"]
    assert found["previous"] == ada.get(f"{game}/audit/1").get_json()["digest"]
    assert found["move"] == legal[0]["moves"][0]["move"]
    assert found["hidden"] == [f"/facts/{len(found['facts'])}/agenda"]
    for cited in found["facts"]:
        assert cited["clause"] == cited["fact"]["clause"]
        assert cited["text"]
        assert cited["source"]
    (attempt,) = found["refused"]
    assert (attempt["player"], attempt["clause"]) == ("Ada", refused.get_json()["clause"])
    assert json.loads(attempt["move"]) == {"type": "move-meeple", "meeple": "sumo", "to": 5}
    # While the game runs, failed attempts are nobody else's business.
    assert bob.get(f"{game}/audit/2").get_json()["refused"] == []
    bob.post(f"{game}/resignation", {"seat": 1})
    assert len(bob.get(f"{game}/audit/2").get_json()["refused"]) == 1
    assert bob.get(f"{game}/audit/3").get_json()["refused"] == []


def test_the_audit_of_steps_and_games_that_are_not_there_is_refused(ada: Person, game: str) -> None:
    for path, code in ((f"{game}/audit/9", "unknown-step"), (f"{game}/audit/x", "unknown-step")):
        answer = ada.get(path)
        assert (answer.status_code, answer.get_json()["code"]) == (404, code)
    for what in ("audit/1", "verification", "archive"):
        answer = ada.get(f"{STRANGER}/{what}")
        assert (answer.status_code, answer.get_json()["code"]) == (404, "unknown-game")
    assert ada.get(f"{game}/audit/1?as=seat:1").status_code == 403


def test_the_verification_of_a_whole_game_finds_nothing(client: FlaskClient, ada: Person, bob: Person) -> None:
    game = started(ada, bob)
    steps = play_on([ada, bob], game, 10) + 1
    found = client.get(f"{game}/verification").get_json()
    assert found["holds"] is True
    assert found["rules"]["unchanged"] == found["rules"]["steps"] == steps
    assert found["receipts"] == {"checked": True, "genuine": steps + 3, "fault": None, "unknown": 0, "missing": 0}
    assert (found["chain"]["since"], found["chain"]["events"], found["commitment"]) == (1, steps + 3, True)


def test_the_verification_of_a_changed_game_names_the_step_and_tells_no_secrets(
    client: FlaskClient, database_url: str, ada: Person, bob: Person, operator: Person, game: str
) -> None:
    play_on([ada, bob], game, 5)
    with psycopg.connect(database_url) as connection:
        added = '"agenda":[{"type":"next-turn","seat":0},'
        statement = "UPDATE kifu.event SET payload = replace(payload, '\"agenda\":[', %s) WHERE version = 6"
        connection.execute(statement, (added,))
    found = client.get(f"{game}/verification").get_json()
    assert (found["holds"], found["chain"]["fault"]["step"], found["rules"]["first"]["step"]) == (False, 3, 3)
    assert found["rules"]["first"]["recorded"] is None
    assert "agenda" not in json.dumps(found)
    assert operator.get(f"{game}/verification").get_json()["rules"]["first"]["recorded"] is None
    assert ada.get(f"{game}/looks").get_json()["items"] == []
    assert operator.get(f"{game}/verification?as=arbiter").get_json()["rules"]["first"]["recorded"]["agenda"]
    (look,) = ada.get(f"{game}/looks").get_json()["items"]
    assert (look["player"], look["call"]) == (None, f"GET {game}/verification")


def test_a_record_in_which_there_is_no_game_any_more_is_named_too(
    client: FlaskClient, database_url: str, game: str
) -> None:
    for statement, version in (("'{}'", 1), ("'no json'", 1), ("'[]'", 1)):
        with psycopg.connect(database_url) as connection:
            connection.execute(f"UPDATE kifu.event SET payload = {statement} WHERE version = %s", (version,))
        found = client.get(f"{game}/verification").get_json()
        assert (found["holds"], found["chain"]["fault"]["version"], found["rules"]) == (False, version, None)


def lines(person: Person, game: str, query: str = "") -> list[bytes]:
    answer = person.get(f"{game}/archive{query}")
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson")
    return answer.data.splitlines(keepends=True)


@pytest.fixture
def toys(database_url: str, tmp_path: Path) -> Flask:
    with app_on(database_url, tmp_path, Rulesets([Toy()])) as app:
        yield app


def test_the_archive_of_a_running_game_is_redacted_for_the_caller(toys: Flask) -> None:
    client = toys.test_client()
    people = [Person(client, name) for name in ("Ada", "Bob", "Eve")]
    game = people[0].post("/v1/games", {"ruleset": "toy", "seats": 3}).headers["Location"]
    for seat, person in enumerate(people):
        person.post(f"{game}/seats", {"seat": seat})
    rulesets = Rulesets([Toy()])
    files = [lines(person, game) for person in people]
    for seat, file in enumerate(files):
        assert verify_archive(reading.parse_archive(file), rulesets, NO_KEYS).holds
        dealt = [fact for fact in json.loads(file[6])["event"]["facts"] if fact["type"] == "dealt"]
        assert [("opened" in fact["cards"]) for fact in dealt] == [place == seat for place in range(3)]
        assert b'"seed":{"sealed":' in file[2]
    nobody = client.get(f"{game}/archive").data
    assert b"opened" not in nobody.replace(b"opened_by", b"").replace(b"game-opened", b"")
    assert lines(people[0], game, "?as=spectator") == nobody.splitlines(keepends=True)
    assert people[0].get(f"{game}/archive?as=seat:1").status_code == 403


def test_the_archive_of_a_finished_game_is_whole_with_its_receipts(
    client: FlaskClient, ada: Person, bob: Person, game: str
) -> None:
    receipt = move([ada, bob], game)["receipt"]
    bob.post(f"{game}/resignation", {"seat": 1})
    file = lines(ada, game)
    assert lines(bob, game) == file
    archive = reading.parse_archive(file)
    assert not archive.header.redacted
    keys = Keyring(())
    assert verify_archive(archive, product_rulesets(), keys).holds
    assert json.loads(file[6])["receipt"] == {"key": receipt["key"], "signature": receipt["signature"]}


def test_a_record_that_cannot_be_redacted_any_more_is_a_problem(
    client: FlaskClient, database_url: str, game: str
) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE kifu.event SET payload = replace(payload, '\"n\":1', '\"n\": 1') WHERE version = 4")
    answer = client.get(f"{game}/archive")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "damaged-record")
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE kifu.event SET payload = '{}' WHERE version = 4")
    answer = client.get(f"{game}/audit/1")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "damaged-record")
