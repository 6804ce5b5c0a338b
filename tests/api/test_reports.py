"""Reports over HTTP: what players tell the arbiters, who reads it, and what the arbiters rule."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient

from domain.application.moderation.judging import MOST_REPORTS
from tests.api.house import House, Person, appointed, bearer, started
from tests.api.test_arbiters import code
from tests.api.test_idle_guests import let_pass
from tests.api.test_messages import heard, say

INSULT = {"reason": "insult", "words": "He calls me names."}
UPHELD = {"upheld": True, "words": "We do not talk like this here."}
NOBODY = "00000000-0000-4000-8000-000000000000"

pytestmark = pytest.mark.usefixtures("database_url")


def reported(person: Person, path: str, **more: Any) -> dict[str, Any]:
    """Report something and return the answer."""
    answer = person.post(f"{path}/reports", {**INSULT, **more})
    assert answer.status_code == 201, answer.data
    return dict(answer.get_json())


def ruled(arbiter: Person, report: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Rule on a report and return the answer."""
    answer = arbiter.post(f"/v1/reports/{report['id']}/ruling", {**UPHELD, **more})
    assert answer.status_code == 201, answer.data
    return dict(answer.get_json())


def items(person: Person, path: str) -> list[dict[str, Any]]:
    return list(person.get(path).get_json()["items"])


def told(person: Person) -> list[tuple[str, str]]:
    """What the account log of a player says of moderation, the newest first."""
    events = items(person, "/v1/me/events")
    return [(event["kind"], event["by"]) for event in events if event["report"] or event["measure"]]


def test_a_message_is_reported_judged_and_hidden_and_both_are_told(
    ada: Person, bob: Person, arbiter: Person, game: str
) -> None:
    say(bob, game, "You cheat, you fool.")
    report = reported(ada, game, message=1)
    assert (report["status"], report["player"], report["message"], report["text"]) == ("open", "Bob", 1, None)
    (queued,) = items(arbiter, "/v1/reports?open=true")
    assert (queued["id"], queued["reporter"], queued["text"]) == (report["id"], "Ada", "You cheat, you fool.")
    closed = ruled(arbiter, report, hide=True)
    assert (closed["status"], closed["arbiter"], closed["answer"]) == ("upheld", "Cleo", UPHELD["words"])
    assert items(arbiter, "/v1/reports?open=true") == []
    assert [item["id"] for item in items(arbiter, "/v1/reports?open=false")] == [report["id"]]
    (shown,) = items(ada, f"{game}/messages")
    assert (shown["text"], shown["hidden"]) == ("", True)
    (mine,) = items(ada, "/v1/me/reports")
    assert (mine["status"], mine["answer"], mine["arbiter"]) == ("upheld", UPHELD["words"], None)
    (measure,) = items(bob, "/v1/me/measures")
    assert (measure["kind"], measure["status"], measure["game"]) == ("hide", "in-force", game.split("/")[-1])
    assert (measure["words"], measure["arbiter"], measure["report"]) == (UPHELD["words"], None, None)
    assert told(ada) == [("report-closed", "arbiter")]
    assert told(bob) == [("measure-taken", "arbiter")]
    assert ada.get(f"{game}/verification").get_json()["holds"] is True


def test_the_text_of_a_hidden_message_stays_in_the_file_and_with_the_arbiters(
    ada: Person, bob: Person, arbiter: Person, game: str
) -> None:
    say(bob, game, "You cheat, you fool.")
    say(bob, game, "Well.")
    ruled(arbiter, reported(ada, game, message=1), hide=True)
    assert heard(ada, game) == heard(bob, game) == ["", "Well."]
    assert "You cheat, you fool." in ada.get(f"{game}/archive").text
    assert items(arbiter, "/v1/reports")[0]["text"] == "You cheat, you fool."
    stream = ada.get(f"{game}/live", Accept="application/x-ndjson").iter_encoded()
    lines = iter(stream)
    seen = b""
    while b"Well." not in seen:
        seen += next(lines)
    assert b"fool" not in seen
    assert b'"hidden":true' in seen


