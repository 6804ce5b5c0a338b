"""The connections of the projector and of rebuilds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import psycopg
from psycopg.conninfo import make_conninfo

from eventstore.node_feed import NodeFeed
from eventstore.postgres.citus import is_spread
from eventstore.postgres.datastore import CONNECTION_OPTIONS
from projections.contract import Database

SCHEMA = "kifu_read"
SPREAD_SESSION = """
SELECT set_config('citus.max_cached_conns_per_worker', '0', false),
       set_config('citus.node_connection_timeout', '2s', false)
"""
"""How long the few reads of events within projections' transactions wait for a worker.

A kept connection would wait for as long as the worker hangs, with the locks of the transaction.
"""


@contextmanager
def connect(url: str) -> Iterator[Database]:
    """Open a connection in autocommit mode that finds the read models without a schema name.

    Its commits do not wait for the disk: a crash of PostgreSQL can lose rows and positions only together, and what is
    lost is read from the feed again. Raises psycopg.OperationalError while the database is unavailable.
    """
    with psycopg.connect(make_conninfo(url, **CONNECTION_OPTIONS), autocommit=True) as connection:
        connection.execute("SET synchronous_commit = off")
        connection.execute("SET timezone = 'UTC'")
        use_schema(connection, SCHEMA)
        if is_spread(connection):
            connection.execute(SPREAD_SESSION)
        yield connection


@contextmanager
def open_whole_feed(url: str, connection: Database) -> Iterator[NodeFeed | None]:
    """Open the feed of a distributed database, which raises if a worker does not answer; None for any other."""
    if not is_spread(connection):
        yield None
        return
    feed = NodeFeed(url, whole=True)
    try:
        yield feed
    finally:
        feed.close()


def use_schema(connection: Database, schema: str) -> None:
    """Make table names without a schema refer to this schema."""
    connection.execute("SELECT set_config('search_path', %s, false)", (schema,))


def use_schemas(connection: Database, schemas: Iterable[str]) -> None:
    """Make table names without a schema refer to the first of these schemas that has such a table."""
    use_schema(connection, ", ".join(f'"{schema}"' for schema in schemas))
