"""The tables that a rebuild fills, beside the live ones, in a schema of their own, as the migrations made them.

They have the owner and the storage settings of the live ones, and the rights granted to anyone but the service; rights
on single columns must be granted again.
"""

from __future__ import annotations

from psycopg import sql

from eventstore.postgres.role import ROLE
from eventstore.tables.tracking import forget_positions
from projections.contract import Database, Projection, Rows
from projections.running import tables
from projections.running.database import SCHEMA

SETTINGS = """
SELECT array_to_string(reloptions, ', ') FROM pg_class
 WHERE oid = format('%%I.%%I', %s::text, %s::text)::regclass AND reloptions IS NOT NULL
"""
KIND = "SELECT relkind FROM pg_class WHERE oid = format('%%I.%%I', %s::text, %s::text)::regclass"
KINDS = {"v": "VIEW", "m": "MATERIALIZED VIEW", "f": "FOREIGN TABLE"}
OWNER = """
SELECT relowner::regrole::text FROM pg_class WHERE oid = format('%%I.%%I', %s::text, %s::text)::regclass
"""
RIGHTS = """
SELECT granted.privilege_type, CASE granted.grantee WHEN 0 THEN 'PUBLIC' ELSE granted.grantee::regrole::text END,
       CASE WHEN granted.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
  FROM pg_class, aclexplode(relacl) AS granted
 WHERE pg_class.oid = format('%%I.%%I', %s::text, %s::text)::regclass AND granted.grantee <> relowner
   AND granted.grantee <> %s::text::regrole
"""


def schema_of(name: str) -> str:
    """Return the schema of a projection's new tables, which is also the name for tracking their positions."""
    return f"{SCHEMA}~{name}"


def prepare(connection: Database, projection: Projection) -> None:
    """Create the tables, empty and with their keys, replacing any from an earlier rebuild.

    Raises LaterDefinitions.
    """
    shadow = schema_of(projection.name)
    discard(connection, projection.name)
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(shadow)))
        for table in projection.tables:
            tables.create(cursor, shadow, table)
            _copy_settings(cursor, table, shadow)


def complete(connection: Database, projection: Projection) -> None:
    """Create the indexes of the filled tables, cheaper than maintaining them from the first row, and statistics."""
    shadow = schema_of(projection.name)
    for table in projection.tables:
        tables.create_indexes(connection, shadow, table)
        connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(shadow, table)))


def discard(connection: Database, name: str) -> None:
    """Drop the tables, and forget their positions."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema_of(name))))
        forget_positions(cursor, schema_of(name))


def drop_live(cursor: Rows, table: str) -> None:
    """Drop a live table, or the view that somebody put in its place."""
    found = cursor.execute(KIND, (SCHEMA, table)).fetchone()
    kind = KINDS.get(found[0], "TABLE") if found is not None else "TABLE"
    cursor.execute(sql.SQL("DROP {} {}").format(sql.SQL(kind), sql.Identifier(SCHEMA, table)))


def _copy_settings(cursor: Rows, table: str, shadow: str) -> None:
    new = sql.Identifier(shadow, table)
    for (settings,) in cursor.execute(SETTINGS, (SCHEMA, table)).fetchall():
        cursor.execute(sql.SQL("ALTER TABLE {} SET ({})").format(new, sql.SQL(settings)))
    grant = sql.SQL("GRANT {} ON {} TO {}{}")
    for who, right in tables.rights_of(table):
        cursor.execute(grant.format(sql.SQL(right), new, sql.Identifier(who), sql.SQL("")))
    for right, grantee, option in cursor.execute(RIGHTS, (SCHEMA, table, ROLE)).fetchall():
        cursor.execute(grant.format(sql.SQL(right), new, sql.SQL(grantee), sql.SQL(option)))
    for (owner,) in cursor.execute(OWNER, (SCHEMA, table)).fetchall():
        cursor.execute(sql.SQL("ALTER TABLE {} OWNER TO {}").format(new, sql.SQL(owner)))
