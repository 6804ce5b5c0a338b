"""Daimyo over HTTP: openings that no rulebook knows, whole games, hidden hands, the empire among the scores."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.house import Person, play_on, some_move
from tests.api.test_refusals import problem


def table_for(people: list[Person], **options: Any) -> str:
    """The path of a running game of Daimyo with these people on its seats."""
    path = people[0].open(ruleset="daimyo", seats=len(people), options=options)
    for seat, person in enumerate(people):
        assert person.post(f"{path}/seats", {"seat": seat}).status_code == 201
    return path


@pytest.mark.parametrize(
    ("seats", "options", "pointer", "clause"),
    [
        (1, {"edition": "2019"}, "/seats", "daimyo.solo.overview"),
        (5, {}, "/seats", "daimyo.component.clans"),
        (3, {"edition": "2019", "boards": "advanced"}, "/options/boards", "daimyo.setup.player.mini-boards.basic"),
        (2, {"difficulty": "easy"}, "/options/difficulty", "daimyo.solo.setup.normal"),
        (2, {"heroes": ["dock-runner", "dock-runner"]}, "/options/heroes/1", "daimyo.component.hero-cards"),
        (2, {"heroes": ["dock-runner"]}, "/options/heroes", "daimyo.setup.hero-market"),
        (2, {"heroes": ["nobody"]}, "/options/heroes/0", "daimyo.component.hero-cards"),
    ],
)
def test_an_opening_that_no_rulebook_knows_is_refused_with_its_clause(
    ada: Person, seats: int, options: dict[str, Any], pointer: str, clause: str
) -> None:
    answer = ada.post("/v1/games", {"ruleset": "daimyo", "seats": seats, "options": options})
    refused = problem(answer, 422, "bad-options")
    assert (refused["pointer"], refused["clause"]) == (pointer, clause)


@pytest.mark.parametrize("options", [{"edition": "2020"}, {"aggressive_heroes": "no"}, {"boards": None}])
def test_a_value_that_no_option_has_is_refused_with_those_that_it_has(ada: Person, options: dict[str, Any]) -> None:
    answer = ada.post("/v1/games", {"ruleset": "daimyo", "seats": 2, "options": options})
    assert problem(answer, 422, "bad-options")["pointer"] == f"/options/{next(iter(options))}"


def test_an_edition_that_is_sent_as_a_number_is_refused_with_how_to_write_it(ada: Person) -> None:
    answer = ada.post("/v1/games", {"ruleset": "daimyo", "seats": 2, "options": {"edition": 2019}})
    refused = problem(answer, 422, "bad-options")
    assert refused["detail"] == 'edition is a string: write it as "2019".'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {"difficulty": "easy"}), (2, {}), (2, {"edition": "2019"}), (2, {"boards": "advanced"})],
)
def test_a_whole_game_is_played_by_the_moves_that_are_offered(
    ada: Person, bob: Person, seats: int, options: dict[str, Any]
) -> None:
    people = [ada, bob][:seats]
    path = table_for(people, **options)
    assert play_on(people, path) > 100
    result = ada.get(path).get_json()
    assert result["status"] == "finished"
    assert len(result["result"]["scores"]) == 2
    history = ada.get(f"{path}/steps?limit=1000").get_json()["items"]
    assert all("None" not in step["words"] for step in history)


def test_a_hand_is_seen_by_its_owner_alone(ada: Person, bob: Person) -> None:
    path = table_for([ada, bob])
    play_on([ada, bob], path, most=2)
    sides = {name: person.get(f"{path}/state").get_json()["state"]["sides"] for name, person in people(ada, bob)}
    assert len(sides["Ada"][0]["hand"]) == 2
    assert sides["Ada"][1]["hand"] is None
    assert sides["Ada"][1]["hand_size"] == 2
    own = {card["hero"] for card in sides["Ada"][0]["hand"]}
    assert not own & set(json.dumps(bob.get(f"{path}/steps").get_json()).replace('"', " ").split())


def people(*those: Person) -> list[tuple[str, Person]]:
    return [(person.name, person) for person in those]


def test_a_move_out_of_place_is_refused_with_its_clause(ada: Person, bob: Person) -> None:
    path = table_for([ada, bob])
    found = some_move([ada, bob], path)
    assert found is not None
    seat, _ = found
    answer = [ada, bob][seat].post(f"{path}/moves", {"seat": seat, "move": {"type": "choose-clan", "clan": "ronin"}})
    assert problem(answer, 422, "illegal-move")["clause"] == "daimyo.setup.player.clan"
