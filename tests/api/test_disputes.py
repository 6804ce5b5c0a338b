"""Disputes over HTTP: raised by a seat, shown with what the rules engine says, ruled by the arbiter, listed."""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient

from domain.archive import reading
from domain.proof.receipts import Keyring
from domain.verification.record import verify_archive
from tests.api.house import SEED, STRANGER, Person, dispute, play_on, some_move, started
from tests.support.rulesets import product_rulesets

CLAUSE = "micro-dojo.build.pay"


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    """The path of a running game, the same in every run: Ada on seat 0, Bob on seat 1."""
    return started(ada, bob, seed=SEED)


def ruling(kind: str, **more: Any) -> dict[str, Any]:
    return {"ruling": kind, "clause": CLAUSE, "words": "So it is written.", **more}


def test_a_dispute_shows_the_audit_of_its_step_and_what_the_rules_say(ada: Person, bob: Person, game: str) -> None:
    play_on([ada, bob], game, 3)
    answer = bob.post(f"{game}/disputes", {"step": 3, "clause": CLAUSE, "claim": "She could not pay."})
    body = answer.get_json()
    assert (body["dispute"], body["step"], body["receipt"]["step"], body["paused"]) == (1, 5, 5, False)
    assert answer.headers["Location"] == f"{game}/disputes/1"
    shown = ada.get(f"{game}/disputes/1").get_json()
    assert (shown["dispute"]["status"], shown["dispute"]["claim"], shown["dispute"]["n"]) == (
        "open",
        "She could not pay.",
        5,
    )
    assert shown["audit"] == ada.get(f"{game}/audit/3").get_json()
    finding = shown["finding"]
    assert (finding["verdict"], finding["expected"], finding["recorded"]) == ("follows", None, None)
    assert set(finding["cites"]) == {fact["clause"] for fact in shown["audit"]["facts"]}
    assert finding["disputed_clause_cited"] is (CLAUSE in finding["cites"])
    assert [item["number"] for item in ada.get(f"{game}/disputes").get_json()["items"]] == [1]
    assert ada.get(game).get_json()["open_disputes"] == [1]


def test_the_engine_says_where_the_record_differs_from_the_rules(
    database_url: str, ada: Person, bob: Person, arbiter: Person, game: str
) -> None:
    play_on([ada, bob], game, 2)
    dispute(ada, game, 2)
    assert ada.get(f"{game}/disputes/1").get_json()["finding"]["verdict"] == "follows"
    with psycopg.connect(database_url) as connection:
        text = connection.execute("SELECT payload FROM kifu.event WHERE version = 5").fetchone()
        assert text is not None
        event = json.loads(text[0])
        event["facts"] = event["facts"][:-2] + event["facts"][-1:]
        changed = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
        connection.execute("UPDATE kifu.event SET payload = %s WHERE version = 5", (changed,))
    seen = arbiter.get(f"{game}/disputes/1?as=arbiter").get_json()["finding"]
    assert seen["verdict"] == "differs"
    assert seen["expected"] is not None
    hidden = ada.get(f"{game}/disputes/1").get_json()["finding"]
    assert (hidden["verdict"], hidden["expected"], hidden["recorded"]) == ("differs", None, None)


def test_annulled_and_corrected_moves_are_in_the_history_and_in_the_archive(
    ada: Person, bob: Person, arbiter: Person, game: str
) -> None:
    play_on([ada, bob], game, 4)
    disputed = ada.get(f"{game}/steps/4").get_json()
    dispute(bob, game, 4)
    before = ada.get(f"{game}/states/3").get_json()["state"]
    answer = arbiter.post(f"{game}/disputes/1/ruling", ruling("annul"))
    assert (answer.status_code, answer.get_json()["step"]) == (201, 7)
    assert ada.get(f"{game}/state").get_json()["state"] == before
    moves = (
        [ada, bob][disputed["seat"]]
        .get(f"{game}/legal-moves?seat={disputed['seat']}")
        .get_json()["choices"][0]["moves"]
    )
    seat, move = some_move([ada, bob], game) or (0, {})
    [ada, bob][seat].post(f"{game}/moves", {"seat": seat, "move": move})
    dispute(ada, game, 8)
    other = next(listed["move"] for listed in moves if listed["move"] != move)
    answer = arbiter.post(f"{game}/disputes/2/ruling", ruling("correct", move=other))
    assert (answer.status_code, answer.get_json()["step"]) == (201, 11), answer.data
    steps = ada.get(f"{game}/steps").get_json()["items"]
    assert [step["kind"] for step in steps][5:] == ["dispute", "ruling", "move", "dispute", "ruling", "move"]
    assert (steps[6]["to"], steps[6]["annulled"]) == (3, [4, 5])
    assert (steps[10]["seat"], steps[10]["move"], steps[10]["dispute"]) == (seat, other, 2)
    assert ada.get(f"{game}/verification").get_json()["holds"]
    [ada, bob][1 - seat].post(f"{game}/resignation", {"seat": 1 - seat})
    file = reading.parse_archive(ada.get(f"{game}/archive").data.splitlines(keepends=True))
    assert verify_archive(file, product_rulesets(), Keyring(())).holds
    assert sum(row.topic == "kifu:dispute-ruled" for row in file.rows) == 2


