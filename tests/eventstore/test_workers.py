"""Statements for the partitions of one worker of a cluster are sent to that worker, if it takes them."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import psycopg
import pytest

from eventstore.postgres import workers
from eventstore.postgres.datastore import connect_worker
from eventstore.postgres.pool import FeedConnection
from eventstore.postgres.workers import Workers

NODE = "worker:5432"


class Server:
    """A worker that can refuse or accept connections, and counts attempts."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.shut = False
        self.knocked: list[tuple[str, str]] = []
        self.may_answer = threading.Event()
        self.may_answer.set()

    def connect(self, host: str, port: str) -> FeedConnection:
        self.knocked.append((host, port))
        assert self.may_answer.wait(30)
        if self.shut:
            raise psycopg.OperationalError("no pg_hba.conf entry")
        server = psycopg.conninfo.conninfo_to_dict(self.url)
        return connect_worker(self.url, str(server["host"]), str(server.get("port", "")))


@pytest.fixture
def server(database_url: str) -> Server:
    return Server(database_url)


@pytest.fixture
def pools(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    """Workers whose pools treat a plain server like a cluster worker."""
    monkeypatch.setattr(workers, "DISTRIBUTED", "SELECT")
    monkeypatch.setattr(workers, "find_copies", lambda look: {})
    found = Workers(server.connect, 2, 10.0)
    yield found
    found.close()


def test_a_worker_that_lets_us_in_has_a_pool_that_keeps_its_connections(pools: Workers, server: Server) -> None:
    pool = pools.pool_at(NODE)
    assert pool is not None
    assert pools.pool_at(NODE) is pool
    assert server.knocked == [("worker", "5432")]
    connection = pool.take(0.0)
    assert connection.execute("SELECT 1 AS one").fetchone() == {"one": 1}
    assert pools.count_in_use() == 1
    pool.give(connection)
    assert pools.count_in_use() == 0
    assert len(server.knocked) == 1


def test_a_server_that_does_not_know_how_tables_are_spread_is_not_asked(server: Server) -> None:
    pools = Workers(server.connect, 2, 10.0)
    assert pools.pool_at(NODE) is None
    pools.close()


def test_a_worker_that_lets_nobody_in_is_tried_again_after_a_while(
    pools: Workers, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.shut = True
    assert pools.pool_at(NODE) is None
    server.shut = False
    assert pools.pool_at(NODE) is None
    assert len(server.knocked) == 1
    monkeypatch.setattr(workers, "AGAIN", 0.0)
    other = Workers(server.connect, 2, 10.0)
    server.shut = True
    assert other.pool_at(NODE) is None
    server.shut = False
    assert other.pool_at(NODE) is not None
    other.close()


def test_a_worker_that_shuts_us_out_later_is_reached_another_way_at_once(pools: Workers, server: Server) -> None:
    pool = pools.pool_at(NODE)
    assert pool is not None
    first = pool.take(0.0)
    server.shut = True
    with pytest.raises(psycopg.OperationalError, match="pg_hba"):
        pool.take(0.0)
    assert pools.pool_at(NODE) is None
    # Running work continues, and ends with its connection.
    assert first.execute("SELECT 1 AS one").fetchone() == {"one": 1}
    pool.give(first)
    assert first.closed


def test_while_one_thread_tries_a_worker_the_others_do_not_wait(pools: Workers, server: Server) -> None:
    server.may_answer.clear()
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(pools.pool_at(NODE)))
    thread.start()
    while not server.knocked:
        pass
    assert pools.pool_at(NODE) is None
    server.may_answer.set()
    thread.join(30)
    assert found == [pools.pool_at(NODE)]
    assert found != [None]


def test_closed_pools_stay_closed(pools: Workers) -> None:
    pools.close()
    assert pools.pool_at(NODE) is None
