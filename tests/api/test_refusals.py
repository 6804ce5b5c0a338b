"""Bad input gets the refusals of the contract, over HTTP."""

import re
import threading
from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.house import STRANGER, Person, bearer, play_on, some_move
from tests.support.contract import contract_of


def problem(answer: TestResponse, status: int, code: str) -> dict[str, Any]:
    """The problem document of an answer that must be one."""
    assert answer.status_code == status, answer.data
    assert answer.content_type == "application/problem+json"
    document: dict[str, Any] = answer.get_json()
    assert (document["status"], document["code"]) == (status, code)
    assert {"type", "title", "detail"} <= document.keys()
    return document


@pytest.mark.parametrize("body", [b"{", b"", b"[1]", b"nul", b"\xff\xfe", b'{"name": "\\ud800"}', b"[" * 16_000])
def test_a_body_that_is_no_json_object_is_malformed(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/v1/players", data=body, content_type="application/json")
    assert problem(answer, 400, "malformed")["pointer"] == ""


@pytest.mark.parametrize("body", [b"{", b"", b"[1]", b'{"seat": 0, "move": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"])
def test_a_move_that_is_no_json_object_is_malformed(ada: Person, game: str, body: bytes) -> None:
    headers = bearer(ada.token)
    answer = ada.client.post(f"{game}/moves", data=body, content_type="application/json", headers=headers)
    assert problem(answer, 400, "malformed")["pointer"] == ""


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"seats": "2"}, "/seats"),
        ({"seats": 2.5}, "/seats"),
        ({"seats": True}, "/seats"),
        ({"seats": None}, "/seats"),
        ({"seats": 0}, "/seats"),
        ({"ruleset": 7}, "/ruleset"),
        ({"ruleset": "micro\u0000dojo"}, "/ruleset"),
        ({"options": []}, "/options"),
        ({"unlisted": 1}, "/unlisted"),
        ({"seed": "00"}, "/seed"),
        ({"wrong/name": 1}, "/wrong~1name"),
    ],
)
def test_a_wrong_type_or_unknown_field_is_refused_with_its_place(
    ada: Person, change: dict[str, Any], pointer: str
) -> None:
    answer = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, **change})
    assert problem(answer, 400, "malformed")["pointer"] == pointer


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"seat": "0", "move": {}}, "/seat"),
        ({"seat": 0.5, "move": {}}, "/seat"),
        ({"seat": -1, "move": {}}, "/seat"),
        ({"seat": 10**20, "move": {}}, "/seat"),
        ({"move": {}}, "/seat"),
        ({"seat": 0}, "/move"),
        ({"seat": 0, "move": {}, "version": 3}, "/version"),
    ],
)
@pytest.mark.parametrize("call", ["moves", "explanations"])
def test_a_move_is_as_strict_as_its_schema_says(ada: Person, game: str, call: str, body: object, pointer: str) -> None:
    assert problem(ada.post(f"{game}/{call}", body), 400, "malformed")["pointer"] == pointer


@pytest.mark.parametrize("move", [7, "up", [], None, {}, {"type": "fly"}, {"type": "move-meeple", "meeple": 3}])
def test_what_is_no_move_of_the_ruleset_is_malformed(ada: Person, bob: Person, game: str, move: object) -> None:
    seat = some_move([ada, bob], game)[0]  # type: ignore[index]
    problem([ada, bob][seat].post(f"{game}/moves", {"seat": seat, "move": move}), 400, "malformed")


def test_a_huge_body_is_too_large(ada: Person, game: str) -> None:
    problem(ada.post("/v1/games", {"ruleset": "x" * (1 << 20)}), 413, "too-large")
    problem(ada.post(f"{game}/moves", {"seat": 0, "move": {"type": "x" * (1 << 16)}}), 413, "too-large")


def test_a_body_of_another_type_is_unsupported(ada: Person, game: str) -> None:
    for path in ("/v1/games", f"{game}/moves", "/v1/players"):
        answer = ada.client.post(path, data=b"{}", content_type="text/plain", headers=bearer(ada.token))
        problem(answer, 415, "unsupported-media-type")


