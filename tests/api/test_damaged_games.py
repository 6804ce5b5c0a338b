"""A stored step was changed: every call about its game says so, and none fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.api.house import OPERATOR, SEED, Person, app_on, appointed, play_on, started
from tests.support.contract import whole_document

CLAUSE = "micro-dojo.build.pay"
RULING = {"clause": CLAUSE, "words": "So it is written."}
READS = (
    *("", "/state", "/legal-moves", "/steps", "/steps/4", "/states/4", "/chance", "/audit/4", "/archive", "/live"),
    *("/disputes", "/disputes/1", "/audit/4/proof"),
)
CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/moves", {"seat": 0, "move": {"type": "move-meeple", "meeple": "sumo", "to": 4}}),
    ("/explanations", {"seat": 0, "move": {"type": "move-meeple", "meeple": "sumo", "to": 4}}),
    ("/take-back", {"seat": 0}),
    ("/resignation", {"seat": 0}),
    ("/branches", {"at": 2}),
    ("/disputes", {"step": 4, "claim": "Not so."}),
    ("/disputes/1/withdrawal", {}),
)
STEP = 4
VERSION = STEP + 3


def no_json(event: dict[str, Any]) -> object:
    return {"digest": event["digest"]}


def an_unknown_fact(event: dict[str, Any]) -> object:
    return {**event, "facts": [{"type": "no-such-fact"}]}


def facts_that_do_not_fit(event: dict[str, Any]) -> object:
    """Facts in which every number is out of range."""

    def absurd(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: absurd(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [absurd(inner) for inner in value]
        return 99 if type(value) is int else value

    return {**event, "facts": absurd(event["facts"])}


def an_unknown_move(event: dict[str, Any]) -> object:
    return {**event, "move": {"type": "no-such-move"}}


def no_such_seat(event: dict[str, Any]) -> object:
    return {**event, "seat": 99}


def nothing(_: dict[str, Any]) -> object:
    return None


Damage = Callable[[dict[str, Any]], object]
EVERY_DAMAGE = (no_json, an_unknown_fact, facts_that_do_not_fit, an_unknown_move, no_such_seat, nothing)


def spoil(url: str, damage: Damage) -> None:
    """Change the stored step 4, or delete it."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT payload FROM kifu.event WHERE version = %s", (VERSION,)).fetchone()
        assert found is not None
        changed = damage(json.loads(found[0]))
        if changed is None:
            connection.execute("DELETE FROM kifu.event WHERE version = %s", (VERSION,))
        else:
            payload = json.dumps(changed, separators=(",", ":"), ensure_ascii=False)
            connection.execute("UPDATE kifu.event SET payload = %s WHERE version = %s", (payload, VERSION))


def said(person: Person, game: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, str | None]:
    answer = person.get(game + path) if body is None else person.post(game + path, body)
    document = answer.get_json(silent=True) or {}
    if document.get("code") == "damaged-record":
        assert "verification names the step" in document["detail"]
    return answer.status_code, document.get("code")


@pytest.fixture
def disputed(ada: Person, bob: Person) -> str:
    """A game of eight steps, the fourth of them disputed; the same each time, since a bad number does not break every
    game."""
    game = started(ada, bob, seed=SEED)
    play_on([ada, bob], game, 6)
    assert ada.post(f"{game}/disputes", {"step": STEP, "claim": "Not so."}).status_code == 201
    return game


@pytest.mark.parametrize("damage", [no_json, an_unknown_fact, facts_that_do_not_fit, nothing])
def test_a_process_that_does_not_know_the_game_says_that_it_was_changed(
    database_url: str, tmp_path: Path, ada: Person, disputed: str, damage: Damage
) -> None:
    spoil(database_url, damage)
    with app_on(database_url, tmp_path) as app:
        client = app.test_client()
        player, operator = Person(client, "Ada", ada.token), Person(client, "operator", OPERATOR)
        arbiter = appointed(operator, Person(client, "Cleo"))
        for path in READS:
            if path != "/audit/4/proof":
                assert said(player, disputed, path) == (409, "damaged-record"), path
        for path, body in CHANGES:
            assert said(player, disputed, path, body) == (409, "damaged-record"), path
        for ruling in ("note", "annul"):
            found = said(arbiter, disputed, "/disputes/1/ruling", {**RULING, "ruling": ruling})
            assert found == (409, "damaged-record")
        ndjson = player.get(f"{disputed}/steps", Accept="application/x-ndjson")
        assert (ndjson.status_code, ndjson.get_json()["code"]) == (409, "damaged-record")
        assert player.get(f"{disputed}/verification").get_json()["holds"] is False


