"""Lists, scores and pages over HTTP, and reading what one has just written."""

import json
from uuid import UUID

import pytest
from flask.testing import FlaskClient

from tests.api.house import Person, play_on, started
from tests.support.feeds import heads


@pytest.mark.usefixtures("projector")
def test_a_game_is_read_everywhere_as_soon_as_it_was_written(ada: Person, bob: Person) -> None:
    game = started(ada, bob)
    play_on([ada, bob], game)
    info = ada.get(game).get_json()
    last = info["step"]
    wait = {"Kifu_Wait_For": position(ada, game)}
    (listed,) = ada.get("/v1/games?status=finished&player=Ada", **wait).get_json()["items"]
    assert listed["id"] == info["id"]
    (score,) = ada.get("/v1/scores?ruleset=micro-dojo&player=Bob", **wait).get_json()["items"]
    assert [seat["points"] for seat in score["seats"]] == [s["points"] for s in info["result"]["scores"]]
    history = ada.get("/v1/history?limit=1000", **wait).get_json()["items"]
    assert {line["n"] for line in history if line["game"] == info["id"]} == set(range(1, last + 1))
    board = ada.get("/v1/leaderboards/micro-dojo", **wait).get_json()["items"]
    assert {line["player"] for line in board} == {"Ada", "Bob"}
    assert ada.get("/v1/players/Ada", **wait).get_json()["records"][0]["games"] == 1
    (own,) = ada.get("/v1/players/Ada/games", **wait).get_json()["items"]
    assert own["status"] == "finished"


def position(person: Person, game: str) -> str:
    """The position of the last event in the partition of a game."""
    services = person.client.application.extensions["kifu"]
    partition = services.recorder.partition_of(UUID(game.rpartition("/")[2]))
    return f"{partition}:{heads(services.recorder.datastore)[partition]}"


@pytest.mark.usefixtures("projector")
def test_lists_come_in_pages(ada: Person) -> None:
    paths = [ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2}) for _ in range(5)]
    for answer in paths:
        ada.get("/v1/games", Kifu_Wait_For=answer.headers["Kifu-Position"])
    found, cursor = [], ""
    while cursor is not None:
        page = ada.get(f"/v1/games?limit=2{f'&after={cursor}' if cursor else ''}").get_json()
        found += [game["id"] for game in page["items"]]
        cursor = page["next"]
    assert sorted(found) == sorted(answer.get_json()["id"] for answer in paths)
    assert len(set(found)) == 5


@pytest.mark.usefixtures("projector")
def test_an_unlisted_game_is_in_no_list(ada: Person) -> None:
    answer = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "unlisted": True})
    page = ada.get("/v1/games", Kifu_Wait_For=answer.headers["Kifu-Position"])
    assert page.get_json()["items"] == []


def test_a_read_model_that_lags_says_try_again(ada: Person) -> None:
    position = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2}).headers["Kifu-Position"]
    answer = ada.get("/v1/games", Kifu_Wait_For=position)
    assert (answer.status_code, answer.get_json()["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "1"


@pytest.mark.parametrize("position", ["", "x", "1", "1:", "-1:2", "1:2:3", "1:" + "9" * 30])
def test_a_position_that_is_none_is_malformed(client: FlaskClient, position: str) -> None:
    answer = client.get("/v1/scores", headers={"Kifu-Wait-For": position})
    assert (answer.status_code, answer.get_json()["header"]) == (400, "Kifu-Wait-For")


@pytest.mark.usefixtures("projector")
def test_lists_tell_what_is_of_a_moment_or_later(ada: Person, bob: Person) -> None:
    earlier = ada.get(started(ada, bob)).get_json()
    game = started(ada, bob)
    answer = ada.post(f"{game}/resignation", {"seat": 0})
    wait = {"Kifu_Wait_For": answer.headers["Kifu-Position"]}
    opened = ada.get(game).get_json()["opened_at"]
    for path, key in (
        ("/v1/games", "id"),
        ("/v1/me/games", "id"),
        ("/v1/scores", "game"),
        ("/v1/history", "game"),
        ("/v1/players/Ada/games", "game"),
    ):
        found = {item[key] for item in ada.get(f"{path}?since={opened}", **wait).get_json()["items"]}
        assert found == {game.rpartition("/")[2]}, path
        assert ada.get(f"{path}?since=9999-12-31T23:59:59Z", **wait).get_json()["items"] == [], path
    everything = ada.get("/v1/games?since=0001-01-01T00:00:00%2B14:00", **wait).get_json()["items"]
    assert earlier["id"] in {item["id"] for item in everything}
    ada.post(f"{game}/disputes", {"step": 1, "claim": "The first move was mine.", "seat": 0})
    (dispute,) = ada.get("/v1/disputes", Kifu_Wait_For=position(ada, game)).get_json()["items"]
    assert ada.get(f"/v1/disputes?since={dispute['raised_at']}").get_json()["items"] == [dispute]
    assert ada.get("/v1/disputes?since=9999-12-31T23:59:59Z").get_json()["items"] == []


@pytest.mark.usefixtures("projector")
def test_a_page_of_a_list_comes_as_lines_with_the_link_to_the_next(ada: Person) -> None:
    for _ in range(3):
        answer = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2})
    wait = {"Kifu_Wait_For": answer.headers["Kifu-Position"]}
    page = ada.get("/v1/games?limit=2", **wait)
    lines = ada.get("/v1/games?limit=2", **wait, Accept="application/x-ndjson")
    assert lines.content_type == "application/x-ndjson"
    assert [json.loads(line) for line in lines.text.splitlines()] == page.get_json()["items"]
    assert lines.headers["Link"] == page.headers["Link"]
    assert ada.get("/v1/history?since=9999-12-31T23:59:59Z", Accept="application/x-ndjson").text == ""
