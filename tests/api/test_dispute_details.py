"""What a dispute and a ruling tell their readers, and how many of them there may be."""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient

from domain.record.disputes import MOST_OPEN
from tests.api.house import SEED, Person, dispute, play_on, some_move, started
from tests.support.contract import whole_document

CLAUSE = "micro-dojo.build.pay"
OTHER = "micro-dojo.move.orthogonal"


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    """The path of a running game, the same in every run: Ada on seat 0, Bob on seat 1."""
    return started(ada, bob, seed=SEED)


def ruled(arbiter: Person, game: str, number: int, kind: str, **more: Any) -> dict[str, Any]:
    body = {"ruling": kind, "clause": CLAUSE, "words": "It stands there.", **more}
    answer = arbiter.post(f"{game}/disputes/{number}/ruling", body)
    assert answer.status_code == 201, answer.data
    return dict(answer.get_json())


def shown(person: Person, game: str, number: int) -> dict[str, Any]:
    found = person.get(f"{game}/disputes/{number}").get_json()
    return dict(found)


def test_a_step_says_what_was_disputed_and_how_it_was_ruled(
    ada: Person, bob: Person, arbiter: Person, game: str
) -> None:
    play_on([ada, bob], game, 3)
    dispute(bob, game, 3, clause=OTHER)
    ruled(arbiter, game, 1, "annul")
    steps = ada.get(f"{game}/steps").get_json()["items"]
    claim = {"disputed": 3, "clause": OTHER, "claim": "Not so.", "dispute": 1}
    reason = {"disputed": 3, "clause": CLAUSE, "ruling": "annul", "reason": "It stands there.", "dispute": 1}
    reason["arbiter"] = "Cleo"
    assert steps[4].items() >= claim.items()
    assert steps[5].items() >= {**reason, "annulled": [3, 4]}.items()
    assert not {"ruling", "reason"} & steps[4].keys()
    assert not {"disputed", "clause", "claim", "ruling", "reason", "dispute", "annulled"} & steps[2].keys()
    raised, annulled, move = (ada.get(f"{game}/audit/{n}").get_json() for n in (5, 6, 3))
    nothing = dict.fromkeys(("disputed", "clause", "claim", "ruling", "reason", "dispute")) | {"annulled": []}
    assert raised.items() >= {**nothing, **claim}.items()
    assert annulled.items() >= {**nothing, **reason, "annulled": [3, 4]}.items()
    assert move.items() >= nothing.items()


def test_the_arbiter_reads_the_clauses_and_whether_the_step_still_counts(
    ada: Person, bob: Person, arbiter: Person, game: str
) -> None:
    play_on([ada, bob], game, 4)
    dispute(bob, game, 3, clause=OTHER)
    dispute(ada, game, 4)
    before = shown(arbiter, game, 1)
    assert before["stands"] is True
    text = ada.get(f"/v1/rulesets/micro-dojo/clauses/{OTHER}").get_json()
    assert before["disputed_clause"] == {"clause": OTHER, "text": text["text"], "source": text["source"]}
    assert before["ruling_clause"] is None
    ruled(arbiter, game, 1, "annul")
    after = shown(arbiter, game, 1)
    assert (after["stands"], after["ruling_clause"]["clause"]) == (False, CLAUSE)
    assert after["ruling_clause"]["text"]
    other = shown(arbiter, game, 2)
    assert (other["stands"], other["disputed_clause"]) == (False, None)


def test_a_move_that_was_taken_back_does_not_count_and_the_take_back_does(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game) or (0, {})
    mover = [ada, bob][seat]
    assert mover.post(f"{game}/moves", {"seat": seat, "move": move}).status_code == 201
    assert mover.post(f"{game}/take-back", {"seat": seat}).status_code == 201
    for number, (step, stands) in enumerate(((1, True), (2, False), (3, True)), 1):
        dispute(ada, game, step)
        assert shown(ada, game, number)["stands"] is stands, step


def test_the_finding_says_whether_chance_had_a_part(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, 2)
    chance = {outcome["step"] for outcome in ada.get(f"{game}/chance").get_json()["outcomes"]}
    for number, step in enumerate((1, 2), 1):
        dispute(ada, game, step)
        assert shown(ada, game, number)["finding"]["by_chance"] is (step in chance)
    assert 1 in chance


