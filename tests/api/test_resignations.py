"""A resignation with more than two over HTTP: the others play on, and the seat moves by rule."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from domain.application import resigning
from domain.application.recording import Recording
from domain.record.words import Reader
from projections.read_models.catalogue import all_projections
from projections.read_models.stored_events import StoredReader
from tests.api.house import House, Person
from tests.api.test_archives import another_app, restored
from tests.projections.running import carry
from tests.support.rulesets import product_rulesets

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve")
OPENINGS: list[tuple[str, int, dict[str, Any], str]] = [
    ("daimyo", 3, {}, "pass"),
    ("daimyo", 4, {"edition": "2019", "on_resignation": "bot"}, "bot"),
    ("yedo", 3, {"sets": "classic"}, "pass"),
    ("yedo", 5, {"specialists": True, "teahouse": True, "on_resignation": "bot"}, "bot"),
    ("yedo", 3, {"shogun_must_die": True, "sets": "classic"}, "bot"),
]


@pytest.fixture
def people(house: House) -> list[Person]:
    return [house.person(name) for name in NAMES]


def start(people: list[Person], ruleset: str, seats: int, options: dict[str, Any]) -> str:
    """The path of a running game whose chance is the same each time."""
    path = people[0].open(ruleset=ruleset, seats=seats, options=options, seed="07" * 32)
    for seat in range(seats):
        assert people[seat].post(f"{path}/seats", {"seat": seat}).status_code == 201
    return path


def play(people: list[Person], path: str, count: int) -> None:
    """Play random moves of the seats that are asked."""
    chance = random.Random(5)
    for _ in range(count):
        seat = people[0].get(path).get_json()["to_move"][0]
        choices = people[seat].get(f"{path}/legal-moves?seat={seat}").get_json()["choices"]
        moves = next(choice["moves"] for choice in choices if choice.get("moves"))
        answer = people[seat].post(f"{path}/moves", {"seat": seat, "move": chance.choice(moves)["move"]})
        assert answer.status_code == 201, answer.data


def problem(answer: Any) -> tuple[int, str, str | None]:
    body = answer.get_json()
    return answer.status_code, body["code"], body.get("clause")


@pytest.mark.parametrize(("ruleset", "seats", "options", "way"), OPENINGS)
def test_the_others_play_on_and_the_seat_moves_by_rule(
    people: list[Person], ruleset: str, seats: int, options: dict[str, Any], way: str
) -> None:
    path = start(people, ruleset, seats, options)
    assert people[0].get(path).get_json()["options"]["on_resignation"] == way
    play(people, path, 3)
    seat = people[0].get(path).get_json()["to_move"][0]
    before = people[0].get(path).get_json()["step"]

    answer = people[seat].post(f"{path}/resignation", {"seat": seat})
    assert answer.status_code == 201
    said, info = answer.get_json(), people[0].get(path).get_json()
    assert (said["step"], said["status"], said["to_move"]) == (before + 1, "playing", info["to_move"])
    assert (said["version"], info["resigned"]) == (info["version"], [seat])
    assert (said["receipt"]["step"], info["result"]) == (before + 1, None)
    assert info["to_move"]
    assert seat not in info["to_move"]
    resigned, first, *_ = people[0].get(f"{path}/steps?after={before}").get_json()["items"]
    assert (resigned["kind"], resigned["words"]) == (
        "resignation",
        f"{NAMES[seat]} resigns, and the others play on.",
    )
    assert (first["kind"], first["seat"], first["player"], first["automatic"]) == ("move", seat, NAMES[seat], way)

    play(people, path, 12)
    steps = people[0].get(f"{path}/steps?after={before + 1}&limit=500").get_json()["items"]
    assert {step["seat"] for step in steps if "automatic" in step} == {seat}
    assert all(("automatic" in step) == (step["seat"] == seat) for step in steps if step["kind"] == "move")
    assert people[0].get(f"{path}/verification").get_json()["holds"] is True


def test_who_has_resigned_is_refused_and_the_earlier_of_two_comes_last(people: list[Person]) -> None:
    path = start(people, "daimyo", 3, {})
    play(people, path, 4)
    assert people[2].post(f"{path}/resignation", {"seat": 2}).status_code == 201
    refused = 409, "has-resigned", "daimyo.end.resignation"
    assert problem(people[2].post(f"{path}/resignation", {"seat": 2})) == refused
    assert problem(people[2].post(f"{path}/moves", {"seat": 2, "move": {"type": "end-turn"}})) == refused
    assert problem(people[2].post(f"{path}/take-back", {"seat": 2})) == refused
    assert problem(people[2].post(f"{path}/disputes", {"step": 2, "claim": "No."})) == refused
    assert people[0].post(f"{path}/resignation", {"seat": 0}).status_code == 201
    info = people[1].get(path).get_json()
    assert (info["status"], info["resigned"]) == ("resigned", [2, 0])
    assert [score["rank"] for score in sorted(info["result"]["scores"], key=lambda score: score["seat"])] == [2, 1, 3]
    assert people[1].get(f"{path}/verification").get_json()["holds"] is True


def test_what_cannot_be_chosen_is_refused_with_what_can(people: list[Person]) -> None:
    def refusal(seats: int, way: object) -> dict[str, Any]:
        wanted = {"ruleset": "daimyo", "seats": seats, "options": {"on_resignation": way}}
        answer = people[0].post("/v1/games", wanted)
        assert answer.status_code == 422
        return dict(answer.get_json())

    few = refusal(2, "pass")
    assert (few["pointer"], few["clause"]) == ("/options/on_resignation", "daimyo.end.resignation")
    for wrong in ("flee", 3, None, ["pass"]):
        told = refusal(3, wrong)
        assert told["pointer"] == "/options/on_resignation"
        assert "end, pass, bot" in told["detail"]
    path = start(people, "daimyo", 3, {"on_resignation": "end"})
    assert people[1].post(f"{path}/resignation", {"seat": 1}).get_json()["status"] == "resigned"


def test_a_repeated_request_gets_the_first_answer_and_plays_nothing_twice(people: list[Person]) -> None:
    path = start(people, "yedo", 3, {"sets": "classic"})
    seat = people[0].get(path).get_json()["to_move"][0]
    first = people[seat].post(f"{path}/resignation", {"seat": seat}, Idempotency_Key="once")
    version = people[0].get(path).get_json()["version"]
    again = people[seat].post(f"{path}/resignation", {"seat": seat}, Idempotency_Key="once")
    assert again.get_json() == first.get_json()
    assert people[0].get(path).get_json()["version"] == version == first.get_json()["version"]


def test_moves_by_rule_that_are_left_over_come_before_the_next_move(
    people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = start(people, "daimyo", 3, {})
    play(people, path, 9)
    seat = people[0].get(path).get_json()["to_move"][0]
    monkeypatch.setattr(resigning, "MOST_FOLLOWING", 1)
    with monkeypatch.context() as crashed:
        crashed.setattr(Recording, "_play_on", lambda self, req, game: game)
        assert people[seat].post(f"{path}/resignation", {"seat": seat}).get_json()["to_move"] == []
    left = people[0].get(path).get_json()["step"]
    other = (seat + 1) % 3
    answer = people[other].post(f"{path}/moves", {"seat": other, "move": {"type": "end-turn"}})
    assert answer.status_code in (409, 422)
    info = people[0].get(path).get_json()
    assert info["step"] > left + 1
    assert info["to_move"]
    assert seat not in info["to_move"]
    play(people, path, 6)
    assert people[0].get(f"{path}/verification").get_json()["holds"] is True


def test_lists_say_who_has_resigned_and_whose_move_it_is(people: list[Person], database_url: str) -> None:
    path = people[0].open(ruleset="daimyo", seats=3)
    for seat in range(3):
        people[seat].post(f"{path}/seats", {"seat": seat})
    play(people, path, 4)
    seat = people[0].get(path).get_json()["to_move"][0]
    people[seat].post(f"{path}/resignation", {"seat": seat})
    carry(database_url, all_projections(StoredReader(Reader(product_rulesets()))))
    (listed,) = people[0].get("/v1/games").get_json()["items"]
    info = people[0].get(path).get_json()
    assert (listed["resigned"], listed["to_move"], listed["status"]) == ([seat], info["to_move"], "playing")
    (other,) = (place for place in range(3) if place not in (seat, *info["to_move"]))
    people[other].post(f"{path}/resignation", {"seat": other})
    carry(database_url, all_projections(StoredReader(Reader(product_rulesets()))))
    (listed,) = people[0].get("/v1/games").get_json()["items"]
    assert (listed["resigned"], listed["to_move"], listed["status"]) == ([seat, other], [], "resigned")
    (score,) = people[0].get("/v1/scores").get_json()["items"]
    assert {side["seat"]: side["rank"] for side in score["seats"]}[seat] == 3


def test_the_archive_of_such_a_game_is_restored_elsewhere(
    people: list[Person], postgres_url: str, template: str, tmp_path: Path
) -> None:
    path = start(people, "daimyo", 3, {"on_resignation": "bot"})
    play(people, path, 10)
    people[1].post(f"{path}/resignation", {"seat": 1})
    play(people, path, 10)
    people[0].post(f"{path}/resignation", {"seat": 0})
    file = people[2].get(f"{path}/archive").get_data()
    assert b'"automatic":"bot"' in file
    with another_app(postgres_url, template, tmp_path / "elsewhere") as elsewhere:
        there = restored(elsewhere, file)
        assert elsewhere.get(there).get_json()["resigned"] == [1, 0]
        assert elsewhere.get(f"{there}/verification").get_json()["holds"] is True
        assert elsewhere.get(f"{there}/archive").get_data() == file
