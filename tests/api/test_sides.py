"""A game with a side without a seat, over HTTP: opened, played, described, scored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel.rulesets import Rulesets
from domain.record.words import Reader
from projections.read_models.catalogue import all_projections
from projections.read_models.stored_events import StoredReader
from tests.api.house import Person, app_on
from tests.domain.kernel.toy import Toy
from tests.domain.kernel.toy_facts import HOUSE
from tests.projections.running import carry

RULESETS = Rulesets([Toy()])


@pytest.fixture
def people(database_url: str, tmp_path: Path) -> Iterator[list[Person]]:
    with app_on(database_url, tmp_path, RULESETS) as app:
        yield [Person(app.test_client(), name) for name in ("Ada", "Bob", "Cyd")]


def open_game(people: list[Person]) -> str:
    path = people[0].open(ruleset="toy", seats=3, options={"house": True})
    for seat, person in enumerate(people):
        assert person.post(f"{path}/seats", {"seat": seat}).status_code == 201
    return path


def play_to_the_end(people: list[Person], path: str) -> None:
    while to_move := people[0].get(path).get_json()["to_move"]:
        seat = to_move[0]
        choices = people[seat].get(f"{path}/legal-moves?seat={seat}").get_json()["choices"]
        asked = next(choice for choice in choices if choice["clause"] != "toy.give")
        answer = people[seat].post(f"{path}/moves", {"seat": seat, "move": asked["moves"][0]["move"]})
        assert answer.status_code == 201, answer.data


def test_a_game_names_its_sides_from_its_opening_to_its_end(people: list[Person], database_url: str) -> None:
    path = open_game(people)
    assert people[0].get(path).get_json()["sides"] == ["the house"]
    play_to_the_end(people, path)
    game = people[0].get(path).get_json()
    assert game["status"] == "finished"
    assert [score["seat"] for score in game["result"]["scores"]] == [0, 1, 2, HOUSE]
    assert people[0].get(f"{path}/state").status_code == 200
    steps = people[0].get(f"{path}/steps?limit=200").get_json()["items"]
    assert "the house " in steps[-1]["words"]

    carry(database_url, all_projections(StoredReader(Reader(RULESETS))))
    (score,) = people[0].get("/v1/scores?ruleset=toy").get_json()["items"]
    assert [(seat["player"], seat["side"]) for seat in score["seats"]] == [
        ("Ada", None),
        ("Bob", None),
        ("Cyd", None),
        (None, "the house"),
    ]
    board = people[0].get("/v1/leaderboards/toy").get_json()["items"]
    assert {line["player"] for line in board} == {"Ada", "Bob", "Cyd"}
    history = people[0].get("/v1/history").get_json()["items"]
    assert "the house " in history[0]["words"]


@pytest.mark.parametrize(
    ("change", "pointer", "clause"),
    [
        ({"seats": 5}, "/seats", "toy.seats"),
        ({"options": {"house": True, "rounds": 1}}, "/options/rounds", "toy.house"),
    ],
)
def test_an_opening_that_the_rules_forbid_cites_their_clause(
    people: list[Person], change: dict[str, object], pointer: str, clause: str
) -> None:
    answer = people[0].post("/v1/games", {"ruleset": "toy", "seats": 3, **change})
    problem = answer.get_json()
    assert (answer.status_code, problem["code"]) == (422, "bad-options")
    assert (problem["pointer"], problem["clause"]) == (pointer, clause)


def test_an_opening_that_no_clause_forbids_cites_none(people: list[Person]) -> None:
    problem = people[0].post("/v1/games", {"ruleset": "toy", "seats": 3, "options": {"rounds": "x"}}).get_json()
    assert problem["code"] == "bad-options"
    assert "clause" not in problem