def test_a_dismissed_report_changes_nothing_but_its_answer(
    ada: Person, bob: Person, arbiter: Person, game: str
) -> None:
    say(bob, game, "Hm.")
    report = reported(ada, game, message=1)
    assert ruled(arbiter, report, upheld=False, words="No insult.")["status"] == "dismissed"
    assert heard(ada, game) == ["Hm."]
    assert told(bob) == []
    again = arbiter.post(f"/v1/reports/{report['id']}/ruling", UPHELD)
    assert code(again) == (409, "report-closed")
    assert reported(ada, game, message=1)["status"] == "open"


def test_players_and_games_are_reported_too(ada: Person, bob: Person, arbiter: Person, game: str) -> None:
    about = reported(ada, "/v1/players/Bob", reason="name")
    assert (about["player"], about["game"], about["reason"]) == ("Bob", None, "name")
    assert (reported(ada, game)["player"], len(items(arbiter, "/v1/reports"))) == (None, 2)
    lines = arbiter.get("/v1/reports?limit=1", Accept="application/x-ndjson")
    assert len(lines.data.splitlines()) == 1
    page = arbiter.get("/v1/reports?limit=1").get_json()
    (rest,) = items(arbiter, f"/v1/reports?limit=1&after={page['next']}")
    assert {page["items"][0]["id"], rest["id"]} == {item["id"] for item in items(arbiter, "/v1/reports")}


def test_what_cannot_be_reported_says_why(ada: Person, bob: Person, game: str) -> None:
    assert code(ada.post(f"{game}/reports", {**INSULT, "message": 9})) == (404, "unknown-message")
    assert code(ada.post("/v1/players/Nobody/reports", INSULT)) == (404, "unknown-player")
    assert code(ada.post(f"/v1/games/{NOBODY}/reports", INSULT)) == (404, "unknown-game")
    assert code(ada.post("/v1/players/Ada/reports", INSULT)) == (400, "malformed")
    for body in ({}, {**INSULT, "reason": "rude"}, {**INSULT, "words": ""}, {**INSULT, "words": "a" * 1001}):
        assert code(ada.post("/v1/players/Bob/reports", body)) == (400, "malformed")
    assert ada.client.post("/v1/players/Bob/reports", json=INSULT).status_code == 401
    reported(ada, "/v1/players/Bob")
    assert code(ada.post("/v1/players/Bob/reports", INSULT)) == (409, "already-reported")
    assert items(ada, "/v1/me/reports")[0]["status"] == "open"


def test_a_player_reports_no_more_than_arbiters_can_read(house: House, ada: Person) -> None:
    for number in range(MOST_REPORTS):
        reported(ada, f"/v1/players/{house.person(f'Player {number}').name}")
    other = house.person("Zoe")
    assert code(ada.post("/v1/players/Zoe/reports", INSULT)) == (409, "too-many-reports")
    assert reported(other, "/v1/players/Ada")["status"] == "open"


def test_a_repeated_report_or_ruling_gets_its_first_answer(ada: Person, bob: Person, arbiter: Person) -> None:
    first, second = (ada.post("/v1/players/Bob/reports", INSULT, Idempotency_Key="once") for _ in range(2))
    assert (first.data, second.headers["Idempotent-Replayed"]) == (second.data, "true")
    path = f"/v1/reports/{first.get_json()['id']}/ruling"
    first, second = (arbiter.post(path, {**UPHELD, "mute_days": 1}, Idempotency_Key="once") for _ in range(2))
    assert (first.status_code, first.data) == (201, second.data)
    assert len(items(bob, "/v1/me/measures")) == 1


