"""Unlisted games exist only for their players, their opener, the operator, and holders of their link."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.application.commands import Request
from domain.application.lobby.opening import Opening, open_game
from tests.api.house import STRANGER, House, Person, app_on, bearer, play_on
from tests.api.test_lobby import done, refused, taken

READ = (
    "",
    "/state",
    "/legal-moves",
    "/steps",
    "/steps/1",
    "/states/1",
    "/states/1.svg",
    "/states/1.png",
    "/drawings",
    "/picture.png",
    "/audit/1",
    "/live",
    "/archive",
    "/verification",
    "/chance",
    "/disputes",
    "/looks",
    "/messages",
    "/proofs/1",
    "/ending",
)
SENT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/seats", {}),
    ("/moves", {"seat": 0, "move": {"type": "pass"}}),
    ("/explanations", {"seat": 0, "move": {"type": "pass"}}),
    ("/outlooks", {"seat": 0, "moves": [{"type": "pass"}]}),
    ("/take-back", {"seat": 0}),
    ("/resignation", {"seat": 0}),
    ("/disputes", {"step": 1, "claim": "No."}),
    ("/messages", {"text": "Hello"}),
    ("/branches", {"at": 1}),
    ("/reservations", {"seat": 0}),
    ("/reservations/withdrawal", {"seat": 0}),
    ("/departure", {"seat": 0}),
    ("/cancellation", {}),
    ("/link", {}),
    ("/rematch", {}),
    ("/reports", {"reason": "other", "words": "Look."}),
)


@pytest.fixture
def eve(house: House) -> Person:
    return house.person("Eve")


class Hidden:
    """A running unlisted game of Ada and Bob: its path, and the secret of its link."""

    def __init__(self, ada: Person, bob: Person) -> None:
        opened = done(ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "unlisted": True}))
        self.path, self.link = f"/v1/games/{opened['id']}", opened["link"]
        assert opened["linked"]
        taken(ada.post(f"{self.path}/seats", {"seat": 0}))
        taken(bob.post(f"{self.path}/seats", {"seat": 1}, Kifu_Link=self.link))


@pytest.fixture
def hidden(ada: Person, bob: Person) -> Hidden:
    return Hidden(ada, bob)


def test_a_stranger_meets_every_call_of_an_unlisted_game_as_if_there_were_none(
    hidden: Hidden, eve: Person, client: FlaskClient, app: Flask
) -> None:
    tried = set()
    for below in READ:
        for headers in ({}, {"Kifu-Link": "x" * 43}):
            answer = client.get(hidden.path + below, headers=headers)
            unknown = client.get(STRANGER + below, headers=headers)
            assert answer.status_code == unknown.status_code == 404, below
            assert answer.get_json()["code"] == "unknown-game"
            assert answer.get_data(as_text=True) == unknown.get_data(as_text=True).replace(
                STRANGER.rsplit("/", 1)[1], hidden.path.rsplit("/", 1)[1]
            )
        assert eve.get(hidden.path + below).status_code == 404
        tried.add(below)
    for below, body in SENT:
        assert client.post(hidden.path + below, json=body).status_code == 401, below
        answer = eve.post(hidden.path + below, body)
        assert (answer.status_code, answer.get_json()["code"]) == (404, "unknown-game"), below
        tried.add(below)
    rules = {rule.rule for rule in app.url_map.iter_rules() if "<game_id>" in rule.rule}
    shapes = {below.replace("/1", "/*") for below in tried}
    missing = {rule for rule in rules if shape(rule) not in shapes and "<dispute>" not in rule}
    assert missing == set(), "each call of a game is tried"


@pytest.mark.parametrize(("below", "body"), SENT)
@pytest.mark.usefixtures("database_url")
def test_a_wrong_token_is_refused_there_as_for_any_other_game(
    hidden: Hidden, client: FlaskClient, below: str, body: dict[str, Any]
) -> None:
    for path in (hidden.path, STRANGER):
        answer = client.post(path + below, json=body, headers=bearer("wrong"))
        assert (answer.status_code, answer.get_json()["code"]) == (401, "unauthenticated")


def shape(rule: str) -> str:
    """The part of a rule behind the game, with * for its numbers."""
    return rule.partition("<game_id>")[2].replace("<n>", "*").replace("<size>", "*")


def test_players_opener_operator_and_who_has_the_link_read_it(
    hidden: Hidden, ada: Person, bob: Person, eve: Person, operator: Person, client: FlaskClient
) -> None:
    for below in ("", "/state", "/steps", "/verification", "/archive"):
        for person in (ada, bob, operator):
            assert person.get(hidden.path + below).status_code == 200, below
        assert eve.get(hidden.path + below, Kifu_Link=hidden.link).status_code == 200, below
        assert client.get(hidden.path + below, headers={"Kifu-Link": hidden.link}).status_code == 200, below
    lines = client.get(f"{hidden.path}/live", headers={"Kifu-Link": hidden.link, "Accept": "application/x-ndjson"})
    assert lines.status_code == 200


@pytest.mark.parametrize("below", ["", *(below for below in READ if below not in ("/proofs/1", "/live"))])
def test_no_shared_cache_keeps_an_answer_about_an_unlisted_game(
    hidden: Hidden, client: FlaskClient, below: str
) -> None:
    answer = client.get(hidden.path + below, headers={"Kifu-Link": hidden.link})
    assert {"private", "no-store"} & set(re.split(", ?", answer.headers["Cache-Control"])), answer.headers
    assert "public" not in answer.headers["Cache-Control"]
    assert "Kifu-Link" in answer.vary


def test_a_new_link_opens_the_game_and_the_one_before_it_no_more(
    hidden: Hidden, ada: Person, bob: Person, eve: Person
) -> None:
    refused(bob.post(f"{hidden.path}/link"), 403, "not-opener")
    new = done(ada.post(f"{hidden.path}/link"))["link"]
    assert eve.get(hidden.path, Kifu_Link=hidden.link).status_code == 404
    assert eve.get(hidden.path, Kifu_Link=new).status_code == 200
    assert bob.get(hidden.path).status_code == 200
    newer = done(ada.post(f"{hidden.path}/link"))["link"]
    assert eve.get(hidden.path, Kifu_Link=new).status_code == 404
    assert eve.get(hidden.path, Kifu_Link=newer).status_code == 200


def test_a_stream_ends_when_its_link_is_replaced(hidden: Hidden, ada: Person, client: FlaskClient) -> None:
    headers = {"Kifu-Link": hidden.link, "Accept": "application/x-ndjson"}
    lines = stream_lines(client.get(f"{hidden.path}/live", headers=headers, buffered=False).response)
    assert b'"set-up"' in next(lines)
    done(ada.post(f"{hidden.path}/link"))
    assert list(lines) == []


def stream_lines(chunks: Any) -> Iterator[bytes]:
    """The lines of a stream that hold an event."""
    for chunk in chunks:
        yield from (line for line in chunk.splitlines() if line)


def test_players_for_whom_a_seat_is_reserved_and_who_hold_an_invitation_find_the_game(
    ada: Person, bob: Person, eve: Person
) -> None:
    wanted = {"ruleset": "micro-dojo", "seats": 2, "unlisted": True}
    opened = done(ada.post("/v1/games", {**wanted, "reserved": [{"seat": 0, "player": "Bob"}, {"seat": 1}]}))
    path, (invitation,) = f"/v1/games/{opened['id']}", opened["invitations"]
    assert bob.get(path).status_code == 200
    assert eve.get(path).status_code == 404
    assert eve.get(path, Kifu_Link=invitation["secret"]).status_code == 200
    body = {"invitation": invitation["secret"]}
    refused(eve.post(f"{path}/seats", body), 404, "unknown-game")
    assert taken(eve.post(f"{path}/seats", body, Kifu_Link=invitation["secret"])) == 1
    assert eve.get(path).status_code == 200
    done(eve.post(f"{path}/departure", {"seat": 1}))
    assert eve.get(path).status_code == 404
    assert eve.get(path, Kifu_Link=invitation["secret"]).status_code == 404


def test_answers_about_an_unlisted_game_are_kept_by_no_shared_cache(hidden: Hidden, ada: Person, bob: Person) -> None:
    play_on([ada, bob], hidden.path)
    step = ada.get(f"{hidden.path}/states/1", Kifu_Link=hidden.link)
    assert "public" not in step.headers["Cache-Control"]
    assert "immutable" in step.headers["Cache-Control"]
    for below in ("", "/state", "/states/1", "/archive"):
        vary = {name.strip() for name in ada.get(hidden.path + below).headers["Vary"].split(",")}
        assert {"Authorization", "Kifu-Link"} <= vary, below


def test_a_header_that_holds_no_link_is_refused(ada: Person, hidden: Hidden) -> None:
    answer = ada.get(hidden.path, Kifu_Link="short")
    refused(answer, 400, "malformed")
    assert answer.get_json()["header"] == "Kifu-Link"


def test_a_listed_game_has_no_link(ada: Person, client: FlaskClient) -> None:
    path = ada.open()
    info = client.get(path).get_json()
    assert info["linked"] is False
    refused(ada.post(f"{path}/link"), 409, "no-link")


def test_a_branch_that_is_unlisted_has_a_link(hidden: Hidden, ada: Person, eve: Person) -> None:
    branch = done(ada.post(f"{hidden.path}/branches", {"at": 1}))
    path = f"/v1/games/{branch['id']}"
    assert eve.get(path).status_code == 404
    assert eve.get(path, Kifu_Link=branch["link"]).status_code == 200


def test_an_unlisted_game_from_before_there_were_links_is_read_by_its_id(
    ada: Person, client: FlaskClient, app: Flask
) -> None:
    games = app.extensions["kifu"].parts.games
    wanted = Opening("micro-dojo", {}, 2, None, unlisted=True)
    event = open_game(wanted, games.stored.rulesets, Request(ada.name), datetime.now(UTC), secrets.token_bytes)
    games.stored.events.put([event], previous=None, receipts=[None])
    path = f"/v1/games/{event.originator_id}"
    info = client.get(path).get_json()
    assert (info["unlisted"], info["linked"]) == (True, False)
    refused(ada.post(f"{path}/link"), 409, "no-link")


def test_another_worker_knows_who_may_read(
    hidden: Hidden, bob: Person, eve: Person, ada: Person, database_url: str, tmp_path: Path
) -> None:
    with app_on(database_url, tmp_path) as app:
        client = app.test_client()
        there = [Person(client, one.name, one.token) for one in (bob, eve)]
        for below in ("/verification", "/steps", ""):
            assert [one.get(hidden.path + below).status_code for one in there] == [200, 404]
        new = done(ada.post(f"{hidden.path}/link"))["link"]
        assert there[1].get(hidden.path, Kifu_Link=hidden.link).status_code == 404
        assert there[1].get(hidden.path, Kifu_Link=new).status_code == 200


def test_a_damaged_unlisted_game_is_shown_to_its_players_and_to_no_stranger(
    hidden: Hidden, ada: Person, bob: Person, eve: Person, operator: Person, database_url: str, tmp_path: Path
) -> None:
    play_on([ada, bob], hidden.path, most=2)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE kifu.event SET payload = '{' || payload WHERE topic = 'kifu:move-played'")
    with app_on(database_url, tmp_path) as app:
        client = app.test_client()
        for person, status in ((bob, 200), (ada, 200), (operator, 200), (eve, 404)):
            there = Person(client, person.name, person.token)
            assert there.get(f"{hidden.path}/verification").status_code == status, person.name
            assert there.get(hidden.path).status_code == (409 if status == 200 else 404)
        linked = Person(client, eve.name, eve.token).get(f"{hidden.path}/verification", Kifu_Link=hidden.link)
        assert (linked.status_code, linked.get_json()["holds"]) == (200, False)


def test_what_somebody_said_who_has_left_stays_part_of_a_record_that_holds(ada: Person, bob: Person) -> None:
    path = ada.open()
    taken(bob.post(f"{path}/seats", {"seat": 0}))
    done(bob.post(f"{path}/messages", {"text": "I must go."}))
    done(bob.post(f"{path}/departure", {"seat": 0}))
    refused(bob.post(f"{path}/messages", {"text": "Still here?"}), 403, "not-your-seat")
    taken(ada.post(f"{path}/seats", {"seat": 0}))
    taken(ada.post(f"{path}/seats", {"seat": 1}))
    found = ada.get(f"{path}/verification").get_json()
    assert (found["holds"], found["talk"]["messages"]) == (True, 1)


@pytest.mark.usefixtures("projector")
def test_a_game_that_was_left_and_filled_is_replayed_step_by_step_and_archived(
    ada: Person, bob: Person, operator: Person
) -> None:
    path = ada.open(reserved=[{"seat": 1}])
    taken(bob.post(f"{path}/seats", {"seat": 0, "entropy": "one"}))
    done(bob.post(f"{path}/departure", {"seat": 0}))
    done(ada.post(f"{path}/reservations/withdrawal", {"seat": 1}))
    taken(ada.post(f"{path}/seats", {"seat": 0, "entropy": "two"}))
    taken(bob.post(f"{path}/seats", {"seat": 1}))
    play_on([ada, bob], path, most=4)
    seat = ada.get(path).get_json()["to_move"][0]
    mover = [ada, bob][1 - seat]
    mover.post(f"{path}/take-back", {"seat": 1 - seat})
    play_on([ada, bob], path)
    info = ada.get(path).get_json()
    offset = info["version"] - info["step"]
    assert offset == 7
    steps = ada.get(f"{path}/steps?limit=1000").get_json()["items"]
    assert [step["version"] - step["n"] for step in steps] == [offset] * info["step"]
    for n in (1, 3, info["step"]):
        assert ada.get(f"{path}/audit/{n}").get_json()["version"] == n + offset
        assert ada.get(f"{path}/steps/{n}").get_json() == steps[n - 1]
    stream = ada.get(f"{path}/live", Accept="application/x-ndjson", Last_Event_ID=str(offset + 2)).data.splitlines()
    events = [json.loads(line) for line in stream if line]
    assert [event["id"] - event["data"]["n"] for event in events[:-1]] == [offset] * (info["step"] - 2)
    stale = ada.post(f"{path}/resignation", {"seat": 0}, If_Match=f'"{offset + 2}"')
    assert [step["n"] for step in stale.get_json()["missed"]][:2] == [3, 4]
    found = ada.get(f"{path}/verification").get_json()
    assert found["holds"], found
    archive = ada.get(f"{path}/archive").data
    again = ada.client.post(
        "/v1/archives", data=archive, headers={**bearer(operator.token), "Content-Type": "application/x-ndjson"}
    )
    assert (again.status_code, again.get_json()["version"]) == (200, info["version"])
