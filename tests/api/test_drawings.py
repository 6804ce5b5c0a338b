"""Pictures of games: SVG, PNG, and the drawings of many steps as differences."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.house import STRANGER, Person, play_on, started

Lines = list[dict[str, Any]]


def drawings(person: Person, game: str, query: str = "") -> Lines:
    answer = person.get(f"{game}/drawings{query}")
    assert answer.status_code == 200, answer.data
    assert answer.content_type.startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.get_data(as_text=True).splitlines()]


def test_differences_add_up_to_the_drawing_of_every_step(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, most=12)
    lines = drawings(ada, game)
    assert [line["step"] for line in lines] == list(range(1, 14))
    nodes: dict[str, Any] = {}
    for line in lines:
        nodes = {key: node for key, node in nodes.items() if key not in line.get("gone", ())} | line["nodes"]
        (whole,) = drawings(ada, game, f"?from={line['step']}&to={line['step']}")
        assert nodes == whole["nodes"]
        assert line["points"] == whole["points"]
        assert set(line["marked"]) <= nodes.keys()
    assert all(len(line["nodes"]) < len(nodes) / 2 for line in lines[1:])


def test_the_first_line_has_what_all_need_and_a_range_starts_where_it_was_asked_to(
    ada: Person, bob: Person, game: str
) -> None:
    play_on([ada, bob], game, most=5)
    first, second = drawings(ada, game, "?from=3&to=4")
    assert (first["step"], second["step"]) == (3, 4)
    assert first["panels"] == [key for key, node in first["nodes"].items() if node["kind"] == "panel"]
    assert first["title"] == "Micro Dojo: Ada and Bob"
    assert first["symbols"].keys() | first["art"].keys() >= {
        node["symbol"] for node in first["nodes"].values() if node["kind"] == "use"
    }
    assert "symbols" not in second
    assert first["points"] == [seat["points"] for seat in ada.get(f"{game}/states/3").get_json()["state"]["seats"]]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("?from=2&to=1", 400, "malformed"),
        ("?from=x", 400, "malformed"),
        ("?from=0&to=1", 404, "unknown-step"),
        ("?from=9", 404, "unknown-step"),
        ("?to=9", 404, "unknown-step"),
        ("?as=seat:1", 403, "not-your-seat"),
        ("?as=seat:7", 404, "unknown-seat"),
        ("?colour=red", 400, "malformed"),
    ],
)
def test_what_cannot_be_drawn_is_refused(ada: Person, game: str, query: str, status: int, code: str) -> None:
    answer = ada.get(f"{game}/drawings{query}")
    assert (answer.status_code, answer.get_json()["code"]) == (status, code)


def test_a_picture_says_what_it_shows_and_flows_into_columns(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, most=2)
    widths = []
    for columns in (1, 3, 6):
        answer = ada.get(f"{game}/states/3.svg?columns={columns}")
        assert answer.content_type == "image/svg+xml"
        assert "style-src 'sha256-" in answer.headers["Content-Security-Policy"]
        text = answer.get_data(as_text=True)
        assert '<title id="title">Micro Dojo: Ada and Bob</title>' in text
        assert 'class="' in text
        assert re.search(r'class="[^"]*\bmarked\b', text)
        found = re.search(r'viewBox="0 0 (\d+) (\d+)"', text)
        assert found
        widths.append(int(found[1]))
    assert widths == [376, 1112, 1480]
    for columns in ("0", "7", "two"):
        assert ada.get(f"{game}/states/3.svg?columns={columns}").get_json()["parameter"] == "columns"
    assert ada.get(f"{game}/states/4.svg").get_json()["code"] == "unknown-step"


def test_a_picture_as_png_is_as_wide_as_its_columns(ada: Person, game: str) -> None:
    answer = ada.get(f"{game}/states/1.png?columns=2")
    assert answer.content_type == "image/png"
    assert answer.data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(answer.data[16:20], "big") == 2 * 368 + 8


def test_drawings_are_kept_for_good_once_the_game_is_over(ada: Person, bob: Person, game: str) -> None:
    for path in (f"{game}/drawings?from=1&to=1", f"{game}/states/1.svg", f"{game}/states/1.png"):
        assert ada.get(path).headers["Cache-Control"] == "private, no-cache"
    assert bob.post(f"{game}/resignation", {"seat": 1}).status_code == 201
    for path in (f"{game}/drawings?from=1&to=1", f"{game}/states/1.svg", f"{game}/states/1.png"):
        answer = ada.get(path)
        assert "immutable" in answer.headers["Cache-Control"]
        assert {"Authorization", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))
    # Without `to` the request ends at the last step, and a dispute may add another.
    assert ada.get(f"{game}/drawings").headers["Cache-Control"] == "private, no-cache"
    assert len(drawings(ada, game, "?as=seat:1")) == 2


def test_what_was_drawn_is_not_drawn_again(
    ada: Person, bob: Person, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bob.post(f"{game}/resignation", {"seat": 1}).status_code == 201
    paths = [f"{game}/{name}" for name in ("picture.png", "states/1.png", "states/1.svg", "drawings")]
    paths.append(f"{game}/drawings?as=seat:0")
    first = [ada.get(path).data for path in paths]
    monkeypatch.setattr("api.calls.drawings.draw_png", lambda _: pytest.fail("a picture was drawn twice"))
    monkeypatch.setattr("api.calls.drawings.picture_step", lambda *_: pytest.fail("a step was drawn twice"))
    monkeypatch.setattr("api.calls.drawings.draw_steps", lambda *_: iter(()))
    assert [ada.get(path).data for path in paths] == first
    # The answer in another language is a different one, which nobody has requested yet.
    monkeypatch.undo()
    french = ada.client.get(f"{game}/drawings", headers={"Accept-Language": "fr"}).data
    assert french not in first


def test_a_kept_picture_is_that_of_its_viewer_its_columns_and_its_language(ada: Person, bob: Person) -> None:
    game = started(ada, bob, ruleset="daimyo")
    asked = [
        (person, f"{game}/states/1.svg?as={viewer}&columns={columns}", language)
        for person, viewer in ((ada, "seat:0"), (bob, "seat:1"), (ada, "spectator"))
        for columns in (3, 6)
        for language in ("en", "fr")
    ]

    def look(asking: tuple[Person, str, str]) -> bytes:
        person, path, language = asking
        return person.get(path, **{"Accept-Language": language}).data

    first = [look(asking) for asking in asked]
    assert len(set(first)) == len(asked)
    assert [look(asking) for asking in asked] == first


def test_what_others_hold_is_in_no_drawing(ada: Person, bob: Person) -> None:
    game = started(ada, bob, ruleset="daimyo")
    hands: list[list[str]] = []
    while not any(hands):
        # Chance decides when a hero is drawn, and every game draws one before it ends.
        assert ada.get(game).get_json()["status"] == "playing"
        play_on([ada, bob], game, most=10)
        hands = [_hand(person, game, seat) for seat, person in enumerate([ada, bob])]
    for hand, owner, other in ((hands[0], ada, bob), (hands[1], bob, ada)):
        last = f"?from={ada.get(game).get_json()['step']}"
        own, others = drawings(owner, game, last), drawings(other, game, last)
        assert all(_shows(own, hero) for hero in hand)
        assert not any(_shows(others, hero) for hero in hand)
        assert not any(_shows(drawings(owner, game, f"{last}&as=spectator"), hero) for hero in hand)


def _hand(person: Person, game: str, seat: int) -> list[str]:
    side = person.get(f"{game}/state").get_json()["state"]["sides"][seat]
    return [hero["hero"] for hero in side["hand"]]


def _shows(lines: Lines, hero: str) -> bool:
    return re.search(rf"\b{re.escape(hero)}\b", json.dumps(lines)) is not None


def test_the_picture_of_a_game_is_what_a_spectator_sees_now(
    ada: Person, bob: Person, client: FlaskClient, game: str
) -> None:
    before = client.get(f"{game}/picture.png")
    assert before.content_type == "image/png"
    assert ada.get(f"{game}/picture.png").data == before.data
    tag = before.headers["ETag"]
    assert ada.get(f"{game}/picture.png", If_None_Match=tag).status_code == 304
    play_on([ada, bob], game, most=1)
    after = ada.get(f"{game}/picture.png", If_None_Match=tag)
    assert after.status_code == 200
    assert after.data != before.data


def test_before_the_set_up_there_is_an_empty_table_and_no_step(ada: Person) -> None:
    game = ada.open()
    assert ada.get(f"{game}/picture.png").data.startswith(b"\x89PNG")
    assert ada.get(f"{game}/drawings").get_json()["code"] == "unknown-step"
    assert ada.get(f"{game}/states/1.svg").get_json()["code"] == "unknown-step"


def test_an_unlisted_game_and_one_that_is_not_there_have_no_picture(ada: Person, bob: Person) -> None:
    game = ada.open(unlisted=True)
    assert ada.get(f"{game}/picture.png").status_code == 200
    for path in (game, STRANGER):
        assert bob.get(f"{path}/picture.png").get_json()["code"] == "unknown-game"
    assert ada.get(f"{game}/picture.png?columns=2").get_json()["code"] == "malformed"
