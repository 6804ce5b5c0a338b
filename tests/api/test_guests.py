"""Guests play without a name of their own, and bots are marked wherever they are shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from eventstore.postgres.datastore import Datastore
from eventstore.tables.accounts.kinds import PlayerKinds
from eventstore.tables.players import NameTaken, Players
from tests.api.house import Person, app_on, play_on, started
from tests.api.test_refusals import problem


def guest(client: FlaskClient) -> Person:
    """A new guest."""
    answer = client.post("/v1/guests", json={})
    assert answer.status_code == 201, answer.data
    assert answer.headers["Cache-Control"] == "no-store"
    return Person(client, **answer.get_json())


def bot(client: FlaskClient, name: str = "Hal") -> Person:
    """A player who registered as a bot."""
    return Person(client, **client.post("/v1/players", json={"name": name, "bot": True}).get_json())


def test_a_guest_plays_like_anybody_and_is_marked(client: FlaskClient, ada: Person) -> None:
    visitor = guest(client)
    assert re.fullmatch(r"Guest [1-9]\d{3,5}", visitor.name)
    assert visitor.get("/v1/me").get_json() == {
        "player": visitor.name,
        "arbiter": False,
        "operator": False,
        "guest": True,
        "bot": False,
    }
    page = client.get(f"/v1/players/{visitor.name}").get_json()
    assert (page["guest"], page["bot"]) == (True, False)
    assert client.get("/v1/players/Ada").get_json()["guest"] is False
    assert play_on([visitor, ada], started(visitor, ada), most=4) == 4


def test_a_guest_keeps_the_account_by_recovery_codes(client: FlaskClient) -> None:
    visitor = guest(client)
    code = visitor.post("/v1/me/recovery-codes").get_json()["codes"][0]
    token = client.post(f"/v1/players/{visitor.name}/recovery", json={"code": code}).get_json()["token"]
    assert Person(client, visitor.name, token).get("/v1/me").get_json()["guest"] is True


@pytest.mark.parametrize(
    ("sent", "code", "status"),
    [
        ({}, "unsupported-media-type", 415),
        ({"data": "{}", "content_type": "text/plain"}, "unsupported-media-type", 415),
        ({"data": "", "content_type": "application/x-www-form-urlencoded"}, "unsupported-media-type", 415),
        ({"data": "", "content_type": "application/json"}, "malformed", 400),
        ({"json": {"name": "Ada"}}, "malformed", 400),
    ],
)
def test_a_guest_is_registered_by_json_that_no_page_of_another_origin_can_send(
    client: FlaskClient, sent: dict[str, Any], code: str, status: int
) -> None:
    problem(client.post("/v1/guests", **sent), status, code)


@pytest.mark.parametrize(
    "name", ["Guest", "Guest 7421", "guest-1", "The Guest", "Random bot", "greedy b0t", "Greedy bot 2"]
)
def test_names_of_guests_and_of_the_bots_of_the_service_are_given_by_it_alone(client: FlaskClient, name: str) -> None:
    problem(client.post("/v1/players", json={"name": name, "bot": True}), 409, "name-reserved")


def test_guests_are_counted_as_registrations(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, rate_limit_players="2/minute") as app:
        client = app.test_client()
        assert client.post("/v1/players", json={"name": "Ada"}).status_code == 201
        guest(client)
        assert "Retry-After" in client.post("/v1/guests", json={}).headers
        problem(client.post("/v1/guests", json={}), 429, "too-many-requests")


@pytest.mark.usefixtures("projector")
def test_a_bot_is_marked_wherever_it_is_shown(client: FlaskClient, ada: Person) -> None:
    hal = bot(client)
    assert hal.get("/v1/me").get_json()["bot"] is True
    game = started(ada, hal)
    assert [seat["bot"] for seat in client.get(game).get_json()["seats"]] == [False, True]
    assert play_on([ada, hal], game, most=8) == 8
    ended = ada.post(f"{game}/resignation", {"seat": 0}).headers["Kifu-Position"]
    last = hal.open()
    taken = hal.post(f"{last}/seats", {"seat": 0}).headers["Kifu-Position"]
    listed = client.get("/v1/games", headers={"Kifu-Wait-For": taken}).get_json()["items"]
    assert [[seat["bot"] for seat in item["seats"]] for item in listed] == [[True, False], [False, True]]
    assert [seat["bot"] for seat in hal.get("/v1/me/games").get_json()["items"][0]["seats"]] == [True, False]
    waits = {"Kifu-Wait-For": ended}
    assert client.get("/v1/players/Hal", headers=waits).get_json()["bot"] is True
    (scored,) = client.get("/v1/scores", headers=waits).get_json()["items"]
    assert {seat["player"]: seat.get("bot") for seat in scored["seats"]} == {"Ada": None, "Hal": True}
    board = client.get("/v1/leaderboards/micro-dojo", headers=waits).get_json()["items"]
    assert {line["player"]: line["bot"] for line in board} == {"Ada": False, "Hal": True}


def test_the_end_of_a_game_that_is_watched_marks_its_bots(client: FlaskClient, ada: Person) -> None:
    game = started(ada, bot(client))
    assert ada.post(f"{game}/resignation", {"seat": 0}).status_code == 201
    lines = client.get(f"{game}/live", headers={"Accept": "application/x-ndjson"}).get_data(as_text=True).split("\n")
    assert '"bot":true' in next(line for line in lines if '"event":"end"' in line)


def test_a_kind_is_kept_with_the_registration_or_not_at_all(datastore: Datastore) -> None:
    players, kinds = Players(datastore), PlayerKinds(datastore)
    assert kinds.find("Hal") is None
    players.register("Hal", b"1", kind="bot")
    players.register("Ada", b"2")
    with pytest.raises(NameTaken):
        players.register("Ada", b"3", kind="guest")
    assert kinds.find_all(["Hal", "Ada", "Nobody"]) == {"Hal": "bot", "Ada": None}
    assert kinds.find_bots(["Hal", None, "Ada"]) == {"Hal"}
