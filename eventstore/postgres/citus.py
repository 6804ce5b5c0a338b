"""Distributes the feed over the workers of a Citus cluster, by partition.

The tables that grow with every move are distributed by partition and colocated, so that an append runs on a single
worker. All other tables, including the read models', stay on the coordinator. Stored data and reads do not change, and
a database without Citus is not affected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import tuple_row

from eventstore.postgres.datastore import Database, Read
from eventstore.postgres.nodes import DISTRIBUTED, HAS_CITUS
from eventstore.postgres.shards import make_copies

SHARDS = 8
"""The default number of shards of the tables: each poll of the feed asks every shard."""

ANCHOR = "feed_head"
"""The table that the others are colocated with."""
TABLES = (ANCHOR, "event", "idempotency", "snapshot", "refused_move", "forgotten_refusal", "log_tile")
FUNCTIONS = {
    "append": "at_partition",
    "add_hashes": "of_partition",
    "keep_answer": "of_partition",
    "prune_partition": "of_partition",
    "prune_refused": "of_partition",
    "refuse_move": "of_partition",
}
"""The functions that run on the worker of a partition, with the argument that names the partition."""
WITHIN = ("add_hashes",)
"""Those that are called within larger transactions.

Unless forced, Citus runs such a call on the coordinator, as the function's owner, and then refuses the login's reads of
the same partition.
"""

VERSION = "SELECT extversion, split_part(extversion, '.', 1)::int FROM pg_extension WHERE extname = 'citus'"
WORKERS = "SELECT count(*) FROM pg_dist_node WHERE groupid > 0 AND isactive AND noderole = 'primary'"
OLDEST, BROKEN = 12, 14
"""The first version that works, and the first in which moving a game to a file ends every session."""

SPREAD = "SELECT create_distributed_table(%s::regclass, 'partition', colocate_with => %s, shard_count => %s)"
JOIN = "SELECT create_distributed_table(%s::regclass, 'partition', colocate_with => %s)"
CLEAR = "SELECT truncate_local_data_after_distributing_table(%s::regclass)"
LOCAL_FUNCTIONS = """
SELECT proname, p.oid::regprocedure::text FROM pg_proc AS p
 WHERE pronamespace = to_regnamespace('kifu') AND proname = ANY (%s)
   AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_object AS d
                    WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.distribution_argument_index >= 0
                      AND coalesce(d.force_delegation, false) = (proname = ANY (%s)))
 ORDER BY 2
"""
LOCK_LIMIT = """
SELECT nodename, success, result
  FROM run_command_on_workers(format('ALTER DATABASE %I SET lock_timeout = ''2s''', current_database()))
"""
"""Workers wait for locks no longer than a session of the service does, whose own setting stays on the coordinator."""
WITHOUT_LIMIT = """
SELECT n.nodename || ':' || n.nodeport
  FROM run_command_on_workers(
       $$SELECT count(*) FROM pg_db_role_setting AS s JOIN pg_database AS d ON d.oid = s.setdatabase
          WHERE s.setrole = 0 AND position('lock_timeout=' IN s.setconfig::text) > 0 AND d.datname = $$
       || quote_literal(current_database())) AS n
 WHERE n.success AND n.result = '0' ORDER BY 1
"""
WITHOUT_COPIES = """
SELECT nodename || ':' || nodeport FROM run_command_on_workers($$
    SELECT count(pg_proc) = count(*) FROM pg_dist_shard
      LEFT JOIN pg_proc ON pronamespace = to_regnamespace('kifu') AND proname = 'append_to_' || shardid
     WHERE logicalrelid = to_regclass('kifu.feed_head')$$)
 WHERE success AND result = 'f' ORDER BY 1
"""
SESSIONS = """
SELECT count(*) FROM pg_stat_activity
 WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
   AND application_name NOT LIKE 'citus%'
"""
DELEGATE = "SELECT create_distributed_function(%s, %s, colocate_with => %s, force_delegation => %s)"

# A key is unique only in its partition, since there is no unique index over all shards.
KEYS = """
ALTER TABLE kifu.idempotency DROP CONSTRAINT idempotency_pkey;
UPDATE kifu.idempotency SET partition = 0 WHERE partition IS NULL;
ALTER TABLE kifu.idempotency ADD CONSTRAINT idempotency_pkey PRIMARY KEY (partition, owner, key);
"""
SEQUENTIAL = "SET citus.multi_shard_modify_mode TO 'sequential'"
"""Changes are made shard by shard, since a migration changes several tables in one transaction."""
SPREAD_OVER = """
SELECT nodename || ':' || nodeport, count(*) FROM citus_shards WHERE table_name = 'kifu.feed_head'::regclass
 GROUP BY 1 ORDER BY 1
