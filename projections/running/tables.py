"""The tables of read models as the migrations made them, in any schema, for rebuilds and for comparing the live ones.

They are made from `migrations/definitions.tsv`, never from the live tables: otherwise anyone who can change how a
column is computed could decide the result of a rebuild.
"""

from __future__ import annotations

from collections.abc import Sequence

from psycopg import sql

from eventstore.postgres.catalogue import migrated_facts
from eventstore.postgres.definitions import find_definition_changes, is_ahead
from projections.contract import Database, Rows
from projections.running.database import SCHEMA


class LaterDefinitions(Exception):
    """A later version of Kifu migrated the database, so its tables are not known here."""

    def __init__(self) -> None:
        super().__init__(
            "a later version of Kifu has migrated this database, so this one does not know how its read models are "
            "made: use the later version"
        )


def create(cursor: Rows, schema: str, table: str) -> None:
    """Make a table with its keys and without its indexes. Raises LaterDefinitions."""
    if is_ahead(lambda statement, values: cursor.execute(statement.encode(), values or None).fetchall()):
        raise LaterDefinitions
    columns = [what.partition(" ") for _, what in _facts(table, "column")]
    names = [name for name, _ in _facts(table, "column")]
    ordered = sorted(zip(names, columns, strict=True), key=lambda one: int(one[1][0]))
    parts = [_named(sql.Identifier(name), definition) for name, (_, _, definition) in ordered]
    parts += [
        _named(sql.SQL("CONSTRAINT {}").format(sql.Identifier(name)), what)
        for name, what in _facts(table, "constraint")
    ]
    body = sql.SQL(", ").join(parts)
    cursor.execute(sql.SQL("CREATE TABLE {} ({})").format(sql.Identifier(schema, table), body))


def create_indexes(connection: Database | Rows, schema: str, table: str) -> None:
    """Create the indexes of a table, except those of its keys."""
    place = sql.Identifier(schema, table).as_string()
    for _, definition in _facts(table, "index"):
        connection.execute(definition.replace(f" ON {SCHEMA}.{table} ", f" ON {place} ", 1).encode())


def rights_of(table: str) -> list[tuple[str, str]]:
    """Return the rights on a table that the migrations grant."""
    granted = (name.partition(" ") for name, _ in _facts(table, "right"))
    return [(who, right) for who, _, right in granted]


def find_changed(connection: Database, tables: Sequence[str]) -> list[str]:
    """Describe how the catalogue of the live tables differs from the migrations."""
    return find_definition_changes(
        lambda statement, values: connection.execute(statement.encode(), values or None).fetchall(),
        frozenset(f"{SCHEMA}.{table}" for table in tables),
    )


def _facts(table: str, kind: str) -> list[tuple[str, str]]:
    whole = f"{SCHEMA}.{table}"
    return [(at.name, what) for at, what in migrated_facts().items() if (at.table, at.kind) == (whole, kind)]


def _named(name: sql.Composable, definition: str) -> sql.Composed:
    return sql.SQL("{} {}").format(name, sql.SQL(definition))
