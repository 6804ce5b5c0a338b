"""Lists from a moment on, as pages and as lines, and rankings by their tags."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from flask.testing import FlaskClient

from tests.api.house import Person, play_on, started
from tests.api.test_guests import bot
from tests.api.test_read_models import position
from tests.support.contract import contract_of

LATER = "2999-01-01T00:00:00Z"
LINES = "application/x-ndjson"
RANKINGS = (
    "/v1/leaderboards/micro-dojo",
    "/v1/standings?ruleset=micro-dojo",
    "/v1/standings/leaders?ruleset=micro-dojo",
    "/v1/ratings?ruleset=micro-dojo&seats=2",
)


def test_what_happened_to_tokens_is_listed_from_a_moment_on(ada: Person) -> None:
    for label in ("phone", "laptop"):
        ada.post("/v1/me/tokens", {"label": label})
    newest, middle, first = ada.get("/v1/me/events").get_json()["items"]
    found = ada.get(f"/v1/me/events?since={quote(middle['time'])}").get_json()
    assert (found["items"], found["next"]) == ([newest, middle], None)
    lines = ada.get(f"/v1/me/events?since={quote(middle['time'])}&limit=1", Accept=LINES)
    assert [json.loads(line) for line in lines.data.splitlines()] == [newest]
    assert f"after={newest['n']}" in lines.headers["Link"]
    rest = ada.get(f"/v1/me/events?since={quote(middle['time'])}&after={newest['n']}").get_json()["items"]
    assert rest == [middle]
    assert first not in rest
    assert ada.get("/v1/me/events?since=yesterday").get_json()["parameter"] == "since"


def test_looks_from_a_moment_on_keep_their_numbers(ada: Person, bob: Person, arbiter: Person, game: str) -> None:
    ada.post(f"{game}/disputes", {"seat": 0, "step": 1, "claim": "This is not how it was drawn."})
    for _ in range(3):
        assert arbiter.get(f"{game}/state?as=arbiter").status_code == 200
    looks = bob.get(f"{game}/looks").get_json()["items"]
    since = quote(looks[1]["at"])
    assert [look["n"] for look in looks] == [1, 2, 3]
    assert bob.get(f"{game}/looks?since={since}").get_json()["items"] == looks[1:]
    assert bob.get(f"{game}/looks?since={since}&after=2").get_json()["items"] == looks[2:]
    lines = bob.get(f"{game}/looks?since={since}&limit=1", Accept=LINES)
    assert [json.loads(line)["n"] for line in lines.data.splitlines()] == [2]
    assert lines.headers["Cache-Control"] == "private, no-cache"
    assert bob.get(f"{game}/looks?since={LATER}").get_json() == {"items": [], "next": None}


@pytest.mark.usefixtures("projector")
def test_rating_changes_are_listed_from_a_moment_on_and_rankings_have_tags(client: FlaskClient, ada: Person) -> None:
    hal = bot(client)
    game = started(ada, hal)
    play_on([ada, hal], game)
    first = {path: ada.get(path, Kifu_Wait_For=position(ada, game)) for path in RANKINGS}
    again = started(ada, hal)
    changes = "/v1/players/Ada/rating-changes?ruleset=micro-dojo&seats=2"
    (change,) = ada.get(changes).get_json()["items"]
    for path, answer in first.items():
        assert len(answer.get_json()["items"]) > 0, path
        held = ada.get(path, If_None_Match=answer.headers["ETag"])
        assert (held.status_code, held.data, held.headers["ETag"]) == (304, b"", answer.headers["ETag"]), path
        packed = ada.get(path, If_None_Match=f'{answer.headers["ETag"][:-1]}-gzip"')
        assert packed.status_code == 304, path
        refused = ada.get(f"{path}{'&' if '?' in path else '?'}since={LATER}").get_json()
        assert refused["parameter"] == "since", refused
    play_on([ada, hal], again)
    for path, answer in first.items():
        changed = ada.get(path, Kifu_Wait_For=position(ada, again), If_None_Match=answer.headers["ETag"])
        assert (changed.status_code, changed.headers["ETag"] != answer.headers["ETag"]) == (200, True), path
    newest, oldest = ada.get(changes).get_json()["items"]
    assert oldest == change
    lines = ada.get(f"{changes}&since={quote(newest['time'])}", Accept=LINES)
    assert [json.loads(line) for line in lines.data.splitlines()] == [newest]


def test_every_list_comes_as_lines_too(ada: Person, operator: Person, game: str) -> None:
    ada.post(f"{game}/messages", {"seat": 0, "text": "Well met."})
    ada.post("/v1/me/tokens", {"label": "phone"})
    me = ada.get("/v1/me").get_json()["player"]
    webhook = ada.post("/v1/me/webhooks", {"url": "https://kifu.invalid/calls"}).get_json()["id"]
    filled = {"game_id": game.rpartition("/")[2], "ruleset": "micro-dojo", "name": me, "partition": "0"}
    filled |= {"webhook_id": webhook}
    counted: dict[str, int] = {}
    for path, call in lists(contract_of(ada.client.application).document):
        needed = [parameter["name"] for parameter in call.get("parameters", ()) if parameter.get("required")]
        address = f"{path.format(**filled)}?{urlencode({'ruleset': 'micro-dojo', 'seats': 2} if needed else {})}"
        address = address if "seats" in needed else address.replace("&seats=2", "")
        # These are for those who judge.
        reader = operator if path in ("/v1/reports", "/v1/measures") else ada
        whole, lines = reader.get(address), reader.get(address, Accept=LINES)
        assert (whole.status_code, lines.status_code, lines.content_type) == (200, 200, LINES), path
        found = whole.get_json()
        assert [json.loads(line) for line in lines.data.splitlines()] == found.get("items", found.get("keys")), path
        assert lines.headers["Cache-Control"] == whole.headers["Cache-Control"], path
        assert "Accept" in lines.headers["Vary"].split(", "), path
        counted[path] = len(lines.data.splitlines())
    assert len(counted) > 25
    assert counted["/v1/me/tokens"] > 1
    assert (counted["/v1/games/{game_id}/messages"], counted["/v1/rulesets"]) == (1, 3)
    assert counted["/v1/rulesets/{ruleset}/clauses"] > 50


def lists(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The calls that send a list, with their paths: those named so, and all whose answer has items."""
    schemas = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        content = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        answer = content.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
        # Drawings have no other form than lines, and the draws of a ruleset are two lists that explain each other.
        named = methods.get("get", {}).get("operationId", "").startswith("list_")
        if (named and answer not in ("", "Draws")) or "items" in schemas.get(answer, {}).get("properties", ()):
            yield path, methods["get"]
