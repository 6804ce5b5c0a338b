"""Ratings over HTTP."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.api.house import Person, play_on, started
from tests.api.test_guests import bot
from tests.api.test_read_models import position

GROUP = "ruleset=micro-dojo&seats=2"


@pytest.mark.usefixtures("projector")
def test_a_game_rates_its_players_as_soon_as_it_is_over(client: FlaskClient, ada: Person) -> None:
    hal = bot(client)
    game = started(ada, hal)
    play_on([ada, hal], game)
    scores = ada.get(game).get_json()["result"]["scores"]
    wait = {"Kifu_Wait_For": position(ada, game)}
    ranked = ada.get(f"/v1/ratings?{GROUP}", **wait).get_json()["items"]
    assert [line["place"] for line in ranked] == [1, 2]
    assert {line["player"]: line["bot"] for line in ranked} == {"Ada": False, "Hal": True}
    (rating,) = ada.get("/v1/players/Ada/ratings").get_json()["items"]
    assert (rating["ruleset"], rating["seats"], rating["games"]) == ("micro-dojo", 2, 1)
    (change,) = rating["history"]
    assert (change["game"], change["rank"]) == (game.rpartition("/")[2], scores[0]["rank"])
    assert (change["mu"] > 25) == (scores[0]["rank"] == 1)
    assert ada.get(f"/v1/players/Ada/rating-changes?{GROUP}").get_json() == {"items": [change], "next": None}
    assert ada.get("/v1/ratings?ruleset=micro-dojo&seats=3").get_json()["items"] == []
    assert ada.get("/v1/players/Ada/ratings?limit=0").get_json()["items"] == [{**rating, "history": []}]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/ratings", 400, "malformed"),
        ("/v1/ratings?ruleset=micro-dojo", 400, "malformed"),
        ("/v1/ratings?ruleset=micro-dojo&seats=1", 400, "malformed"),
        ("/v1/ratings?ruleset=chess&seats=2", 404, "unknown-ruleset"),
        (f"/v1/ratings?{GROUP}&after=WzFd", 400, "malformed"),
        ("/v1/players/Nobody/ratings", 404, "unknown-player"),
        ("/v1/players/Ada/ratings?limit=201", 400, "malformed"),
        ("/v1/players/Ada/rating-changes", 400, "malformed"),
        (f"/v1/players/Nobody/rating-changes?{GROUP}", 404, "unknown-player"),
        ("/v1/players/Ada/rating-changes?ruleset=chess&seats=2", 404, "unknown-ruleset"),
        (f"/v1/players/Ada/rating-changes?{GROUP}&after=x", 400, "malformed"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(ada: Person, path: str, status: int, code: str) -> None:
    answer = ada.get(path)
    assert (answer.status_code, answer.get_json()["code"]) == (status, code)


@pytest.mark.usefixtures("projector")
def test_the_statistics_of_a_player_have_each_game_that_ended(ada: Person, bob: Person) -> None:
    game = started(ada, bob)
    play_on([ada, bob], game)
    score = ada.get(game).get_json()["result"]["scores"][0]
    found = ada.get("/v1/players/Ada/statistics", Kifu_Wait_For=position(ada, game)).get_json()
    (ended,) = found["games"]
    assert (ended["seats"], ended["rank"], ended["points"]) == (2, score["rank"], score["points"])
    assert found["rulesets"] == [{"ruleset": "micro-dojo", "games": 1}]
    assert sum(found["placements"][0]["ranks"]) == found["streak"]["games"] == 1
    assert ada.get("/v1/players/Ada/statistics?ruleset=yedo&limit=10").get_json()["games"] == []
    assert ada.get("/v1/players/Nobody/statistics").status_code == 404
    assert ada.get("/v1/players/Ada/statistics?limit=201").status_code == 400
