"""Branches over HTTP, and what the lists say of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel.rulesets import Rulesets
from service.parts import build_projections
from tests.api.house import Person, app_on, play_on
from tests.domain.kernel.toy import Toy
from tests.projections.running import carry
from tests.support.rulesets import product_rulesets


def sit_down(people: list[Person], path: str, **headers: str) -> None:
    for seat, person in enumerate(people):
        assert person.post(f"{path}/seats", {"seat": seat}, **headers).status_code == 201


def finished(ada: Person, bob: Person) -> str:
    path = ada.open()
    sit_down([ada, bob], path)
    play_on([ada, bob], path)
    return path


def test_a_branch_is_opened_where_location_says_and_played_on(ada: Person, bob: Person) -> None:
    source = finished(ada, bob)
    answer = bob.post(f"{source}/branches", {"at": 4})
    path, info = answer.headers["Location"], answer.get_json()
    assert (answer.status_code, path) == (201, f"/v1/games/{info['id']}")
    assert info["branch"] == {"game": source.rpartition("/")[2], "step": 4}
    assert (info["unlisted"], info["opened_by"], info["status"]) == (True, "Bob", "waiting")
    sit_down([bob, bob], path)
    assert bob.get(f"{path}/state").get_json()["state"] == ada.get(f"{source}/states/4").get_json()["state"]
    (step,) = bob.get(f"{path}/steps").get_json()["items"]
    assert step["words"] == f"The game continues from step 4 of game {source.rpartition('/')[2]}."
    assert step["open"] == ada.get(f"{source}/steps/4").get_json()["open"]
    assert bob.post(f"{path}/take-back", {"seat": 0}).status_code == 409
    assert play_on([bob, bob], path) > 0
    assert bob.get(path).get_json()["status"] == "finished"


def test_a_request_for_a_branch_is_checked(ada: Person, bob: Person, game: str) -> None:
    for body, pointer in (
        ({}, "/at"),
        ({"at": 0}, "/at"),
        ({"at": "1"}, "/at"),
        ({"at": 1.0}, "/at"),
        ({"at": True}, "/at"),
        ({"at": 1, "unlisted": "no"}, "/unlisted"),
        ({"at": 1, "unlisted": False}, "/unlisted"),
        ({"at": 1, "seats": 2}, "/seats"),
    ):
        answer = ada.post(f"{game}/branches", body)
        assert (answer.status_code, answer.get_json()["pointer"]) == (400, pointer), body
    assert ada.post(f"{game}/branches", {"at": 2}).get_json()["code"] == "unknown-step"
    assert ada.client.post(f"{game}/branches", json={"at": 1}).status_code == 401
    assert ada.post("/v1/games/00000000-0000-4000-8000-000000000000/branches", {"at": 1}).status_code == 404
    over = finished(ada, bob)
    last = ada.get(over).get_json()["step"]
    assert ada.post(f"{over}/branches", {"at": last}).get_json()["code"] == "game-over"


def test_a_branch_is_opened_once_under_one_key(ada: Person, game: str) -> None:
    one, again = (ada.post(f"{game}/branches", {"at": 1}, Idempotency_Key="k") for _ in range(2))
    opened = one.get_json()
    # The secret of its link is not kept.
    assert opened.pop("link")
    assert (again.get_json(), again.headers["Location"]) == (opened, one.headers["Location"])
    assert again.headers["Idempotent-Replayed"] == "true"


def test_a_listed_branch_is_in_lists_and_history_as_such_and_counts_nowhere(
    ada: Person, bob: Person, database_url: str
) -> None:
    source = finished(ada, bob)
    hidden = ada.post(f"{source}/branches", {"at": 3})
    shown = ada.post(f"{source}/branches", {"at": 3, "unlisted": False}).headers["Location"]
    for path, link in ((hidden.headers["Location"], {"Kifu_Link": hidden.get_json()["link"]}), (shown, {})):
        sit_down([bob, ada], path, **link)
        play_on([bob, ada], path)
        assert ada.get(path).get_json()["status"] == "finished"
    carry(database_url, build_projections(product_rulesets()))
    ids = {name: path.rpartition("/")[2] for name, path in (("source", source), ("shown", shown))}
    listed = {game["id"]: game["branch"] for game in ada.get("/v1/games").get_json()["items"]}
    assert listed == {ids["source"]: None, ids["shown"]: {"game": ids["source"], "step": 3}}
    assert [score["game"] for score in ada.get("/v1/scores").get_json()["items"]] == [ids["source"]]
    board = ada.get("/v1/leaderboards/micro-dojo").get_json()["items"]
    assert {line["player"]: line["games"] for line in board} == {"Ada": 1, "Bob": 1}
    own = {game["game"]: game["branch"] for game in ada.get("/v1/players/Ada/games").get_json()["items"]}
    assert own == {ids["source"]: False, ids["shown"]: True}
    (record,) = ada.get("/v1/players/Ada").get_json()["records"]
    assert (record["joined"], record["games"]) == (2, 1)
    history = ada.get("/v1/history?limit=1000").get_json()["items"]
    (first,) = [line for line in history if line["game"] == ids["shown"] and line["n"] == 1]
    assert first["words"] == f"The game continues from step 3 of game {ids['source']}."


RULESETS = Rulesets([Toy()])


@pytest.fixture
def people(database_url: str, tmp_path: Path) -> Iterator[list[Person]]:
    with app_on(database_url, tmp_path, RULESETS) as app:
        yield [Person(app.test_client(), name) for name in ("Ada", "Bob", "Cyd", "Eve")]


def hands(person: Person, path: str) -> list[object]:
    return person.get(f"{path}/state").get_json()["state"]["hands"]


def test_who_branches_off_a_running_game_sees_no_hand_of_others_in_it(people: list[Person]) -> None:
    ada, bob, cyd, eve = people
    path = ada.open(ruleset="toy", seats=3, options={"on_resignation": "end"})
    sit_down([ada, bob, cyd], path)
    dealt = [hands(person, path)[seat] for seat, person in enumerate((ada, bob, cyd))]
    same = {"Ada": 0, "Eve": 0}
    for _ in range(8):
        for person in (ada, eve):
            branch = person.post(f"{path}/branches", {"at": 1}).headers["Location"]
            sit_down([person, person, person], branch)
            found = hands(person, branch)
            assert [len(hand) for hand in found] == [3, 3, 3]
            same[person.name] += sum(found[seat] == dealt[seat] for seat in (1, 2))
            assert (found[0] == dealt[0]) or person is eve
            assert person.post(f"{branch}/resignation", {"seat": 0}).status_code == 201
            everything = json.dumps(person.get(f"{branch}/steps").get_json())
            assert "position" not in everything
    assert max(same.values()) < 4


def test_hands_and_draws_of_daimyo_stay_secret_in_branches_and_in_the_chance_of_a_running_game(
    database_url: str, tmp_path: Path
) -> None:
    with app_on(database_url, tmp_path) as app:
        ada, bob, cyd = (Person(app.test_client(), name) for name in ("Ada", "Bob", "Cyd"))
        path = ada.open(ruleset="daimyo", seats=3)
        sit_down([ada, bob, cyd], path)
        play_on([ada, bob, cyd], path, most=10)
        assert ada.get(f"{path}/state").get_json()["state"]["round"] == 1
        drawn = {(one["purpose"], "result" in one) for one in ada.get(f"{path}/chance").get_json()["outcomes"]}
        assert drawn >= {("hero-of-seat-0", True), ("hero-of-seat-1", False), ("hero-of-seat-2", False)}
        assert not drawn & {("hero-of-seat-0", False), ("hero-of-seat-1", True), ("hero-of-seat-2", True)}

        def hand(person: Person, game: str, seat: int) -> list[str]:
            found = person.get(f"{game}/state").get_json()["state"]["sides"][seat]["hand"]
            return [hero["hero"] for hero in found]

        step = ada.get(path).get_json()["step"]
        true, found = [hand(bob, path, 1), hand(cyd, path, 2)], []
        for _ in range(10):
            branch = ada.post(f"{path}/branches", {"at": step}).headers["Location"]
            sit_down([ada, ada, ada], branch)
            assert hand(ada, branch, 0) == hand(ada, path, 0)
            found.append([hand(ada, branch, 1), hand(ada, branch, 2)])
        assert sum(hands != true for hands in found) > 0
        assert len({str(hands) for hands in found}) > 2


def test_the_record_of_a_running_branch_seals_the_position_that_it_starts_from(ada: Person, bob: Person) -> None:
    source = ada.open(ruleset="daimyo")
    sit_down([ada, bob], source)
    play_on([ada, bob], source, most=20)
    opened = ada.post(f"{source}/branches", {"at": 10})
    path = opened.headers["Location"]
    sit_down([ada, bob], path, Kifu_Link=opened.get_json()["link"])
    opening = bob.get(f"{path}/archive").get_data().splitlines()[2]
    assert set(json.loads(opening)["event"]["position"]) == {"sealed"}
    assert ada.get(f"{path}/verification").get_json()["holds"] is True