def test_the_times_of_a_dispute_are_those_of_its_steps(ada: Person, bob: Person, arbiter: Person, game: str) -> None:
    play_on([ada, bob], game, 2)
    for step in (1, 2, 3):
        dispute(bob, game, step)
    ruled(arbiter, game, 1, "note")
    bob.post(f"{game}/disputes/2/withdrawal")
    times = {step["n"]: step["time"] for step in ada.get(f"{game}/steps").get_json()["items"]}
    items = ada.get(f"{game}/disputes").get_json()["items"]
    assert [item["raised_at"] for item in items] == [times[item["n"]] for item in items]
    closings = [items[0]["ruling"]["n"], items[1]["withdrawn"]]
    assert [item["closed_at"] for item in items] == [*(times[n] for n in closings), None]


def test_the_disputes_of_a_game_are_in_pages(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, 4)
    for step in range(1, 6):
        dispute(ada, game, step)
    path, numbers = f"{game}/disputes?limit=2", []
    page = ada.get(path).get_json()
    while True:
        numbers.append([item["number"] for item in page["items"]])
        if page["next"] is None:
            break
        page = ada.get(f"{path}&after={page['next']}").get_json()
    assert numbers == [[1, 2], [3, 4], [5]]
    assert ada.get(f"{game}/disputes?after=5").get_json() == {"items": [], "next": None}
    for query in ("limit=0", "limit=1001", "after=-1", "after=x", "after=1&after=2", "status=open"):
        answer = ada.get(f"{game}/disputes?{query}")
        assert (answer.status_code, answer.get_json()["parameter"]) == (400, query.partition("=")[0])


def test_a_seat_has_few_open_disputes_at_a_time(ada: Person, bob: Person, arbiter: Person, game: str) -> None:
    play_on([ada, bob], game, 8)
    for step in range(1, MOST_OPEN + 1):
        dispute(ada, game, step)
    refused = ada.post(f"{game}/disputes", {"step": 7, "claim": "Not so."})
    assert (refused.status_code, refused.get_json()["code"]) == (409, "too-many-disputes")
    assert "withdraw one" in refused.get_json()["detail"]
    dispute(bob, game, 7)
    ada.post(f"{game}/disputes/2/withdrawal")
    dispute(ada, game, 7)
    assert ada.post(f"{game}/disputes", {"step": 8, "claim": "Not so."}).status_code == 409
    ruled(arbiter, game, 1, "uphold")
    dispute(ada, game, 8)


@pytest.mark.usefixtures("projector")
def test_arbiters_and_the_operator_find_the_disputes_of_unlisted_games(
    client: FlaskClient, ada: Person, bob: Person, arbiter: Person, operator: Person
) -> None:
    listed = started(ada, bob)
    secret = started(ada, bob, unlisted=True, options={"pause_on_dispute": True})
    dispute(ada, listed, 1, clause=CLAUSE)
    last = ada.post(f"{secret}/disputes", {"step": 1, "claim": "Not so.", "clause": CLAUSE})
    wait = {"Kifu_Wait_For": last.headers["Kifu-Position"]}
    withdrawn = ada.post(f"{listed}/disputes/1/withdrawal").headers["Kifu-Position"]
    arbiter.get("/v1/disputes", Kifu_Wait_For=withdrawn)
    found = arbiter.get("/v1/disputes", **wait)
    assert {(item["game"] in secret, item["unlisted"]) for item in found.get_json()["items"]} == {
        (True, True),
        (False, False),
    }
    assert found.headers["Vary"] == "Authorization, Accept, Accept-Encoding"
    assert operator.get("/v1/disputes").get_json() == found.get_json()
    (waiting,) = arbiter.get("/v1/disputes?status=open").get_json()["items"]
    assert waiting["game"] in secret
    for answer in (ada.get("/v1/disputes"), client.get("/v1/disputes")):
        (item,) = answer.get_json()["items"]
        assert (item["game"] in listed, item["unlisted"]) == (True, False)
    assert [line["disputes"] for line in ada.get("/v1/disputes/clauses").get_json()["items"]] == [1]
    assert [line["disputes"] for line in arbiter.get("/v1/disputes/clauses").get_json()["items"]] == [2]
    assert client.get("/v1/disputes", headers={"Authorization": "Bearer nobody"}).status_code == 401


