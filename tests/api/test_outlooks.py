"""Bots compare moves by what their seat may see."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.kernel.bots import MOST_TRIED
from tests.api.house import Person, started
from tests.api.test_guests import bot
from tests.api.test_refusals import problem

pytestmark = pytest.mark.usefixtures("database_url")


def moves_of(person: Person, game: str, seat: int) -> list[dict[str, Any]]:
    """The moves that a seat may make now."""
    choices = person.get(f"{game}/legal-moves?seat={seat}").get_json()["choices"]
    return [legal["move"] for choice in choices for legal in choice["moves"]]


@pytest.fixture
def hal(client: FlaskClient) -> Person:
    return bot(client)


def test_a_bot_is_told_what_its_moves_are_worth_and_nothing_is_recorded(client: FlaskClient, hal: Person) -> None:
    bots = [hal, bot(client, "Sal")]
    game = started(*bots)
    (seat,) = hal.get(game).get_json()["to_move"]
    mover = bots[seat]
    moves = moves_of(mover, game, seat)[:MOST_TRIED]
    before = mover.get(game).get_json()["version"]
    answer = mover.post(f"{game}/outlooks", {"seat": seat, "moves": moves})
    assert answer.status_code == 200, answer.data
    found = answer.get_json()
    assert found["version"] == before == mover.get(game).get_json()["version"]
    assert len(found["values"]) == len(moves)
    assert all(isinstance(value, int | float) for value in found["values"])
    assert mover.post(f"{game}/outlooks", {"seat": seat, "moves": moves}).get_json() == found
    undone = {"seat": seat, "moves": [{"type": "end-turn"}, moves[0]]}
    assert mover.post(f"{game}/outlooks", undone).get_json()["values"] == [None, found["values"][0]]


def test_nobody_but_the_bot_on_the_seat_is_told(client: FlaskClient, ada: Person, hal: Person) -> None:
    game = started(ada, hal)
    move = {"type": "end-turn"}
    problem(ada.post(f"{game}/outlooks", {"seat": 0, "moves": [move]}), 403, "not-bot")
    problem(hal.post(f"{game}/outlooks", {"seat": 0, "moves": [move]}), 403, "not-your-seat")
    problem(client.post(f"{game}/outlooks", json={"seat": 0, "moves": [move]}), 401, "unauthenticated")
    assert hal.post(f"{game}/outlooks", {"seat": 1, "moves": [move]}).get_json()["values"] == [None]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"seat": 1, "moves": []}, "/moves"),
        ({"seat": 1, "moves": [{"type": "end-turn"}] * (MOST_TRIED + 1)}, "/moves"),
        ({"seat": 1, "moves": [{"type": "end-turn"}, {"type": "fly"}]}, "/moves/1/type"),
        ({"seat": 1, "moves": [7]}, "/moves/0"),
        ({"seat": 1, "moves": {}}, "/moves"),
        ({"moves": [{"type": "end-turn"}]}, "/seat"),
        ({"seat": 1, "moves": [{"type": "end-turn"}], "deep": True}, "/deep"),
    ],
)
def test_a_bad_question_is_refused_with_its_place(ada: Person, hal: Person, body: dict[str, Any], pointer: str) -> None:
    game = started(ada, hal)
    assert problem(hal.post(f"{game}/outlooks", body), 400, "malformed")["pointer"] == pointer


def test_a_game_that_waits_or_is_over_has_no_outlooks(ada: Person, hal: Person) -> None:
    body = {"seat": 1, "moves": [{"type": "end-turn"}]}
    waiting = hal.open()
    hal.post(f"{waiting}/seats", {"seat": 1})
    problem(hal.post(f"{waiting}/outlooks", body), 409, "not-started")
    game = started(ada, hal)
    ada.post(f"{game}/resignation", {"seat": 0})
    problem(hal.post(f"{game}/outlooks", body), 409, "game-over")
