"""The catalogue of a database matches `migrations/definitions.tsv`, however the database was made."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from eventstore.postgres import embedded
from eventstore.postgres.catalogue import FILE, read_facts, write_facts
from eventstore.postgres.citus import KEYS
from eventstore.postgres.datastore import Read
from eventstore.postgres.definitions import SPREAD, find_changes
from eventstore.postgres.migrate import SCHEMA, migrate, migrations_folder
from tests.support.databases import create_database, database_name, drop_database, migrate_before
from tests.support.schema import dump_schema


@pytest.fixture
def read(database_url: str) -> Iterator[Read]:
    with psycopg.connect(database_url) as connection:
        yield reading(connection)


def reading(connection: psycopg.Connection) -> Read:
    return lambda statement, values: connection.execute(statement.encode(), values or None).fetchall()


def test_the_file_says_what_the_migrations_make(read: Read) -> None:
    written = (migrations_folder() / FILE).read_text("utf-8")
    assert write_facts(read_facts(read)) == written, "run `make definitions`"


@pytest.mark.slow
def test_the_schema_for_readers_is_that_of_a_migrated_database(database_url: str) -> None:
    written = (migrations_folder() / SCHEMA).read_text("utf-8")
    assert dump_schema(database_url) == written, "run `make definitions`"


def test_a_database_that_was_migrated_in_two_steps_is_no_other(postgres_url: str, tmp_path: Path) -> None:
    url = create_database(postgres_url, database_name())
    migrate_before(url, "0040", tmp_path)
    migrate(url)
    with psycopg.connect(url) as connection:
        assert find_changes(reading(connection)) == []
    drop_database(url)


@pytest.mark.slow
def test_a_database_that_was_restored_from_a_backup_is_no_other(
    database_url: str, postgres_url: str, tmp_path: Path
) -> None:
    dump, program = str(tmp_path / "kifu.dump"), embedded._binaries()
    subprocess.run([program / "pg_dump", "-Fc", "-f", dump, database_url], check=True)
    url = create_database(postgres_url, database_name())
    subprocess.run([program / "pg_restore", "--exit-on-error", "--no-comments", "-d", url, dump], check=True)
    with psycopg.connect(url) as connection:
        assert find_changes(reading(connection)) == []
    drop_database(url)


def test_what_spreading_changes_is_known(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(KEYS.encode())
        facts = read_facts(reading(connection))
    assert {subject: facts[subject] for subject in SPREAD} == SPREAD
