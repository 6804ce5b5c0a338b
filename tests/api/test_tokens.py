"""Tokens of a player: made, listed, rotated, revoked, lost and recovered."""

from __future__ import annotations

import threading
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.requests.identity import WRONG_TOKENS, Identity
from api.requests.services import EXTENSION, Services
from eventstore.postgres.datastore import Datastore
from eventstore.tables.answers import Answers
from eventstore.tables.tokens import MOST_TOKENS
from service.keys import tokens
from tests.api.house import Person, bearer, play_on
from tests.api.test_refusals import problem

pytestmark = pytest.mark.usefixtures("database_url")

NO_TOKEN = "/v1/me/tokens/00000000-0000-4000-8000-000000000000"


def token_of(person: Person, token: str) -> Person:
    """The same player with another token."""
    return Person(person.client, person.name, token)


def made(person: Person, label: str = "phone") -> dict[str, Any]:
    answer = person.post("/v1/me/tokens", {"label": label})
    assert answer.status_code == 201, answer.data
    assert answer.headers["Cache-Control"] == "no-store"
    return dict(answer.get_json())


def listed(person: Person) -> list[dict[str, Any]]:
    return list(person.get("/v1/me/tokens").get_json()["items"])


def current(person: Person) -> str:
    return str(person.get("/v1/me/tokens").get_json()["current"])


def events(person: Person) -> list[tuple[str, str]]:
    return [(item["kind"], item["by"]) for item in person.get("/v1/me/events").get_json()["items"]]


def revoke(person: Person, token_id: str) -> Any:
    return person.client.delete(f"/v1/me/tokens/{token_id}", headers=bearer(person.token))


def codes_of(person: Person) -> list[str]:
    answer = person.post("/v1/me/recovery-codes")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    return list(answer.get_json()["codes"])


def recover(person: Person, code: str, **wanted: object) -> Any:
    return person.client.post(f"/v1/players/{person.name}/recovery", json={"code": code, **wanted})


def status(person: Person) -> int:
    return person.get("/v1/me").status_code


def test_a_token_says_what_it_is_and_a_mistyped_one_is_told_so(ada: Person) -> None:
    assert ada.token.startswith("kifu_")
    assert len(ada.token) == len("kifu_") + 43 + 6
    assert not tokens.is_mistyped(ada.token)
    for wrong in (ada.token[:-1], ada.token.swapcase().replace("KIFU_", "kifu_")):
        answer = ada.client.get("/v1/me", headers=bearer(wrong))
        assert "mistyped" in problem(answer, 401, "unauthenticated")["detail"]
    answer = ada.client.get("/v1/me", headers=bearer(tokens.new_token()))
    assert "mistyped" not in problem(answer, 401, "unauthenticated")["detail"]


def test_a_player_has_several_tokens_with_labels_and_the_hour_of_their_last_use(ada: Person) -> None:
    phone = made(ada)
    assert [(item["label"], item["last_used"] is None) for item in listed(ada)] == [
        ("first token", False),
        ("phone", True),
    ]
    other = token_of(ada, phone["token"])
    assert other.open()
    assert current(other) == phone["id"]
    assert current(ada) != phone["id"]
    assert None not in [item["last_used"] for item in listed(ada)]
    assert ada.token not in ada.get("/v1/me/tokens").text
    assert events(ada) == [("token-made", "player"), ("token-made", "registration")]


def test_labels_that_the_service_gives_are_said_in_the_language_of_the_reader(ada: Person) -> None:
    code = codes_of(ada)[0]
    made(ada, "first phone")
    assert recover(ada, code).get_json()["label"] == "recovered"
    for path in ("/v1/me/tokens", "/v1/me/events"):
        said = {item.get("label") for item in ada.get(path, Accept_Language="fr").get_json()["items"]}
        assert said - {None} == {"premier jeton", "first phone", "récupération"}
    first = listed(ada)[0]["id"]
    rotated = ada.client.post(f"/v1/me/tokens/{first}/rotation", headers={**bearer(ada.token), "Accept-Language": "fr"})
    assert rotated.get_json()["label"] == "premier jeton"


