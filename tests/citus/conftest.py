"""Databases on a Citus cluster, for which KIFU_TEST_CITUS_URL names a coordinator with its workers and a superuser.

The workers must accept the coordinator without a password. Each database is created on every node.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from eventstore.postgres.citus import SEQUENTIAL, distribute
from eventstore.postgres.migrate import migrate
from tests.support.databases import database_name

SETTING = "KIFU_TEST_CITUS_URL"
NODES = "SELECT nodename, nodeport, groupid = 0 FROM pg_dist_node WHERE isactive ORDER BY groupid"
FILLED = """
SELECT c.oid::regclass::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace
 WHERE nspname IN ('kifu', 'kifu_read') AND relkind = 'r' AND relname NOT IN ('migration', 'feed_head')
   AND pg_catalog.pg_relation_size(c.oid) >= 0 AND c.relname !~ '_[0-9]{6,}$'
"""
Node = tuple[str, int, bool]


@pytest.fixture(scope="session")
def coordinator() -> str:
    """The URL of the coordinator's own database."""
    url = os.environ.get(SETTING)
    if not url:
        pytest.skip(f"{SETTING} names no coordinator of a Citus cluster")
    return url


@contextmanager
def new_database(coordinator: str, *, workers: bool = True) -> Iterator[str]:
    """Create a database without a schema, on every node or without the `workers`, and yield its URL on the
    coordinator."""
    name = database_name()
    with psycopg.connect(coordinator) as connection:
        nodes: list[Node] = connection.execute(NODES).fetchall()
    others = [(host, port) for host, port, coordinates in nodes if workers and not coordinates]
    own = next((host, port) for host, port, coordinates in nodes if coordinates)
    for node in (own, *others):
        with _connected(coordinator, node, None) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        with _connected(coordinator, node, name) as connection:
            connection.execute("CREATE EXTENSION citus")
    with _connected(coordinator, own, name) as connection:
        connection.execute("SELECT citus_set_coordinator_host(%s, %s)", own)
        for worker in others:
            connection.execute("SELECT citus_add_node(%s, %s)", worker)
    yield f"postgresql://{psycopg.conninfo.conninfo_to_dict(coordinator)['user']}@{own[0]}:{own[1]}/{name}"
    for node in (own, *others):
        with _connected(coordinator, node, None) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def cluster_url(coordinator: str) -> Iterator[str]:
    """The URL of a database with all migrations, whose events are spread over the workers."""
    with new_database(coordinator) as url:
        migrate(url)
        distribute(url, 4)
        yield url


@pytest.fixture
def database_url(cluster_url: str) -> Iterator[str]:
    """The URL of a migrated database without rows, whose events are spread over the workers."""
    yield cluster_url
    with psycopg.connect(cluster_url, autocommit=True) as connection:
        connection.execute(SEQUENTIAL)
        for (table,) in connection.execute(FILLED).fetchall():
            connection.execute(f"TRUNCATE {table} CASCADE")
        connection.execute("UPDATE kifu.feed_head SET position = 0")


def _connected(coordinator: str, node: tuple[str, int], name: str | None) -> psycopg.Connection:
    given = {} if name is None else {"dbname": name}
    return psycopg.connect(make_conninfo(coordinator, host=node[0], port=node[1], **given), autocommit=True)
