"""Creates missing tables of read models, for example in a database restored from a backup without them.

Only the migrations define these tables. So the migrations run again, under the same schema names, in one transaction in
which the existing `kifu` and `kifu_read` are renamed, invisibly to others. Missing tables are taken over, and the rest
is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

import psycopg
from psycopg import sql

from eventstore.postgres.datastore import Read
from eventstore.postgres.migrate import ADVISORY_LOCK, applied_files
from eventstore.postgres.role import ROLE
from eventstore.tables.tracking import forget_positions
from projections.contract import Rows
from projections.read_models.catalogue import PROJECTIONS
from projections.running import locks
from projections.running.database import SCHEMA

RECORD = "kifu"
ASIDE = {schema: f"{schema}~aside" for schema in (RECORD, SCHEMA)}
NOTES = ("stopped", "faulty")
TABLES = (*NOTES, *(table for projection in PROJECTIONS for table in projection.tables))
"""Every table of the schema."""

# A view in place of a table is not a missing table: `kifu rebuild` replaces it.
THERE = """
SELECT relname::text FROM pg_class
 WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND relnamespace = to_regnamespace(%s::text)
"""
HAS_SCHEMA = "SELECT to_regnamespace(%s::text) IS NOT NULL"


class MissingReadModels(Exception):
    """The database lacks tables of read models; says which, and what to do."""

    def __init__(self, tables: Sequence[str]) -> None:
        named = ", ".join(tables[:3]) + (f" and {len(tables) - 3} more" if len(tables) > 3 else "")
        super().__init__(
            f"the database has no read models ({named} of {SCHEMA}), as after restoring a backup without them. "
            "Run `kifu rebuild`, which makes them, with the KIFU_DATABASE_URL of the owner"
        )


def check_tables(read: Read) -> None:
    """Raise MissingReadModels if the database lacks a table of the read models."""
    there = {str(table) for (table,) in read(THERE, (SCHEMA,))}
    missing = [table for table in TABLES if table not in there]
    if missing:
        raise MissingReadModels(missing)


def make_missing_tables(url: str) -> list[str]:
    """Create the missing tables of read models in the owner's database, empty, and return their names.

    They are as the applied migrations make them; others may still be pending. Read models with a missing table are
    emptied, to be rebuilt from the first event. Raises MigrationError as `migrate` does.
    """
    with psycopg.connect(url) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (ADVISORY_LOCK,))
        files = applied_files(connection)
        if not any(f"CREATE SCHEMA {SCHEMA};" in file.text for file in files):
            return []
        there = _tables(connection)
        had_schema = connection.execute(HAS_SCHEMA, (SCHEMA,)).fetchone() == (True,)
        if had_schema and there >= set(TABLES):
            return []
        _step_aside(connection, had_schema)
        for file in files:
            connection.execute(file.text.encode())
        made = sorted(_tables(connection) - there)
        _step_back(connection, had_schema, made)
        with connection.cursor() as cursor:
            _forget(cursor, made, _tables(connection))
        return made


def _tables(connection: psycopg.Connection) -> set[str]:
    return {str(table) for (table,) in connection.execute(THERE, (SCHEMA,))}


def _step_aside(connection: psycopg.Connection, had_schema: bool) -> None:
    for schema in (RECORD, SCHEMA) if had_schema else (RECORD,):
        _run(connection, "ALTER SCHEMA {} RENAME TO {}", schema, ASIDE[schema])


def _step_back(connection: psycopg.Connection, had_schema: bool, made: Sequence[str]) -> None:
    _run(connection, "DROP SCHEMA {} CASCADE", RECORD)
    _run(connection, "ALTER SCHEMA {} RENAME TO {}", ASIDE[RECORD], RECORD)
    if had_schema:
        for table in made:
            _run(connection, "ALTER TABLE {} SET SCHEMA {}", (SCHEMA, table), ASIDE[SCHEMA])
        _run(connection, "DROP SCHEMA {} CASCADE", SCHEMA)
        _run(connection, "ALTER SCHEMA {} RENAME TO {}", ASIDE[SCHEMA], SCHEMA)
        _run(connection, "GRANT USAGE ON SCHEMA {} TO {}", SCHEMA, ROLE)


def _forget(cursor: Rows, made: Sequence[str], there: set[str]) -> None:
    for projection in PROJECTIONS:
        if set(made) & set(projection.tables):
            locks.lock_tables(cursor, projection.name)
            # Pending migrations may make others.
            for table in there & set(projection.tables):
                cursor.execute(sql.SQL("TRUNCATE {}").format(sql.Identifier(SCHEMA, table)))
            for note in NOTES:
                statement = sql.SQL("DELETE FROM {} WHERE projection = %s")
                cursor.execute(statement.format(sql.Identifier(SCHEMA, note)), (projection.name,))
            forget_positions(cursor, projection.name)


def _run(connection: psycopg.Connection, statement: str, *names: str | tuple[str, str]) -> None:
    parts = (sql.Identifier(*((name,) if isinstance(name, str) else name)) for name in names)
    connection.execute(sql.SQL(statement).format(*parts))
