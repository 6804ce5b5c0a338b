"""Findings in French: faults of a record, file, receipt or proof are described in the caller's language."""

from __future__ import annotations

import re
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient

from tests.api.house import OPERATOR, Person, bearer, play_on
from tests.api.test_archives import NDJSON, SOUND
from tests.api.test_bad_archives import BAD
from tests.api.test_problems_in_french import FRENCH
from tests.support.foreign import WORDS

QUOTED = re.compile(r"«[^»]*»|`[^`]*`|\{.*\}|\b[A-Z]\w*(?:Error|Exception)\b.*")
"""Parts of a finding that are not translated: what people wrote, facts, and unexpected errors of Python."""
DAMAGES = {
    "a fact": ('replace(payload, \'"agenda":[\', \'"agenda":[{"type":"next-turn","seat":0},\')', 6),
    "no event": ("'{}'", 5),
    "no JSON": ("'['", 5),
    "another place": ("replace(payload, '\"originator_version\":5', '\"originator_version\":7')", 5),
    "another step": ("replace(payload, '\"n\":2', '\"n\":9')", 5),
    "a move that is illegal": ('regexp_replace(payload, \'"move":{[^}]*}\', \'"move":{"type":"pass"}\')', 6),
    "another commitment": ('replace(payload, \'"commitment":"\', \'"commitment":"0\')', 1),
    "no opening": ("'{}'", 1),
}


def find_reasons(value: object) -> list[str]:
    """The reasons in an answer: its members `why`, and the faults that are texts."""
    if isinstance(value, list):
        return [why for inner in value for why in find_reasons(inner)]
    if not isinstance(value, dict):
        return []
    own = [text for name, text in value.items() if name in ("why", "fault", "words") and isinstance(text, str)]
    return own + [why for name, inner in value.items() if name not in ("audit",) for why in find_reasons(inner)]


def english_in(text: str) -> set[str]:
    return set(re.findall(r"[a-z_]+", QUOTED.sub("", text).lower())) & WORDS


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_wrong_with_a_record_is_said_in_french(
    client: FlaskClient, database_url: str, ada: Person, bob: Person, game: str, damage: str
) -> None:
    play_on([ada, bob], game, 5)
    payload, version = DAMAGES[damage]
    with psycopg.connect(database_url) as connection:
        connection.execute(f"UPDATE kifu.event SET payload = {payload} WHERE version = %s", (version,))
    answer = client.get(f"{game}/verification", headers=FRENCH)
    assert answer.headers["Content-Language"] == "fr"
    found = answer.get_json()
    assert found["holds"] is False
    said = find_reasons(found)
    assert said
    assert {why: english for why in said if (english := english_in(why))} == {}
    in_english = find_reasons(client.get(f"{game}/verification").get_json())
    assert len(in_english) == len(said)
    assert not set(in_english) & set(said)


def test_a_verdict_that_is_kept_is_said_in_the_language_of_each_caller(
    client: FlaskClient, database_url: str, ada: Person, bob: Person, game: str
) -> None:
    play_on([ada, bob], game, 5)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE kifu.event SET payload = '{}' WHERE version = 5")

    def why(**headers: str) -> Any:
        return client.get(f"{game}/verification", headers=headers).get_json()["chain"]["fault"]["why"]

    assert why() == "the event belongs to another place"
    assert why(**FRENCH) == "l’événement vient d’un autre endroit"
    assert why() == "the event belongs to another place"


def test_why_a_file_is_refused_is_said_in_french(client: FlaskClient) -> None:
    headers = {**bearer(OPERATOR), **FRENCH, "Content-Type": NDJSON}
    found = {}
    for name, (file, line, _) in BAD.items():
        answer = client.post("/v1/archives", data=file, headers=headers)
        problem = answer.get_json()
        assert (problem["code"], problem["line"]) == ("bad-archive", line), name
        assert problem["detail"].startswith(f"Ligne {line}\N{NO-BREAK SPACE}: ")
        if english := english_in(problem["detail"]):
            found[problem["detail"]] = english
    assert found == {}


def test_a_file_that_is_restored_in_french_is_recorded_as_in_english(client: FlaskClient) -> None:
    headers = {**bearer(OPERATOR), "Content-Type": NDJSON}
    first = client.post("/v1/archives", data=SOUND, headers={**headers, **FRENCH, "Idempotency-Key": "once"})
    assert first.status_code == 201
    again = client.post("/v1/archives", data=SOUND, headers={**headers, "Idempotency-Key": "once"})
    assert again.get_json() == first.get_json()
    assert client.get(f"{first.headers['Location']}/verification").get_json()["holds"] is True


def test_why_a_receipt_is_not_genuine_is_said_in_french(client: FlaskClient, ada: Person, bob: Person) -> None:
    opened = ada.post("/v1/games", {"ruleset": "micro-dojo", "seats": 2})
    receipt = opened.get_json()["receipt"]

    def why(**change: object) -> str:
        answer = client.post("/v1/receipts/check", json={**receipt, **change}, headers=FRENCH)
        return str(answer.get_json()["why"])

    assert why() == "Le reçu est authentique, et l’enregistrement contient ce qu’il promet."
    assert why(digest="0" * 64).endswith("de la clé pour ce que dit le reçu.")
    assert why(key="0" * 16) == "Aucune clé de ce service ne s’appelle 0000000000000000."


def test_what_the_rules_say_of_a_disputed_step_is_said_in_french(ada: Person, bob: Person, game: str) -> None:
    people = [ada, bob]
    play_on(people, game, 3)
    raised = ada.post(f"{game}/disputes", {"seat": 0, "step": 2, "claim": "That was not legal."})
    assert raised.status_code == 201, raised.data
    found = ada.get(raised.headers["Location"], Accept_Language="fr").get_json()
    assert found["finding"]["words"].startswith("Exécutée de nouveau, l’étape donne les faits enregistrés")
    assert english_in(found["audit"]["words"]) == set()
