"""A game that is won or lost together over HTTP: played, described, scored, archived and restored elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel.rulesets import Rulesets
from domain.record.words import Reader
from projections.read_models.catalogue import all_projections
from projections.read_models.stored_events import StoredReader
from tests.api.house import OPERATOR, Person, app_on, bearer
from tests.domain.kernel.toy_coop import CoopToy
from tests.projections.running import carry
from tests.support.databases import create_database, database_name, drop_database

pytestmark = pytest.mark.long

RULESETS = Rulesets([CoopToy()])
NAMES = ("Ada", "Bob", "Cyd", "Dan")
SEATS = pytest.mark.parametrize("seats", [1, 2, 3, 4])


@pytest.fixture
def people(database_url: str, tmp_path: Path) -> Iterator[list[Person]]:
    with app_on(database_url, tmp_path, RULESETS) as app:
        yield [Person(app.test_client(), name) for name in NAMES]


@pytest.fixture
def stranger(postgres_url: str, template: str, tmp_path: Path) -> Iterator[Person]:
    """The operator of a service that knows nothing of the first one."""
    url = create_database(postgres_url, database_name(), template)
    data = tmp_path / "elsewhere"
    data.mkdir()
    try:
        with app_on(url, data, RULESETS) as app:
            yield Person(app.test_client(), "operator", OPERATOR)
    finally:
        drop_database(url)


def start(people: list[Person], seats: int) -> str:
    path = people[0].open(ruleset="coop", seats=seats)
    for seat in range(seats):
        assert people[seat].post(f"{path}/seats", {"seat": seat}).status_code == 201
    return path


def play(people: list[Person], seats: int, *, won: bool) -> str:
    """A game of two rounds that is won by its one errand, or lost without."""
    path = start(people, seats)
    for turn in range(2 * seats):
        move = "help" if won and turn == 2 * seats - 1 else "earn"
        seat = turn % seats
        answer = people[seat].post(f"{path}/moves", {"seat": seat, "move": {"type": move}})
        assert answer.status_code == 201, answer.data
    return path


@SEATS
def test_a_game_that_was_lost_says_why_wherever_it_is_shown(
    people: list[Person], database_url: str, seats: int
) -> None:
    path = play(people, seats, won=False)
    game = people[0].get(path).get_json()
    assert (game["status"], game["sides"]) == ("finished", ["the Daimyo"])
    result = game["result"]
    assert [score["rank"] for score in result["scores"]] == [*[2] * seats, 1]
    assert result["scores"][seats] == {"seat": seats, "points": 0, "rank": 1, "lines": []}
    assert result["goals"][1] == {"clause": "coop.end.errands", "what": "errands", "target": 1, "reached": 0}
    assert result["decided_by"] == "coop.end.errands"
    assert people[0].get(f"{path}/state").get_json()["state"]["result"] == result
    last = people[0].get(f"{path}/steps?limit=200").get_json()["items"][-1]
    assert "Errands 0 of 1, missed" in last["words"]

    carry(database_url, all_projections(StoredReader(Reader(RULESETS))))
    (score,) = people[0].get("/v1/scores?ruleset=coop").get_json()["items"]
    assert score["goals"] == result["goals"]
    assert score["seats"][seats]["side"] == "the Daimyo"
    (listed,) = people[0].get("/v1/games?ruleset=coop").get_json()["items"]
    assert listed["winners"] == [seats]
    assert people[0].get("/v1/leaderboards/coop").get_json()["items"] == []
    (record,) = people[0].get("/v1/players/Ada").get_json()["records"]
    assert (record["games"], record["together"], record["won_together"]) == (0, int(seats > 1), 0)


def test_who_resigns_loses_the_game_for_all(people: list[Person]) -> None:
    path = start(people, 3)
    answer = people[1].post(f"{path}/resignation", {"seat": 1})
    assert answer.status_code == 201, answer.data
    result = people[0].get(path).get_json()["result"]
    assert [score["rank"] for score in result["scores"]] == [2, 2, 2, 1]
    assert {goal["clause"] for goal in result["goals"]} == {"coop.end.lowest", "coop.end.errands"}
    assert people[0].get(f"{path}/verification").get_json()["holds"] is True


@pytest.mark.parametrize("won", [True, False])
@SEATS
def test_its_file_restores_it_elsewhere_with_its_goals(
    people: list[Person], stranger: Person, seats: int, won: bool
) -> None:
    path = play(people, seats, won=won)
    file = people[0].get(f"{path}/archive").data
    assert b'"goals":[{"clause":"coop.end.lowest"' in file
    answer = stranger.client.post(
        "/v1/archives", data=file, headers={**bearer(OPERATOR), "Content-Type": "application/x-ndjson"}
    )
    assert answer.status_code == 201, answer.data
    assert stranger.get(path).get_json() == people[0].get(path).get_json()
    assert stranger.get(f"{path}/archive").data == file
    assert stranger.get(f"{path}/verification").get_json()["holds"] is True