@pytest.mark.parametrize(
    ("path", "parameter"),
    [
        ("/v1/games?limit=0", "limit"),
        ("/v1/games?limit=ten", "limit"),
        ("/v1/games?limit=1&limit=2", "limit"),
        ("/v1/games?since=2026-05-01", "since"),
        ("/v1/history?since=yesterday", "since"),
        ("/v1/games?status=lost", "status"),
        ("/v1/games?after=nonsense", "after"),
        ("/v1/games?colour=red", "colour"),
        ("/v1/scores?player=%00", "player"),
        ("/v1/history?after=%ff", "after"),
        ("/v1/rulesets?x=1", "x"),
        (f"{STRANGER}/steps?after=-1", "after"),
        (f"{STRANGER}/state?as=god", "as"),
        (f"{STRANGER}/legal-moves?seat=1.5", "seat"),
    ],
)
def test_a_wrong_parameter_is_named(client: FlaskClient, path: str, parameter: str) -> None:
    assert problem(client.get(path), 400, "malformed")["parameter"] == parameter


BOUNDS = "Must be a whole number from 0 to 999999999, in digits alone."


@pytest.mark.parametrize("number", ["-244905105", "224936478481", "9" * 5000, "1.0", "one", "", "１"])
def test_what_is_no_number_within_its_bounds_is_told_them(client: FlaskClient, number: str) -> None:
    found = problem(client.get(f"{STRANGER}/steps?after={number}"), 400, "malformed")
    assert found["detail"] == BOUNDS


def test_every_wrong_number_and_choice_in_a_query_is_told_what_would_be_right(ada: Person) -> None:
    told: Counter[str] = Counter()
    for path, methods in contract_of(ada.client.application).document["paths"].items():
        for parameter in methods.get("get", {}).get("parameters", ()):
            right = wanted(parameter["schema"]) if parameter["in"] == "query" else None
            if right is not None:
                filled = re.sub(r"\{[a-z_]+\}", "1", path.replace("{game_id}", STRANGER.rpartition("/")[2]))
                answer = ada.client.get(filled, query_string={parameter["name"]: "1.0"}, headers=bearer(ada.token))
                faults = problem(answer, 400, "malformed")["errors"]
                said = [fault["detail"] for fault in faults if fault["parameter"] == parameter["name"]]
                assert said == [right], (path, parameter["name"])
                told[right.partition(":")[0].partition(" from")[0]] += 1
    assert told.keys() == {"Must be a whole number", "Must be true or false.", "Must be one of"}
    assert told["Must be a whole number"] > 15


def wanted(schema: dict[str, Any]) -> str | None:
    """What a wrong value is told, by the schema of its parameter; None for one that takes texts."""
    if "enum" in schema:
        return f"Must be one of: {', '.join(one for one in schema['enum'] if one is not None)}."
    if "integer" in schema["type"]:
        return f"Must be a whole number from {schema['minimum']} to {schema['maximum']}, in digits alone."
    return "Must be true or false." if "boolean" in schema["type"] else None


@pytest.mark.parametrize("seats", [2.0, 2.5, True, "2", 0, 100, -(10**30)])
def test_a_wrong_number_in_a_body_is_told_its_bounds_in_english_and_french(ada: Person, seats: object) -> None:
    bounds = {
        "en": "Must be a whole number from 1 to 99, in digits alone.",
        "fr": "Un nombre entier de 1 à 99 est attendu, en chiffres seulement.",
    }
    for language, said in bounds.items():
        headers = {**bearer(ada.token), "Accept-Language": language}
        answer = ada.client.post("/v1/games", json={"ruleset": "micro-dojo", "seats": seats}, headers=headers)
        assert problem(answer, 400, "malformed")["detail"] == said


