"""A hanging worker of a cluster takes its share of the connections, and no more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError

from eventstore.postgres import nodes
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.postgres.nodes import HUNG, LATE, NodeAway, Shares
from tests.support.waiting import eventually

PLACES = {0: "one:5432", 1: "two:5432", 2: "one:5432"}
SIZE = 6
LONG = 60.0


class Waiting:
    """Statements that wait for a worker until they are released, with an answer or without one."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._go = threading.Event()
        self._threads: list[threading.Thread] = []
        self.fails = False
        self.held = threading.Semaphore(0)
        self.refused: list[NodeAway] = []

    def start(self, partition: int, count: int) -> None:
        for _ in range(count):
            thread = threading.Thread(target=self._wait, args=(partition,))
            thread.start()
            self._threads.append(thread)

    def let_go(self, fails: bool) -> None:
        self.fails = fails
        self._go.set()
        for thread in self._threads:
            thread.join(LONG)
        self._threads.clear()
        self._go.clear()

    def _wait(self, partition: int) -> None:
        try:
            with suppress(OperationalError), self._shares.hold([partition], LONG):
                self.held.release()
                assert self._go.wait(LONG)
                if self.fails:
                    raise OperationalError("the server closed the connection")
        except NodeAway as error:
            self.refused.append(error)


@pytest.fixture
def shares() -> Shares:
    return Shares(lambda: PLACES, SIZE)


@pytest.fixture
def waiting(shares: Shares) -> Iterator[Waiting]:
    found = Waiting(shares)
    yield found
    found.let_go(fails=False)


