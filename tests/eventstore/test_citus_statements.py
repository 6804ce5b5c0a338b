"""The statements that distribute a database, as far as one server can run them; tests/citus runs them on a cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator

import psycopg
import pytest

from eventstore.postgres.citus import (
    ANCHOR,
    FUNCTIONS,
    KEYS,
    LOCK_LIMIT,
    SEQUENTIAL,
    TABLES,
    WITHIN,
    WITHOUT_LIMIT,
    prepare_migrations,
)
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.shards import SOURCE, copy_append

ON_THIS_SERVER = """
CREATE TABLE public.pg_dist_node (nodename text, nodeport int);
INSERT INTO public.pg_dist_node VALUES ('one', 5432);
CREATE FUNCTION public.run_command_on_workers(command text)
RETURNS TABLE (nodename text, nodeport int, success boolean, result text) LANGUAGE plpgsql AS $$
DECLARE found text;
BEGIN
    IF command LIKE 'SELECT%' THEN EXECUTE command INTO found; ELSE EXECUTE command; END IF;
    RETURN QUERY SELECT n.nodename, n.nodeport, true, found FROM public.pg_dist_node AS n;
END $$
"""
"""A server that is the only worker of its own cluster, for statements that only send commands to workers."""
COLUMNS = """
SELECT c.relname FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
 WHERE c.relnamespace = 'kifu'::regnamespace AND c.relkind = 'r' AND a.attname = 'partition'
"""
ARGUMENTS = "SELECT proname, proargnames FROM pg_proc WHERE pronamespace = 'kifu'::regnamespace AND proname = ANY (%s)"
KEY = """
SELECT array_agg(a.attname ORDER BY array_position(i.indkey::int[], a.attnum::int))::text[]
  FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
 WHERE i.indrelid = 'kifu.idempotency'::regclass AND i.indisprimary
"""
ANSWER = "INSERT INTO kifu.idempotency (owner, key, status, partition) VALUES (%s, 'key', 200, %s)"


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


def unlimited(owner: psycopg.Connection) -> list[str]:
    return [node for (node,) in owner.execute(WITHOUT_LIMIT).fetchall()]


def limit(url: str) -> tuple[object, ...] | None:
    """The limit in a new session of a worker."""
    with psycopg.connect(url) as connection:
        return connection.execute("SHOW lock_timeout").fetchone()


def test_workers_wait_for_locks_as_long_as_a_session_of_the_service(
    owner: psycopg.Connection, database_url: str
) -> None:
    owner.execute(ON_THIS_SERVER)
    assert (unlimited(owner), limit(database_url)) == (["one:5432"], ("0",))
    owner.execute(LOCK_LIMIT)
    assert unlimited(owner) == []
    with Datastore(database_url, pool_size=1) as store:
        ((own,),) = store.read("SHOW lock_timeout", ())
    assert limit(database_url) == (own,)


def test_a_limit_of_a_role_or_of_something_else_leaves_a_worker_unlimited(
    owner: psycopg.Connection, database_url: str
) -> None:
    owner.execute(ON_THIS_SERVER)
    name = owner.info.dbname
    owner.execute(f"ALTER DATABASE {name} SET statement_timeout = '2s'")
    owner.execute(f"ALTER ROLE kifu_service IN DATABASE {name} SET lock_timeout = '2s'")
    try:
        assert unlimited(owner) == ["one:5432"]
    finally:
        owner.execute(f"ALTER ROLE kifu_service IN DATABASE {name} RESET lock_timeout")


def test_only_a_session_of_a_cluster_changes_one_shard_after_the_other(owner: psycopg.Connection) -> None:
    shown = "SELECT current_setting('citus.multi_shard_modify_mode', true)"
    assert not prepare_migrations(owner)
    assert owner.execute(shown).fetchone() == (None,)
    owner.execute(SEQUENTIAL)
    assert owner.execute(shown).fetchone() == ("sequential",)


def test_what_is_spread_has_partitions_and_what_is_carried_out_on_workers_names_one(owner: psycopg.Connection) -> None:
    assert TABLES[0] == ANCHOR
    assert set(TABLES) <= {table for (table,) in owner.execute(COLUMNS).fetchall()}
    found = owner.execute(ARGUMENTS, (list(FUNCTIONS),)).fetchall()
    assert {name for name, _ in found} == set(FUNCTIONS) > set(WITHIN)
    assert all(FUNCTIONS[name] in arguments for name, arguments in found)


def test_keys_of_answers_are_unique_in_their_partitions_before_they_are_spread(owner: psycopg.Connection) -> None:
    owner.execute(ANSWER, ("anna", None))
    owner.execute(ANSWER, ("bela", 7))
    owner.execute(KEYS)
    assert owner.execute(KEY).fetchone() == (["partition", "owner", "key"],)
    assert owner.execute("SELECT owner, partition FROM kifu.idempotency ORDER BY owner").fetchall() == [
        ("anna", 0),
        ("bela", 7),
    ]
    owner.execute(ANSWER, ("anna", 7))
    with pytest.raises(psycopg.errors.UniqueViolation):
        owner.execute(ANSWER, ("anna", 0))


def test_a_copy_for_a_shard_names_its_tables_only_and_asks_first_whether_it_is_there(owner: psycopg.Connection) -> None:
    ((source,),) = owner.execute(SOURCE).fetchall()
    owner.execute(copy_append(source, 9, {"kifu.feed_head": 9, "kifu.event": 17, "kifu.idempotency": 25}).encode())
    ((body,),) = owner.execute("SELECT prosrc FROM pg_proc WHERE proname = 'append_to_9'").fetchall()
    assert set(re.findall(r"kifu\.\w+", body)) == {"kifu.feed_head_9", "kifu.event_17", "kifu.idempotency_25"}
    assert body.index("lock_shard_metadata") < body.index("is not on this worker") < body.index("UPDATE")


def test_no_copy_is_made_of_a_function_that_would_not_ask_first(owner: psycopg.Connection) -> None:
    ((source,),) = owner.execute(SOURCE).fetchall()
    with pytest.raises(ValueError, match="so that no copy of it can be made"):
        copy_append(source.replace("\nBEGIN\n", "\n BEGIN\n"), 9, {"kifu.event": 17})
