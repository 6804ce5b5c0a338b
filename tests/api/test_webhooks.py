"""Webhooks: players are called once a turn, at addresses that may be called, with signatures that anybody can check."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from flask import Flask
from flask.testing import FlaskClient
from standardwebhooks import Webhook as Signed

from api.calls.accounts.webhooks import MOST_WEBHOOKS
from eventstore.tables.accounts import webhooks as rows
from service.calling.news import News
from service.calling.posting import Unanswered
from service.calling.sender import PAUSES, Sender
from service.calling.targets import Target
from service.parts import Parts, build_projections
from tests.api.house import SEED, Person, bearer, started
from tests.api.test_refusals import problem
from tests.projections.running import carry
from tests.support.rulesets import product_rulesets

URL = "https://example.org/kifu"
WEBHOOKS = "/v1/me/webhooks"

pytestmark = pytest.mark.usefixtures("database_url")


class Receiver:
    """Keeps what is posted, and answers with a status; None: not at all."""

    def __init__(self) -> None:
        self.status: int | None = 200
        self.got: list[tuple[str, dict[str, Any], dict[str, str]]] = []

    def post(self, target: Target, body: bytes, headers: Mapping[str, str]) -> int:
        self.got.append((target.host, json.loads(body), {**headers, "body": body.decode()}))
        if self.status is None:
            raise Unanswered("connection refused")
        return self.status

    def said(self) -> list[str]:
        """The kinds of the calls that were received."""
        return [body["type"] for _, body, _ in self.got]


class Calling:
    """The two halves of calling, one after the other."""

    def __init__(self, parts: Parts, url: str, receiver: Receiver) -> None:
        self._parts = parts
        self._url = url
        self._receiver = receiver

    def look(self) -> int:
        """Write what is news, once the read models have all that was recorded."""
        carry(self._url, build_projections(product_rulesets()))
        return News(self._parts, "kifu.example").tick()

    def send(self) -> None:
        """Send everything that is due."""
        sent = 1
        while sent:
            sender = Sender(self._parts.webhooks, self._parts.signer, (), self._receiver.post)
            sent = sender.tick()
            sender.close()

    def go_on(self) -> list[str]:
        """Look and send; return the kinds of the calls that were received."""
        self._receiver.got.clear()
        self.look()
        self.send()
        return self._receiver.said()


@pytest.fixture
def parts(app: Flask) -> Parts:
    found: Parts = app.extensions["kifu"].parts
    return found


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
def calling(parts: Parts, database_url: str, receiver: Receiver) -> Calling:
    return Calling(parts, database_url, receiver)


def added(person: Person, **wanted: Any) -> dict[str, Any]:
    answer = person.post(WEBHOOKS, {"url": URL, **wanted})
    assert answer.status_code == 201, answer.data
    found: dict[str, Any] = answer.get_json()
    return found


def working(person: Person, calling: Calling, **wanted: Any) -> dict[str, Any]:
    """A webhook that has answered its test."""
    found = added(person, **wanted)
    calling.go_on()
    (status,) = {one["status"] for one in listed(person)}
    assert status == "working"
    return found


def listed(person: Person) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = person.get(WEBHOOKS).get_json()["items"]
    return items


def calls_of(person: Person, webhook: dict[str, Any]) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = person.get(f"{WEBHOOKS}/{webhook['id']}/calls").get_json()["items"]
    return items


def moved(person: Person, game: str) -> list[int]:
    """Play the first legal move, and return the seats that are asked afterwards."""
    (choice,) = person.get(f"{game}/legal-moves").get_json()["choices"]
    answer = person.post(f"{game}/moves", {"seat": choice["seat"], "move": choice["moves"][0]["move"]})
    assert answer.status_code == 201, answer.data
    to_move: list[int] = answer.get_json()["to_move"]
    return to_move


def first_asked(ada: Person, bob: Person) -> str:
    """The path of a running game, in which Ada is asked first."""
    return started(ada, bob, seed=SEED)


def test_a_webhook_is_called_about_no_game_before_it_has_answered_its_test(
    ada: Person, bob: Person, calling: Calling, receiver: Receiver
) -> None:
    receiver.status = None
    webhook = added(ada)
    first_asked(ada, bob)
    assert calling.go_on() == ["test"]
    assert [one["status"] for one in listed(ada)] == ["unconfirmed"]
    (test,) = calls_of(ada, webhook)
    assert (test["status"], test["outcome"], test["next_at"]) == ("failed", "connection refused", None)
    assert calling.go_on() == []
    receiver.status = 204
    assert ada.post(f"{WEBHOOKS}/{webhook['id']}/test").status_code == 202
    assert calling.go_on() == ["test"]
    assert [one["status"] for one in listed(ada)] == ["working"]
    assert calling.go_on() == ["turn"]


def test_a_player_is_called_once_a_turn_however_many_questions_it_has(
    ada: Person, bob: Person, calling: Calling, receiver: Receiver
) -> None:
    working(ada, calling)
    game = first_asked(ada, bob)
    assert calling.go_on() == ["turn"]
    assert calling.go_on() == []
    turns, asked = 1, [0]
    for _ in range(12):
        before = asked
        asked = moved(ada if 0 in before else bob, game)
        heard = calling.go_on()
        assert heard == (["turn"] if 0 in asked and 0 not in before else [])
        turns += len(heard)
    assert turns > 2


def test_turns_that_passed_unseen_are_one_call(ada: Person, bob: Person, calling: Calling) -> None:
    working(ada, calling)
    game = first_asked(ada, bob)
    assert calling.go_on() == ["turn"]
    asked = moved(ada, game)
    while 0 not in asked:
        asked = moved(bob, game)
    assert calling.go_on() == ["turn"]


def test_a_kept_seat_and_the_end_of_a_game_are_calls(ada: Person, bob: Person, calling: Calling) -> None:
    working(bob, calling)
    game = ada.open(reserved=[{"seat": 1, "player": "Bob"}], seed=SEED)
    assert calling.go_on() == ["invited"]
    ada.post(f"{game}/seats", {"seat": 0})
    assert calling.go_on() == []
    bob.post(f"{game}/seats", {"seat": 1})
    assert calling.go_on() == []
    ada.post(f"{game}/resignation", {"seat": 0})
    assert calling.go_on() == ["game-over"]
    assert calling.go_on() == []


def test_nobody_is_told_of_games_that_ended_while_they_had_no_webhook(
    ada: Person, bob: Person, calling: Calling
) -> None:
    webhook = working(ada, calling)
    game = first_asked(ada, bob)
    assert calling.go_on() == ["turn"]
    assert ada.delete(f"{WEBHOOKS}/{webhook['id']}").status_code == 204
    assert calling.go_on() == []
    bob.post(f"{game}/resignation", {"seat": 1})
    working(ada, calling)
    assert calling.go_on() == []


def test_a_webhook_hears_only_what_it_asks_for(ada: Person, bob: Person, calling: Calling) -> None:
    working(ada, calling, kinds=["game-over"])
    game = first_asked(ada, bob)
    assert calling.go_on() == []
    bob.post(f"{game}/resignation", {"seat": 1})
    assert calling.go_on() == ["game-over"]


def test_a_call_says_what_it_is_about_and_who_sent_it(
    ada: Person, bob: Person, calling: Calling, receiver: Receiver, parts: Parts
) -> None:
    webhook = working(ada, calling)
    game = first_asked(ada, bob)
    calling.go_on()
    ((host, body, sent),) = receiver.got
    version = ada.get(game).get_json()["version"]
    page = f"https://kifu.example/games/{game.rpartition('/')[2]}"
    assert (host, body["type"]) == ("example.org", "turn")
    assert body["data"] == {
        "player": "Ada",
        "words": "It is your turn in Micro Dojo.",
        "game": game.rpartition("/")[2],
        "ruleset": "micro-dojo",
        "version": version,
        "seats": [0],
        "url": page,
    }
    assert Signed(webhook["secret"]).verify(sent["body"], sent) == body
    by_key = sent["webhook-signature"].partition("v1a,")[2]
    text = f"{sent['webhook-id']}.{sent['webhook-timestamp']}.{sent['body']}"
    keys = {key["key"]: key["public"] for key in ada.get("/.well-known/kifu-keys.json").get_json()["keys"]}
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(keys[sent["kifu-key"]])).verify(
        base64.b64decode(by_key), text.encode()
    )


@pytest.mark.parametrize(("form", "member"), [("discord", "content"), ("slack", "text")])
def test_a_room_gets_a_line_in_the_language_of_whoever_added_the_webhook(
    ada: Person, bob: Person, calling: Calling, receiver: Receiver, form: str, member: str
) -> None:
    ada.post(WEBHOOKS, {"url": URL, "form": form}, Accept_Language="fr")
    calling.look()
    calling.send()
    game = first_asked(ada, bob)
    calling.look()
    calling.send()
    lines = [body[member] for _, body, _ in receiver.got]
    assert lines[1] == f"C’est à vous de jouer à Micro Dojo. https://kifu.example/games/{game.rpartition('/')[2]}"


def test_what_fails_is_sent_again_after_growing_pauses_and_then_given_up(
    ada: Person, bob: Person, calling: Calling, receiver: Receiver, database_url: str
) -> None:
    webhook = working(ada, calling)
    first_asked(ada, bob)
    receiver.status = 500
    assert calling.go_on() == ["turn"]
    for tries, pause in enumerate(PAUSES, 1):
        call = calls_of(ada, webhook)[0]
        assert (call["status"], call["tries"], call["outcome"]) == ("waiting", tries, "500")
        due = datetime.fromisoformat(call["next_at"]) - datetime.now(UTC)
        assert pause - timedelta(minutes=5) < due <= pause
        assert [one["status"] for one in listed(ada)] == ["failing"]
        with psycopg.connect(database_url) as database:
            database.execute("UPDATE kifu.webhook_call SET due_at = now() WHERE due_at IS NOT NULL")
        assert calling.go_on() == ["turn"]
    call = calls_of(ada, webhook)[0]
    assert (call["status"], call["tries"], call["next_at"]) == ("failed", len(PAUSES) + 1, None)
    receiver.status = 200
    assert ada.post(f"{WEBHOOKS}/{webhook['id']}/calls/{call['id']}/repetition").get_json()["status"] == "waiting"
    assert calling.go_on() == ["turn"]
    assert calls_of(ada, webhook)[0]["status"] == "answered"
    assert [one["status"] for one in listed(ada)] == ["working"]


def test_a_webhook_that_has_gone_or_fails_for_days_is_called_no_more_until_a_test_is_answered(
    ada: Person, bob: Person, calling: Calling, receiver: Receiver, database_url: str
) -> None:
    webhook = working(ada, calling)
    game = first_asked(ada, bob)
    receiver.status = 410
    calling.go_on()
    assert [one["status"] for one in listed(ada)] == ["disabled"]
    bob.post(f"{game}/resignation", {"seat": 1})
    assert calling.go_on() == []
    receiver.status = 200
    ada.post(f"{WEBHOOKS}/{webhook['id']}/test")
    assert calling.go_on() == ["test"]
    assert [one["status"] for one in listed(ada)] == ["working"]
    receiver.status = 503
    ada.post(f"{WEBHOOKS}/{webhook['id']}/test")
    calling.go_on()
    with psycopg.connect(database_url) as database:
        database.execute("UPDATE kifu.webhook SET failing_since = now() - interval '6 days'")
    ada.post(f"{WEBHOOKS}/{webhook['id']}/test")
    calling.go_on()
    assert [one["status"] for one in listed(ada)] == ["disabled"]


def test_a_call_of_a_process_that_died_is_sent_again_with_the_same_id(
    ada: Person, calling: Calling, receiver: Receiver, parts: Parts, database_url: str
) -> None:
    webhook = added(ada)
    ((taken, _),) = parts.webhooks.take_due(9, (), timedelta(minutes=1))
    assert calling.go_on() == []
    with psycopg.connect(database_url) as database:
        database.execute("UPDATE kifu.webhook_call SET due_at = now() WHERE due_at IS NOT NULL")
    assert calling.go_on() == ["test"]
    assert receiver.got[0][2]["webhook-id"] == str(taken.id) == calls_of(ada, webhook)[0]["id"]


def test_nobody_is_called_in_their_quiet_hours(ada: Person, bob: Person, calling: Calling) -> None:
    now = datetime.now(UTC)
    around = f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=2):%H:%M} UTC"
    webhook = working(ada, calling, quiet=around)
    first_asked(ada, bob)
    assert calling.go_on() == []
    call = calls_of(ada, webhook)[0]
    due = datetime.fromisoformat(call["next_at"])
    assert (call["kind"], call["status"]) == ("turn", "waiting")
    assert timedelta(hours=1, minutes=50) < due - now <= timedelta(hours=2)


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"url": "http://example.org/kifu"}, "https"),
        ({"url": "ftp://example.org/kifu"}, "https://example.org/kifu"),
        ({"url": "https://ada:secret@example.org/"}, "password"),
        ({"url": "https:///kifu"}, "https://example.org/kifu"),
        ({"url": "https://example.org:99999/"}, "https://example.org/kifu"),
        ({"url": "https://example.org/\n"}, "visible"),
        ({"url": URL, "kinds": ["everything"]}, "game-over"),
        ({"url": URL, "kinds": []}, "1"),
        ({"url": URL, "quiet": "22:00 to 8:00"}, "22:00-08:00"),
        ({"url": URL, "quiet": "22:00-08:00 Mars/Base"}, "22:00-08:00"),
        ({"url": URL, "form": "mail"}, "discord"),
        ({}, "url"),
    ],
)
def test_what_is_wrong_with_a_webhook_is_said(ada: Person, wanted: dict[str, Any], says: str) -> None:
    answer = ada.post(WEBHOOKS, wanted)
    assert answer.status_code in (400, 422)
    assert says in answer.get_data(as_text=True)
    assert listed(ada) == []


def test_a_player_has_so_many_webhooks_and_a_guest_none(ada: Person, client: FlaskClient) -> None:
    for _ in range(MOST_WEBHOOKS):
        webhook = added(ada)
    problem(ada.post(WEBHOOKS, {"url": URL}), 409, "too-many-webhooks")
    assert ada.delete(f"{WEBHOOKS}/{webhook['id']}").status_code == 204
    added(ada)
    guest = client.post("/v1/guests", json={}).get_json()["token"]
    problem(client.post(WEBHOOKS, json={"url": URL}, headers=bearer(guest)), 403, "guest")


def test_a_webhook_is_its_players_own_and_its_secret_is_shown_once(ada: Person, bob: Person) -> None:
    webhook = added(ada)
    assert webhook["secret"].startswith("whsec_")
    assert "secret" not in listed(ada)[0]
    path = f"{WEBHOOKS}/{webhook['id']}"
    calls = f"{path}/calls"
    for answer in (bob.delete(path), bob.post(f"{path}/test"), bob.get(calls), bob.post(f"{calls}/0/repetition")):
        problem(answer, 404, "unknown-webhook")
    problem(ada.post(f"{calls}/00000000-0000-4000-8000-000000000000/repetition"), 404, "unknown-webhook")
    assert len(listed(ada)) == 1


def test_calls_are_kept_for_a_week(ada: Person, parts: Parts, calling: Calling, database_url: str) -> None:
    webhook = working(ada, calling)
    assert parts.webhooks.prune(100) == 0
    with psycopg.connect(database_url) as database:
        database.execute(
            "UPDATE kifu.webhook_call SET made_at = now() - make_interval(days => %s)", (rows.KEPT_DAYS + 1,)
        )
    assert parts.webhooks.prune(100) == 1
    assert calls_of(ada, webhook) == []