"""


class NotDistributable(Exception):
    """The database cannot be distributed; says what it lacks."""


@dataclass(frozen=True)
class Spread:
    """How many shards of each table a node holds; `node` is its host and port."""

    node: str
    shards: int


_spread: dict[tuple[str, int, str], bool] = {}
"""Cached for the databases that this process has asked, by host, port and name."""


def is_spread(database: Database | psycopg.Connection[Any]) -> bool:
    """Return whether this database's events are distributed over a Citus cluster; a process asks once."""
    connection = database if isinstance(database, psycopg.Connection) else database.connection
    place = (connection.info.host, connection.info.port, connection.info.dbname)
    if place not in _spread:
        _spread[place] = is_distributed(connection)
    return _spread[place]


def is_distributed(connection: psycopg.Connection[Any]) -> bool:
    """Like `is_spread`, but asks each time."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        found = cursor.execute(HAS_CITUS).fetchone()
        return found is not None and found[0] and cursor.execute(DISTRIBUTED).fetchone() is not None


def shows_spread(read: Read) -> bool:
    """Like `is_distributed`, without an open connection."""
    return bool(read(HAS_CITUS, ())[0][0]) and bool(read(DISTRIBUTED, ()))


def list_unlimited(read: Read) -> list[str]:
    """List host and port of the workers without a lock timeout, such as one added later."""
    return [node for (node,) in read(WITHOUT_LIMIT, ())] if shows_spread(read) else []


def list_without_copies(read: Read) -> list[str]:
    """List host and port of the workers without a copy of `kifu.append` for each shard: appends cost them more."""
    return [node for (node,) in read(WITHOUT_COPIES, ())] if shows_spread(read) else []


def distribute(url: str, shards: int | None = None) -> list[Spread]:
    """Spread the feed of the migrated database at `url`, a coordinator, over its workers; return what each node holds.

    It continues where an earlier run was interrupted, and distributes what a migration has added since. Writers wait
    while a table with rows is moved. `shards` (SHARDS) counts only the first time. Raises NotDistributable, and changes
    nothing, if the server has no Citus, one of a wrong version or no workers, if the login lacks the rights, or if
    others are connected the first time: a service would behave as if nothing were spread.
    """
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(HAS_CITUS).fetchone()
        if found is None or not found[0]:
            raise NotDistributable(
                f"the database {connection.info.dbname} has no Citus. Let an administrator run CREATE EXTENSION citus "
                "in it, on the coordinator and on each worker, and citus_add_node for the workers."
            )
        _check_cluster(connection)
        others = connection.execute(SESSIONS).fetchone()
        if not is_distributed(connection) and others is not None and others[0]:
            raise NotDistributable(
                f"others are connected to the database {connection.info.dbname} ({others[0]}). Stop the service "
                "first: it asks once, when it starts, whether the database is spread."
            )
        try:
            _distribute_tables(connection, shards or SHARDS)
            distribute_functions(connection)
            connection.execute(LOCK_LIMIT)
        except psycopg.Error as error:
            raise NotDistributable(_message(error)) from error
        return [Spread(node, count) for node, count in connection.execute(SPREAD_OVER).fetchall()]


def _check_cluster(connection: psycopg.Connection) -> None:
    for version, major in connection.execute(VERSION).fetchall():
        if not OLDEST <= major < BROKEN:
            raise NotDistributable(
                f"the database {connection.info.dbname} has Citus {version}. Kifu needs Citus {OLDEST} or newer, below "
                f"{BROKEN}, on every node: install it there, then run ALTER EXTENSION citus UPDATE on each."
            )
    workers = connection.execute(WORKERS).fetchone()
    if workers is None or not workers[0]:
        raise NotDistributable(
            f"the cluster of the database {connection.info.dbname} has no workers. Run SELECT citus_add_node('worker', "
            "5432) on the coordinator for each of them, then this command again."
        )


def prepare_migrations(connection: psycopg.Connection) -> bool:
    """Prepare the session for migrations if the tables are distributed; return whether they are."""
    distributed = is_distributed(connection)
    if distributed:
        connection.execute(SEQUENTIAL)
    return distributed


def distribute_functions(connection: psycopg.Connection) -> None:
    """Make the functions for a partition run on its worker, including functions that a migration replaced."""
    for name, signature in connection.execute(LOCAL_FUNCTIONS, (list(FUNCTIONS), list(WITHIN))).fetchall():
        connection.execute(DELEGATE, (signature, FUNCTIONS[name], f"kifu.{ANCHOR}", name in WITHIN))
    make_copies(connection)


def _distribute_tables(connection: psycopg.Connection, shards: int) -> None:
    connection.execute(SEQUENTIAL)
    there = {name for (name,) in connection.execute(DISTRIBUTED).fetchall()}
    for table in TABLES:
        if table in there:
            continue
        name = f"kifu.{table}"
        with connection.transaction():
            if table == "idempotency":
                connection.execute(KEYS)
            if table == ANCHOR:
                connection.execute(SPREAD, (name, "none", shards))
            else:
                connection.execute(JOIN, (name, f"kifu.{ANCHOR}"))
        # In a transaction of its own: until then the rows exist twice, but are visible only once.
        connection.execute(CLEAR, (name,))


def _message(error: psycopg.Error) -> str:
    hint = f" {error.diag.message_hint}" if error.diag.message_hint else ""
    return f"the tables cannot be distributed: {error.diag.message_primary or error}.{hint}"
