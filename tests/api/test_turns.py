"""The stream of an account tells a player what waits for them in all games, and bots are listed while they listen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.calls.accounts import turns
from tests.api.house import Person, app_on, some_move, started
from tests.api.test_guests import bot, guest
from tests.api.test_refusals import problem
from tests.support.waiting import eventually

LINES = {"Accept": "application/x-ndjson"}
PATIENCE = 30.0
"""How many seconds an expected event may take on a busy machine."""

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("projector")]


class Heard:
    """The events that a person receives, read by a thread until the stream ends."""

    def __init__(self, person: Person, query: str = "") -> None:
        answer = person.get(f"/v1/me/turns{query}", **LINES)
        assert answer.status_code == 200, answer.data
        self._answer = answer
        self._queue: Queue[dict[str, Any]] = Queue()
        self.thread = Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        for chunk in self._answer.iter_encoded():
            for line in chunk.splitlines():
                if line:
                    self._queue.put(json.loads(line))

    def next(self, timeout: float = PATIENCE) -> tuple[str, str, int, int]:
        """The next event: its kind, game, seat and version."""
        found = self._queue.get(timeout=timeout)
        return found["event"], f"/v1/games/{found['data']['game']}", found["data"]["seat"], found["data"]["version"]

    def is_silent(self, seconds: float = 0.4) -> bool:
        try:
            self._queue.get(timeout=seconds)
        except Empty:
            return True
        return False


@pytest.fixture(autouse=True)
def ended(app: Flask) -> Iterator[None]:
    """Streams end with the test, before its database does."""
    yield
    app.extensions["kifu"].streams.close()
    app.extensions["kifu"].parts.feed.close()


def play(people: list[Person], game: str) -> tuple[int, int]:
    """Play a legal move; return the seat that moved, and the version after it."""
    found = some_move(people, game)
    assert found is not None
    seat, move = found
    answer = people[seat].post(f"{game}/moves", {"seat": seat, "move": move})
    return seat, answer.get_json()["version"]


def test_who_connects_is_told_what_waits_and_then_what_comes(ada: Person, bob: Person) -> None:
    invited = ada.open(reserved=[{"seat": 1, "player": "Bob"}])
    running = started(ada, bob)
    mover = [ada, bob][ada.get(running).get_json()["to_move"][0]]
    seat = 0 if mover is ada else 1
    for _ in range(2):
        heard = Heard(mover)
        told = {heard.next()} if mover is ada else {heard.next(), heard.next()}
        assert ("turn", running, seat, 4) in told
    heard = Heard(bob)
    for _ in range(1 if mover is ada else 2):
        heard.next()
    ada.post(f"{invited}/seats", {"seat": 0})
    assert heard.is_silent()
    assert bob.post(f"{invited}/seats", {"seat": 1}).get_json()["version"] == 5
    assert heard.next()[:3] in [("settled", invited, 1), ("turn", invited, 1)]


def test_turns_are_told_in_order_to_who_is_asked_and_to_nobody_else(ada: Person, bob: Person) -> None:
    heard = [Heard(ada), Heard(bob)]
    stranger = Heard(Person(ada.client, "Eve"))
    game = started(ada, bob)
    people = [ada, bob]
    version = 4
    for _ in range(6):
        (asked,) = ada.get(game).get_json()["to_move"]
        assert heard[asked].next() == ("turn", game, asked, version)
        seat, version = play(people, game)
        assert seat == asked
        if ada.get(game).get_json()["to_move"] != [asked]:
            assert heard[asked].next() == ("settled", game, asked, version)
    # A stream reports what it finds when it looks: a turn that ends before that is never reported.
    (asked,) = ada.get(game).get_json()["to_move"]
    assert heard[asked].next() == ("turn", game, asked, version)
    ended = ada.post(f"{game}/resignation", {"seat": 0}).get_json()["version"]
    assert heard[asked].next() == ("settled", game, asked, ended)
    assert heard[1 - asked].is_silent()
    assert stranger.is_silent()


def test_a_reservation_is_told_at_once_and_settled_when_it_ends(ada: Person, bob: Person) -> None:
    heard = Heard(bob)
    game = ada.open()
    assert heard.is_silent()
    ada.post(f"{game}/reservations", {"seat": 1, "player": "Bob"})
    assert heard.next() == ("invited", game, 1, 2)
    ada.post(f"{game}/reservations/withdrawal", {"seat": 1})
    assert heard.next() == ("settled", game, 1, 3)


def test_games_that_nobody_announced_are_found_in_the_read_model(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "READ_SECONDS", 0.2)
    heard = Heard(bob)
    monkeypatch.setattr("api.streaming.hub.Listener.add", lambda *_: None)
    game = ada.open(reserved=[{"seat": 0, "player": "Bob"}])
    assert heard.next()[:3] == ("invited", game, 0)


def test_every_event_is_as_the_document_says_in_both_forms(client: FlaskClient, ada: Person, bob: Person) -> None:
    game = ada.open(reserved=[{"seat": 1, "player": "Bob"}])
    eventually(lambda: bob.client.get("/v1/games").get_json()["items"])
    with closing(bob.get("/v1/me/turns")) as answer:
        assert answer.content_type == "text/event-stream; charset=utf-8"
        chunks = answer.iter_encoded()
        assert next(chunks) == b"retry: 2000\n\n"
        event = next(chunks).decode()
    name, data = event.split("\n")[:2]
    assert name == "event: invited"
    told = {"event": "invited", "data": json.loads(data.removeprefix("data: "))}
    assert told["data"] == {"game": game.rpartition("/")[2], "ruleset": "micro-dojo", "seat": 1, "version": 2}
    client.application.extensions["contract"].check("InvitedEvent", told)


def test_a_stream_needs_a_player_and_ends_when_the_token_is_revoked(
    client: FlaskClient, ada: Person, operator: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "READ_SECONDS", 0.1)
    problem(client.get("/v1/me/turns"), 401, "unauthenticated")
    problem(operator.get("/v1/me/turns"), 401, "unauthenticated")
    problem(ada.get("/v1/me/turns?rulesets=go"), 404, "unknown-ruleset")
    problem(ada.get("/v1/me/turns?ruleset=go"), 400, "malformed")
    phone = ada.post("/v1/me/tokens", {"label": "phone"}).get_json()
    heard = Heard(Person(client, "Ada", phone["token"]))
    assert heard.is_silent()
    assert ada.delete(f"/v1/me/tokens/{phone['id']}").status_code == 204
    heard.thread.join(PATIENCE)
    assert not heard.thread.is_alive()


def test_streams_of_accounts_are_bounded_as_those_of_games_are(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, streams_per_address=1) as app:
        visitor = guest(app.test_client())
        with closing(visitor.get("/v1/me/turns")):
            problem(visitor.get("/v1/me/turns"), 429, "too-many-requests")


def test_bots_are_listed_while_they_listen(client: FlaskClient, ada: Person) -> None:
    hal = bot(client)
    assert client.get("/v1/bots").get_json() == {"items": []}
    Heard(ada)
    Heard(hal, "?rulesets=micro-dojo,yedo")
    eventually(lambda: client.get("/v1/bots").get_json()["items"])
    assert client.get("/v1/bots").get_json()["items"] == [
        {"name": "Hal", "kind": "other", "rulesets": ["micro-dojo", "yedo"], "description": None}
    ]
