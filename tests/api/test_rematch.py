"""Rematches over HTTP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.application.lobby.rematch import list_rematch_ids
from domain.application.stored.stored_games import StoredGames
from tests.api.house import STRANGER, House, Person, play_on, started

OPTIONS = {"objectives": "advanced", "movement": "1A"}


@pytest.fixture
def over(ada: Person, bob: Person) -> str:
    """A game that Ada, on seat 0, and Bob have finished."""
    game = started(ada, bob, options=OPTIONS)
    play_on([ada, bob], game)
    return game


def _info(answer: object) -> dict[str, object]:
    return answer.get_json()  # type: ignore[attr-defined, no-any-return]


def test_all_who_ask_get_the_same_new_game_with_their_seats_one_further_on(ada: Person, bob: Person, over: str) -> None:
    first, second = bob.post(f"{over}/rematch"), ada.post(f"{over}/rematch")
    assert (first.status_code, second.status_code) == (201, 200)
    opened = first.get_json()
    assert first.headers["Location"] == second.headers["Location"] == f"/v1/games/{opened['id']}"
    assert [seat["reserved_for"] for seat in opened["seats"]] == ["Bob", "Ada"]
    assert {name: opened["options"][name] for name in OPTIONS} == OPTIONS
    assert opened["opened_by"] == "Bob"


def test_a_rematch_starts_when_both_have_sat_down_and_the_old_game_says_who_has(
    ada: Person, bob: Person, over: str, client: FlaskClient
) -> None:
    assert client.get(f"{over}/ending").get_json()["rematch"] is None
    new = ada.post(f"{over}/rematch").headers["Location"]
    ada.post(f"{new}/seats", {"seat": 1})
    told = client.get(f"{over}/ending").get_json()["rematch"]
    assert told == {"game": new.rpartition("/")[2], "status": "waiting", "seated": ["Ada"]}
    assert bob.post(f"{new}/seats", {"seat": 0}).get_json()["status"] == "playing"
    assert bob.get(f"{over}/ending").get_json()["rematch"]["status"] == "playing"


def test_a_rematch_can_be_asked_for_again_and_again_and_is_played_once(ada: Person, bob: Person, over: str) -> None:
    ids = {person.post(f"{over}/rematch").get_json()["id"] for person in (ada, bob, ada, bob)}
    assert len(ids) == 1
    key = "rematch-once"
    again = [ada.post(f"{over}/rematch", Idempotency_Key=key) for _ in range(2)]
    assert {answer.get_json()["id"] for answer in again} == ids


def test_of_all_who_ask_at_the_same_moment_one_opens_the_rematch(app: Flask, house: House, over: str) -> None:
    people = [Person(app.test_client(), name, house.tokens[name]) for name in ("Ada", "Bob") * 4]
    with ThreadPoolExecutor(len(people)) as pool:
        answers = list(pool.map(lambda person: person.post(f"{over}/rematch"), people))
    assert sorted(answer.status_code for answer in answers) == [200] * (len(people) - 1) + [201]
    assert len({answer.get_json()["id"] for answer in answers}) == 1


def test_whoever_asks_the_store_is_asked_for_the_rematch_once(
    ada: Person, bob: Person, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rematch = list_rematch_ids(UUID(over.rpartition("/")[2]))[0]
    asked: list[UUID] = []
    current = StoredGames.current
    monkeypatch.setattr(
        StoredGames, "current", lambda self, game_id: (asked.append(game_id), current(self, game_id))[1]
    )
    for person in (ada, bob):
        asked.clear()
        assert person.post(f"{over}/rematch").status_code in (200, 201)
        assert asked.count(rematch) == 1
    assert person.get(f"{over}/ending").get_json()["rematch"]["game"] == str(rematch)


def test_after_a_cancelled_rematch_the_next_who_asks_opens_another(ada: Person, bob: Person, over: str) -> None:
    cancelled = set()
    for _ in range(10):
        opened = ada.post(f"{over}/rematch")
        assert opened.status_code == 201
        cancelled.add(opened.headers["Location"])
        ada.post(f"{opened.headers['Location']}/cancellation")
    assert len(cancelled) == 10
    answer = bob.post(f"{over}/rematch")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "too-many-changes")
    assert ada.get(f"{over}/ending").get_json()["rematch"] is None


def test_the_rematch_of_a_rematch_is_another_game(ada: Person, bob: Person, over: str) -> None:
    new = ada.post(f"{over}/rematch").headers["Location"]
    bob.post(f"{new}/seats", {"seat": 0})
    ada.post(f"{new}/seats", {"seat": 1})
    play_on([bob, ada], new)
    third = bob.post(f"{new}/rematch").get_json()
    assert f"/v1/games/{third['id']}" not in (over, new)
    assert [seat["reserved_for"] for seat in third["seats"]] == ["Ada", "Bob"]


def test_the_rematch_of_an_unlisted_game_is_unlisted_and_only_its_players_know_of_it(
    ada: Person, bob: Person, house: House
) -> None:
    game = started(ada, bob, unlisted=True)
    play_on([ada, bob], game)
    opened = ada.post(f"{game}/rematch").get_json()
    assert (opened["unlisted"], opened["linked"], len(opened["link"])) == (True, True, 43)
    assert bob.get(f"{game}/ending").get_json()["rematch"]["game"] == opened["id"]
    link = ada.post(f"{game}/link").get_json()["link"]
    reader = house.person("Dora")
    assert reader.get(f"{game}/ending", Kifu_Link=link).get_json()["rematch"] is None


def test_the_rematch_of_an_unrated_game_is_unrated(ada: Person, bob: Person) -> None:
    game = started(ada, bob, rated=False)
    play_on([ada, bob], game)
    ending = ada.get(f"{game}/ending").get_json()
    assert (ending["counted"], ending["why"]) == (False, "unrated")
    assert ada.post(f"{game}/rematch").get_json()["uncounted"]["why"] == "unrated"


def test_who_did_not_play_or_comes_too_early_is_told_so(ada: Person, bob: Person, over: str, house: House) -> None:
    running, cancelled = started(ada, bob), ada.open()
    ada.post(f"{cancelled}/seats", {"seat": 0})
    ada.post(f"{cancelled}/cancellation")
    dora = house.person("Dora")
    for person, game, status, code in (
        (dora, over, 403, "not-seated"),
        (ada, running, 409, "not-over"),
        (ada, cancelled, 409, "not-over"),
        (ada, STRANGER, 404, "unknown-game"),
    ):
        answer = person.post(f"{game}/rematch")
        assert (answer.status_code, answer.get_json()["code"]) == (status, code)
    assert dora.client.post(f"{over}/rematch", json={}).status_code == 401