def take_whole_share(waiting: Waiting, partition: int) -> None:
    waiting.start(partition, SIZE // 2)
    for _ in range(SIZE // 2):
        assert waiting.held.acquire(timeout=LONG)


def test_a_worker_has_half_of_the_connections_and_others_go_on(shares: Shares, waiting: Waiting) -> None:
    take_whole_share(waiting, 0)
    with pytest.raises(NodeAway, match="one:5432 does not answer"), shares.hold([2], LONG):
        pass
    with shares.hold([1], 0.0):
        pass
    with pytest.raises(NodeAway), shares.hold([0, 1], LONG):
        pass
    with shares.hold([], 0.0):
        pass


CUT = OperationalError("cut")
GONE = psycopg.errors.InternalError_("postmaster was shut down, exiting")
"""The error of Citus when the worker stops during a statement."""


def cut_off(shares: Shares, error: Exception = CUT) -> float | None:
    """Wait for the first worker until the timeout, and return how long a connection may wait."""
    allowed: float | None = None
    with suppress(type(error)), shares.hold([0], LONG) as held:
        allowed = held.longest
        raise error
    return allowed


def test_who_comes_next_is_refused_at_once_and_one_may_try_now_and_then(shares: Shares, waiting: Waiting) -> None:
    take_whole_share(waiting, 0)
    with pytest.raises(NodeAway), shares.hold([0], LONG):
        pass
    # A cut connection is not an answer, so later statements need not wait to be refused.
    waiting.let_go(fails=True)
    assert cut_off(shares) == LATE
    with pytest.raises(NodeAway), shares.hold([0], LONG):
        pass


@pytest.mark.parametrize("error", [CUT, GONE])
def test_a_worker_that_answers_again_is_waited_for_as_before(
    shares: Shares, waiting: Waiting, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(nodes, "PROBE_SECONDS", 0.0)
    take_whole_share(waiting, 0)
    with pytest.raises(NodeAway), shares.hold([0], LONG):
        pass
    waiting.let_go(fails=True)
    assert cut_off(shares, error) == cut_off(shares, error) == LATE
    with shares.hold([0], LONG) as held:
        assert held.longest == LATE
    with shares.hold([0], LONG) as held:
        assert held.longest == HUNG


SHUT = psycopg.errors.ConnectionFailure("connection to the remote node failed: Connection refused")
"""The coordinator's error when a worker accepts no connections."""


def test_a_worker_that_accepts_no_connections_is_away_after_a_second_and_tried_again_soon(
    shares: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "LATE", 0.2)
    # It may be restarting, so the first refusals are left to the caller's patience.
    assert cut_off(shares, SHUT) == HUNG
    eventually(lambda: _is_refused(shares, 2, SHUT))
    assert _is_refused(shares, 0)
    with shares.hold([1], 0.0):
        pass
    eventually(lambda: not _is_refused(shares, 2))
    assert not _is_refused(shares, 0)


def test_a_lost_connection_to_the_coordinator_is_no_fault_of_the_worker(
    shares: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "LATE", 0.0)
    for _ in range(3):
        assert cut_off(shares, psycopg.OperationalError("server closed the connection unexpectedly")) == HUNG


def test_a_slow_statement_is_waited_for_and_hides_no_other(shares: Shares, waiting: Waiting) -> None:
    waiting.start(0, 1)
    assert waiting.held.acquire(timeout=LONG)
    time.sleep(1.5 * LATE)
    for _ in range(3):
        with shares.hold([2], 0.0):
            pass


def test_a_worker_that_answers_something_is_not_away(shares: Shares, waiting: Waiting) -> None:
    waiting.start(0, SIZE // 2 - 1)
    for _ in range(SIZE // 2 - 1):
        assert waiting.held.acquire(timeout=LONG)
    # Two are slow for long, and the third place of the share goes round.
    until = time.monotonic() + 2 * LATE
    while time.monotonic() < until:
        with pytest.raises(IntegrityError), shares.hold([0], 0.0):
            raise IntegrityError("taken")
    third = threading.Event()

    def hold_third() -> None:
        with shares.hold([0], 0.0):
            third.set()
            time.sleep(LATE / 2)

    thread = threading.Thread(target=hold_third)
    thread.start()
    assert third.wait(LONG)
    with shares.hold([0], LONG):
        pass
    thread.join(LONG)


def test_one_worker_alone_may_have_all(waiting: Waiting) -> None:
    alone = Shares(lambda: dict.fromkeys(range(3), "one:5432"), 1)
    with alone.hold([0], 0.0), alone.hold([1], 0.0), alone.hold([2], 0.0):
        pass


def test_where_partitions_are_is_looked_up_again_and_a_whole_database_is_asked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[dict[int, str]] = []

    def look() -> dict[int, str]:
        looked.append(PLACES)
        return PLACES

    shares = Shares(look, SIZE)
    assert shares.places() == shares.places() == PLACES
    assert len(looked) == 1
    monkeypatch.setattr(nodes, "REFRESH", -1.0)
    shares.places()
    assert len(looked) == 2
    whole: list[int] = []
    shares = Shares(lambda: whole.append(1) or {}, SIZE)
    assert not shares.places()
    assert not shares.places()
    assert len(whole) == 1


def test_a_look_up_that_fails_is_tried_again() -> None:
    answers: Iterator[Callable[[], dict[int, str]]] = iter([_fail, lambda: PLACES])
    shares = Shares(lambda: next(answers)(), SIZE)
    with pytest.raises(OperationalError), shares.hold([0], 0.0):
        pass
    with shares.hold([0], 0.0):
        pass


def test_nobody_waits_again_for_a_worker_that_is_known_to_be_away() -> None:
    tried: list[float] = []

    def attempt(left: float, _: bool) -> None:
        tried.append(left)
        raise NodeAway("the worker one:5432 does not answer")

    with pytest.raises(NodeAway):
        persevere(attempt)
    assert len(tried) == 1


def test_the_connections_of_a_worker_are_held_while_they_are_lent(database_url: str) -> None:
    with Datastore(database_url, pool_size=SIZE) as datastore:
        datastore.shares = Shares(lambda: PLACES, SIZE)
        with (
            datastore.get_connection(1.0, 0),
            datastore.get_connection(1.0, 2),
            datastore.get_connection(1.0, 0),
        ):
            with pytest.raises(NodeAway):
                datastore.read("SELECT 1", (), 2)
            assert datastore.read("SELECT 1", (), 1) == [(1,)]
            assert datastore.read("SELECT 1", ()) == [(1,)]
        assert datastore.read("SELECT 1", (), 2) == [(1,)]
        with pytest.raises(OperationalError):
            datastore.fetch(f"SELECT pg_sleep({2 * HUNG})", (), 1.0, 2)
        assert datastore.fetch(f"SELECT pg_sleep({1.5 * HUNG})", (), 1.0)


def _is_refused(shares: Shares, partition: int, error: Exception | None = None) -> bool:
    """Return whether a statement is refused; one that is not ends with `error`, if any."""
    try:
        with suppress(psycopg.Error), shares.hold([partition], LONG):
            if error is not None:
                raise error
    except NodeAway:
        return True
    return False


def _fail() -> dict[int, str]:
    raise OperationalError("refused")


def test_a_share_says_which_workers_have_the_partitions_after_one_look() -> None:
    looks: list[int] = []

    def find() -> dict[int, str]:
        looks.append(1)
        return {0: "one:5432", 1: "one:5432", 2: "two:5432"}

    shares = Shares(find, 4)
    for partitions, names in (([0, 1], ["one:5432"]), ([2, 0], ["one:5432", "two:5432"]), ([], [])):
        with shares.hold(partitions, LONG) as held:
            assert [*held.nodes] == names
    assert len(looks) == 1
