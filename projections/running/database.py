"""The connections of the projector and of rebuilds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg.conninfo import make_conninfo

from eventstore.postgres.datastore import CONNECTION_OPTIONS
from projections.contract import Database

SCHEMA = "kifu_read"


@contextmanager
def connect(url: str) -> Iterator[Database]:
    """A connection in autocommit mode that finds the read models without a schema name; closed at the end.

    Its commits do not wait for the disk: rows and tracking are lost together or not at all, and what a crash of
    PostgreSQL takes back is read from the feed again. Raises psycopg.OperationalError while the database is away.
    """
    with psycopg.connect(make_conninfo(url, **CONNECTION_OPTIONS), autocommit=True) as connection:
        connection.execute("SET synchronous_commit = off")
        connection.execute("SET timezone = 'UTC'")
        use_schema(connection, SCHEMA)
        yield connection


def use_schema(connection: Database, schema: str) -> None:
    """Let unqualified table names mean those of this schema."""
    connection.execute("SELECT set_config('search_path', %s, false)", (schema,))
