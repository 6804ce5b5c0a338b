"""The connections of the projector and of rebuilds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from projections.contract import Database

SCHEMA = "kifu_read"

DATABASE_AWAY = (psycopg.OperationalError, psycopg.InterfaceError)
"""What a statement raises when it may succeed later as it is: no connection, no lock, no memory, no disk."""

# A machine that vanishes sends no goodbye; without probes its end would be noticed after hours.
KEEPALIVE = "keepalives_idle=5 keepalives_interval=2 keepalives_count=3 connect_timeout=5"


@contextmanager
def connect(url: str) -> Iterator[Database]:
    """A connection in autocommit mode that finds the read models without a schema name; closed at the end.

    Its commits do not wait for the disk: rows and tracking are lost together or not at all, and what a crash of
    PostgreSQL takes back is read from the feed again. Raises psycopg.OperationalError while the database is away.
    """
    with psycopg.connect(make_conninfo(url, **conninfo_to_dict(KEEPALIVE)), autocommit=True) as connection:
        connection.execute("SET synchronous_commit = off")
        connection.execute("SET timezone = 'UTC'")
        use_schema(connection, SCHEMA)
        yield connection


def use_schema(connection: Database, schema: str) -> None:
    """Let unqualified table names mean those of this schema."""
    connection.execute("SELECT set_config('search_path', %s, false)", (schema,))
