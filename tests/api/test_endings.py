"""The end of a game over HTTP: points by source, what it meant for its players."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.api.house import SEED, STRANGER, Person, play_on, some_move, started
from tests.api.test_guests import bot
from tests.api.test_read_models import position


def _over(ada: Person, bob: Person, **wanted: object) -> str:
    game = started(ada, bob, **wanted)
    play_on([ada, bob], game)
    return game


def test_the_end_of_a_game_says_who_has_how_many_points_for_what(ada: Person, bob: Person, client: FlaskClient) -> None:
    game = _over(ada, bob)
    result = ada.get(game).get_json()["result"]
    ending = client.get(f"{game}/ending").get_json()
    assert [seat["rank"] for seat in ending["seats"]] == sorted(score["rank"] for score in result["scores"])
    assert {seat["player"]: seat["points"] for seat in ending["seats"]} == {
        name: score["points"] for name, score in zip(("Ada", "Bob"), result["scores"], strict=True)
    }
    for place, seat in enumerate(ending["seats"]):
        assert sum(source["points"][place] for source in ending["sources"]) == seat["points"]
    whole = [sum(source["points"]) for source in ending["sources"]]
    assert whole == sorted(whole, reverse=True)


def test_sources_are_named_in_the_language_of_the_reader(ada: Person, bob: Person) -> None:
    game = _over(ada, bob)
    english, french = (
        {source["name"] for source in ada.get(f"{game}/ending", Accept_Language=language).get_json()["sources"]}
        for language in ("en", "fr")
    )
    assert len(english) == len(french)
    assert english != french


@pytest.mark.usefixtures("projector")
def test_a_game_that_counts_moves_the_ratings_of_its_players(client: FlaskClient, ada: Person) -> None:
    hal = bot(client)
    for number in (1, 2):
        game = _over(ada, hal)
        ending = ada.get(f"{game}/ending", Kifu_Wait_For=position(ada, game)).get_json()
        assert (ending["counted"], ending["why"]) == (True, None)
        assert {seat["player"]: (seat["bot"], seat["rating"]["games"]) for seat in ending["seats"]} == {
            "Ada": (False, number),
            "Hal": (True, number),
        }
    (rating,) = ada.get("/v1/players/Ada/ratings").get_json()["items"]
    own = next(seat["rating"] for seat in ending["seats"] if seat["player"] == "Ada")
    before, after = (change["mu"] - 3 * change["sigma"] for change in rating["history"])
    assert (own["before"], own["after"]) == (pytest.approx(before), pytest.approx(after))


@pytest.mark.usefixtures("projector")
def test_two_seats_of_one_player_count_for_nothing_and_the_end_says_why(ada: Person) -> None:
    game = _over(ada, ada)
    ending = ada.get(f"{game}/ending", Kifu_Wait_For=position(ada, game)).get_json()
    assert (ending["counted"], ending["why"]) == (False, "one-player")
    assert [seat["rating"] for seat in ending["seats"]] == [None, None]


@pytest.mark.parametrize(("wanted", "why"), [({"seed": SEED}, "teaching"), ({"unlisted": True}, "unlisted")])
def test_a_game_that_no_list_has_says_why_it_does_not_count(
    ada: Person, bob: Person, wanted: dict[str, object], why: str
) -> None:
    ending = ada.get(f"{_over(ada, bob, **wanted)}/ending").get_json()
    assert (ending["counted"], ending["why"]) == (False, why)


def test_a_game_without_an_end_has_none_to_show(ada: Person, bob: Person) -> None:
    waiting, running = ada.open(), started(ada, bob)
    assert some_move([ada, bob], running) is not None
    for game in (waiting, running):
        answer = ada.get(f"{game}/ending")
        assert (answer.status_code, answer.get_json()["code"]) == (409, "not-over")
    assert ada.get(f"{STRANGER}/ending").status_code == 404
