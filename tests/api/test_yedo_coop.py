"""Shogun Must Die over HTTP: impossible openings, whole games together and alone, secret stakes, resignation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.games.yedo.coop_phases.stakes import Stake
from tests.api.house import House, Person
from tests.api.test_archives import another_app
from tests.api.test_refusals import problem
from tests.api.yedo import (
    Opening,
    Turn,
    archive_import_and_branch,
    as_sent,
    make,
    opening,
    play_until,
    play_whole,
    table_for,
)

MODULES = {"teahouse": True, "clan_powers": True, "specialists": True}
WHOLE = [(1, "gentle"), pytest.param(2, "insatiable", marks=pytest.mark.long), (3, "demanding")]
WHOLE += [pytest.param(4, "demanding", marks=pytest.mark.long)]


def together(seats: int, **options: Any) -> Opening:
    """Return the opening of a game against the Daimyo."""
    return opening(seats, seats, **{"rounds": 6, "sets": "classic", "shogun_must_die": True, **options})


@pytest.fixture
def elsewhere(postgres_url: str, template: str, tmp_path: Path) -> Iterator[FlaskClient]:
    with another_app(postgres_url, template, tmp_path / "elsewhere") as client:
        yield client


@pytest.fixture
def people(house: House) -> list[Person]:
    return [house.person(name) for name in ("Abe", "Bushido", "Chikayoshi", "Daigo")]


@pytest.mark.parametrize(
    ("seats", "options", "pointer", "clause"),
    [
        (5, {}, "/seats", "yedo.coop.player-count"),
        (1, {"shogun_must_die": False}, "/seats", "yedo.object.player-count"),
        (2, {"shogun_must_die": False, "mood": "gentle"}, "/options/mood", "yedo.components.modules"),
        (2, {"rounds": 8}, "/options/rounds", "yedo.coop.rounds"),
        (2, {"jesuits": True}, "/options/jesuits", "yedo.ruling.coop-modules"),
        (2, {"sets": "blades"}, "/options/sets", "yedo.components.no-coop-icon"),
        (2, {"second_temple_space": True}, "/options/second_temple_space", "yedo.coop.temple-option"),
        (1, {"highest_goal": "easy"}, "/options/highest_goal", "yedo.coop.objectives-solo"),
    ],
)
def test_an_opening_that_cannot_be_is_refused_with_its_clause(
    ada: Person, seats: int, options: dict[str, Any], pointer: str, clause: str
) -> None:
    chosen = {"sets": "classic", "shogun_must_die": True, **options}
    answer = ada.post("/v1/games", {"ruleset": "yedo", "seats": seats, "options": chosen})
    refused = problem(answer, 422, "bad-options")
    assert (refused["pointer"], refused["clause"]) == (pointer, clause)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "mood"), WHOLE)
def test_a_whole_game_is_verified_archived_imported_and_branched(
    people: list[Person], elsewhere: FlaskClient, seats: int, mood: str
) -> None:
    here, seated = people[0].client, people[:seats]
    opened = together(seats, mood=mood, **(MODULES if seats > 2 else {}))
    path = table_for(seated, opened)
    made = play_whole(seated, path, opened)
    info = here.get(path).get_json()
    assert (info["status"], info["sides"]) == ("finished", ["The Daimyo"])
    result = info["result"]
    assert result["goals"][0]["clause"] == "yedo.coop.end-lost-without-kill"
    assert len(result["goals"]) == (3 if seats == 1 else 4)
    assert [score["rank"] for score in result["scores"]] == [*[2] * seats, 1]
    assert here.get(f"{path}/state").get_json()["state"]["round"] == 7
    assert here.get(f"{path}/verification").get_json()["holds"] is True

    history = here.get(f"{path}/steps?limit=1000").get_json()["items"]
    assert all(step["words"].strip() for step in history)
    assert not [step["words"] for step in history if "None" in step["words"] or "errand/" in step["words"]]
    archive_import_and_branch(seated, path, made, elsewhere)


def test_who_resigns_loses_the_game_for_all(people: list[Person]) -> None:
    seated = people[:2]
    opened = together(2)
    path = table_for(seated, opened)
    turn = play_until(seated, path, opened, lambda turn: type(turn.choice).__name__ == "Assign")
    make(seated, path, turn)
    assert seated[1].post(f"{path}/resignation", {"seat": 1}).status_code == 201
    result = seated[0].get(path).get_json()["result"]
    assert (result["ended_by"], result["decided_by"]) == ("yedo.end.resignation", "yedo.ruling.resigning-together")
    assert [score["rank"] for score in result["scores"]] == [2, 2, 1]
    assert seated[0].get(f"{path}/verification").get_json()["holds"] is True


def test_a_stake_is_seen_by_nobody_else_before_all_are_opened(people: list[Person]) -> None:
    seated, stranger = people[:2], people[3]
    opened = together(2)
    path = table_for(seated, opened)
    turn = play_until(seated, path, opened, _is_a_stake)
    seat = turn.choice.seat
    other = seated[1 - seat]
    before = [json.dumps(person.get(f"{path}/state").get_json()["state"]) for person in (other, stranger)]
    sent = seated[seat].post(f"{path}/moves", {"seat": seat, "move": as_sent(turn.move)})
    assert sent.status_code == 201, sent.data
    shown = seated[seat].get(f"{path}/steps?limit=1000").get_json()["items"][-1]
    hidden = stranger.get(f"{path}/steps?limit=1000").get_json()["items"][-1]
    assert isinstance(turn.move, Stake)
    assert f"{turn.move.mon} Mon" in shown["words"]
    assert "Mon" not in hidden["words"]
    after = [json.dumps(person.get(f"{path}/state").get_json()["state"]) for person in (other, stranger)]
    assert after != before, "that the seat has chosen is public"
    facts = stranger.get(f"{path}/steps?limit=1000").get_json()["items"][-1]["facts"]
    assert f'"mon":{turn.move.mon}' not in json.dumps(facts, separators=(",", ":"))


def _is_a_stake(turn: Turn) -> bool:
    return isinstance(turn.move, Stake)


def test_with_open_hands_players_see_all_hands_and_a_stranger_sees_none(people: list[Person]) -> None:
    seated, stranger = people[:2], people[3]
    opened = together(2, open_hands=True)
    path = table_for(seated, opened)
    play_until(seated, path, opened, _is_a_stake)
    ours = seated[0].get(f"{path}/state").get_json()["state"]["seats"]
    theirs = stranger.get(f"{path}/state").get_json()["state"]["seats"]
    assert all(mission["card"] for seat in ours for mission in seat["hand"]["missions"])
    assert not [mission for seat in theirs for mission in (seat["hand"] or {}).get("missions", ()) if mission["card"]]