@pytest.mark.parametrize("damage", EVERY_DAMAGE)
def test_a_process_that_knows_the_game_goes_on_where_it_can(
    database_url: str, ada: Person, arbiter: Person, disputed: str, damage: Damage
) -> None:
    spoil(database_url, damage)
    for path in ("/disputes", "/state", "/legal-moves", ""):
        assert said(ada, disputed, path) == (200, None)
    for path in READS:
        if path not in ("/live", "/audit/4/proof"):
            status, code = said(arbiter, disputed, path)
            assert status == 200 or (status, code) == (409, "damaged-record"), path
    annul = {**RULING, "ruling": "annul"}
    status, code = said(arbiter, disputed, "/disputes/1/ruling", annul)
    assert status == 201 or (status, code) == (409, "damaged-record")


@pytest.mark.parametrize("damage", [no_json, an_unknown_fact, facts_that_do_not_fit, nothing])
def test_what_cannot_be_read_cannot_be_annulled_but_noted_upon(
    database_url: str, ada: Person, arbiter: Person, disputed: str, damage: Damage
) -> None:
    spoil(database_url, damage)
    for path in ("/steps/4", "/states/4", "/chance", "/audit/4", "/disputes/1"):
        assert said(ada, disputed, path) == (409, "damaged-record"), path
    for body in ({**RULING, "ruling": "annul"}, {**RULING, "ruling": "correct", "move": {"type": "?"}}):
        assert said(arbiter, disputed, "/disputes/1/ruling", body) == (409, "damaged-record")
    assert said(arbiter, disputed, "/disputes/1/ruling", {**RULING, "ruling": "note"}) == (201, None)
    (shown,) = ada.get(f"{disputed}/disputes").get_json()["items"]
    assert (shown["status"], shown["ruling"]["ruling"]) == ("ruled", "note")


def test_a_step_that_cannot_be_read_can_be_disputed(database_url: str, bob: Person, disputed: str) -> None:
    spoil(database_url, no_json)
    assert said(bob, disputed, "/disputes", {"step": STEP, "claim": "Not so."}) == (201, None)


def test_a_snapshot_that_cannot_be_read_is_passed_over(
    database_url: str, tmp_path: Path, ada: Person, bob: Person
) -> None:
    game = ada.open(options={"movement": "1A"}, seed="9c" * 32)
    for seat, person in enumerate((ada, bob)):
        person.post(f"{game}/seats", {"seat": seat})
    while ada.get(game).get_json()["version"] < 101:
        assert play_on([ada, bob], game, 1, seed=11) == 1, "the game is over too soon"
        for person, seat in ((ada, 0), (bob, 1)):
            person.post(f"{game}/take-back", {"seat": seat})
    with psycopg.connect(database_url) as connection:
        changed = connection.execute("UPDATE kifu.snapshot SET state = '{}'").rowcount
    assert changed == 1
    with app_on(database_url, tmp_path) as app:
        other = Person(app.test_client(), "Ada", ada.token)
        assert other.get(f"{game}/state").get_json() == ada.get(f"{game}/state").get_json()


def test_every_call_for_a_game_documents_that_it_may_be_changed() -> None:
    document = whole_document()
    found = [
        (path, operation["responses"])
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/v1/games/{game_id}") and method in ("get", "post")
    ]
    assert len(found) > 20
    for path, responses in found:
        assert "damaged-record" in responses["409"]["description"], path
