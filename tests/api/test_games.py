"""Games over HTTP: opening, playing, looking, replaying."""

import json
from uuid import UUID

import msgspec
import pytest
from flask.testing import FlaskClient

from eventstore.recorder import FeedRecorder
from tests.api.house import SEED, Person, play_on, some_move, started
from tests.support.feeds import refusals
from tests.support.rulesets import product_rulesets

FOR_EVER = "public, max-age=31536000, immutable"


@pytest.mark.parametrize("movement", ["none", "1A", "1B", "2A", "2B"])
def test_a_whole_game_of_each_movement_is_played_and_replayed_to_the_same_state(
    ada: Person, bob: Person, movement: str
) -> None:
    game = started(ada, bob, options={"movement": movement})
    play_on([ada, bob], game, seed=len(movement))
    info = ada.get(game).get_json()
    assert info["status"] == "finished"
    assert {score["rank"] for score in info["result"]["scores"]} >= {1}
    steps = ada.get(f"{game}/steps?limit=1000").get_json()["items"]
    assert [step["n"] for step in steps] == list(range(1, info["step"] + 1))
    final = ada.get(f"{game}/states/{info['step']}").get_json()
    assert final["state"] == ada.get(f"{game}/state").get_json()["state"]


def test_a_game_with_a_seed_says_so_and_is_reproduced(ada: Person, bob: Person) -> None:
    one, other = (started(ada, bob, seed=SEED) for _ in range(2))
    info = ada.get(one).get_json()
    assert (info["teaching"], info["seed"]) == (True, SEED)
    facts = [ada.get(f"{game}/steps/1").get_json()["facts"] for game in (one, other)]
    assert facts[0] == facts[1]


def test_the_seed_of_a_game_is_shown_only_when_it_is_over(ada: Person, bob: Person, game: str) -> None:
    assert ada.get(game).get_json()["seed"] is None
    ada.post(f"{game}/resignation", {"seat": 0})
    assert len(ada.get(game).get_json()["seed"]) == 64


def test_a_free_seat_is_given_to_who_names_none(ada: Person, bob: Person) -> None:
    path = ada.open()
    answer = ada.client.post(f"{path}/seats", headers={"Authorization": f"Bearer {ada.token}"})
    assert answer.get_json()["seat"] == 0
    assert bob.post(f"{path}/seats").get_json()["seat"] == 1
    assert ada.get(path).get_json()["status"] == "playing"


def test_the_version_is_the_entity_tag_of_game_state_and_legal_moves(ada: Person, bob: Person, game: str) -> None:
    for path in (game, f"{game}/state", f"{game}/legal-moves"):
        answer = ada.get(path)
        assert answer.headers["ETag"] == '"4"'
        assert answer.headers["Vary"] == "Authorization, Accept-Language, Accept-Encoding"
        assert ada.get(path, If_None_Match='W/"3", "4"').status_code == 304
        assert ada.get(path, If_None_Match="*").status_code == 304
        assert ada.get(path, If_None_Match='"3"').status_code == 200
    play_on([ada, bob], game, most=1)
    assert ada.get(game, If_None_Match='"4"').headers["ETag"] == '"5"'


@pytest.mark.parametrize(
    ("tags", "status"),
    [('"4"', 201), ("*", 201), ('"3", "4"', 201), ('"3"', 412), ('W/"4"', 412), ('"x"', 412), ('"3", "5"', 412)],
)
def test_if_match_is_compared_strongly(ada: Person, bob: Person, game: str, tags: str, status: int) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    answer = [ada, bob][seat].post(f"{game}/moves", {"seat": seat, "move": move}, If_Match=tags)
    assert answer.status_code == status