def test_a_redacted_archive_of_a_disputed_game_can_be_verified(
    ada: Person, bob: Person, arbiter: Person, game: str
) -> None:
    play_on([ada, bob], game, 3)
    dispute(bob, game, 3)
    arbiter.post(f"{game}/disputes/1/ruling", ruling("annul"))
    file = reading.parse_archive(ada.get(f"{game}/archive").data.splitlines(keepends=True))
    assert file.header.redacted
    assert verify_archive(file, product_rulesets(), Keyring(())).holds


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/step"),
        ({"step": 0, "claim": "x"}, "/step"),
        ({"step": 2.0, "claim": "x"}, "/step"),
        ({"step": 2, "claim": ""}, "/claim"),
        ({"step": 2, "claim": "x" * 2001}, "/claim"),
        ({"step": 2, "claim": "bell\u0007"}, "/claim"),
        ({"step": 2, "claim": "x", "clause": "nobody.wrote.this"}, "/clause"),
        ({"step": 2, "claim": "x", "clause": 7}, "/clause"),
        ({"step": 2, "claim": "x", "seat": -1}, "/seat"),
        ({"step": 2, "claim": "x", "more": 1}, "/more"),
    ],
)
def test_a_malformed_dispute_is_refused_with_its_place(
    ada: Person, bob: Person, game: str, body: dict[str, Any], pointer: str
) -> None:
    play_on([ada, bob], game, 1)
    answer = ada.post(f"{game}/disputes", body)
    assert (answer.status_code, answer.get_json()["code"], answer.get_json()["pointer"]) == (400, "malformed", pointer)
    assert ada.get(f"{game}/disputes").get_json()["items"] == []


def test_rulings_are_the_arbiters_and_everything_else_is_refused_in_words(
    client: FlaskClient, ada: Person, bob: Person, arbiter: Person, operator: Person, game: str
) -> None:
    play_on([ada, bob], game, 2)
    dispute(ada, game, 2)
    for sent, expected in (
        (client.post(f"{game}/disputes", json={"step": 2, "claim": "x"}), (401, "unauthenticated")),
        (arbiter.post(f"{game}/disputes", {"step": 2, "claim": "x"}), (403, "not-your-seat")),
        (ada.post(f"{game}/disputes", {"step": 2, "claim": "x"}), (409, "already-disputed")),
        (ada.post(f"{game}/disputes", {"step": 99, "claim": "x"}), (404, "unknown-step")),
        (ada.post(f"{STRANGER}/disputes", {"step": 2, "claim": "x"}), (404, "unknown-game")),
        (ada.post(f"{game}/disputes/1/ruling", ruling("uphold")), (403, "not-arbiter")),
        (operator.post(f"{game}/disputes/1/ruling", ruling("uphold")), (403, "not-arbiter")),
        (arbiter.post(f"{game}/disputes/9/ruling", ruling("uphold")), (404, "unknown-dispute")),
        (arbiter.post(f"{game}/disputes/x/ruling", ruling("uphold")), (404, "unknown-dispute")),
        (arbiter.post(f"{game}/disputes/1/ruling", ruling("shrug")), (400, "malformed")),
        (arbiter.post(f"{game}/disputes/1/ruling", ruling("annul", move={})), (400, "malformed")),
        (arbiter.post(f"{game}/disputes/1/ruling", ruling("correct")), (400, "malformed")),
        (arbiter.post(f"{game}/disputes/1/ruling", ruling("correct", move={"type": "?"})), (400, "malformed")),
        (arbiter.post(f"{game}/disputes/1/ruling", ruling("uphold"), If_Match='"1"'), (412, "version-conflict")),
        (bob.post(f"{game}/disputes/1/withdrawal"), (403, "not-your-seat")),
        (ada.get(f"{game}/disputes/2"), (404, "unknown-dispute")),
        (ada.get("/v1/disputes?status=lost"), (400, "malformed")),
        (ada.get("/v1/disputes?after=nonsense"), (400, "malformed")),
    ):
        assert (sent.status_code, sent.get_json()["code"]) == expected, sent.data
    assert ada.post(f"{game}/disputes/1/withdrawal").status_code == 201
    answer = arbiter.post(f"{game}/disputes/1/ruling", ruling("annul"))
    assert (answer.status_code, answer.get_json()["code"]) == (409, "dispute-closed")


