"""Arbiters over HTTP: appointed by name, distinct from the operator, impartial, and recorded when they look."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient

from domain.archive import reading
from eventstore.postgres.role import url_for_service
from tests.api.house import Person, appointed, dispute, play_on, started

CLAUSE = "micro-dojo.build.pay"
RULING = {"ruling": "uphold", "clause": CLAUSE, "words": "It was paid."}
EYES = (
    "/state",
    "/states/2",
    "/steps",
    "/steps/2",
    "/legal-moves",
    "/chance",
    "/audit/2",
    "/disputes/1",
    "/archive",
    "/verification",
)
"""Every call that shows a game from a chosen point of view, except streams."""


def code(answer: Any) -> tuple[int, str | None]:
    return answer.status_code, answer.get_json().get("code")


def looks(person: Person, game: str) -> list[tuple[str | None, str, str]]:
    items = person.get(f"{game}/looks").get_json()["items"]
    return [(item["player"], item["eyes"], item["call"].removeprefix(f"GET {game}")) for item in items]


@pytest.fixture
def disputed(ada: Person, bob: Person, game: str) -> str:
    """A running game of Ada and Bob in which Ada disputes step 2."""
    play_on([ada, bob], game, 2)
    dispute(ada, game, 2)
    return game


@pytest.mark.usefixtures("database_url")
def test_the_operator_appoints_and_dismisses_and_everybody_reads_since_when(
    client: FlaskClient, ada: Person, operator: Person
) -> None:
    assert client.get("/v1/arbiters").get_json() == {"items": [], "next": None}
    appointment = operator.put("/v1/arbiters/Ada").get_json()
    assert (appointment["player"], appointment["until"]) == ("Ada", None)
    assert operator.put("/v1/arbiters/Ada").get_json() == appointment
    assert ada.get("/v1/me").get_json()["arbiter"] is True
    ended = operator.delete("/v1/arbiters/Ada").get_json()
    assert ended["since"] == appointment["since"] < ended["until"]
    assert ada.get("/v1/me").get_json()["arbiter"] is False
    assert code(operator.delete("/v1/arbiters/Ada")) == (404, "unknown-arbiter")
    again = operator.put("/v1/arbiters/Ada").get_json()
    assert client.get("/v1/arbiters").get_json()["items"] == [ended, again]


@pytest.mark.usefixtures("database_url")
def test_nobody_but_the_operator_appoints_and_only_who_is_registered(ada: Person, operator: Person) -> None:
    for answer in (ada.put("/v1/arbiters/Ada"), ada.delete("/v1/arbiters/Ada")):
        assert code(answer) == (403, "not-operator")
    assert ada.client.put("/v1/arbiters/Ada").status_code == 401
    for name in ("Nobody", "%00", "a" * 41, "%20", "%E2%80%AE"):
        assert code(operator.put(f"/v1/arbiters/{name}")) == (404, "unknown-player")
        assert code(operator.delete(f"/v1/arbiters/{name}")) == (404, "unknown-arbiter")
    assert ada.get("/v1/arbiters").get_json()["items"] == []


def test_a_ruling_names_the_arbiter_wherever_it_is_shown(
    ada: Person, bob: Person, arbiter: Person, disputed: str
) -> None:
    assert arbiter.post(f"{disputed}/disputes/1/ruling", RULING).status_code == 201
    assert ada.get(f"{disputed}/disputes/1").get_json()["dispute"]["ruling"]["arbiter"] == "Cleo"
    (listed,) = ada.get(f"{disputed}/disputes").get_json()["items"]
    assert listed["ruling"]["arbiter"] == "Cleo"
    step = ada.get(f"{disputed}/steps/5").get_json()
    assert step["arbiter"] == "Cleo"
    assert step["words"].startswith("The arbiter Cleo ")
    assert ada.get(f"{disputed}/audit/5").get_json()["arbiter"] == "Cleo"
    file = reading.parse_archive(ada.get(f"{disputed}/archive").data.splitlines(keepends=True))
    assert b'"arbiter":"Cleo"' in file.rows[-1].payload
    assert ada.get(f"{disputed}/verification").get_json()["holds"] is True


@pytest.mark.usefixtures("projector")
def test_lists_of_disputes_and_the_history_name_the_arbiter(ada: Person, arbiter: Person, disputed: str) -> None:
    ruled = arbiter.post(f"{disputed}/disputes/1/ruling", RULING)
    wait = {"Kifu_Wait_For": ruled.headers["Kifu-Position"]}
    (item,) = ada.get("/v1/disputes", **wait).get_json()["items"]
    assert item["arbiter"] == "Cleo"
    newest = ada.get("/v1/history?limit=1", **wait).get_json()["items"][0]
    assert newest["words"].startswith("The arbiter Cleo ")


def test_the_operator_rules_nothing_and_who_was_dismissed_rules_no_more(
    operator: Person, arbiter: Person, disputed: str
) -> None:
    ruling = f"{disputed}/disputes/1/ruling"
    assert code(operator.post(ruling, RULING)) == (403, "not-arbiter")
    operator.delete("/v1/arbiters/Cleo")
    assert code(arbiter.post(ruling, RULING)) == (403, "not-arbiter")
    operator.put("/v1/arbiters/Cleo")
    assert arbiter.post(ruling, RULING).status_code == 201


def test_a_ruling_that_is_sent_twice_is_answered_twice_even_after_the_dismissal(
    operator: Person, arbiter: Person, disputed: str
) -> None:
    first = arbiter.post(f"{disputed}/disputes/1/ruling", RULING, Idempotency_Key="once")
    operator.delete("/v1/arbiters/Cleo")
    again = arbiter.post(f"{disputed}/disputes/1/ruling", RULING, Idempotency_Key="once")
    assert (first.status_code, first.data) == (201, again.data)


def test_an_arbiter_neither_rules_on_a_game_of_their_own_nor_looks_into_it(
    bob: Person, operator: Person, disputed: str
) -> None:
    operator.put("/v1/arbiters/Bob")
    assert code(bob.post(f"{disputed}/disputes/1/ruling", RULING)) == (403, "arbiter-plays")
    for path in EYES:
        for eyes in ("arbiter", "seat:0"):
            assert code(bob.get(f"{disputed}{path}?as={eyes}")) == (403, "arbiter-plays"), path
    assert looks(bob, disputed) == []


def test_an_arbiter_looks_only_while_a_dispute_waits(ada: Person, bob: Person, arbiter: Person, game: str) -> None:
    play_on([ada, bob], game, 2)
    assert code(arbiter.get(f"{game}/state?as=arbiter")) == (403, "nothing-to-judge")
    dispute(ada, game, 2)
    assert arbiter.get(f"{game}/state?as=arbiter").status_code == 200
    assert arbiter.post(f"{game}/disputes/1/ruling", RULING).status_code == 201
    assert code(arbiter.get(f"{game}/state?as=seat:0")) == (403, "nothing-to-judge")
    assert looks(ada, game) == [("Cleo", "arbiter", "/state")]


@pytest.mark.parametrize("path", EYES)
def test_each_look_of_an_arbiter_and_of_the_operator_leaves_a_trace_for_the_players(
    ada: Person, arbiter: Person, operator: Person, disputed: str, path: str
) -> None:
    seen = arbiter.get(f"{disputed}{path}?as=arbiter", X_Request_Id="look-1")
    assert seen.status_code == operator.get(f"{disputed}{path}?as=seat:1").status_code == 200
    assert looks(ada, disputed) == [("Cleo", "arbiter", path), (None, "seat:1", path)]
    first = ada.get(f"{disputed}/looks?limit=1").get_json()
    assert (first["items"][0]["request_id"], first["items"][0]["step"], first["next"]) == ("look-1", 4, 1)
    assert ada.get(f"{disputed}/looks?after=1").get_json()["items"][0]["n"] == 2


@pytest.mark.parametrize("path", EYES)
def test_without_asking_for_more_the_arbiter_and_the_operator_see_what_a_spectator_sees(
    client: FlaskClient, ada: Person, arbiter: Person, operator: Person, disputed: str, path: str
) -> None:
    for person in (arbiter, operator):
        for eyes in ("", "?as=spectator"):
            assert person.get(f"{disputed}{path}{eyes}").data == client.get(f"{disputed}{path}").data
    assert looks(ada, disputed) == []


def test_a_look_that_cannot_be_kept_shows_nothing(
    database_url: str, ada: Person, operator: Person, disputed: str
) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("REVOKE INSERT ON kifu.look FROM kifu_service")
    answer = operator.get(f"{disputed}/state?as=arbiter")
    assert answer.status_code == 500
    assert "state" not in answer.get_json()


def test_the_service_can_neither_change_nor_delete_a_look_or_an_appointment(
    database_url: str, ada: Person, arbiter: Person, disputed: str
) -> None:
    arbiter.get(f"{disputed}/state?as=arbiter")
    with psycopg.connect(url_for_service(database_url), autocommit=True) as connection:
        for table in ("look", "arbiter_note"):
            for statement in (f"UPDATE kifu.{table} SET player = 'Ada'", f"DELETE FROM kifu.{table}"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(statement.encode())
    assert looks(ada, disputed) == [("Cleo", "arbiter", "/state")]


def test_a_stream_shows_no_secrets_to_arbiters_and_operators(arbiter: Person, operator: Person, disputed: str) -> None:
    for person in (arbiter, operator):
        assert code(person.get(f"{disputed}/live?as=arbiter")) == (403, "not-your-seat")


def test_only_players_read_the_looks_while_the_game_runs_and_everybody_after_its_end(
    client: FlaskClient, ada: Person, bob: Person, arbiter: Person, operator: Person, disputed: str
) -> None:
    arbiter.get(f"{disputed}/state?as=arbiter")
    for person in (arbiter, operator):
        assert code(person.get(f"{disputed}/looks")) == (403, "not-your-seat")
    assert code(client.get(f"{disputed}/looks")) == (403, "not-your-seat")
    assert looks(bob, disputed) == [("Cleo", "arbiter", "/state")]
    ada.post(f"{disputed}/resignation", {"seat": 0})
    assert arbiter.get(f"{disputed}/state?as=arbiter").status_code == 200
    (look,) = client.get(f"{disputed}/looks").get_json()["items"]
    assert (look["n"], look["player"]) == (1, "Cleo")


def test_an_arbiter_cannot_try_moves_for_the_seats_of_others(arbiter: Person, disputed: str) -> None:
    sent = {"seat": 0, "move": {"type": "end-turn"}}
    assert code(arbiter.post(f"{disputed}/explanations", sent)) == (403, "not-your-seat")


def test_a_version_that_an_arbiter_missed_is_shown_as_to_a_spectator(
    client: FlaskClient, arbiter: Person, disputed: str
) -> None:
    answer = arbiter.post(f"{disputed}/disputes/1/ruling", RULING, If_Match='"4"')
    steps = client.get(f"{disputed}/steps").get_json()["items"]
    assert answer.get_json()["missed"] == steps[1:]


def test_an_unlisted_game_names_its_arbiter_too(ada: Person, bob: Person, operator: Person) -> None:
    game = started(ada, bob, unlisted=True)
    dora = appointed(operator, Person(operator.client, "Dora"))
    play_on([ada, bob], game, 1)
    dispute(bob, game, 2)
    assert dora.post(f"{game}/disputes/1/ruling", RULING).status_code == 201
    assert bob.get(f"{game}/steps/4").get_json()["arbiter"] == "Dora"