def test_a_move_is_explained_without_being_played(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    mover = [ada, bob][seat]
    assert mover.post(f"{game}/explanations", {"seat": seat, "move": move}).get_json()["legal"] is True
    here = ada.get(f"{game}/state").get_json()["state"]["meeples"][move["meeple"]]
    wrong = mover.post(f"{game}/explanations", {"seat": seat, "move": {**move, "to": here}}).get_json()
    assert wrong["legal"] is False
    assert wrong["clause"].startswith("micro-dojo.")
    assert ada.get(game).headers["ETag"] == '"4"'


def test_a_refused_attempt_is_kept_for_the_audit(ada: Person, bob: Person, game: str, recorder: FeedRecorder) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    here = ada.get(f"{game}/state").get_json()["state"]["meeples"][move["meeple"]]
    [ada, bob][seat].post(f"{game}/moves", {"seat": seat, "move": {**move, "to": here}})
    (kept,) = refusals(recorder, UUID(game.rpartition("/")[2]))
    assert (kept.seat, kept.player) == (seat, ["Ada", "Bob"][seat])
    assert json.loads(kept.move) == {**move, "to": here}
    assert kept.clause


def test_a_move_is_taken_back_by_a_further_step(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    mover, before = [ada, bob][seat], ada.get(f"{game}/state").get_json()["state"]
    mover.post(f"{game}/moves", {"seat": seat, "move": move})
    assert mover.post(f"{game}/take-back", {"seat": seat}).get_json()["step"] == 3
    assert ada.get(f"{game}/state").get_json()["state"] == before
    assert ada.get(f"{game}/steps/3").get_json()["kind"] == "take-back"


def test_one_key_records_one_move_whatever_comes_between(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    mover, body = [ada, bob][seat], {"seat": seat, "move": move}
    first = mover.post(f"{game}/moves", body, Idempotency_Key="one")
    play_on([ada, bob], game, most=3)
    again = mover.post(f"{game}/moves", body, Idempotency_Key="one")
    assert (again.status_code, again.data) == (first.status_code, first.data)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["Kifu-Position"] == first.headers["Kifu-Position"]
    assert "Idempotent-Replayed" not in first.headers
    assert ada.get(game).get_json()["step"] == 5
    reused = mover.post(f"{game}/moves", {**body, "seat": 1 - seat}, Idempotency_Key="one")
    assert (reused.status_code, reused.get_json()["code"]) == (422, "key-reused")


def test_keys_hold_for_every_kind_of_post(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    mover = [ada, bob][seat]
    for path, body, status in (
        ("/v1/games", {"ruleset": "micro-dojo", "seats": 2}, 201),
        (f"{game}/explanations", {"seat": seat, "move": move}, 200),
        (f"{game}/resignation", {"seat": seat}, 201),
    ):
        key = f"for {path}".replace(" ", "-")
        first, again = (mover.post(path, body, Idempotency_Key=key) for _ in range(2))
        assert (first.status_code, again.status_code) == (status, status)
        assert first.data == again.data
        assert again.headers["Idempotent-Replayed"] == "true"
        assert first.headers.get("Location") == again.headers.get("Location")
        unlisted = {"ruleset": "micro-dojo", "seats": 2, "unlisted": True}
        assert mover.post("/v1/games", unlisted, Idempotency_Key=key).get_json()["code"] == "key-reused"


def test_steps_come_in_pages_or_as_lines(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, most=6)
    first = ada.get(f"{game}/steps?limit=4").get_json()
    assert [step["n"] for step in first["items"]] == [1, 2, 3, 4]
    rest = ada.get(f"{game}/steps?limit=4&after={first['next']}").get_json()
    assert [step["n"] for step in rest["items"]] == [5, 6, 7]
    assert rest["next"] is None
    lines = ada.get(f"{game}/steps", Accept="application/x-ndjson")
    assert lines.content_type == "application/x-ndjson"
    assert [json.loads(line) for line in lines.data.splitlines()] == first["items"] + rest["items"]
    some = ada.get(f"{game}/steps?after=2&limit=3", Accept="application/x-ndjson").data.splitlines()
    assert [json.loads(line)["n"] for line in some] == [3, 4, 5]


def test_what_cannot_change_any_more_may_be_kept_for_ever(ada: Person, bob: Person, game: str) -> None:
    paths = [f"{game}/steps?limit=1", f"{game}/steps/1", f"{game}/states/1"]
    for path in paths:
        assert ada.get(path).headers["Cache-Control"] == "private, no-cache"
    ada.post(f"{game}/resignation", {"seat": 0})
    for path in paths:
        assert ada.get(path).headers["Cache-Control"] == FOR_EVER
    last_page = ada.get(f"{game}/steps").headers["Cache-Control"]
    assert last_page == "private, no-cache", "a dispute would add to it"


def test_rulesets_say_what_can_be_chosen_and_which_clauses_hold(client: FlaskClient) -> None:
    listed = client.get("/v1/rulesets").get_json()["items"]
    assert [ruleset["id"] for ruleset in listed] == [ruleset.id for ruleset in product_rulesets()]
    assert listed == [client.get(f"/v1/rulesets/{ruleset['id']}").get_json() for ruleset in listed]
    shown = client.get("/v1/rulesets/micro-dojo").get_json()
    assert msgspec.json.encode(shown["options"]).count(b"movement") >= 1
    clauses = client.get("/v1/rulesets/micro-dojo/clauses").get_json()["items"]
    assert len(clauses) == shown["clauses"]
    assert client.get(f"/v1/rulesets/micro-dojo/clauses/{clauses[0]['id']}").get_json() == clauses[0]


def test_a_request_has_an_id_which_may_be_its_own(client: FlaskClient) -> None:
    assert client.get("/healthz", headers={"X-Request-Id": "abc-1"}).headers["X-Request-Id"] == "abc-1"
    made = client.get("/healthz", headers={"X-Request-Id": "a b\tc"}).headers["X-Request-Id"]
    assert made.isalnum()
