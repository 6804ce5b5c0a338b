"""The tables of single shards of a Citus cluster, written and read on their worker by their own names.

Citus runs each statement of a function as one of its own, which costs a worker more than PostgreSQL then spends on it.
So there is a copy of `kifu.append` for each shard, which names the tables of that shard. It does what Citus does before
a write: it takes the lock that a moving shard waits for, until its commit, and checks that the shard is on this worker.
If it is not, nothing changes, and `kifu.append` has to be called. The copies are on every worker, so that a shard finds
its own wherever it moves.
"""

from __future__ import annotations

import re
from collections.abc import Collection

import psycopg
from psycopg.rows import tuple_row

from domain.rows import PARTITIONS
from eventstore.postgres.nodes import Look
from eventstore.postgres.pool import FeedConnection

SOURCE = "SELECT pg_get_functiondef('kifu.append'::regproc)"
SHARDS = """
SELECT head.shardid, own.logicalrelid::regclass::text, own.shardid
  FROM pg_dist_shard AS head JOIN pg_dist_shard AS own ON own.shardminvalue = head.shardminvalue
 WHERE head.logicalrelid = 'kifu.feed_head'::regclass
   AND own.logicalrelid = ANY ('{kifu.feed_head, kifu.event, kifu.idempotency}'::regclass[])
"""
COPIES = """
SELECT place.partition, place.shard
  FROM (SELECT partition::int, get_shard_id_for_distribution_column('kifu.feed_head', partition::smallint) AS shard
          FROM generate_series(0, %s - 1) AS partition) AS place
  JOIN pg_proc ON pronamespace = 'kifu'::regnamespace AND proname = 'append_to_' || place.shard
"""
HEAD_OF_SOURCE, BODY_OF_SOURCE = "\nBEGIN\n", "\nAS $function$"
IS_HERE = """EXISTS (SELECT FROM pg_catalog.pg_dist_placement JOIN pg_catalog.pg_dist_local_group USING (groupid)
                 WHERE shardid = {shard} AND shardstate = 1)"""
HEADS_OF_SHARD = "SELECT partition, position FROM kifu.feed_head_{shard} WHERE {is_here}"
HEAD_OF_COPY = """
BEGIN
    PERFORM pg_catalog.lock_shard_metadata(5, ARRAY[{shard}]::bigint[]);  -- ShareLock, as Citus takes it
    IF NOT {is_here} THEN
        RAISE EXCEPTION 'shard {shard} is not on this worker' USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;

"""
BODY_OF_COPY = """
 SET plan_cache_mode TO 'force_generic_plan'
 SET citus.enable_manual_changes_to_shards TO 'on'
AS $function$"""
RIGHTS = """
REVOKE ALL ON FUNCTION kifu.append_to_{shard} FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kifu.append_to_{shard} TO kifu_service;
"""
REPLACE_COPIES = """
DO $replace$
DECLARE
    old regprocedure;
BEGIN
    SET LOCAL citus.enable_ddl_propagation TO off;
    FOR old IN SELECT oid FROM pg_proc WHERE pronamespace = 'kifu'::regnamespace AND proname LIKE 'append\\_to\\_%' LOOP
        EXECUTE 'DROP FUNCTION ' || old;
    END LOOP;
    {copies}
END
$replace$
"""
ON_WORKERS = "SELECT nodename, nodeport, result FROM run_command_on_workers(%s) WHERE NOT success"


def make_copies(connection: psycopg.Connection) -> None:
    """Make the copies on every worker, from what the coordinator has as `kifu.append`.

    Raises psycopg.Error if a worker is away or refuses them; then it keeps those that it had.
    """
    (source,) = connection.execute(SOURCE).fetchone() or ("",)
    tables: dict[int, dict[str, int]] = {}
    for shard, table, own in connection.execute(SHARDS).fetchall():
        tables.setdefault(shard, {})[table] = own
    copies = "".join(copy_append(source, shard, own) for shard, own in sorted(tables.items()))
    for host, port, why in connection.execute(ON_WORKERS, (REPLACE_COPIES.format(copies=copies),)).fetchall():
        raise psycopg.OperationalError(f"the worker {host}:{port} does not take the functions of its shards: {why}")


def find_copies(look: Look) -> dict[int, int]:
    """Return the shard of each partition for which a worker has a copy of `kifu.append`; `look` asks that worker."""
    return {int(partition): int(shard) for partition, shard in look(COPIES, (PARTITIONS,))}


def read_heads(connection: FeedConnection, partitions: Collection[int]) -> dict[int, int]:
    """Return the position of the last event of each of these partitions whose shard is on the worker of `connection`.

    Shards that have moved away are left out: all of them, if this worker does not even have the table of one.
    """
    shards = sorted({connection.shards[partition] for partition in partitions if partition in connection.shards})
    if not shards:
        return {}
    statement = " UNION ALL ".join(_fill(HEADS_OF_SHARD, shard) for shard in shards)
    try:
        with connection.cursor(row_factory=tuple_row) as cursor:
            rows = cursor.execute(statement.encode(), prepare=True).fetchall()
    except psycopg.errors.UndefinedTable:
        return {}
    return {partition: position for partition, position in rows if partition in partitions}


def _fill(template: str, shard: int) -> str:
    return template.format(shard=shard, is_here=IS_HERE.format(shard=shard))


def copy_append(source: str, shard: int, tables: dict[str, int]) -> str:
    """Return the statements that make the copy for a shard; `tables` are the numbers in the names of its tables."""
    names = re.compile("|".join(rf"\b{re.escape(table)}\b" for table in tables))
    text = names.sub(lambda found: f"{found[0]}_{tables[found[0]]}", source)
    for ours, theirs in (
        ("kifu.append(", f"kifu.append_to_{shard}("),
        (HEAD_OF_SOURCE, _fill(HEAD_OF_COPY, shard)),
        (BODY_OF_SOURCE, BODY_OF_COPY),
    ):
        if text.count(ours) != 1:
            raise ValueError(f"kifu.append has {ours!r} not once, so that no copy of it can be made")
        text = text.replace(ours, theirs)
    return f"{text};{RIGHTS.format(shard=shard)}"
