"""The tables that a rebuild fills: beside the live ones, in a schema of their own, like them in everything.

Their names of keys and indexes are those of the live ones, since later migrations rely on them. They have the owner and
the rights of the live ones; rights on single columns must be granted again.
"""

from __future__ import annotations

from psycopg import sql

from eventstore.tables.tracking import forget_positions
from projections.contract import Database, Projection, Rows
from projections.running.database import SCHEMA

INDEXES = """
SELECT indexdef FROM pg_indexes WHERE schemaname = %s AND tablename = %s AND indexname NOT IN (
       SELECT conname FROM pg_constraint WHERE conrelid = format('%%I.%%I', schemaname, tablename)::regclass)
"""
SETTINGS = """
SELECT array_to_string(reloptions, ', ') FROM pg_class
 WHERE oid = format('%%I.%%I', %s::text, %s::text)::regclass AND reloptions IS NOT NULL
"""
OWNER = """
SELECT relowner::regrole::text FROM pg_class WHERE oid = format('%%I.%%I', %s::text, %s::text)::regclass
"""
RIGHTS = """
SELECT granted.privilege_type, CASE granted.grantee WHEN 0 THEN 'PUBLIC' ELSE granted.grantee::regrole::text END,
       CASE WHEN granted.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
  FROM pg_class, aclexplode(relacl) AS granted
 WHERE pg_class.oid = format('%%I.%%I', %s::text, %s::text)::regclass AND granted.grantee <> relowner
"""
KEYS = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
 WHERE conrelid = format('%%I.%%I', %s::text, %s::text)::regclass AND contype IN ('p', 'u')
"""


def schema_of(name: str) -> str:
    """The schema of the new tables of a projection, and the name under which their positions are tracked."""
    return f"{SCHEMA}~{name}"


def prepare(connection: Database, projection: Projection) -> None:
    """Make empty copies of the live tables with their keys, in place of any that an earlier rebuild left."""
    shadow = schema_of(projection.name)
    discard(connection, projection.name)
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(shadow)))
        for table in projection.tables:
            _copy_definition(cursor, table, shadow)


def complete(connection: Database, projection: Projection) -> None:
    """Make the indexes of the filled copies, which is cheaper than to keep them from the first row, and statistics."""
    shadow = schema_of(projection.name)
    for table in projection.tables:
        for (definition,) in connection.execute(INDEXES, (SCHEMA, table)).fetchall():
            connection.execute(sql.SQL(definition.replace(f" ON {SCHEMA}.", f' ON "{shadow}".', 1)))
        connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(shadow, table)))


def discard(connection: Database, name: str) -> None:
    """Drop the copies, and forget how far they were."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema_of(name))))
        forget_positions(cursor, schema_of(name))


def _copy_definition(cursor: Rows, table: str, shadow: str) -> None:
    live, new = sql.Identifier(SCHEMA, table), sql.Identifier(shadow, table)
    cursor.execute(sql.SQL("CREATE TABLE {} (LIKE {} INCLUDING ALL EXCLUDING INDEXES)").format(new, live))
    for (settings,) in cursor.execute(SETTINGS, (SCHEMA, table)).fetchall():
        cursor.execute(sql.SQL("ALTER TABLE {} SET ({})").format(new, sql.SQL(settings)))
    keys = cursor.execute(KEYS, (SCHEMA, table)).fetchall()
    for key, definition in keys:
        add = sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} {}")
        cursor.execute(add.format(new, sql.Identifier(key), sql.SQL(definition)))
    _copy_rights(cursor, table, shadow)


def _copy_rights(cursor: Rows, table: str, shadow: str) -> None:
    new = sql.Identifier(shadow, table)
    for right, grantee, option in cursor.execute(RIGHTS, (SCHEMA, table)).fetchall():
        grant = sql.SQL("GRANT {} ON {} TO {}{}")
        cursor.execute(grant.format(sql.SQL(right), new, sql.SQL(grantee), sql.SQL(option)))
    for (owner,) in cursor.execute(OWNER, (SCHEMA, table)).fetchall():
        cursor.execute(sql.SQL("ALTER TABLE {} OWNER TO {}").format(new, sql.SQL(owner)))
