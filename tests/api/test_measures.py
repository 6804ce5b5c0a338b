"""Measures over HTTP: what muted and suspended players may still do, appeals, and the public counts."""

from __future__ import annotations

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.jobs.matcher import Job
from service.parts import Parts
from tests.api.house import House, Person, appointed, play_on, started
from tests.api.test_arbiters import code
from tests.api.test_messages import heard, say
from tests.api.test_reports import items, reported, ruled, told
from tests.api.test_seeks import DUEL, sought

WORDS = {"words": "I said nothing of the kind."}
NOBODY = "00000000-0000-4000-8000-000000000000"

pytestmark = pytest.mark.usefixtures("database_url")


@pytest.fixture
def parts(app: Flask) -> Parts:
    found: Parts = app.extensions["kifu"].parts
    return found


def punished(arbiter: Person, by: Person, name: str, **measures: int) -> str:
    """Have a player punished on a report, and return the path of the measure's decision."""
    ruled(arbiter, reported(by, f"/v1/players/{name}"), **measures)
    return f"/v1/measures/{items(arbiter, '/v1/measures')[0]['id']}/decision"


def end_all(database_url: str) -> None:
    """Let the time of every measure run out."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE kifu.measure SET until = now() - interval '1 second'")


def test_a_muted_player_plays_but_does_not_write_until_the_end(
    ada: Person, bob: Person, arbiter: Person, game: str, database_url: str
) -> None:
    punished(arbiter, ada, "Bob", mute_days=7)
    refused = bob.post(f"{game}/messages", {"text": "But why?"})
    assert code(refused) == (403, "muted")
    (measure,) = items(bob, "/v1/me/measures")
    assert measure["id"] in refused.get_json()["detail"]
    assert measure["words"] in refused.get_json()["detail"]
    assert play_on([ada, bob], game, 2) == 2
    bob.open()
    say(ada, game, "Quiet here.")
    end_all(database_url)
    assert items(bob, "/v1/me/measures")[0]["status"] == "expired"
    say(bob, game, "I am back.")
    assert heard(ada, game) == ["Quiet here.", "I am back."]


def test_a_suspended_player_finishes_games_and_begins_none(
    ada: Person, bob: Person, arbiter: Person, game: str, parts: Parts, database_url: str
) -> None:
    over = started(ada, bob)
    assert bob.post(f"{over}/resignation", {"seat": 1}).status_code == 201
    waiting = ada.open()
    sought(bob)
    punished(arbiter, ada, "Bob", suspend_days=30)
    refused = (
        bob.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2}),
        bob.post(f"{waiting}/seats", {"seat": 1}),
        bob.post("/v1/seeks", DUEL),
        bob.post(f"{over}/rematch"),
        bob.post(f"{over}/branches", {"at": 1}),
        bob.post(f"{game}/messages", {"text": "But why?"}),
    )
    assert {code(answer) for answer in refused} == {(403, "suspended")}
    assert [seek["status"] for seek in items(bob, "/v1/me/seeks")] == ["withdrawn"]
    sought(ada)
    assert Job(parts).tick() == 0
    assert play_on([ada, bob], game, 4) == 4
    assert bob.post(f"{game}/resignation", {"seat": 1}).status_code == 201
    end_all(database_url)
    assert bob.post(f"{waiting}/seats", {"seat": 1}).status_code == 201


def test_the_refusal_is_said_in_french(ada: Person, bob: Person, arbiter: Person) -> None:
    punished(arbiter, ada, "Bob", suspend_days=30)
    answer = bob.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2}, Accept_Language="fr")
    assert answer.get_json()["title"] == "Vous êtes suspendu"
    assert "faire appel" in answer.get_json()["detail"]


def test_an_appeal_is_decided_by_another_arbiter_and_lifts_the_measure(
    house: House, ada: Person, bob: Person, operator: Person, game: str
) -> None:
    cleo, dora = (appointed(operator, house.person(name)) for name in ("Cleo", "Dora"))
    decision = punished(cleo, ada, "Bob", mute_days=7)
    appeal = decision.replace("/v1/measures", "/v1/me/measures").replace("/decision", "/appeal")
    lifting = {"lift": True, "words": "It was a quotation."}
    assert code(ada.post(appeal, WORDS)) == (404, "unknown-measure")
    assert bob.post(appeal, WORDS).get_json()["appeal"] == WORDS["words"]
    assert code(bob.post(appeal, WORDS)) == (409, "already-decided")
    (waiting,) = items(dora, "/v1/measures?appealed=true")
    assert (waiting["arbiter"], waiting["appeal"], waiting["report"] is None) == ("Cleo", WORDS["words"], False)
    assert code(cleo.post(decision, lifting)) == (403, "arbiter-concerned")
    assert code(ada.post(decision, lifting)) == (403, "not-arbiter")
    assert dora.post(decision, lifting).get_json()["status"] == "lifted"
    assert code(operator.post(decision, lifting)) == (409, "already-decided")
    assert items(dora, "/v1/measures?appealed=true") == []
    say(bob, game, "Thank you.")
    assert told(bob) == [("measure-lifted", "arbiter"), ("measure-taken", "arbiter")]
    assert items(bob, "/v1/me/measures")[0]["answer"] == lifting["words"]


def test_an_appeal_can_be_refused_and_the_measure_holds(
    ada: Person, bob: Person, arbiter: Person, operator: Person, game: str
) -> None:
    decision = punished(arbiter, ada, "Bob", mute_days=7)
    refusing = {"lift": False, "words": "It was an insult."}
    nothing = operator.post(decision, refusing)
    assert (code(nothing), nothing.get_json()["pointer"]) == ((400, "malformed"), "/lift")
    bob.post(decision.replace("/v1/", "/v1/me/").replace("/decision", "/appeal"), WORDS)
    assert operator.post(decision, refusing).get_json()["status"] == "in-force"
    assert code(bob.post(f"{game}/messages", {"text": "Oh."})) == (403, "muted")
    assert told(bob)[0] == ("appeal-refused", "operator")


def test_who_took_a_measure_may_lift_it_unasked(ada: Person, bob: Person, arbiter: Person, game: str) -> None:
    say(bob, game, "Hm.")
    ruled(arbiter, reported(ada, game, message=1), hide=True)
    (measure,) = items(arbiter, "/v1/measures")
    lifted = arbiter.post(f"/v1/measures/{measure['id']}/decision", {"lift": True, "words": "A mistake of mine."})
    assert lifted.get_json()["status"] == "lifted"
    assert heard(ada, game) == ["Hm."]


def test_an_unknown_measure_is_not_found(bob: Person, arbiter: Person) -> None:
    for wrong in (NOBODY, "none"):
        for answer in (
            bob.post(f"/v1/me/measures/{wrong}/appeal", WORDS),
            arbiter.post(f"/v1/measures/{wrong}/decision", {"lift": True, **WORDS}),
        ):
            assert code(answer) == (404, "unknown-measure")
    assert code(bob.get("/v1/measures")) == (403, "not-arbiter")


def test_everybody_reads_how_often_what_was_done(
    client: FlaskClient, ada: Person, bob: Person, arbiter: Person, operator: Person, game: str
) -> None:
    assert client.get("/v1/moderation").get_json() == {"months": []}
    say(bob, game, "Hm.")
    ruled(arbiter, reported(ada, game, message=1), hide=True, mute_days=1)
    ruled(arbiter, reported(ada, game), upheld=False)
    decision = punished(arbiter, ada, "Bob", suspend_days=2)
    bob.post(decision.replace("/v1/", "/v1/me/").replace("/decision", "/appeal"), WORDS)
    assert operator.post(decision, {"lift": True, **WORDS}).status_code == 201
    (month,) = client.get("/v1/moderation").get_json()["months"]
    assert month.pop("month").endswith("-01T00:00:00Z")
    assert month == {
        "reports": 3, "upheld": 2, "hidden": 1, "muted": 1, "suspended": 1, "appeals": 1, "appeals_upheld": 1,
    }  # fmt: skip
