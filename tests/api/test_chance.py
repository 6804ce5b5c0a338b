"""Entropy and the list of random outcomes over HTTP."""

from __future__ import annotations

import hashlib

import pytest

from tests.api.house import Person, play_on
from tests.api.test_branches import people, sit_down  # noqa: F401 - a fixture
from tests.docs.test_fair_chance import check


def test_players_add_entropy_and_everyone_can_check_the_chance_of_the_game(ada: Person, bob: Person) -> None:
    path = ada.open()
    assert ada.post(f"{path}/seats", {"seat": 0, "entropy": "Füße 🦶"}).status_code == 201
    info = bob.get(path).get_json()
    assert (info["derivation"], info["entropies"], info["seed"]) == ("kifu-seed-2", ["Füße 🦶", None], None)
    assert bob.post(f"{path}/seats", {"entropy": "of Bob"}).status_code == 201
    running = bob.client.get(f"{path}/chance")
    assert (running.status_code, running.headers["ETag"]) == (200, '"4"')
    assert running.headers["Vary"] == "Authorization, Accept-Encoding"
    told = running.get_json()
    assert (told["server_seed"], told["seed"], told["changed"]) == (None, None, [])
    assert {one["purpose"] for one in told["outcomes"]} >= {"start-player", "objectives", "buildings"}
    assert bob.get(f"{path}/chance", If_None_Match='"4"').status_code == 304
    play_on([ada, bob], path)
    over = bob.client.get(f"{path}/chance").get_json()
    assert over["outcomes"] == told["outcomes"]
    assert hashlib.sha256(bytes.fromhex(over["server_seed"])).hexdigest() == info["commitment"]
    assert over["seed"] != over["server_seed"] == ada.get(path).get_json()["seed"]
    done = check(over)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("entropy", ["", "x" * 129, "a\nb", "a\n", 7, ["x"], "\x7f"])
def test_what_is_no_entropy_is_refused_with_its_place(ada: Person, entropy: object) -> None:
    path = ada.open()
    answer = ada.post(f"{path}/seats", {"seat": 0, "entropy": entropy})
    assert (answer.status_code, answer.get_json()["pointer"]) == (400, "/entropy")
    assert ada.get(path).get_json()["version"] == 1


def test_outcomes_of_hidden_things_are_shown_with_the_end_of_the_game(people: list[Person]) -> None:  # noqa: F811
    ada, bob, cyd, _ = people
    path = ada.open(ruleset="toy", seats=3, options={"on_resignation": "end"})
    sit_down([ada, bob, cyd], path)
    for seen in (ada.get(f"{path}/chance"), ada.client.get(f"{path}/chance?as=spectator")):
        outcomes = seen.get_json()["outcomes"]
        assert len(outcomes) == 14
        assert outcomes[0] == {"step": 1, "purpose": "deck", "counter": 0, "draw": 1}
    assert ada.get(f"{path}/chance?as=seat:1").status_code == 403
    assert ada.get(f"{path}/chance?as=seat:7").status_code == 404
    assert ada.get(f"{path}/chance?as=me").status_code == 400
    ada.post(f"{path}/resignation", {"seat": 0})
    assert all(one["bound"] for one in ada.client.get(f"{path}/chance").get_json()["outcomes"])
    assert "bound" not in ada.get(f"{path}/chance?as=seat:1").get_json()["outcomes"][0]
    assert ada.get("/v1/games/00000000-0000-4000-8000-000000000000/chance").status_code == 404
