"""A game as server-sent events."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.calls import live
from tests.api.house import Person, app_on, play_on, some_move


def events(chunks: Iterator[bytes]) -> Iterator[tuple[int, str, Any]]:
    """Id, name and data of each event; comments are left out."""
    for chunk in chunks:
        for block in chunk.decode().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
            if "data" in lines:
                yield int(lines["id"]), lines.get("event", "message"), json.loads(lines["data"])


def stream(person: Person, path: str, **headers: str) -> Iterator[tuple[int, str, Any]]:
    answer = person.get(path, **headers)
    assert answer.status_code == 200, answer.data
    assert answer.content_type == "text/event-stream; charset=utf-8"
    return events(answer.iter_encoded())


def test_a_stream_tells_every_step_as_it_happens_and_ends_with_the_game(ada: Person, bob: Person, game: str) -> None:
    watching = stream(ada, f"{game}/live")
    assert next(watching)[2]["kind"] == "set-up"
    play_on([ada, bob], game, most=3)
    assert [next(watching)[0] for _ in range(3)] == [5, 6, 7]
    bob.post(f"{game}/resignation", {"seat": 1})
    rest = list(watching)
    assert [(version, name) for version, name, _ in rest] == [(8, "message"), (8, "end")]
    assert rest[0][2]["kind"] == "resignation"
    assert rest[1][2]["status"] == "resigned"


def test_every_event_of_both_forms_of_a_stream_is_as_the_document_says(ada: Person, bob: Person, game: str) -> None:
    waiting = next(stream(ada, f"{ada.open()}/live"))
    play_on([ada, bob], game, most=3)
    bob.post(f"{game}/resignation", {"seat": 1})
    sent = [waiting, *stream(ada, f"{game}/live")]
    lines = ada.get(f"{game}/live", Accept="application/x-ndjson").get_data(as_text=True).splitlines()
    told = [{"id": id_, "event": "step" if name == "message" else name, "data": data} for id_, name, data in sent]
    assert told[1:] == [json.loads(line) for line in lines if line]
    for event in told:
        ada.client.application.extensions["contract"].check(f"Live{event['event'].title()}", event)
    assert {event["event"] for event in told} == {"game", "step", "end"}


def test_a_step_of_somebody_else_wakes_a_stream_at_once(ada: Person, bob: Person, game: str) -> None:
    watching, seen = stream(bob, f"{game}/live", Last_Event_ID="4"), threading.Event()

    def watch() -> None:
        next(watching)
        seen.set()

    thread = threading.Thread(target=watch)
    thread.start()
    assert not seen.wait(0.3)
    play_on([ada, bob], game, most=1)
    assert seen.wait(live.READ_SECONDS / 2)
    thread.join()


def test_a_stream_goes_on_where_it_was_left(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, most=4)
    assert next(stream(ada, f"{game}/live", Last_Event_ID="6"))[2]["n"] == 4
    assert next(stream(ada, f"{game}/live?after=3"))[2]["n"] == 4


def test_a_waiting_game_tells_who_sits_down(ada: Person, bob: Person) -> None:
    path = ada.open()
    watching = stream(bob, f"{path}/live")
    assert next(watching)[:2] == (1, "game")
    ada.post(f"{path}/seats", {"seat": 0})
    version, name, info = next(watching)
    assert (version, name, info["seats"][0]["player"]) == (2, "game", "Ada")
    bob.post(f"{path}/seats", {"seat": 1})
    assert next(watching)[2]["kind"] == "set-up"


def test_the_stream_of_a_game_that_is_over_ends_and_is_not_asked_for_again(ada: Person, game: str) -> None:
    ada.post(f"{game}/resignation", {"seat": 0})
    assert [name for _, name, _ in stream(ada, f"{game}/live")] == ["message", "message", "end"]
    nothing = ada.get(f"{game}/live", Last_Event_ID="5")
    assert (nothing.status_code, nothing.data) == (204, b"")
    assert "Content-Type" not in nothing.headers


def test_a_silent_stream_comments_that_it_is_alive(ada: Person, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "COMMENT_SECONDS", 0.05)
    chunks = ada.get(f"{game}/live", Last_Event_ID="4").iter_encoded()
    assert next(chunks).startswith(b"retry:")
    assert next(chunks).startswith(b":")


def test_streams_are_capped_and_given_back(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, max_streams=2) as app:
        ada = Person(app.test_client(), "Ada")
        path = ada.open()
        open_streams = [ada.get(f"{path}/live") for _ in range(2)]
        refused = ada.get(f"{path}/live")
        assert (refused.status_code, refused.get_json()["code"]) == (503, "unavailable")
        assert refused.headers["Retry-After"] == "1"
        assert ada.client.head(f"{path}/live").status_code == 200
        next(open_streams[0].iter_encoded())
        for answer in open_streams:
            answer.close()
        assert [ada.get(f"{path}/live").status_code for _ in range(2)] == [200, 200]


def test_as_shows_a_stream_with_other_eyes_only_where_it_may(ada: Person, bob: Person, game: str) -> None:
    assert bob.get(f"{game}/live?as=seat:0").status_code == 403
    assert some_move([ada, bob], game) is not None
    assert next(stream(ada, f"{game}/live?as=spectator"))[2]["n"] == 1


def test_a_last_event_id_that_is_no_version_is_malformed(ada: Person, game: str) -> None:
    assert ada.get(f"{game}/live", Last_Event_ID="x").get_json()["header"] == "Last-Event-ID"
