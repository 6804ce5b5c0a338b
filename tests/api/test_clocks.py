"""Games with a clock over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from api.requests.services import EXTENSION
from tests.api.house import House, some_move, started

CLOCK = {"spell": 60, "bank": 240, "window": 30}


def parsed(time: str) -> datetime:
    return datetime.fromisoformat(time)


def test_a_clock_is_shown_with_the_game_and_runs_from_its_start(house: House) -> None:
    ada, bob = house.person("Ada"), house.person("Bob")
    path = ada.open(ruleset="micro-dojo", seats=2, options={"clock": CLOCK})
    waiting = ada.get(path).get_json()
    assert waiting["options"]["clock"] == CLOCK
    assert "clocks" not in waiting
    for seat, person in enumerate((ada, bob)):
        assert person.post(f"{path}/seats", {"seat": seat}).status_code == 201
    begun = ada.get(path).get_json()
    runs = begun["to_move"][0]
    at = parsed(begun["clocks"]["at"])
    for time in begun["clocks"]["seats"]:
        assert (time["bank"], time["left"]) == (240, 300)
        assert parsed(time["due"]) == at + timedelta(seconds=300) if time["seat"] == runs else "due" not in time


@pytest.mark.parametrize(
    ("clock", "pointer"),
    [
        ({"spell": 0}, "/options/clock/spell"),
        ({"spell": 60, "bank": 100, "most": 50}, "/options/clock/most"),
        ({"bank": 60}, "/options/clock"),
        ({"spell": 60, "pause": "weekend"}, "/options/clock"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_its_place(house: House, clock: dict[str, object], pointer: str) -> None:
    answer = house.person("Ada").post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "options": {"clock": clock}})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "bad-options")
    assert answer.get_json()["pointer"] == pointer


def test_a_late_move_is_told_when_the_time_ran_out_and_the_step_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = house.person("Ada"), house.person("Bob")
    path = started(ada, bob, options={"clock": CLOCK})
    begun = ada.get(path).get_json()
    found = some_move([ada, bob], path)
    assert found is not None
    seat, move = found
    due = next(time["due"] for time in begun["clocks"]["seats"] if "due" in time)
    stored = house.app.extensions[EXTENSION].parts.games.stored
    monkeypatch.setattr(stored, "clock", lambda: datetime.now(UTC) + timedelta(seconds=301))
    answer = (ada, bob)[seat].post(f"{path}/moves", {"seat": seat, "move": move})
    said = answer.get_json()
    assert (answer.status_code, said["code"], said["clause"]) == (409, "too-late", "micro-dojo.end.resignation")
    assert due in said["detail"]
    over = ada.get(path).get_json()
    assert over["status"] == "resigned"
    assert [score["seat"] for score in over["result"]["scores"] if score["rank"] == 1] == [1 - seat]
    assert over["clocks"]["seats"][seat]["ran_out"] == due
    last = ada.get(f"{path}/steps").get_json()["items"][-1]
    assert (last["kind"], last["seat"]) == ("time-out", seat)
