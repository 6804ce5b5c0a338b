"""Who the caller is, and the games that wait for them."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.house import Person, dispute, play_on, some_move, started
from tests.api.test_read_models import position


def mine(person: Person, game: str, query: str = "to_move=true") -> list[dict[str, Any]]:
    """The caller's games, read after the last event of `game`."""
    answer = person.get(f"/v1/me/games?{query}", Kifu_Wait_For=position(person, game))
    assert answer.status_code == 200, answer.data
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in answer.headers["Vary"]
    items: list[dict[str, Any]] = answer.get_json()["items"]
    return items


def ids(items: list[dict[str, Any]]) -> list[str]:
    return [f"/v1/games/{item['id']}" for item in items]


def test_a_token_says_who_the_caller_is(ada: Person, arbiter: Person, operator: Person) -> None:
    assert ada.get("/v1/me").get_json() == {
        "player": "Ada",
        "arbiter": False,
        "operator": False,
        "guest": False,
        "bot": False,
    }
    nobody = {"player": None, "arbiter": False, "operator": False, "guest": False, "bot": False}
    assert arbiter.get("/v1/me").get_json() == {**nobody, "player": "Cleo", "arbiter": True}
    assert operator.get("/v1/me").get_json() == {**nobody, "operator": True}
    assert ada.get("/v1/me").headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("path", ["/v1/me", "/v1/me/games"])
def test_nobody_is_somebody_without_a_token(client: FlaskClient, path: str) -> None:
    for headers in ({}, {"Authorization": "Bearer nobody's"}, {"Authorization": "Basic YTpi"}):
        answer = client.get(path, headers=headers)
        assert (answer.status_code, answer.get_json()["code"]) == (401, "unauthenticated")
        assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.usefixtures("projector")
def test_a_game_waits_for_the_player_whose_move_it_is(ada: Person, bob: Person) -> None:
    game = started(ada, bob)
    for _ in range(4):
        seat, move = some_move([ada, bob], game)  # type: ignore[misc]
        mover, other = (ada, bob) if seat == 0 else (bob, ada)
        (item,) = mine(mover, game)
        assert ids([item]) == [game]
        assert item["to_move"] == [seat] == ada.get(game).get_json()["to_move"]
        assert mine(other, game) == []
        assert ids(mine(other, game, "to_move=false")) == [game]
        assert mover.post(f"{game}/moves", {"seat": seat, "move": move}).status_code == 201
    mover.post(f"{game}/take-back", {"seat": seat})
    assert mine(mover, game)[0]["to_move"] == ada.get(game).get_json()["to_move"] == [seat]
    ada.post(f"{game}/resignation", {"seat": 0})
    assert [mine(person, game) for person in (ada, bob)] == [[], []]
    assert mine(ada, game, "status=resigned")[0]["to_move"] == []


@pytest.mark.usefixtures("projector")
def test_a_paused_game_waits_for_no_player(ada: Person, bob: Person, arbiter: Person) -> None:
    game = started(ada, bob, options={"pause_on_dispute": True})
    play_on([ada, bob], game, most=3)
    number = dispute(ada, game, 2)["dispute"]
    assert [mine(person, game) for person in (ada, bob)] == [[], []]
    ruling = {"ruling": "annul", "clause": "micro-dojo.build.pay", "words": "So it is."}
    answer = arbiter.post(f"{game}/disputes/{number}/ruling", ruling)
    assert answer.status_code == 201, answer.data
    info, seat = ada.get(game).get_json(), ada.get(f"{game}/steps/2").get_json()["seat"]
    assert (info["paused"], info["to_move"]) == (False, [seat])
    mover, other = (ada, bob) if seat == 0 else (bob, ada)
    assert (ids(mine(mover, game)), mine(other, game)) == ([game], [])


@pytest.mark.usefixtures("projector")
def test_players_find_their_unlisted_games_and_nobody_else_does(ada: Person, bob: Person) -> None:
    game = started(ada, bob, unlisted=True)
    assert [(ids([item]), item["unlisted"]) for item in mine(ada, game, "")] == [([game], True)]
    for path in ("/v1/games", "/v1/games?player=Ada", "/v1/games?player=Ada&to_move=true", "/v1/players/Ada/games"):
        assert bob.get(path, Kifu_Wait_For=position(ada, game)).get_json()["items"] == []


@pytest.mark.usefixtures("projector")
def test_the_lists_of_games_say_whose_move_it_is_and_are_filtered_by_it(ada: Person, bob: Person) -> None:
    game, waiting = started(ada, bob), ada.open()
    (seat,) = ada.get(game).get_json()["to_move"]
    name, other = ("Ada", "Bob") if seat == 0 else ("Bob", "Ada")

    def found(query: str) -> list[str]:
        wait = position(ada, game)
        ada.get("/v1/games", Kifu_Wait_For=position(ada, waiting))
        return ids(ada.get(f"/v1/games?{query}", Kifu_Wait_For=wait).get_json()["items"])

    assert found("to_move=true") == [game]
    assert found("to_move=false") == [waiting]
    assert found(f"to_move=true&player={name}") == [game]
    assert found(f"to_move=true&player={other}") == []
    assert found(f"to_move=false&player={other}") == [game]
    (own,) = ada.get("/v1/players/Ada/games", Kifu_Wait_For=position(ada, game)).get_json()["items"]
    assert own["to_move"] == [seat]


@pytest.mark.usefixtures("projector")
def test_the_callers_games_come_in_pages(ada: Person) -> None:
    games = [ada.open() for _ in range(5)]
    for game in games:
        assert ada.post(f"{game}/seats").status_code == 201
    wanted, found, cursor = games[::-1], [], ""
    for game in games:
        ada.get("/v1/me/games", Kifu_Wait_For=position(ada, game))
    while cursor is not None:
        page = ada.get(f"/v1/me/games?limit=2{f'&after={cursor}' if cursor else ''}").get_json()
        found += ids(page["items"])
        cursor = page["next"]
    assert found == wanted


def test_the_operator_holds_no_seat(operator: Person) -> None:
    assert operator.get("/v1/me/games").get_json() == {"items": [], "next": None}


@pytest.mark.parametrize("value", ["", "1", "True", "yes", "null"])
def test_a_filter_that_is_neither_true_nor_false_is_malformed(ada: Person, value: str) -> None:
    answer = ada.get(f"/v1/me/games?to_move={value}")
    assert (answer.status_code, answer.get_json()["parameter"]) == (400, "to_move")
