"""The export of an account: everything about a player, and nothing of anybody else."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.responses import export
from tests.api.house import Person, dispute, started
from tests.api.test_dispute_details import CLAUSE
from tests.api.test_seeks import DUEL


def exported(person: Person, **headers: str) -> dict[str, Any]:
    """The files of an export: text, the value of JSON, or the values of its lines."""
    answer = person.get("/v1/me/export", **headers)
    assert answer.status_code == 200, answer.data
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    found: dict[str, Any] = {}
    with zipfile.ZipFile(io.BytesIO(answer.data)) as zipped:
        assert zipped.testzip() is None
        for name in zipped.namelist():
            text = zipped.read(name).decode()
            lines = name.endswith(".ndjson")
            found[name] = [json.loads(line) for line in text.splitlines()] if lines else text
    return {**found, "account.json": json.loads(found["account.json"])}


@pytest.mark.usefixtures("projector")
def test_an_export_has_everything_about_a_player(ada: Person, bob: Person, arbiter: Person) -> None:
    listed, secret = started(ada, bob), started(ada, bob, unlisted=True)
    ada.post(f"{listed}/messages", {"text": "Well played"})
    bob.post(f"{listed}/messages", {"text": "Thank you, Ada"})
    ada.post("/v1/me/tokens", {"label": "telephone"})
    sought = ada.post("/v1/seeks", DUEL).get_json()
    webhook = ada.post("/v1/me/webhooks", {"url": "https://kifu.invalid/calls"}).get_json()
    ada.post("/v1/players/Bob/reports", {"reason": "insult", "words": "He shouted."})
    dispute(ada, listed, 1, claim="The field was taken")
    ruling = {"ruling": "note", "clause": CLAUSE, "words": "It stands there."}
    ruled = arbiter.post(f"{listed}/disputes/1/ruling", ruling)
    found = exported(ada, Kifu_Wait_For=ruled.headers["Kifu-Position"])
    assert found["account.json"] == ada.get("/v1/me").get_json()
    assert [token["label"] for token in found["tokens.ndjson"]] == ["first token", "telephone"]
    assert {event["kind"] for event in found["events.ndjson"]} == {"token-made"}
    assert found["keys.ndjson"] == []
    assert {f"/v1/games/{game['id']}" for game in found["games.ndjson"]} == {listed, secret}
    texts = sorted(
        (text["kind"], text["text"], text.get("message"), text.get("step")) for text in found["texts.ndjson"]
    )
    assert texts == [("claim", "The field was taken", None, 2), ("message", "Well played", 1, None)]
    assert [item["claim"] for item in found["disputes.ndjson"]] == ["The field was taken"]
    assert [seek["id"] for seek in found["seeks.ndjson"]] == [sought["id"]]
    assert [(one["id"], one["url"]) for one in found["webhooks.ndjson"]] == [(webhook["id"], webhook["url"])]
    assert webhook["secret"] not in json.dumps(found)
    assert [report["words"] for report in found["reports.ndjson"]] == ["He shouted."]
    assert "He shouted." not in json.dumps(exported(bob))
    assert all(name in found["README.txt"] for name in found if name != "README.txt")
    assert "Thank you" not in json.dumps(found)
    (text,) = exported(arbiter)["texts.ndjson"]
    assert (text["kind"], text["text"]) == ("ruling", "It stands there.")


@pytest.mark.usefixtures("projector")
def test_long_lists_are_exported_to_their_ends(ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "PAGE", 2)
    monkeypatch.setattr(export, "IN_MEMORY", 100)
    game = started(ada, bob)
    for number in range(5):
        assert ada.post(f"{game}/messages", {"text": f"message {number}"}).status_code == 201
    for number in range(4):
        ada.post("/v1/me/tokens", {"label": f"token {number}"})
    found = exported(ada)
    assert sorted(text["message"] for text in found["texts.ndjson"]) == [1, 2, 3, 4, 5]
    assert len(found["events.ndjson"]) == 5


def test_no_token_or_secret_is_in_an_export(ada: Person) -> None:
    token = ada.post("/v1/me/tokens", {"label": "telephone"}).get_json()["token"]
    codes = ada.post("/v1/me/recovery-codes").get_json()["codes"]
    told = json.dumps(exported(ada))
    assert ada.token not in told
    assert not any(secret in told for secret in (token, *codes))


def test_only_a_player_exports_an_account(client: FlaskClient, operator: Person) -> None:
    assert client.get("/v1/me/export").status_code == 401
    assert operator.get("/v1/me/export").get_json()["code"] == "unauthenticated"


def test_the_export_describes_itself_in_the_language_of_its_reader(ada: Person) -> None:
    assert "Ada" in exported(ada, Accept_Language="fr")["README.txt"]
    assert exported(ada, Accept_Language="fr")["README.txt"] != exported(ada)["README.txt"]