@pytest.mark.parametrize(
    ("member", "value", "right"),
    [
        ("unlisted", 1, "Must be true or false."),
        ("ruleset", 1, "Must be a string."),
        ("options", [], "Must be an object."),
        ("reserved", {}, "Must be a list."),
        ("reserved", [1], "Must be an object."),
    ],
)
def test_a_member_of_another_type_is_told_the_right_one(ada: Person, member: str, value: object, right: str) -> None:
    body = {"ruleset": "micro-dojo", "seats": 2, member: value}
    answer = ada.client.post("/v1/games", json=body, headers=bearer(ada.token))
    assert problem(answer, 400, "malformed")["detail"] == right


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("If-Match", "7"),
        ("If-Match", '"7'),
        ("Idempotency-Key", ""),
        ("Idempotency-Key", "a b"),
        ("Idempotency-Key", "x" * 201),
    ],
)
def test_a_wrong_header_is_named(ada: Person, game: str, header: str, value: str) -> None:
    headers = {**bearer(ada.token), header: value}
    answer = ada.client.post(f"{game}/moves", json={"seat": 0, "move": {}}, headers=headers)
    assert problem(answer, 400, "malformed")["header"] == header


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/{}/seats", "/v1/games/{}/moves", "/v1/games/{}/resignation"])
def test_what_changes_something_needs_a_token(client: FlaskClient, game: str, path: str) -> None:
    body = {"seat": 0, "move": {}} if path.endswith("moves") else {}
    answer = client.post(path.format(game.rpartition("/")[2]), json=body)
    problem(answer, 401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Bearer nobody", "Bearer ", "Basic QWRhOg==", "Ada", "Bearer \xe9"])
def test_a_bad_token_is_refused_even_where_none_is_needed(client: FlaskClient, game: str, header: str) -> None:
    problem(client.get(f"{game}/state", headers={"Authorization": header}), 401, "unauthenticated")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/v1/nothing", "not-found"),
        ("/v1/games/7", "unknown-game"),
        (STRANGER.replace("-", ""), "unknown-game"),
        (STRANGER, "unknown-game"),
        (f"{STRANGER}/state", "unknown-game"),
        (f"{STRANGER}/live", "unknown-game"),
        ("/v1/rulesets/chess", "unknown-ruleset"),
        ("/v1/rulesets/chess/clauses", "unknown-ruleset"),
        ("/v1/rulesets/micro-dojo/clauses/x", "unknown-clause"),
        ("/v1/leaderboards/chess", "unknown-ruleset"),
        ("/v1/players/Nobody", "unknown-player"),
        ("/v1/players/%00/games", "unknown-player"),
    ],
)
def test_what_does_not_exist_is_not_found(client: FlaskClient, path: str, code: str) -> None:
    problem(client.get(path), 404, code)


def test_a_game_has_one_address(ada: Person, game: str) -> None:
    named = game.rpartition("/")[2]
    for other in (named.replace("-", ""), f"{{{named}}}", f"urn:uuid:{named}"):
        problem(ada.get(f"/v1/games/{other}"), 404, "unknown-game")


def test_a_body_that_is_too_large_is_told_the_limit(ada: Person, game: str) -> None:
    assert "65536 bytes" in ada.post("/v1/games", {"ruleset": "x" * (1 << 20)}).get_json()["detail"]
    large = {"seat": 0, "move": {"type": "x" * (1 << 16)}}
    assert "65536 bytes" in ada.post(f"{game}/moves", large).get_json()["detail"]


@pytest.mark.parametrize("n", ["0", "2000", "x", "-1", "9" * 30])
def test_an_unknown_step_is_not_found(ada: Person, game: str, n: str) -> None:
    for part in ("steps", "states"):
        problem(ada.get(f"{game}/{part}/{n}"), 404, "unknown-step")


def test_an_unknown_seat_is_not_found(ada: Person, game: str) -> None:
    problem(ada.post(f"{game}/moves", {"seat": 9, "move": {}}), 404, "unknown-seat")
    problem(ada.get(f"{game}/legal-moves?seat=9"), 404, "unknown-seat")


def test_another_method_is_not_allowed(client: FlaskClient) -> None:
    answer = client.delete("/v1/games")
    problem(answer, 405, "method-not-allowed")
    assert "POST" in answer.headers["Allow"]


def test_a_seat_is_moved_by_its_player_only(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    other = [bob, ada][seat]
    problem(other.post(f"{game}/moves", {"seat": seat, "move": move}), 403, "not-your-seat")


def test_a_seat_out_of_turn_is_not_asked(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    other = [bob, ada][seat]
    problem(other.post(f"{game}/moves", {"seat": 1 - seat, "move": move}), 409, "not-asked")


def test_a_stale_version_gets_the_current_one_with_the_steps_missed(ada: Person, bob: Person, game: str) -> None:
    seen = ada.get(game).headers["ETag"]
    play_on([ada, bob], game, most=2)
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    answer = [ada, bob][seat].post(f"{game}/moves", {"seat": seat, "move": move}, If_Match=seen)
    document = problem(answer, 412, "version-conflict")
    assert document["version"] == 6
    assert [step["n"] for step in document["missed"]] == [2, 3]
    assert ada.get(game).headers["ETag"] == '"6"'


def test_an_illegal_move_cites_its_clause_and_changes_nothing(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    here = ada.get(f"{game}/state").get_json()["state"]["meeples"][move["meeple"]]
    answer = [ada, bob][seat].post(f"{game}/moves", {"seat": seat, "move": {**move, "to": here}})
    document = problem(answer, 422, "illegal-move")
    clause = ada.get(f"/v1/rulesets/micro-dojo/clauses/{document['clause']}").get_json()
    assert document["text"] == clause["text"]
    assert document["why"]
    assert ada.get(game).headers["ETag"] == '"4"'


def test_options_that_cannot_be_played_are_named(ada: Person) -> None:
    answer = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "options": {"movement": "9Z"}})
    assert problem(answer, 422, "bad-options")["pointer"] == "/options/movement"
    problem(ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 3}), 422, "bad-options")
    problem(ada.post("/v1/games", {"ruleset": "chess", "seats": 2}), 404, "unknown-ruleset")


