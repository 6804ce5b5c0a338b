"""Table talk over HTTP: said by seats, read by everyone, shown live, and kept in the file of the game."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.calls import live
from tests.api.house import OPERATOR, STRANGER, Person, app_on, bearer, play_on, some_move
from tests.support.archives import FORMATS
from tests.support.databases import create_database, database_name, drop_database


def say(person: Person, game: str, text: str, **more: Any) -> dict[str, Any]:
    """Say something in a game and return the answer."""
    answer = person.post(f"{game}/messages", {"text": text, **more})
    assert answer.status_code == 201, answer.data
    return dict(answer.get_json())


def heard(person: Person, game: str) -> list[str]:
    return [item["text"] for item in person.get(f"{game}/messages").get_json()["items"]]


def blocks(answer: TestResponse) -> Iterator[dict[str, str]]:
    """The fields of each block of an event stream that has an id."""
    assert answer.status_code == 200, answer.data
    for chunk in answer.iter_encoded():
        for block in chunk.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
            if "id" in fields:
                yield fields


def told(fields: dict[str, str]) -> tuple[str, str, object]:
    """The id and event of a block, and the number of its message or step."""
    data = json.loads(fields.get("data", "{}"))
    return fields["id"], fields.get("event", "step" if data else "mark"), data.get("n")


def test_what_a_seat_says_can_be_read_by_everyone(ada: Person, bob: Person, game: str, client: FlaskClient) -> None:
    answer = ada.post(f"{game}/messages", {"text": "My bow for your rice?"})
    body = answer.get_json()
    assert (answer.status_code, body["n"], body["seat"], body["player"]) == (201, 1, 0, "Ada")
    assert ada.post("/v1/receipts/check", body["receipt"]).get_json()["verdict"] == "in-history"
    say(bob, game, "Never.")
    shown = client.get(f"{game}/messages").get_json()
    assert shown["next"] is None
    assert [(m["n"], m["step"], m["seat"], m["player"], m["text"]) for m in shown["items"]] == [
        (1, 1, 0, "Ada", "My bow for your rice?"),
        (2, 1, 1, "Bob", "Never."),
    ]
    assert shown["items"][0] == {name: body[name] for name in shown["items"][0]}


def test_the_tag_of_a_game_stays_and_so_a_move_that_names_it_is_taken(ada: Person, bob: Person, game: str) -> None:
    tag = ada.get(f"{game}/state").headers["ETag"]
    seat, move = some_move([ada, bob], game) or (0, {})
    say(bob, game, "Well?")
    assert ada.get(f"{game}/state", If_None_Match=tag).status_code == 304
    say(ada, game, "I am thinking.")
    answer = [ada, bob][seat].post(f"{game}/moves", {"seat": seat, "move": move}, If_Match=tag)
    assert answer.status_code == 201, answer.data


def test_only_seats_speak_and_everything_else_is_refused_in_words(
    client: FlaskClient, ada: Person, arbiter: Person, operator: Person, game: str
) -> None:
    eve = Person(client, "Eve")
    for sent, expected in (
        (client.post(f"{game}/messages", json={"text": "Boo!"}), (401, "unauthenticated")),
        (eve.post(f"{game}/messages", {"text": "Boo!"}), (403, "not-your-seat")),
        (arbiter.post(f"{game}/messages", {"text": "Order!"}), (403, "not-your-seat")),
        (operator.post(f"{game}/messages", {"text": "Order!"}), (403, "not-your-seat")),
        (ada.post(f"{game}/messages", {"text": "I am Bob.", "seat": 1}), (403, "not-your-seat")),
        (ada.post(f"{game}/messages", {"text": "Two?", "seat": 2}), (404, "unknown-seat")),
        (ada.post(f"{STRANGER}/messages", {"text": "Hello?"}), (404, "unknown-game")),
        (ada.get(f"{STRANGER}/messages"), (404, "unknown-game")),
        (ada.get(f"{game}/messages?after=x"), (400, "malformed")),
        (ada.get(f"{game}/messages?limit=0"), (400, "malformed")),
        (ada.post(f"{game}/messages?to=1", {"text": "Psst."}), (400, "malformed")),
    ):
        assert (sent.status_code, sent.get_json()["code"]) == expected, sent.data
    assert heard(ada, game) == []


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/text"),
        ({"text": ""}, "/text"),
        ({"text": " "}, "/text"),
        ({"text": "x" * 501}, "/text"),
        ({"text": "two\nlines"}, "/text"),
        ({"text": "bell\u0007"}, "/text"),
        ({"text": "a\u200bb"}, "/text"),
        ({"text": "\u2060"}, "/text"),
        ({"text": "\u3164"}, "/text"),
        ({"text": 7}, "/text"),
        ({"text": "x", "seat": "0"}, "/seat"),
        ({"text": "x", "to": 1}, "/to"),
    ],
)
def test_a_malformed_message_is_refused_with_its_place(
    ada: Person, game: str, body: dict[str, Any], pointer: str
) -> None:
    answer = ada.post(f"{game}/messages", body)
    assert (answer.status_code, answer.get_json()["code"], answer.get_json()["pointer"]) == (400, "malformed", pointer)
    assert heard(ada, game) == []


def test_a_message_under_a_key_is_recorded_once(ada: Person, game: str) -> None:
    answers = [ada.post(f"{game}/messages", {"text": "Once."}, Idempotency_Key="k") for _ in range(2)]
    assert answers[0].data == answers[1].data
    assert answers[1].headers["Idempotent-Replayed"] == "true"
    assert answers[0].headers["Kifu-Position"] == answers[1].headers["Kifu-Position"]
    other = ada.post(f"{game}/messages", {"text": "Twice."}, Idempotency_Key="k")
    assert (other.status_code, other.get_json()["code"]) == (422, "key-reused")
    assert heard(ada, game) == ["Once."]


def test_who_says_too_much_is_told_how_long_to_wait(ada: Person, bob: Person, game: str) -> None:
    for number in range(20):
        say(ada, game, str(number))
    answer = ada.post(f"{game}/messages", {"text": "And another thing."})
    assert (answer.status_code, answer.get_json()["code"]) == (429, "too-many-requests")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    say(bob, game, "At last.")


def test_messages_come_in_pages_with_a_link_to_the_next(ada: Person, game: str) -> None:
    for number in range(1, 6):
        say(ada, game, str(number))
    first = ada.get(f"{game}/messages?limit=3")
    assert ([item["n"] for item in first.get_json()["items"]], first.get_json()["next"]) == ([1, 2, 3], 3)
    assert first.headers["Link"] == f'<{game}/messages?limit=3&after=3>; rel="next"'
    rest = ada.get(f"{game}/messages?limit=3&after=3")
    assert ([item["n"] for item in rest.get_json()["items"]], rest.get_json()["next"]) == ([4, 5], None)
    assert "Link" not in rest.headers


def test_a_stream_tells_what_is_said_between_the_steps(ada: Person, bob: Person, game: str) -> None:
    watching = blocks(ada.get(f"{game}/live"))
    assert told(next(watching)) == ("4", "step", 1)
    say(bob, game, "Begin!")
    assert told(next(watching)) == ("4.1", "talk", 1)
    play_on([ada, bob], game, most=1)
    assert told(next(watching)) == ("5", "step", 2)
    # No event, but EventSource remembers the id.
    assert told(next(watching)) == ("5.1", "mark", None)
    say(ada, game, "There.")
    said = next(watching)
    assert told(said) == ("5.2", "talk", 2)
    ada.client.application.extensions["contract"].check(
        "LiveTalk", {"id": said["id"], "event": said["event"], "data": json.loads(said["data"])}
    )
    bob.post(f"{game}/resignation", {"seat": 1})
    assert [told(block)[:2] for block in watching] == [("6", "step"), ("6.2", "mark"), ("6", "end")]


def test_a_stream_goes_on_behind_the_last_message(ada: Person, bob: Person, game: str) -> None:
    for number in range(3):
        say(ada, game, str(number))
    play_on([ada, bob], game, most=1)
    bob.post(f"{game}/resignation", {"seat": 1})
    for last, expected in (
        ("5.2", [("6", "step", 3), ("6.3", "talk", 3)]),
        ("5.3", [("6", "step", 3), ("6.3", "mark", None)]),
        # A version alone says nothing about messages.
        ("5", [("6", "step", 3), ("6.1", "talk", 1), ("6.2", "talk", 2), ("6.3", "talk", 3)]),
    ):
        assert [told(block) for block in blocks(ada.get(f"{game}/live", Last_Event_ID=last))][:-1] == expected
    assert ada.get(f"{game}/live", Last_Event_ID="6.3").status_code == 204
    for wrong in ("5.", ".5", "5.x", "5.1.1", "٥.1"):
        answer = ada.client.get(f"{game}/live", headers={**bearer(ada.token), "Last-Event-ID": wrong})
        assert (answer.status_code, answer.get_json()["header"]) == (400, "Last-Event-ID"), wrong


def test_lines_tell_the_same_and_steps_keep_their_numbers(ada: Person, bob: Person, game: str) -> None:
    say(ada, game, "Hello.")
    bob.post(f"{game}/resignation", {"seat": 1})
    text = ada.get(f"{game}/live", Accept="application/x-ndjson").get_data(as_text=True)
    lines = [json.loads(line) for line in text.splitlines() if line]
    assert [(line["event"], line["id"]) for line in lines] == [("step", 4), ("step", 5), ("talk", "5.1"), ("end", 5)]
    for line in lines:
        ada.client.application.extensions["contract"].check(f"Live{line['event'].title()}", line)


def test_a_message_wakes_a_stream_at_once_and_before_the_start_too(ada: Person, bob: Person) -> None:
    game = ada.open()
    ada.post(f"{game}/seats", {"seat": 0})
    watching, seen = blocks(bob.get(f"{game}/live")), threading.Event()
    assert next(watching)["event"] == "game"

    def watch() -> None:
        assert told(next(watching)) == ("2.1", "talk", 1)
        seen.set()

    thread = threading.Thread(target=watch)
    thread.start()
    assert not seen.wait(0.3)
    say(ada, game, "Who joins?")
    assert seen.wait(live.READ_SECONDS / 2)
    thread.join()


@pytest.mark.usefixtures("projector")
def test_read_models_pass_talk_by(ada: Person, bob: Person, game: str) -> None:
    answer = ada.post(f"{game}/messages", {"text": "Hello."})
    wait = {"Kifu_Wait_For": answer.headers["Kifu-Position"]}
    for path in ("/v1/games", "/v1/history", "/v1/scores", "/v1/players/Ada", "/v1/disputes"):
        assert ada.get(path, **wait).status_code == 200
    position = bob.post(f"{game}/resignation", {"seat": 1}).headers["Kifu-Position"]
    lines = ada.get("/v1/history", Kifu_Wait_For=position).get_json()["items"]
    assert [line["kind"] for line in lines] == ["resignation", "set-up"]
    assert ada.get("/readyz").get_json()["status"] == "ready"


@pytest.fixture
def other_url(postgres_url: str, template: str) -> Iterator[str]:
    """The database of another service."""
    url = create_database(postgres_url, database_name(), template)
    yield url
    drop_database(url)


@pytest.fixture
def elsewhere(other_url: str, tmp_path: Path) -> Iterator[FlaskClient]:
    """A client of another service, with keys of its own."""
    (tmp_path / "elsewhere").mkdir()
    with app_on(other_url, tmp_path / "elsewhere") as app:
        yield app.test_client()


def send_file(client: FlaskClient, file: bytes) -> TestResponse:
    return client.post("/v1/archives", data=file, headers=bearer(OPERATOR), content_type="application/x-ndjson")


@pytest.fixture
def file(ada: Person, bob: Person, game: str) -> bytes:
    """The file of a game that is over, with three messages."""
    say(ada, game, "Hello.")
    play_on([ada, bob], game, most=2)
    say(bob, game, "Hello, Ada.")
    ada.post(f"{game}/resignation", {"seat": 0})
    say(bob, game, "Good game.")
    return ada.get(f"{game}/archive").data


def test_a_restored_game_has_its_talk_and_nothing_can_be_added_to_it(
    ada: Person, bob: Person, game: str, file: bytes, elsewhere: FlaskClient
) -> None:
    assert send_file(elsewhere, file).status_code == 201
    assert elsewhere.get(f"{game}/messages").get_json() == ada.get(f"{game}/messages").get_json()
    assert elsewhere.get(f"{game}/archive").data == file
    found = elsewhere.get(f"{game}/verification").get_json()
    talk = {"messages": 3, "genuine": 0, "fault": None, "unknown": 3, "erased": 0}
    assert (found["holds"], found["talk"]) == (True, talk)
    impostor = Person(elsewhere, "Ada")
    answer = impostor.post(f"{game}/messages", {"text": "I was never beaten."})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "talk-closed")
    assert send_file(elsewhere, file).status_code == 200


def test_a_recorded_file_with_talk_is_restored_as_it_is(client: FlaskClient) -> None:
    file = (FORMATS / "micro-dojo-3-talk.kifu").read_bytes()
    game = send_file(client, file).headers["Location"]
    assert client.get(f"{game}/archive").data == file
    found = client.get(f"{game}/verification").get_json()
    assert (found["holds"], found["talk"]["messages"]) == (True, 2)


def test_a_file_from_before_the_last_word_is_the_same_game(ada: Person, game: str, file: bytes) -> None:
    say(ada, game, "Another one?")
    assert send_file(ada.client, file).status_code == 200
    later = ada.get(f"{game}/archive").data
    assert later.count(b"kifu:message-sent") == 4
    assert send_file(ada.client, later).status_code == 200


def test_a_file_that_knows_more_words_is_not_taken_for_the_same_game(file: bytes, elsewhere: FlaskClient) -> None:
    shorter = b"".join(file.splitlines(keepends=True)[:-1]).replace(b'"messages":3', b'"messages":2', 1)
    assert send_file(elsewhere, shorter).status_code == 201
    answer = send_file(elsewhere, file)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "game-exists")


@pytest.mark.parametrize(
    "attack",
    [
        "DELETE FROM kifu.event WHERE topic = 'kifu:message-sent'",
        "DELETE FROM kifu.event WHERE topic = 'kifu:message-sent' AND version = 3",
        "UPDATE kifu.event SET receipt = NULL WHERE topic = 'kifu:message-sent'",
    ],
)
def test_the_talk_of_a_restored_game_is_covered_by_the_note_of_its_import(
    game: str, file: bytes, elsewhere: FlaskClient, other_url: str, attack: str
) -> None:
    send_file(elsewhere, file)
    with psycopg.connect(other_url) as connection:
        connection.execute(attack)
    found = elsewhere.get(f"{game}/verification").get_json()
    assert (found["holds"], found["imported"]["fault"]) == (False, "the events are not those that were imported")


def changed(file: bytes, old: bytes, new: bytes) -> bytes:
    assert file.count(old) == 1, file.count(old)
    return file.replace(old, new)


def test_a_file_whose_talk_was_changed_is_refused_with_the_line(
    game: str, file: bytes, elsewhere: FlaskClient, ada: Person
) -> None:
    lines = file.splitlines(keepends=True)
    count = len(lines)
    first = count - 2
    for bad, line, why in (
        (changed(file, b"Hello.", b"Hullo."), first, "the text is not the one that was sealed"),
        (b"".join([*lines[:-2], lines[-1], lines[-2]]), first + 1, "the event belongs to another place"),
        (b"".join([*lines[:-3], *lines[-2:]]), first, "the event belongs to another place"),
        (b"".join(lines[:-1]), count - 1, "the file has 2 messages: the header says 3"),
        (b"".join(lines[:-3]), first - 1, "the file has 0 messages: the header says 3"),
        (b"".join([*lines[:-1], lines[-4], lines[-1]]), count, "the messages come last"),
        (changed(file, b',"messages":3', b""), count, "the file has 3 messages: the header says 0"),
        (changed(file, b'"messages":3', b'"messages":0'), 1, "not the header of an archive"),
    ):
        answer = send_file(elsewhere, bad)
        found = answer.get_json()
        assert (answer.status_code, found["code"]) == (422, "bad-archive"), why
        assert why in found["detail"]
        assert found["line"] == line, found
    assert elsewhere.get(f"{game}/messages").status_code == 404
