"""A database restored without its read models: what reports it, and what recreates them."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from benchmarks.store import fresh_games
from eventstore.postgres import embedded
from eventstore.postgres.migrate import MigrationError, migrate, migrations_folder, read_migrations
from projections.contract import Projection
from projections.read_models.catalogue import NAMES
from projections.running.make_tables import MissingReadModels, make_missing_tables
from projections.running.rebuild import check, rebuild
from service.parts import build_projections
from service.supervisor import check_read_models
from tests.api.house import app_on
from tests.domain.application.playing import new_game, play_one
from tests.kifu.command import kifu
from tests.support.databases import create_database, database_name, drop_database, migrate_before
from tests.support.rulesets import product_rulesets

TABLES = """
SELECT relname::text, relacl::text, pg_get_userbyid(relowner), ARRAY(
       SELECT (attname, atttypid::regtype, attnotnull, pg_get_expr(adbin, adrelid))::text FROM pg_attribute
         LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped ORDER BY attname),
       ARRAY(SELECT indexdef FROM pg_indexes WHERE schemaname = 'kifu_read' AND tablename = relname ORDER BY 1),
       ARRAY(SELECT (conname, pg_get_constraintdef(oid))::text FROM pg_constraint WHERE conrelid = c.oid ORDER BY 1)
  FROM pg_class AS c WHERE relnamespace = 'kifu_read'::regnamespace AND relkind = 'r' ORDER BY 1
"""
SCHEMAS = """
SELECT nspname::text, nspacl::text, ARRAY(SELECT defaclacl::text FROM pg_default_acl WHERE defaclnamespace = n.oid)
  FROM pg_namespace AS n WHERE nspname LIKE 'kifu%' ORDER BY 1
"""
RECORD = """
SELECT array_agg(relname::text || relfilenode ORDER BY relname) FROM pg_class
 WHERE relnamespace = 'kifu'::regnamespace
"""


def definitions(url: str) -> list[object]:
    with psycopg.connect(url) as connection:
        return [connection.execute(query.encode()).fetchall() for query in (TABLES, SCHEMAS)]


def files_of_record(url: str) -> object:
    with psycopg.connect(url) as connection:
        return connection.execute(RECORD.encode()).fetchone()


def run(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def projections() -> list[Projection]:
    return build_projections(product_rulesets())


def play(url: str) -> None:
    """A game of four steps, which are seven events."""
    with fresh_games(url) as games:
        game_id, chance = new_game(games), random.Random(1)
        for _ in range(3):
            play_one(games, game_id, chance)


@pytest.fixture
def restored_url(database_url: str, tmp_path: Path, postgres_url: str) -> Iterator[str]:
    """A database that was restored from a real backup without kifu_read, made after the read models were read."""
    play(database_url)
    rebuild(database_url, projections=projections())
    dump = str(tmp_path / "kifu.dump")
    program = embedded._binaries()
    subprocess.run([program / "pg_dump", "-Fc", "-N", "kifu_read", "-f", dump, database_url], check=True)
    url = create_database(postgres_url, database_name())
    subprocess.run([program / "pg_restore", "--exit-on-error", "--no-comments", "-d", url, dump], check=True)
    yield url
    drop_database(url)


@pytest.mark.long
def test_a_backup_without_read_models_is_brought_up_by_rebuild(
    restored_url: str, database_url: str, tmp_path: Path
) -> None:
    told = "Run `kifu rebuild`, which makes them"
    for command in (["serve"], ["rebuild", "--check"]):
        ran = kifu(*command, data=tmp_path, KIFU_DATABASE_URL=restored_url, KIFU_PORT="1")
        assert (ran.exit_code, ran.err.count("\n")) == (2, 1), ran.err
        assert told in ran.err
    before = files_of_record(restored_url)
    rebuilt = kifu("rebuild", data=tmp_path, KIFU_DATABASE_URL=restored_url)
    assert rebuilt.exit_code == 0, rebuilt.err
    assert rebuilt.out.splitlines() == [f"{name}: rebuilt from 7 events" for name in NAMES]
    assert "Made what was missing: clause_count, clause_game, clock, dispute, dispute_game, faulty," in rebuilt.err
    assert definitions(restored_url) == definitions(database_url)
    assert files_of_record(restored_url) == before
    check_read_models(restored_url)
    assert not any(check(restored_url, projections=projections()).values())
    assert make_missing_tables(restored_url) == []


def test_a_running_service_says_which_command_makes_its_read_models(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path) as app:
        client = app.test_client()
        assert client.get("/readyz").status_code == 200
        run(database_url, "DROP SCHEMA kifu_read CASCADE")
        for path in ("/readyz", "/v1/games", "/v1/scores"):
            answer = client.get(path)
            assert (answer.status_code, answer.get_json()["code"]) == (503, "unavailable")
            assert "kifu rebuild" in answer.get_json()["detail"]
        assert client.get("/metrics").status_code == 200
        make_missing_tables(database_url)
        assert client.get("/readyz").status_code == 200


def test_one_missing_table_is_made_and_its_read_model_is_read_from_the_first_event(
    database_url: str,
) -> None:
    play(database_url)
    rebuild(database_url, projections=projections())
    before = definitions(database_url)
    run(database_url, "DROP TABLE kifu_read.history_game")
    with pytest.raises(MissingReadModels, match=r"history_game of kifu_read"):
        check_read_models(database_url)
    assert make_missing_tables(database_url) == ["history_game"]
    assert definitions(database_url) == before
    with psycopg.connect(database_url) as connection:
        counts = "SELECT (SELECT count(*) FROM kifu_read.history), (SELECT count(*) FROM kifu_read.game)"
        assert connection.execute(counts.encode()).fetchone() == (0, 1)
        tracked = connection.execute("SELECT DISTINCT projection FROM kifu.tracking ORDER BY 1").fetchall()
    assert [name for (name,) in tracked] == sorted(set(NAMES) - {"history"})
    rebuild(database_url, ["history"], projections=projections())
    assert not any(check(database_url, projections=projections()).values())


@pytest.mark.long
def test_an_older_backup_without_read_models_is_rebuilt_before_it_is_migrated(
    empty_database_url: str, database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "older").mkdir()
    migrate_before(empty_database_url, "0036", tmp_path / "older")
    run(empty_database_url, "DROP SCHEMA kifu_read CASCADE")
    with pytest.raises(MigrationError, match=r"no schema kifu_read.*Run `kifu rebuild`"):
        migrate(empty_database_url)
    told = kifu("rebuild", data=tmp_path, KIFU_DATABASE_URL=empty_database_url)
    assert "Made what was missing" in told.err
    assert "from 0036_arbiters on. Run `kifu migrate`." in told.err
    assert migrate(empty_database_url)[-1] == read_migrations(migrations_folder())[-1].id
    assert definitions(empty_database_url) == definitions(database_url)


def test_a_database_without_any_schema_has_nothing_made(empty_database_url: str) -> None:
    assert make_missing_tables(empty_database_url) == []