def test_a_name_and_a_seat_are_taken_once(ada: Person, bob: Person, game: str) -> None:
    problem(bob.post("/v1/players", {"name": "Ada"}), 409, "name-taken")
    path = ada.open()
    ada.post(f"{path}/seats", {"seat": 1})
    problem(bob.post(f"{path}/seats", {"seat": 1}), 409, "seat-taken")


@pytest.mark.parametrize(
    "name",
    [
        "",
        " Ada",
        "Ada ",
        "A\u0000a",
        "A\u200bda",
        "x" * 41,
        "Ada  B",
        "A/B",
        "\u202eadA",
        "Rene\u0301",
        "\u0324x",
        "x\u20dd",
    ],
)
def test_a_name_that_could_deceive_is_refused(client: FlaskClient, name: str) -> None:
    assert problem(client.post("/v1/players", json={"name": name}), 400, "malformed")["pointer"] == "/name"


@pytest.mark.parametrize("name", ["A", "Ada Lovelace", "Ōyama", "大山", "x_1.y-2", "हिन्दी", "ไทยนี้"])
def test_names_may_be_of_any_script(client: FlaskClient, name: str) -> None:
    assert client.post("/v1/players", json={"name": name}).get_json()["name"] == name


def test_a_game_that_waits_or_is_over_takes_no_move(ada: Person, bob: Person, game: str) -> None:
    waiting = ada.open()
    ada.post(f"{waiting}/seats", {"seat": 0})
    early = ada.post(f"{waiting}/resignation", {"seat": 0})
    problem(early, 409, "not-started")
    assert early.get_json()["detail"] == "The game starts when 1 more seat is taken."
    assert ada.post(f"{game}/resignation", {"seat": 0}).status_code == 201
    problem(bob.post(f"{game}/moves", {"seat": 1, "move": {"type": "pass"}}), 409, "game-over")
    problem(bob.post(f"{game}/resignation", {"seat": 1}), 409, "game-over")


def test_a_move_that_somebody_has_answered_cannot_be_taken_back(ada: Person, bob: Person, game: str) -> None:
    problem(ada.post(f"{game}/take-back", {"seat": 0}), 409, "cannot-take-back")


def test_nobody_sees_with_the_eyes_of_others_while_the_game_runs(ada: Person, game: str, operator: Person) -> None:
    problem(ada.get(f"{game}/state?as=seat:1"), 403, "not-your-seat")
    problem(ada.get(f"{game}/state?as=arbiter"), 403, "not-your-seat")
    assert operator.get(f"{game}/state?as=seat:1").status_code == 200


def test_of_ten_clients_that_move_at_the_same_version_one_succeeds(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    mover, version = [ada, bob][seat], ada.get(game).headers["ETag"]
    begin, answers = threading.Barrier(10), []

    def client() -> None:
        begin.wait()
        answers.append(mover.post(f"{game}/moves", {"seat": seat, "move": move}, If_Match=version).status_code)

    threads = [threading.Thread(target=client) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [201] + [412] * 9


@pytest.mark.usefixtures("database_url")
def test_a_defect_is_answered_without_a_trace_and_logged(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr(client.application.extensions["kifu"].parts.games.queries, "describe", broken)
    answer = client.get(STRANGER, headers={"X-Request-Id": "request-of-mine"})
    problem(answer, 500, "internal")
    assert b"secret" not in answer.data
    assert answer.headers["X-Request-Id"] == "request-of-mine"
    printed = capfd.readouterr()
    assert "request-of-mine" in printed.out + printed.err
