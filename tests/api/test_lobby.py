"""Seats that are reserved, left and offered by invitation, and games that never fill up."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.api.house import House, Person


@pytest.fixture
def eve(house: House) -> Person:
    return house.person("Eve")


def refused(answer: TestResponse, status: int, code: str) -> str:
    problem = answer.get_json()
    assert (answer.status_code, problem["code"]) == (status, code), problem
    return str(problem["detail"])


def taken(answer: TestResponse) -> int:
    assert answer.status_code == 201, answer.data
    return int(answer.get_json()["seat"])


def done(answer: TestResponse) -> dict[str, Any]:
    assert answer.status_code == 201, answer.data
    return dict(answer.get_json())


def seats(person: Person, path: str) -> list[tuple[str | None, str | None, bool]]:
    found = person.get(path).get_json()["seats"]
    return [(seat["player"], seat["reserved_for"], seat["by_invitation"]) for seat in found]


def test_a_seat_reserved_at_the_opening_is_taken_by_its_player_alone(ada: Person, bob: Person, eve: Person) -> None:
    path = ada.open(reserved=[{"seat": 1, "player": "Bob"}])
    assert seats(eve, path) == [(None, None, False), (None, "Bob", False)]
    assert "reserved for Bob" in refused(eve.post(f"{path}/seats", {"seat": 1}), 403, "seat-reserved")
    assert taken(eve.post(f"{path}/seats")) == 0
    refused(ada.post(f"{path}/seats"), 403, "seat-reserved")
    assert taken(bob.post(f"{path}/seats")) == 1
    info = ada.get(path).get_json()
    assert (info["status"], info["version"], info["step"]) == ("playing", 5, 1)
    assert seats(ada, path) == [("Eve", None, False), ("Bob", None, False)]


def test_an_invitation_is_a_secret_that_works_once(ada: Person, bob: Person, eve: Person) -> None:
    opened = done(ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "reserved": [{"seat": 1}]}))
    path = f"/v1/games/{opened['id']}"
    (invitation,) = opened["invitations"]
    assert invitation["seat"] == 1
    assert seats(eve, path)[1] == (None, None, True)
    assert "`invitation`" in refused(eve.post(f"{path}/seats", {"seat": 1}), 403, "seat-reserved")
    refused(eve.post(f"{path}/seats", {"invitation": "x" * 43}), 403, "bad-invitation")
    refused(bob.post(f"{path}/seats", {"seat": 0, "invitation": invitation["secret"]}), 403, "bad-invitation")
    assert taken(bob.post(f"{path}/seats", {"invitation": invitation["secret"]})) == 1
    assert done(bob.post(f"{path}/departure", {"seat": 1}))["status"] == "waiting"
    problem = bob.post(f"{path}/seats", {"seat": 1, "invitation": invitation["secret"]})
    assert "was used" in refused(problem, 403, "bad-invitation")
    assert problem.get_json()["pointer"] == "/invitation"
    refused(eve.post(f"{path}/seats", {"seat": 1}), 403, "seat-reserved")


def test_the_opener_makes_new_invitations_and_withdraws_reservations(ada: Person, bob: Person, eve: Person) -> None:
    path = ada.open()
    first = done(ada.post(f"{path}/reservations", {"seat": 0}))["invitation"]
    second = done(ada.post(f"{path}/reservations", {"seat": 0}))["invitation"]
    assert first != second
    refused(bob.post(f"{path}/seats", {"invitation": first}), 403, "bad-invitation")
    done(ada.post(f"{path}/reservations", {"seat": 0, "player": "Bob"}))
    refused(bob.post(f"{path}/seats", {"invitation": second}), 403, "bad-invitation")
    done(ada.post(f"{path}/reservations/withdrawal", {"seat": 0}))
    refused(ada.post(f"{path}/reservations/withdrawal", {"seat": 0}), 409, "not-reserved")
    assert taken(eve.post(f"{path}/seats", {"seat": 0})) == 0
    refused(ada.post(f"{path}/reservations", {"seat": 0}), 409, "seat-taken")


def test_what_cannot_be_reserved_is_refused_and_changes_nothing(ada: Person, bob: Person) -> None:
    opening = {"ruleset": "micro-dojo", "seats": 2}
    unknown = ada.post("/v1/games", {**opening, "reserved": [{"seat": 1, "player": "Nobody Here"}]})
    assert "Nobody Here" in refused(unknown, 404, "unknown-player")
    assert unknown.get_json()["pointer"] == "/reserved/0/player"
    refused(ada.post("/v1/games", {**opening, "reserved": [{"seat": 2}]}), 404, "unknown-seat")
    twice = ada.post("/v1/games", {**opening, "reserved": [{"seat": 1}, {"seat": 1, "player": "Bob"}]})
    refused(twice, 400, "malformed")
    assert twice.get_json()["pointer"] == "/reserved/1/seat"
    path = ada.open()
    assert "opened by Ada" in refused(bob.post(f"{path}/reservations", {"seat": 0}), 403, "not-opener")
    refused(ada.post(f"{path}/reservations", {"seat": 0, "player": "Nobody Here"}), 404, "unknown-player")
    refused(ada.post(f"{path}/reservations", {"seat": 5}), 404, "unknown-seat")
    refused(bob.post(f"{path}/cancellation"), 403, "not-opener")
    assert ada.get(path).get_json()["version"] == 1


def test_secrets_are_in_the_first_answer_only_and_nowhere_in_the_database(ada: Person, app: Flask) -> None:
    wanted = {"ruleset": "micro-dojo", "seats": 2, "unlisted": True, "reserved": [{"seat": 1}]}
    first = ada.post("/v1/games", wanted, Idempotency_Key="opening")
    again = ada.post("/v1/games", wanted, Idempotency_Key="opening")
    assert again.headers["Idempotent-Replayed"] == "true"
    opened, kept = first.get_json(), again.get_json()
    secrets = [opened.pop("link"), *(one["secret"] for one in opened.pop("invitations"))]
    assert kept == opened
    path = f"/v1/games/{opened['id']}"
    secrets.append(done(ada.post(f"{path}/reservations", {"seat": 0}, Idempotency_Key="seat"))["invitation"])
    assert "invitation" not in done(ada.post(f"{path}/reservations", {"seat": 0}, Idempotency_Key="seat"))
    secrets.append(done(ada.post(f"{path}/link"))["link"])
    assert len(set(secrets)) == 4
    stored = everything_stored(app)
    assert opened["id"] in stored
    assert [secret for secret in secrets if secret in stored] == []


def everything_stored(app: Flask) -> str:
    """Every row of the schemas of the service, as text."""
    datastore = app.extensions["kifu"].recorder.datastore
    named = datastore.read(
        "SELECT format('%%I.%%I', schemaname, tablename) FROM pg_tables WHERE schemaname LIKE 'kifu%%'", ()
    )
    rows = []
    for (table,) in named:
        rows += datastore.read(f"SELECT found::text FROM {table} AS found", ())
    return "\n".join(row[0] for row in rows)


def test_a_seat_is_left_with_what_was_added_to_the_seed(ada: Person, bob: Person, eve: Person) -> None:
    path = ada.open()
    taken(bob.post(f"{path}/seats", {"seat": 0, "entropy": "of Bob"}))
    assert ada.get(path).get_json()["entropies"] == ["of Bob", None]
    left = done(bob.post(f"{path}/departure", {"seat": 0}))
    assert (left["seat"], left["version"], left["status"], left["receipt"]["step"]) == (0, 3, "waiting", 0)
    info = ada.get(path).get_json()
    assert (info["entropies"], info["seats"][0]["player"]) == ([None, None], None)
    assert "Nobody sits there" in refused(bob.post(f"{path}/departure", {"seat": 0}), 403, "not-your-seat")
    taken(eve.post(f"{path}/seats", {"seat": 0}))
    refused(bob.post(f"{path}/departure", {"seat": 0}), 403, "not-your-seat")
    taken(ada.post(f"{path}/seats", {"seat": 1}))
    refused(eve.post(f"{path}/departure", {"seat": 0}), 409, "already-started")
    refused(ada.post(f"{path}/reservations", {"seat": 0}), 409, "already-started")
    refused(ada.post(f"{path}/cancellation"), 409, "already-started")
    steps = ada.get(f"{path}/steps").get_json()["items"]
    assert [(step["n"], step["version"]) for step in steps] == [(1, 6)]


def test_nobody_leaves_a_game_for_ever(bob: Person, ada: Person) -> None:
    path = ada.open()
    for _ in range(10):
        taken(bob.post(f"{path}/seats", {"seat": 0}))
        done(bob.post(f"{path}/departure", {"seat": 0}))
    taken(bob.post(f"{path}/seats", {"seat": 0}))
    assert "10 times" in refused(bob.post(f"{path}/departure", {"seat": 0}), 409, "too-many-changes")


@pytest.mark.parametrize("who", ["ada", "operator"])
def test_a_waiting_game_is_cancelled_by_its_opener_or_the_operator(
    who: str, ada: Person, bob: Person, operator: Person
) -> None:
    path = ada.open()
    taken(bob.post(f"{path}/seats", {"seat": 0}))
    answer = done({"ada": ada, "operator": operator}[who].post(f"{path}/cancellation"))
    assert (answer["status"], answer["seat"], answer["version"]) == ("cancelled", None, 3)
    info = bob.get(path).get_json()
    assert (info["status"], info["result"], info["seed"]) == ("cancelled", None, None)
    for call, body in (
        ("seats", {"seat": 1}),
        ("departure", {"seat": 0}),
        ("cancellation", None),
        ("reservations", {"seat": 1}),
        ("moves", {"seat": 0, "move": {}}),
        ("resignation", {"seat": 0}),
    ):
        person = ada if call in ("cancellation", "reservations") else bob
        assert "cancelled" in refused(person.post(f"{path}/{call}", body), 409, "game-over"), call
    assert ada.get(f"{path}/steps").get_json()["items"] == []
    assert ada.get(f"{path}/verification").get_json()["holds"]
    assert b'"status":"cancelled"' in ada.get(f"{path}/archive").data
    lines = ada.get(f"{path}/live", Accept="application/x-ndjson").data.splitlines()
    assert [b'"cancelled"' in line for line in lines if b'"event":"end"' in line] == [True]
