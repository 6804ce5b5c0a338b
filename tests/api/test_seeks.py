"""Seeks over HTTP: who opens, sees and withdraws them, and the games that they lead to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.application.seeking.seek import MOST_SEEKS
from service.jobs.matcher import Job
from service.parts import Parts
from tests.api.house import House, Person, bearer
from tests.api.test_guests import bot
from tests.api.test_refusals import problem

DUEL = {"games": [{"ruleset": "micro-dojo", "seats": [2]}]}
NOBODY = "/v1/seeks/00000000-0000-4000-8000-000000000000"

pytestmark = pytest.mark.usefixtures("database_url")


@pytest.fixture
def parts(app: Flask) -> Parts:
    found: Parts = app.extensions["kifu"].parts
    return found


@pytest.fixture
def matching(parts: Parts) -> Job:
    return Job(parts)


def sought(person: Person, wanted: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    answer = person.post("/v1/seeks", {**(wanted or DUEL), **more})
    assert answer.status_code == 201, answer.data
    found: dict[str, Any] = answer.get_json()
    assert answer.headers["Location"] == f"/v1/seeks/{found['id']}"
    return found


def become(person: Person, seek: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = person.get(f"/v1/seeks/{seek['id']}").get_json()
    return found


def test_two_who_seek_the_same_game_get_one_with_a_seat_kept_for_each(ada: Person, bob: Person, matching: Job) -> None:
    first = sought(ada, rated=False)
    assert (first["status"], first["game"], first["rated"], first["player"]) == ("open", None, False, "Ada")
    assert matching.tick() == 0
    second = sought(bob, {"games": [{"ruleset": "micro-dojo", "seats": [2], "options": {}}]}, rated=False)
    assert [matching.tick(), matching.tick()] == [1, 0]
    ended = [become(ada, first), become(bob, second)]
    assert [seek["status"] for seek in ended] == ["matched", "matched"]
    (path,) = {f"/v1/games/{seek['game']}" for seek in ended}
    game = ada.get(path).get_json()
    assert sorted(seat["reserved_for"] for seat in game["seats"]) == ["Ada", "Bob"]
    assert (game["status"], game["opened_by"], game["uncounted"]["why"]) == ("waiting", "Ada", "unrated")
    assert {person.post(f"{path}/seats").status_code for person in (ada, bob)} == {201}
    assert ada.get(path).get_json()["status"] == "playing"
    assert ada.get(f"{path}/verification").get_json()["holds"]


def test_other_rules_options_seats_or_stakes_make_no_game(ada: Person, house: House, matching: Job) -> None:
    sought(ada)
    others = (
        {"games": [{"ruleset": "micro-dojo", "seats": [2], "options": {"objectives": "advanced"}}]},
        {"games": [{"ruleset": "daimyo", "seats": [2]}]},
        {**DUEL, "rated": False},
    )
    for name, wanted in zip(("Bob", "Cleo", "Dora"), others, strict=True):
        sought(house.person(name), wanted)
    assert matching.tick() == 0


def test_a_seek_of_several_games_leads_to_the_dearest_that_somebody_wants(
    ada: Person, bob: Person, matching: Job
) -> None:
    games = [
        {"ruleset": "yedo", "seats": [4, 2]},
        {"ruleset": "micro-dojo", "seats": [2], "options": {"objectives": "advanced"}},
    ]
    mine = sought(ada, {"games": games})
    sought(bob, {"games": [games[1], {"ruleset": "yedo", "seats": [2]}]})
    assert matching.tick() == 1
    game = ada.get(f"/v1/games/{become(ada, mine)['game']}").get_json()
    assert (game["ruleset"], len(game["seats"])) == ("yedo", 2)


def test_three_are_needed_for_three_seats(ada: Person, bob: Person, house: House, matching: Job) -> None:
    trio = {"games": [{"ruleset": "daimyo", "seats": [3]}]}
    seeks = [sought(ada, trio), sought(bob, trio)]
    assert matching.tick() == 0
    seeks.append(sought(house.person("Cleo"), trio))
    assert matching.tick() == 1
    assert len({become(person, seek)["game"] for person, seek in zip((ada, bob), seeks, strict=False)}) == 1


def test_when_one_seek_is_matched_the_others_of_its_players_are_withdrawn(
    ada: Person, bob: Person, house: House, matching: Job
) -> None:
    spare = sought(ada, {"games": [{"ruleset": "daimyo", "seats": [2]}]})
    sought(ada)
    sought(bob)
    assert matching.tick() == 1
    assert become(ada, spare)["status"] == "withdrawn"
    sought(house.person("Cleo"), {"games": [{"ruleset": "daimyo", "seats": [2]}]})
    assert matching.tick() == 0


def test_a_withdrawn_seek_leads_nowhere_and_a_matched_one_cannot_be_withdrawn(
    ada: Person, bob: Person, operator: Person, matching: Job
) -> None:
    mine, his = sought(ada), sought(bob)
    problem(bob.delete(f"/v1/seeks/{mine['id']}"), 403, "not-seeker")
    for _ in range(2):
        assert ada.delete(f"/v1/seeks/{mine['id']}").get_json()["status"] == "withdrawn"
    assert matching.tick() == 0
    again = sought(ada)
    assert matching.tick() == 1
    problem(ada.delete(f"/v1/seeks/{again['id']}"), 409, "seek-matched")
    other = sought(bob)
    assert operator.delete(f"/v1/seeks/{other['id']}").get_json()["status"] == "withdrawn"
    assert become(bob, his)["status"] == "matched"


def test_everybody_sees_open_seeks_and_only_their_player_those_that_ended(
    ada: Person, bob: Person, operator: Person, client: FlaskClient
) -> None:
    mine, his = sought(ada), sought(bob, {"games": [{"ruleset": "daimyo", "seats": [2, 3]}]}, rating_within=4)
    listed = client.get("/v1/seeks")
    assert [seek["id"] for seek in listed.get_json()["items"]] == [his["id"], mine["id"]]
    assert client.get("/v1/seeks", headers={"If-None-Match": listed.headers["ETag"]}).status_code == 304
    assert [seek["player"] for seek in client.get("/v1/seeks?ruleset=daimyo").get_json()["items"]] == ["Bob"]
    page = client.get("/v1/seeks?limit=1").get_json()
    assert [seek["id"] for seek in client.get(f"/v1/seeks?after={page['next']}").get_json()["items"]] == [mine["id"]]
    assert client.get(f"/v1/seeks/{mine['id']}").get_json() == mine
    ada.delete(f"/v1/seeks/{mine['id']}")
    assert [seek["id"] for seek in client.get("/v1/seeks").get_json()["items"]] == [his["id"]]
    for there in (client.get(f"/v1/seeks/{mine['id']}"), bob.get(f"/v1/seeks/{mine['id']}"), client.get(NOBODY)):
        problem(there, 404, "unknown-seek")
    assert [person.get(f"/v1/seeks/{mine['id']}").status_code for person in (ada, operator)] == [200, 200]
    assert [seek["status"] for seek in ada.get("/v1/me/seeks").get_json()["items"]] == ["withdrawn"]


def test_an_expired_seek_is_neither_listed_nor_matched(
    ada: Person, bob: Person, client: FlaskClient, matching: Job, database_url: str
) -> None:
    mine = sought(ada, minutes=1)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE kifu.seek SET until = now() - interval '1 second'")
    sought(bob)
    assert matching.tick() == 0
    assert [seek["player"] for seek in client.get("/v1/seeks").get_json()["items"]] == ["Bob"]
    assert become(ada, mine)["status"] == "expired"


def test_old_seeks_are_removed_and_newer_ones_stay(ada: Person, parts: Parts, database_url: str) -> None:
    old, withdrawn, kept = sought(ada), sought(ada), sought(ada)
    ada.delete(f"/v1/seeks/{withdrawn['id']}")
    with psycopg.connect(database_url) as connection:
        for column, seek in (("until", old), ("ended_at", withdrawn)):
            connection.execute(
                f"UPDATE kifu.seek SET {column} = now() - interval '8 days' WHERE id = %s",
                (seek["id"],),
            )
    assert parts.seeks.prune(10) == 2
    assert [seek["id"] for seek in ada.get("/v1/me/seeks").get_json()["items"]] == [kept["id"]]


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        ({"games": []}, "/games"),
        ({"games": [{"ruleset": "micro-dojo"}]}, "/games/0/seats"),
        ({"games": [{"ruleset": "micro-dojo", "seats": [1]}]}, "/games/0/seats/0"),
        ({**DUEL, "minutes": 0}, "/minutes"),
        ({**DUEL, "minutes": 10081}, "/minutes"),
        ({**DUEL, "rating_within": 0}, "/rating_within"),
        ({**DUEL, "rated": "no"}, "/rated"),
        ({**DUEL, "clock": 5}, "/clock"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(ada: Person, wanted: dict[str, Any], pointer: str) -> None:
    found = problem(ada.post("/v1/seeks", wanted), 400, "malformed")
    assert pointer in [found.get("pointer"), *(fault["pointer"] for fault in found.get("errors", ()))]


def test_a_game_that_cannot_be_played_is_refused_as_at_an_opening(ada: Person, operator: Person) -> None:
    def tried(**game: Any) -> Any:
        return ada.post("/v1/seeks", {"games": [*DUEL["games"], game]})

    problem(tried(ruleset="chess", seats=[2]), 404, "unknown-ruleset")
    assert problem(tried(ruleset="micro-dojo", seats=[2, 5]), 422, "bad-options")["pointer"] == "/games/1/seats"
    wrong = tried(ruleset="micro-dojo", seats=[2], options={"objectives": "none"})
    assert problem(wrong, 422, "bad-options")["pointer"] == "/games/1/options/objectives"
    problem(operator.post("/v1/seeks", DUEL), 401, "unauthenticated")


def test_a_player_has_so_many_open_seeks_and_no_more(ada: Person, bob: Person) -> None:
    seeks = [sought(ada) for _ in range(MOST_SEEKS)]
    found = problem(ada.post("/v1/seeks", DUEL), 409, "too-many-seeks")
    assert found["detail"] == "10 seeks of yours are open; withdraw one before you open another."
    sought(bob)
    ada.delete(f"/v1/seeks/{seeks[0]['id']}")
    sought(ada)


def test_a_request_that_is_repeated_under_its_key_opens_one_seek(ada: Person) -> None:
    answers = [ada.post("/v1/seeks", DUEL, Idempotency_Key="once") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].get_json() == answers[1].get_json()
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert len(ada.get("/v1/me/seeks").get_json()["items"]) == 1
    problem(ada.post("/v1/seeks", {**DUEL, "minutes": 5}, Idempotency_Key="once"), 422, "key-reused")


def test_bots_seek_too_and_are_marked(client: FlaskClient) -> None:
    assert sought(bot(client))["bot"] is True
    assert client.get("/v1/seeks").get_json()["items"][0]["bot"] is True


@pytest.mark.usefixtures("projector")
def test_the_stream_of_the_account_says_that_a_seat_is_kept(ada: Person, bob: Person, matching: Job) -> None:
    with ada.client.get(
        "/v1/me/turns", headers={**bearer(ada.token), "Accept": "application/x-ndjson"}, buffered=False
    ) as stream:
        lines = _events(stream.response)
        mine = sought(ada)
        sought(bob)
        assert matching.tick() == 1
        told = next(lines)
    assert (told["event"], told["data"]["game"]) == ("invited", become(ada, mine)["game"])


def _events(chunks: Any) -> Iterator[dict[str, Any]]:
    for chunk in chunks:
        yield from (json.loads(line) for line in chunk.splitlines() if line)