def test_the_last_use_is_written_once_an_hour(ada: Person, app: Flask, database_url: str) -> None:
    services: Services = app.extensions[EXTENSION]
    with psycopg.connect(database_url, autocommit=True) as owner:
        ada.get("/v1/me")

        def used_at() -> object:
            row = owner.execute("SELECT used_at FROM kifu.token_use").fetchone()
            assert row is not None
            return row[0]

        first = used_at()
        services.identity.forget()
        assert status(ada) == 200
        assert used_at() == first
        owner.execute("UPDATE kifu.token_use SET used_at = used_at - interval '61 minutes'")
        services.identity.forget()
        assert status(ada) == 200
        assert used_at() > first  # type: ignore[operator]


def test_a_revoked_token_is_refused_and_the_others_still_work(ada: Person, bob: Person) -> None:
    phone = made(ada)
    other = token_of(ada, phone["token"])
    assert status(other) == 200
    problem(revoke(bob, phone["id"]), 404, "unknown-token")
    assert status(other) == 200
    assert revoke(ada, phone["id"]).status_code == 204
    assert (status(other), status(ada)) == (401, 200)
    assert [item["label"] for item in listed(ada)] == ["first token"]
    problem(revoke(ada, phone["id"]), 404, "unknown-token")
    assert events(ada)[0] == ("token-revoked", "player")


def test_a_live_stream_ends_with_the_token_that_it_was_asked_for_with(ada: Person, bob: Person, game: str) -> None:
    phone = made(ada)
    watching = token_of(ada, phone["token"]).get(f"{game}/live").iter_encoded()
    others = ada.get(f"{game}/live").iter_encoded()
    for stream in (watching, others):
        assert b"retry" in next(stream)
        assert b"set-up" in next(stream)
    assert revoke(ada, phone["id"]).status_code == 204
    play_on([ada, bob], game, most=1)
    assert list(watching) == []
    assert b'"n":2' in next(others)


def test_a_rotated_token_is_revoked_and_its_label_is_kept(ada: Person) -> None:
    phone = made(ada)
    other = token_of(ada, phone["token"])
    answer = other.post(f"/v1/me/tokens/{phone['id']}/rotation")
    assert answer.status_code == 201, answer.data
    assert answer.get_json()["label"] == "phone"
    assert answer.get_json()["id"] != phone["id"]
    assert status(other) == 401
    assert status(token_of(ada, answer.get_json()["token"])) == 200
    problem(ada.post(f"/v1/me/tokens/{phone['id']}/rotation"), 404, "unknown-token")
    assert len(listed(ada)) == 2


def test_the_only_token_is_revoked_only_where_recovery_codes_are_left(ada: Person) -> None:
    problem(revoke(ada, current(ada)), 409, "last-token")
    code, *_ = codes_of(ada)
    assert revoke(ada, current(ada)).status_code == 204
    assert status(ada) == 401
    assert status(token_of(ada, recover(ada, code).get_json()["token"])) == 200