def test_only_arbiters_and_the_operator_read_reports_and_only_arbiters_rule(
    ada: Person, bob: Person, arbiter: Person, operator: Person, client: FlaskClient
) -> None:
    report = reported(ada, "/v1/players/Bob")
    path = f"/v1/reports/{report['id']}/ruling"
    assert [len(items(person, "/v1/reports")) for person in (arbiter, operator)] == [1, 1]
    assert code(bob.get("/v1/reports")) == (403, "not-arbiter")
    assert client.get("/v1/reports").status_code == 401
    for person in (bob, operator):
        assert code(person.post(path, UPHELD)) == (403, "not-arbiter")
    for wrong in (NOBODY, "none"):
        assert code(arbiter.post(f"/v1/reports/{wrong}/ruling", UPHELD)) == (404, "unknown-report")


def test_nobody_judges_what_concerns_them(house: House, ada: Person, bob: Person, operator: Person) -> None:
    cleo, dora = (appointed(operator, house.person(name)) for name in ("Cleo", "Dora"))
    game = started(ada, cleo)
    say(ada, game, "Hm.")
    for report in (
        reported(bob, "/v1/players/Cleo"),
        reported(cleo, "/v1/players/Bob"),
        reported(bob, game, message=1),
    ):
        assert code(cleo.post(f"/v1/reports/{report['id']}/ruling", UPHELD)) == (403, "arbiter-concerned")
        assert ruled(dora, report)["status"] == "upheld"


def test_a_ruling_takes_only_measures_that_fit_the_report(ada: Person, bob: Person, arbiter: Person, game: str) -> None:
    for report, wrong in (
        (reported(ada, game), {"mute_days": 1}),
        (reported(ada, "/v1/players/Bob"), {"hide": True}),
        (reported(ada, "/v1/players/Cleo"), {"upheld": False, "suspend_days": 1}),
        (reported(bob, game), {"mute_days": 0}),
        (reported(bob, "/v1/players/Ada"), {"suspend_days": 3651}),
    ):
        answer = arbiter.post(f"/v1/reports/{report['id']}/ruling", {**UPHELD, **wrong})
        if report["player"] == "Cleo":
            assert code(answer) == (403, "arbiter-concerned")
            continue
        assert code(answer) == (400, "malformed")
        assert answer.get_json()["pointer"].lstrip("/") in wrong
    assert {item["status"] for item in items(arbiter, "/v1/reports")} == {"open"}
    assert items(bob, "/v1/me/measures") == []


def test_a_report_about_a_game_from_a_file_is_against_nobody(
    ada: Person, bob: Person, arbiter: Person, game: str, database_url: str
) -> None:
    say(bob, game, "Hm.")
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO kifu.imported (partition, game_id, time, request_id, file, version, record, receipt) "
            "SELECT partition, game_id, '2026-05-01T00:00:00Z', 'test', hash, 1, hash, hash FROM kifu.event, "
            "sha256('file') AS hash WHERE game_id = %s LIMIT 1",
            (game.split("/")[-1],),
        )
    report = reported(ada, game, message=1)
    assert (report["player"], report["message"]) == (None, 1)
    wrong = arbiter.post(f"/v1/reports/{report['id']}/ruling", {**UPHELD, "mute_days": 1})
    assert (code(wrong), wrong.get_json()["pointer"]) == ((400, "malformed"), "/mute_days")
    assert ruled(arbiter, report, hide=True)["status"] == "upheld"
    assert heard(ada, game) == [""]


def test_what_a_removed_player_reported_stays_without_the_name(
    ada: Person, bob: Person, arbiter: Person, database_url: str, client: FlaskClient
) -> None:
    guest = client.post("/v1/guests", json={}).get_json()
    sent = client.post("/v1/players/Bob/reports", json=INSULT, headers=bearer(guest["token"]))
    assert sent.status_code == 201
    let_pass(database_url, 2)
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT gone FROM kifu.prune_guests(10)").fetchone() == (1,)
    (left,) = items(arbiter, "/v1/reports")
    assert (left["reporter"], left["player"]) == (None, "Bob")
    assert ruled(arbiter, left)["status"] == "upheld"
