"""Loads rows of a table as structs and stores them, a whole batch in one statement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import LiteralString, TypeVar
from uuid import UUID

import msgspec
from psycopg.sql import SQL, Composed, Identifier

from projections.contract import Rows

REPLACED: LiteralString = "{column} = excluded.{column}"
ADDED: LiteralString = "{column} = {table}.{column} + excluded.{column}"

R = TypeVar("R", bound=msgspec.Struct)


def load(cursor: Rows, table: str, row: type[R], games: Iterable[UUID]) -> list[R]:
    """Load the rows of these games; the fields of `row` are the columns."""
    cursor.execute(_select(table, row), (list(games),))
    found = cursor.fetchone()
    assert found is not None
    return _decoder(row).decode(found[0])


def insert(cursor: Rows, table: str, rows: Sequence[msgspec.Struct]) -> None:
    """Insert the rows into a table without a key."""
    if rows:
        cursor.execute(_insert(table, type(rows[0])), (msgspec.json.encode(rows).decode(),))


def store(cursor: Rows, table: str, key: Sequence[str], rows: Sequence[msgspec.Struct]) -> None:
    """Insert the rows, or replace the ones with the same key."""
    _write(cursor, table, tuple(key), rows, REPLACED)


def add(cursor: Rows, table: str, key: Sequence[str], rows: Sequence[msgspec.Struct]) -> None:
    """Add the numbers of each row to those of the row with the same key, which starts at zero."""
    _write(cursor, table, tuple(key), rows, ADDED)


def _write(cursor: Rows, table: str, key: tuple[str, ...], rows: Sequence[msgspec.Struct], how: LiteralString) -> None:
    if rows:
        cursor.execute(_upsert(table, key, type(rows[0]), how), (msgspec.json.encode(rows).decode(),))


@lru_cache
def _select(table: str, row: type[msgspec.Struct]) -> bytes:
    statement = SQL(
        "SELECT coalesce(json_agg(found)::text, '[]') "
        "FROM (SELECT {columns} FROM {table} WHERE game_id = ANY(%s)) AS found"
    )
    return statement.format(columns=_column_list(row.__struct_fields__), table=Identifier(table)).as_bytes()


@lru_cache
def _insert(table: str, row: type[msgspec.Struct]) -> bytes:
    statement = SQL(
        "INSERT INTO {table} ({columns}) SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json)"
    )
    return statement.format(table=Identifier(table), columns=_column_list(row.__struct_fields__)).as_bytes()


@lru_cache
def _upsert(table: str, key: tuple[str, ...], row: type[msgspec.Struct], how: LiteralString) -> bytes:
    columns = row.__struct_fields__
    changes = [SQL(how).format(column=Identifier(c), table=Identifier(table)) for c in columns if c not in key]
    statement = SQL(
        "INSERT INTO {table} ({columns}) SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json) "
        "ON CONFLICT ({key}) DO UPDATE SET {changes}"
    )
    return statement.format(
        table=Identifier(table), columns=_column_list(columns), key=_column_list(key), changes=SQL(", ").join(changes)
    ).as_bytes()


def _column_list(columns: Sequence[str]) -> Composed:
    return SQL(", ").join(map(Identifier, columns))


@lru_cache
def _decoder(row: type[R]) -> msgspec.json.Decoder[list[R]]:
    return msgspec.json.Decoder(list[row])  # type: ignore[valid-type]
