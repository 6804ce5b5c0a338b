"""Before a game starts, everybody can read whether its result will count, and if not, why."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.house import Person
from tests.api.test_guests import bot


def opened(person: Person, *names: str, seats: int = 2, **more: object) -> dict[str, Any]:
    reserved = [{"seat": seat, "player": name} for seat, name in enumerate(names)]
    body = {"ruleset": "daimyo", "seats": seats, "reserved": reserved, **more}
    answer = person.post("/v1/games", body)
    assert answer.status_code == 201, answer.get_json()
    found: dict[str, Any] = answer.get_json()
    return found


def test_two_bots_of_one_name_make_a_game_count_for_nobody_and_the_opener_is_told(
    client: FlaskClient, ada: Person
) -> None:
    bot(client)
    found = opened(ada, "Hal", "Hal", seats=3)
    assert found["uncounted"] == {
        "why": "several-seats",
        "words": "Hal has several seats, so the result will count for no rating and no list of winners.",
    }
    told = ada.get(f"/v1/games/{found['id']}", Accept_Language="fr").get_json()["uncounted"]
    assert told["why"] == "several-seats"
    assert told["words"].startswith("Hal tient plusieurs places\u00a0:")


def test_a_game_that_may_count_says_nothing_until_somebody_sits_down_twice(ada: Person, bob: Person) -> None:
    found = opened(ada, seats=3)
    path = f"/v1/games/{found['id']}"
    assert "uncounted" not in found
    assert "uncounted" not in ada.post(f"{path}/seats", {"seat": 0}).get_json()
    reserved = ada.post(f"{path}/reservations", {"seat": 1, "player": "Ada"}).get_json()
    assert reserved["uncounted"]["why"] == "several-seats"
    assert "uncounted" not in ada.post(f"{path}/reservations/withdrawal", {"seat": 1}).get_json()
    assert ada.post(f"{path}/seats", {"seat": 2}).get_json()["uncounted"]["why"] == "several-seats"
    assert bob.post(f"{path}/seats", {"seat": 1}).get_json()["uncounted"]["why"] == "several-seats"
    assert ada.get(path).get_json()["uncounted"]["why"] == "several-seats"


@pytest.mark.parametrize(
    ("more", "names", "why"),
    [
        ({"seed": "0" * 64}, (), "teaching"),
        ({"unlisted": True}, (), "unlisted"),
        ({"rated": False}, (), "unrated"),
        ({}, ("Ada", "Ada"), "one-player"),
        ({"seats": 1}, (), "one-player"),
    ],
)
def test_each_reason_that_is_known_beforehand_is_given(
    ada: Person, more: dict[str, Any], names: tuple[str, ...], why: str
) -> None:
    found = opened(ada, *names, **more)
    assert found["uncounted"]["why"] == why
    assert found["uncounted"]["words"].endswith("will count for no rating and no list of winners.")


def test_a_cancelled_game_has_no_result_that_could_count(ada: Person) -> None:
    path = f"/v1/games/{opened(ada, unlisted=True)['id']}"
    assert "uncounted" not in ada.post(f"{path}/cancellation", {}).get_json()
    assert "uncounted" not in ada.get(path).get_json()


def test_who_sits_down_is_told_in_their_language(ada: Person, bob: Person) -> None:
    path = f"/v1/games/{opened(ada, 'Ada', seats=2, unlisted=True)['id']}"
    seated = ada.post(f"{path}/seats", {"seat": 0}, Accept_Language="fr").get_json()
    assert seated["uncounted"]["words"].startswith("La partie n’est pas répertoriée")