def test_of_two_tokens_that_revoke_each_other_one_is_left(ada: Person) -> None:
    other = token_of(ada, made(ada)["token"])
    victims = [current(other), current(ada)]
    begin, answers = threading.Barrier(2), []

    def client(person: Person, victim: str) -> None:
        begin.wait()
        answers.append(revoke(person, victim).status_code)

    threads = [threading.Thread(target=client, args=pair) for pair in zip((ada, other), victims, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 204 in answers
    assert sorted([status(ada), status(other)]) == [200, 401]


def test_a_player_has_only_so_many_tokens(ada: Person) -> None:
    code, *_ = codes_of(ada)
    for number in range(MOST_TOKENS - 1):
        made(ada, f"number {number}")
    problem(ada.post("/v1/me/tokens", {"label": "one more"}), 409, "too-many-tokens")
    problem(recover(ada, code), 409, "too-many-tokens")
    assert recover(ada, code, revoke_others=True).status_code == 201


@pytest.mark.parametrize("token_id", ["7", "%00", "00000000-0000-4000-8000-00000000000G", NO_TOKEN[-36:].upper()])
def test_what_is_no_token_of_the_caller_is_not_found(ada: Person, token_id: str) -> None:
    problem(revoke(ada, token_id), 404, "unknown-token")
    problem(ada.post(f"/v1/me/tokens/{token_id}/rotation"), 404, "unknown-token")


@pytest.mark.parametrize("label", ["", "x" * 61, "a\nb", "a\u0000", 7, None])
def test_a_label_is_a_line_of_text(ada: Person, label: object) -> None:
    assert problem(ada.post("/v1/me/tokens", {"label": label}), 400, "malformed")["pointer"] == "/label"
    assert len(listed(ada)) == 1


def test_a_token_is_made_from_a_body_only(ada: Person) -> None:
    problem(ada.client.post("/v1/me/tokens", headers=bearer(ada.token)), 415, "unsupported-media-type")
    assert ada.post("/v1/me/tokens", {}).status_code == 201


@pytest.mark.parametrize("path", ["/v1/me/tokens", "/v1/me/recovery-codes", "/v1/me/events"])
def test_tokens_are_for_players_only(client: FlaskClient, operator: Person, path: str) -> None:
    problem(client.get(path), 401, "unauthenticated")
    problem(operator.get(path), 401, "unauthenticated")


@pytest.mark.parametrize("call", ["/v1/me/tokens", "/v1/me/tokens/{}/rotation", "/v1/me/recovery-codes", "DELETE"])
def test_a_token_that_was_revoked_a_moment_ago_makes_nothing_that_outlives_it(
    ada: Person, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that has not yet heard of the revocation still accepts the token."""
    thief = token_of(ada, made(ada)["token"])
    kept = made(ada, "kept")["id"]
    stolen = current(thief)
    monkeypatch.setattr(Identity, "forget", lambda _: None)
    monkeypatch.setattr(Identity, "_is_fresh", lambda _, known: True)
    assert revoke(ada, stolen).status_code == 204
    answer = revoke(thief, kept) if call == "DELETE" else thief.post(call.format(kept))
    assert "revoked just now" in problem(answer, 401, "unauthenticated")["detail"]
    assert [item["id"] for item in listed(ada)] == [current(ada), kept]
    assert ada.get("/v1/me/recovery-codes").get_json() == {"left": 0}


def wrong_token(client: FlaskClient) -> Any:
    return client.get("/v1/me", headers=bearer(tokens.new_token()))


def test_many_wrong_tokens_are_slowed_and_keep_nobody_out(client: FlaskClient, ada: Person, operator: Person) -> None:
    sent = [wrong_token(client) for _ in range(3 * WRONG_TOKENS.amount)]
    limit = WRONG_TOKENS.amount
    for answer in sent[:limit]:
        problem(answer, 401, "unauthenticated")
    for answer in sent[limit:]:
        problem(answer, 429, "too-many-requests")
        assert 0 < int(answer.headers["Retry-After"]) <= 60
    problem(client.get("/v1/me", headers=bearer(tokens.new_token()[:-1])), 429, "too-many-requests")
    phone = token_of(ada, made(ada)["token"])
    assert (status(ada), status(phone)) == (200, 200)
    newcomer = register(client, {"name": "Newcomer", "secret": "s" * 32}).get_json()
    assert client.get("/v1/me", headers=bearer(newcomer["token"])).status_code == 200
    appointed = client.put("/v1/arbiters/Newcomer", headers=bearer(operator.token))
    assert appointed.status_code in (200, 201), appointed.data


def test_what_happened_comes_in_pages(ada: Person) -> None:
    for number in range(4):
        made(ada, f"number {number}")
    found, cursor = [], ""
    while cursor is not None:
        page = ada.get(f"/v1/me/events?limit=2{f'&after={cursor}' if cursor else ''}").get_json()
        found += [item["label"] for item in page["items"]]
        cursor = page["next"]
    assert found == ["number 3", "number 2", "number 1", "number 0", "first token"]


def test_no_token_and_no_code_is_stored_as_it_is(ada: Person, database_url: str) -> None:
    token, code = made(ada)["token"], codes_of(ada)[0]
    recover(ada, code)
    stored = ""
    with psycopg.connect(database_url) as connection:
        for table in ("player", "token", "token_use", "account_event", "recovery_code", "idempotency"):
            stored += str(connection.execute(f"SELECT * FROM kifu.{table}").fetchall())  # type: ignore[arg-type]
    for secret in (token, ada.token, code, code.replace("-", "")):
        assert secret not in stored


REGISTRATION = {"name": "Cy", "secret": "only the first sender knows this".replace(" ", "-")}


def register(client: FlaskClient, body: dict[str, str], key: str = "a-key") -> Any:
    return client.post("/v1/players", json=body, headers={"Idempotency-Key": key})


def test_a_registration_is_repeated_with_its_secret(client: FlaskClient) -> None:
    first, again = (register(client, REGISTRATION) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.data == again.data
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["Cache-Control"] == "no-store"
    assert status(Person(client, "Cy", again.get_json()["token"])) == 200
    problem(register(client, {**REGISTRATION, "name": "Di"}), 422, "key-reused")
    problem(register(client, REGISTRATION, "another-key"), 409, "name-taken")


def test_no_token_of_a_repeatable_registration_is_stored(client: FlaskClient, datastore: Datastore) -> None:
    token = register(client, REGISTRATION).get_json()["token"]
    ((owner,),) = datastore.read("SELECT owner FROM kifu.idempotency", ())
    assert "127.0.0.1" not in owner
    kept = Answers(datastore).first(owner, "a-key")
    assert kept is not None
    assert token.encode() not in kept.body
    assert REGISTRATION["secret"].encode() not in kept.body


@pytest.mark.parametrize("secret", [None, "another-secret-of-thirty-two-letters"])
def test_a_stranger_who_repeats_a_registration_with_its_key_gets_no_token(
    client: FlaskClient, secret: str | None
) -> None:
    register(client, REGISTRATION)
    stranger = {"name": "Cy"} if secret is None else {"name": "Cy", "secret": secret}
    answer = register(client, stranger)
    assert "token" not in problem(answer, 422, "key-reused")


def test_a_registration_without_a_secret_is_repeated_without_its_token(client: FlaskClient) -> None:
    token = register(client, {"name": "Cy"}).get_json()["token"]
    answer = register(client, {"name": "Cy"})
    assert "secret" in problem(answer, 409, "token-shown")["detail"]
    assert token not in answer.text
    assert status(Person(client, "Cy", token)) == 200


def test_a_token_that_was_revoked_since_is_not_shown_again(client: FlaskClient) -> None:
    cy = Person(client, "Cy", register(client, REGISTRATION).get_json()["token"])
    cy.post(f"/v1/me/tokens/{current(cy)}/rotation")
    problem(register(client, REGISTRATION), 409, "token-shown")


@pytest.mark.parametrize("secret", ["", "too-short", "x" * 201, "with spaces " * 4, "é" * 40, 7])
def test_a_secret_is_long_and_visible(client: FlaskClient, secret: object) -> None:
    answer = register(client, {"name": "Cy", "secret": secret})  # type: ignore[dict-item]
    assert problem(answer, 400, "malformed")["pointer"] == "/secret"


def test_a_secret_without_a_key_is_refused(client: FlaskClient) -> None:
    assert problem(client.post("/v1/players", json=REGISTRATION), 400, "malformed")["pointer"] == "/secret"
    assert client.get("/v1/players/Cy").status_code == 404


def test_a_key_of_a_registration_belongs_to_the_address_that_sent_it(client: FlaskClient) -> None:
    body = {"name": "Mallory", "secret": "m" * 32}
    headers = {"Idempotency-Key": "a-key"}
    squatted = client.post("/v1/players", json=body, headers=headers, environ_overrides={"REMOTE_ADDR": "198.51.100.7"})
    assert squatted.status_code == 201
    first = register(client, REGISTRATION)
    assert (first.status_code, register(client, REGISTRATION).get_json()) == (201, first.get_json())
