"""How a database is spread over a Citus cluster, and what is kept apart from its events."""

import shutil
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from domain.rows import FirstAnswer, partition_of, partition_of_key
from eventstore.postgres import citus
from eventstore.postgres.citus import (
    FUNCTIONS,
    LOCAL_FUNCTIONS,
    SESSIONS,
    TABLES,
    WITHIN,
    NotDistributable,
    distribute,
    is_distributed,
    list_unlimited,
)
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate, migration_files, migrations_folder
from eventstore.postgres.role import url_for_service
from eventstore.recorder import FeedRecorder
from eventstore.tables.answers import Answers, DuplicateKey
from tests.citus.conftest import new_database
from tests.eventstore.test_recorder import event
from tests.support.waiting import eventually

FIRST_WORKER = "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid LIMIT 1"
FORGET = """
SELECT run_command_on_workers(format('ALTER DATABASE %I RESET lock_timeout', current_database()))
"""
HASHES = """
SELECT oid::regprocedure::text, pg_get_functiondef(oid) FROM pg_proc
 WHERE pronamespace = 'kifu'::regnamespace AND proname = 'add_hashes'
"""
AGE = "UPDATE kifu.idempotency SET answered_at = now() - %s::interval"
ROWS = "SELECT count(*), count(body) FROM kifu.idempotency"


def test_a_database_that_others_use_is_not_spread_under_their_feet(coordinator: str) -> None:
    with new_database(coordinator) as url:
        migrate(url)
        with psycopg.connect(url), pytest.raises(NotDistributable, match="Stop the service first"):
            distribute(url, 4)
        with psycopg.connect(url) as connection:
            # The server ends the session of a closed connection a moment later.
            eventually(lambda: connection.execute(SESSIONS).fetchone() == (0,))
        nodes = distribute(url, 4)
        assert sum(node.shards for node in nodes) == 4
        with psycopg.connect(url):
            # Nothing is left to do, so other connections do not matter.
            assert distribute(url, 32) == nodes


def test_a_cluster_without_workers_is_not_spread_over_its_coordinator(coordinator: str) -> None:
    with new_database(coordinator, workers=False) as url:
        migrate(url)
        with pytest.raises(NotDistributable, match=r"no workers\. Run SELECT citus_add_node"):
            distribute(url, 4)
        with psycopg.connect(url) as connection:
            assert not is_distributed(connection)


@pytest.mark.parametrize("version", ["11.3-1", "14.0-1"])
def test_a_cluster_of_a_wrong_version_is_refused_with_the_versions_that_work(
    coordinator: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(citus, "VERSION", f"SELECT '{version}', split_part('{version}', '.', 1)::int")
    with new_database(coordinator, workers=False) as url:
        migrate(url)
        with pytest.raises(NotDistributable, match=f"has Citus {version}. Kifu needs Citus 12 or newer, below 14"):
            distribute(url, 4)


def test_a_migration_that_comes_later_changes_tables_that_are_spread_and_spreads_functions_made_anew(
    coordinator: str, tmp_path: Path
) -> None:
    with new_database(coordinator) as url:
        migrate(url)
        distribute(url, 4)
        with psycopg.connect(url, autocommit=True) as connection:
            # What was copied to the workers is no longer here.
            assert connection.execute("SELECT pg_relation_size('kifu.feed_head')").fetchone() == (0,)
            ((signature, definition),) = connection.execute(HASHES).fetchall()
        for path in migration_files(migrations_folder()):
            shutil.copy(path, tmp_path)
        later = [f"ALTER TABLE kifu.{table} ADD COLUMN later text" for table in TABLES]
        made_anew = [f"DROP FUNCTION {signature}", definition]
        (tmp_path / "9999_later.sql").write_text(";\n".join([*later, *made_anew, ""]))
        assert migrate(url, tmp_path) == ["9999_later"]
        with psycopg.connect(url, autocommit=True) as connection:
            assert connection.execute(LOCAL_FUNCTIONS, (list(FUNCTIONS), list(WITHIN))).fetchall() == []
            assert connection.execute("SELECT later FROM kifu.event").fetchall() == []


def test_an_answer_lies_with_its_game_or_by_its_key(database_url: str) -> None:
    game, opened = uuid4(), uuid4()
    with Datastore(database_url) as datastore:
        recorder = FeedRecorder(datastore)
        recorder.insert_events([event(game, 1)], idempotency=FirstAnswer("anna", "move", b"d", 201, b"{}", game))
        recorder.insert_events([event(opened, 1)], idempotency=FirstAnswer("anna", "open", b"d", 201, b"{}"))
        found = recorder.first_answer("anna", "move", game)
        assert found is not None
        assert found.partition == partition_of(game)
        found = recorder.first_answer("anna", "open")
        assert found is not None
        assert found.partition == partition_of_key("anna", "open", None)
        with pytest.raises(DuplicateKey):
            recorder.insert_events([event(uuid4(), 1)], idempotency=FirstAnswer("anna", "open", b"d", 201, b"{}"))
        with pytest.raises(DuplicateKey):
            recorder.insert_events([event(game, 2)], idempotency=FirstAnswer("anna", "move", b"d", 201, b"{}", game))


def test_answers_and_keys_are_pruned_in_each_partition(database_url: str) -> None:
    with Datastore(database_url) as datastore:
        recorder, answers = FeedRecorder(datastore), Answers(datastore)
        for number in range(20):
            recorder.record_answer(FirstAnswer("anna", f"key-{number}", b"d", 201, b"{}"))
        assert answers.prune(100) == (0, 0)
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute(AGE, ("8 days",))
            assert answers.prune(100) == (20, 0)
            assert connection.execute(ROWS).fetchone() == (20, 0)
            connection.execute(AGE, ("91 days",))
            assert answers.prune(100) == (0, 20)
            assert connection.execute(ROWS).fetchone() == (0, 0)


def test_a_worker_that_was_added_later_is_named_until_it_has_the_limit_for_locks(database_url: str) -> None:
    with Datastore(url_for_service(database_url)) as datastore:
        assert list_unlimited(datastore.read) == []
        with psycopg.connect(database_url, autocommit=True) as connection:
            ((host, port),) = connection.execute(FIRST_WORKER).fetchall()
            connection.execute(FORGET)
        assert f"{host}:{port}" in list_unlimited(datastore.read)
        distribute(database_url)
        assert list_unlimited(datastore.read) == []
