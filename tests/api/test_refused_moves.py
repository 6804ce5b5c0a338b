"""What remains of refused moves: a few of them, and the count of all."""

from __future__ import annotations

from datetime import timedelta
from threading import Event
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import psycopg
import pytest

from domain.kernel.errors import IllegalMove
from domain.kernel.ruleset import Ruleset
from domain.rows import MOST_REFUSALS, REFUSAL_DAYS
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import ROLE
from eventstore.tables.refusals import Refusals
from projections.queries import clauses
from service import metrics
from service.jobs import pruner
from tests.api.house import SEED, Person, bearer, started
from tests.api.test_read_models import position
from tests.support.databases import logged_in_as


@pytest.fixture
def service_url(database_url: str) -> str:
    """The database as the service sees it."""
    return logged_in_as(database_url, ROLE)


def refuse(person: Person, game: str, **move: Any) -> dict[str, Any]:
    """Send an illegal move and return the problem."""
    sent = {"type": "move-meeple", "meeple": "sumo", "to": 99, **move}
    return dict(person.post(f"{game}/moves", {"seat": 0, "move": sent}).get_json())


def refused_counts(person: Person) -> dict[str, int]:
    items = person.get("/v1/rulesets/micro-dojo/clause-counts").get_json()["items"]
    return {item["clause"]: item["refused"] for item in items if item["refused"]}


def kept(database_url: str) -> int:
    with psycopg.connect(database_url) as connection:
        (count,) = connection.execute("SELECT count(*) FROM kifu.refused_move").fetchone()  # type: ignore[misc]
    return int(count)


def test_a_move_with_a_longer_name_than_any_is_malformed_and_not_kept(
    ada: Person, bob: Person, database_url: str
) -> None:
    game = started(ada, bob, seed=SEED)
    move = {"type": "take-building", "building": "b" * 60_000}
    answer = ada.post(f"{game}/moves", {"seat": 0, "move": move}).get_json()
    assert (answer["code"], answer["pointer"]) == ("malformed", "/move/building")
    assert "b" * 200 not in str(answer)
    assert kept(database_url) == 0


@pytest.mark.usefixtures("projector")
def test_the_audit_says_what_was_cut_and_how_much_is_not_kept(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clauses, "FRESH_SECONDS", 0.0)
    game = started(ada, bob, seed=SEED)
    padded = f'{{"seat": 0, "move": {{"type": "move-meeple", "meeple": "sumo", {" " * 3000} "to": 99}}}}'
    answer = ada.client.post(
        f"{game}/moves", data=padded, content_type="application/json", headers=bearer(ada.token)
    ).get_json()
    clause = answer["clause"]
    for _ in range(MOST_REFUSALS + 1):
        refuse(ada, game)
    ada.post(f"{game}/resignation", {"seat": 0})
    found = ada.get(f"{game}/audit/2").get_json()
    assert len(found["refused"]) == MOST_REFUSALS
    assert found["forgotten"] == 2
    first, second = found["refused"][:2]
    assert (len(first["move"]), first["bytes"] > 3000) == (1000, True)
    assert second["bytes"] is None
    ada.get("/v1/games", Kifu_Wait_For=position(ada, game))
    assert refused_counts(ada) == {clause: MOST_REFUSALS + 2}


def test_of_a_reason_that_quotes_much_the_beginning_is_told_and_kept(
    ada: Person, bob: Person, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(ada, bob, seed=SEED)
    monkeypatch.setattr(Ruleset, "decide", Mock(side_effect=IllegalMove("micro-dojo.setup.board", "w" * 50_000)))
    assert refuse(ada, game)["why"] == "w" * 999 + "…"
    move = {"type": "move-meeple", "meeple": "sumo", "to": 99}
    answer = ada.post(f"{game}/explanations", {"seat": 0, "move": move}, Idempotency_Key="one")
    assert answer.get_json()["why"] == "w" * 999 + "…"
    with psycopg.connect(database_url) as connection:
        (longest,) = connection.execute("SELECT max(octet_length(body)) FROM kifu.idempotency").fetchone()  # type: ignore[misc]
    assert 1000 < longest < 2000


def test_what_was_forgotten_of_a_running_game_is_told_to_its_player_alone(ada: Person, bob: Person) -> None:
    game = started(ada, bob, seed=SEED)
    for _ in range(MOST_REFUSALS + 1):
        refuse(ada, game)
    assert [one.get(f"{game}/audit/1").get_json()["forgotten"] for one in (ada, bob)] == [1, 0]


@pytest.mark.usefixtures("projector")
def test_refused_moves_go_some_time_after_the_end_of_their_game_and_are_counted_for_good(
    ada: Person, bob: Person, database_url: str, service_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clauses, "FRESH_SECONDS", 0.0)
    over, running = started(ada, bob, seed=SEED), started(ada, bob, seed=SEED)
    clause = refuse(ada, over)["clause"]
    refuse(ada, running)
    ada.post(f"{over}/resignation", {"seat": 0})
    ada.get("/v1/games", Kifu_Wait_For=position(ada, over))
    before = metrics.PRUNED_REFUSALS._value.get()
    with Datastore(service_url, pool_size=1) as datastore:
        refusals = Refusals(datastore)
        assert pruner.prune_refusals(datastore, refusals) == 0
        let_pass(database_url, timedelta(days=REFUSAL_DAYS, hours=1))
        assert pruner.prune_refusals(datastore, refusals) == 1
        assert pruner.prune_refusals(datastore, refusals) == 0
    assert kept(database_url) == 1
    assert metrics.PRUNED_REFUSALS._value.get() - before == 1
    found = ada.get(f"{over}/audit/2").get_json()
    assert (found["refused"], found["forgotten"]) == ([], 1)
    assert refused_counts(ada) == {clause: 1}


def test_the_role_of_the_service_prunes_no_refusal_that_is_young(
    ada: Person, bob: Person, database_url: str, service_url: str
) -> None:
    game = started(ada, bob, seed=SEED)
    refuse(ada, game)
    let_pass(database_url, timedelta(days=REFUSAL_DAYS - 1))
    with Datastore(service_url, pool_size=1) as datastore:
        assert Refusals(datastore).prune(UUID(game.rpartition("/")[2])) == 0
    assert kept(database_url) == 1


def test_one_job_that_fails_stops_no_other(service_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stop, done = Event(), []

    def fail() -> bool:
        raise ValueError("broken")

    def work() -> bool:
        done.append(1)
        stop.set()
        return False

    monkeypatch.setattr(pruner, "list_jobs", lambda _: (("answers", fail), ("refused moves", work)))
    pruner.prune_forever(service_url, stop)
    assert done == [1]


def let_pass(database_url: str, time: timedelta) -> None:
    """Make all games and refusals older by this much."""
    with psycopg.connect(database_url) as owner:
        owner.execute("UPDATE kifu.refused_move SET at = at - %s", (time,))
        owner.execute("UPDATE kifu_read.game SET updated_at = updated_at - %s", (time,))