def test_a_game_that_is_over_asks_nobody_and_waits_for_nobody(ada: Person, bob: Person) -> None:
    game = started(ada, bob, options={"pause_on_dispute": True})
    play_on([ada, bob], game, 2)
    assert ada.get(f"{game}/steps/3").get_json()["open"] != []
    dispute(ada, game, 2)
    assert ada.get(f"{game}/steps/4").get_json()["open"] != []
    ada.post(f"{game}/disputes/1/withdrawal")
    assert ada.post(f"{game}/resignation", {"seat": 0}).status_code == 201
    assert dispute(bob, game, 2)["paused"] is False
    assert ada.get(f"{game}/steps/7").get_json()["open"] == []
    assert ada.get(f"{game}/steps/4").get_json()["open"] != []
    now = ada.get(game).get_json()
    assert (now["status"], now["paused"], now["open_disputes"]) == ("resigned", False, [2])
    seat, move = 0, {"type": "move-meeple", "meeple": "sumo", "to": 4}
    refused = ada.post(f"{game}/moves", {"seat": seat, "move": move})
    assert refused.get_json()["code"] == "game-over"


def test_a_dispute_of_a_finished_game_asks_nobody(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game)
    last = ada.get(game).get_json()["step"]
    dispute(bob, game, last)
    assert ada.get(f"{game}/steps/{last + 1}").get_json()["open"] == []


def test_the_audit_shows_what_was_legal_while_another_dispute_paused_the_game(
    ada: Person, bob: Person, arbiter: Person
) -> None:
    game = started(ada, bob, options={"pause_on_dispute": True})
    play_on([ada, bob], game, 2)
    dispute(ada, game, 2)
    dispute(bob, game, 3)
    legal = ada.get(f"{game}/audit/3").get_json()["legal"]
    played = ada.get(f"{game}/steps/3").get_json()
    other = next(item["move"] for item in legal[0]["moves"] if item["move"] != played["move"])
    assert ruled(arbiter, game, 2, "correct", move=other)["step"] == 7
    assert ada.get(f"{game}/audit/5").get_json()["legal"] != []
    corrected = ada.get(f"{game}/audit/7").get_json()
    assert (corrected["legal"], corrected["dispute"]) == (legal, 2)
    assert ada.get(f"{game}/legal-moves").get_json()["choices"] == []


@pytest.mark.parametrize(
    ("path", "codes"),
    [
        ("/v1/games/{game_id}/moves", {"paused", "game-over", "not-asked", "damaged-record"}),
        ("/v1/games/{game_id}/take-back", {"paused", "game-over", "cannot-take-back"}),
        ("/v1/games/{game_id}/resignation", {"paused", "game-over"}),
        ("/v1/games/{game_id}/disputes", {"already-disputed", "too-many-disputes", "not-started"}),
        ("/v1/games/{game_id}/disputes/{dispute}/ruling", {"dispute-closed", "cannot-annul", "game-over"}),
        ("/v1/games/{game_id}/disputes/{dispute}/withdrawal", {"dispute-closed"}),
    ],
)
def test_what_a_dispute_can_stop_is_documented(path: str, codes: set[str]) -> None:
    conflict = whole_document()["paths"][path]["post"]["responses"]["409"]["description"]
    assert {code for code in codes if f"`{code}`" in conflict} == codes


@pytest.mark.usefixtures("projector")
def test_an_erased_claim_and_ruling_are_empty_in_every_list_from_the_next_answer_on(
    ada: Person, bob: Person, arbiter: Person, database_url: str
) -> None:
    path = started(ada, bob)
    play_on([ada, bob], path, 3)
    dispute(bob, path, 3, claim="Ada lives at 12 Elm Street")
    last = arbiter.post(f"{path}/disputes/1/ruling", {"ruling": "note", "clause": CLAUSE, "words": "Bob has debts"})
    wait = {"Kifu_Wait_For": last.headers["Kifu-Position"]}
    paths = ["/v1/disputes", "/v1/history?limit=1000", f"{path}/disputes", f"{path}/disputes/1"]
    paths += [f"{path}/steps", f"{path}/audit/5", f"{path}/audit/6"]

    def told(text: str) -> list[bool]:
        return [text in json.dumps(ada.get(at, **wait).get_json()) for at in paths]

    assert told("12 Elm Street") == [True] * 6 + [False]
    assert told("Bob has debts") == [True] * 5 + [False, True]
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SELECT kifu.erase(seal, 'operator', 'asked for') FROM kifu.personal_value")
    assert not any(told("12 Elm Street") + told("Bob has debts"))
    (item,) = ada.get("/v1/disputes", **wait).get_json()["items"]
    assert (item["claim"], item["words"], item["status"]) == ("", "", "ruled")
    assert ada.get(f"{path}/verification").get_json()["texts"] == {"texts": 2, "erased": 2, "fault": None}
    events = bob.get("/v1/me/events").get_json()["items"]
    assert {(event["kind"], event["step"], event["message"]) for event in events} >= {("claim-erased", 5, None)}