def test_a_table_may_wait_for_the_arbiter(ada: Person, bob: Person, arbiter: Person) -> None:
    game = started(ada, bob, options={"pause_on_dispute": True})
    play_on([ada, bob], game, 2)
    seat, move = some_move([ada, bob], game) or (0, {})
    assert dispute(bob, game, 2)["paused"]
    answer = [ada, bob][seat].post(f"{game}/moves", {"seat": seat, "move": move})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "paused")
    assert ada.get(game).get_json()["paused"]
    assert arbiter.post(f"{game}/disputes/1/ruling", ruling("uphold")).get_json()["to_move"] == [seat]
    assert [ada, bob][seat].post(f"{game}/moves", {"seat": seat, "move": move}).status_code == 201
    bad = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2, "options": {"pause_on_dispute": "yes"}})
    assert (bad.status_code, bad.get_json()["pointer"]) == (422, "/options/pause_on_dispute")
    schema = ada.get("/v1/rulesets/daimyo").get_json()["options"]
    assert "pause_on_dispute" in json.dumps(schema)


@pytest.mark.usefixtures("projector")
def test_disputes_of_all_listed_games_are_listed_and_counted_by_clause(
    ada: Person, bob: Person, arbiter: Person
) -> None:
    secret = started(ada, bob, unlisted=True)
    dispute(ada, secret, 1)
    game = started(ada, bob)
    play_on([ada, bob], game, 5)
    for person, step, more in ((ada, 2, {"clause": CLAUSE}), (bob, 4, {}), (ada, 5, {}), (bob, 6, {"clause": CLAUSE})):
        dispute(person, game, step, **more)
    arbiter.post(f"{game}/disputes/1/ruling", ruling("uphold"))
    bob.post(f"{game}/disputes/4/withdrawal")
    last = arbiter.post(f"{game}/disputes/2/ruling", ruling("annul"))
    wait = {"Kifu_Wait_For": last.headers["Kifu-Position"]}
    items = ada.get("/v1/disputes", **wait).get_json()["items"]
    assert [(i["number"], i["status"], i["ruling"]) for i in items] == [
        (4, "withdrawn", None),
        (3, "open", None),
        (2, "ruled", "annul"),
        (1, "ruled", "uphold"),
    ]
    assert (items[2]["claim"], items[2]["words"]) == ("Not so.", "So it is written.")
    assert items[2]["closed_at"] > items[2]["raised_at"]
    numbers = {
        "status=open": [3],
        "status=ruled": [2, 1],
        "player=Bob": [4, 2],
        f"clause={CLAUSE}": [4, 2, 1],
        "ruleset=daimyo": [],
    }
    for query, expected in numbers.items():
        assert [i["number"] for i in ada.get(f"/v1/disputes?{query}").get_json()["items"]] == expected
    first = ada.get("/v1/disputes?limit=3").get_json()
    rest = ada.get(f"/v1/disputes?limit=3&after={first['next']}").get_json()
    assert first["items"] + rest["items"] == items
    assert rest["next"] is None
    counted = ada.get("/v1/disputes/clauses").get_json()["items"]
    nothing = {"withdrawn": 0, "uphold": 0, "annul": 0, "correct": 0, "note": 0, "open": 0}
    assert counted == [
        {**nothing, "ruleset": "micro-dojo", "clause": CLAUSE, "disputes": 3, "withdrawn": 1, "uphold": 1, "annul": 1},
        {**nothing, "ruleset": "micro-dojo", "clause": None, "disputes": 1, "open": 1},
    ]
    assert ada.get("/v1/disputes/clauses?ruleset=daimyo").get_json()["items"] == []
    history = ada.get("/v1/history?limit=1000", **wait).get_json()["items"]
    told = {line["n"]: (line["kind"], line["taken_back"]) for line in history if line["game"] in game}
    assert {n for n, (_, undone) in told.items() if undone} == {4, 5, 6}
    assert [kind for _, (kind, _) in sorted(told.items())][6:] == [*["dispute"] * 4, "ruling", "withdrawal", "ruling"]
