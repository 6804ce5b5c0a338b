"""Leaderboards of a period over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask.testing import FlaskClient

from tests.api.house import Person, play_on, started
from tests.api.test_guests import bot
from tests.api.test_read_models import position


@pytest.mark.usefixtures("projector")
def test_a_game_stands_in_the_leaderboards_of_its_month(client: FlaskClient, ada: Person) -> None:
    hal = bot(client)
    game = started(ada, hal)
    play_on([ada, hal], game)
    wait = {"Kifu_Wait_For": position(ada, game)}
    month = f"{datetime.now(UTC):%Y-%m}"
    lines = ada.get(f"/v1/standings?ruleset=micro-dojo&seats=2&period={month}", **wait).get_json()["items"]
    points = {score["seat"]: score["points"] for score in ada.get(game).get_json()["result"]["scores"]}
    assert {line["player"]: (line["best"], line["bot"]) for line in lines} == {
        "Ada": (points[0], False),
        "Hal": (points[1], True),
    }
    ratings = ada.get("/v1/ratings?ruleset=micro-dojo&seats=2").get_json()["items"]
    assert {line["rating"] for line in lines} == {line["ordinal"] for line in ratings}
    (leaders,) = ada.get("/v1/standings/leaders?ruleset=micro-dojo&seats=2").get_json()["items"]
    assert leaders == {"period": month, "leaders": lines}
    assert ada.get("/v1/standings?ruleset=micro-dojo&period=1999").get_json()["items"] == []


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/standings", 400, "malformed"),
        ("/v1/standings?ruleset=chess", 404, "unknown-ruleset"),
        ("/v1/standings?ruleset=yedo&period=2026-13", 400, "malformed"),
        ("/v1/standings?ruleset=yedo&period=all", 400, "malformed"),
        ("/v1/standings?ruleset=yedo&seats=0", 400, "malformed"),
        ("/v1/standings?ruleset=yedo&after=x", 400, "malformed"),
        ("/v1/standings/leaders?ruleset=yedo&months=61", 400, "malformed"),
        ("/v1/standings/leaders?ruleset=chess", 404, "unknown-ruleset"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(client: FlaskClient, path: str, status: int, code: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.get_json()["code"]) == (status, code)
