"""Readiness is answered at once, and freshly while the database answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from service import metrics
from service.readiness import IMPATIENCE, Check, Looks, Readiness
from tests.support.waiting import eventually


class Database:
    """Answers with the number of requests so far, fails, or does not answer."""

    def __init__(self) -> None:
        self.asked = 0
        self.fails = False
        self.answers = threading.Event()
        self.answers.set()

    def look(self) -> int:
        self.asked += 1
        number = self.asked
        assert self.answers.wait(60)
        if self.fails:
            raise psycopg.OperationalError("refused")
        return number


@pytest.fixture
def database() -> Iterator[Database]:
    found = Database()
    yield found
    found.answers.set()


@pytest.fixture
def looks(database: Database) -> Iterator[Looks[int]]:
    found = Looks("test", database.look, patience=20.0)
    yield found
    found.close()


def is_away(looks: Looks[int], saying: str) -> bool:
    try:
        looks.newest()
    except psycopg.OperationalError as error:
        return saying in str(error)
    return False


def test_an_answer_is_as_new_as_the_question(looks: Looks[int], database: Database) -> None:
    for _ in range(20):
        before = database.asked
        assert looks.newest() > before


def test_nobody_waits_for_a_database_that_refuses(
    looks: Looks[int], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert looks.newest() > 0
    database.fails = True
    assert is_away(looks, "refused")
    database.answers.clear()
    waits: list[float | None] = []

    class Condition(threading.Condition):
        def wait_for(self, predicate: Callable[[], object], timeout: float | None = None) -> object:
            waits.append(timeout)
            return super().wait_for(predicate, timeout)

    monkeypatch.setattr(looks, "_changed", Condition())
    assert is_away(looks, "refused")
    assert waits == [IMPATIENCE]
    database.fails = False
    database.answers.set()
    eventually(lambda: not is_away(looks, ""))


def test_nobody_waits_for_a_database_that_does_not_answer_longer_than_it_is_known(database: Database) -> None:
    looks = Looks("test", database.look, patience=0.2)
    try:
        looks.newest()
        database.answers.clear()
        # On a busy machine the look may not have begun yet; then the last one counts.
        eventually(lambda: is_away(looks, "has not answered for"))
        eventually(lambda: is_away(looks, "has not answered for 1 s"))
        database.answers.set()
        eventually(lambda: not is_away(looks, ""))
    finally:
        looks.close()


def test_it_looks_again_though_nobody_asks(looks: Looks[int], database: Database) -> None:
    looks.newest()
    before = database.asked
    eventually(lambda: database.asked > before + 1)


def test_what_processes_share_shows_as_checks(tmp_path: Path) -> None:
    away: dict[str, tuple[int, ...]] = {}
    readiness = Readiness(list, lambda: away, lambda: None, tmp_path)
    try:
        metrics.CHECKPOINT_FAULTS.set(2)
        wrong = [check for check in readiness.checks() if check.state != "ok"]
        assert wrong == [
            Check("checkpoints", "degraded", "Events are not what was signed: `kifu checkpoint --check` names them.")
        ]
        metrics.CHECKPOINT_FAULTS.set(0)
        assert {check.name: check.state for check in readiness.checks()} == dict.fromkeys(
            ("checkpoints", "signing", "archive", "witnesses", "threads", "disk", "partitions"), "ok"
        )
        away |= {"two:5432": (2, 5), "one:5432": (1,)}
        assert [check for check in readiness.checks() if check.state != "ok"] == [
            Check(
                "partitions",
                "degraded",
                "Workers of the cluster are away, and their games wait: one:5432 with partitions 1; "
                "two:5432 with partitions 2, 5",
            )
        ]
        assert (readiness.projections(), readiness.is_confirming()) == ([], None)
    finally:
        readiness.close()
