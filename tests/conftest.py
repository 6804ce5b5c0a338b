"""A real PostgreSQL for the tests: one embedded server a session, one fresh migrated database a test."""

import itertools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from eventstore import embedded
from eventstore.migrate import migrate

TEMPLATE = "kifu_template"
numbers = itertools.count(1)


def database(url: str, name: str) -> str:
    """The URL of another database on the server of `url`."""
    head, tail = url.split("@/", 1)
    return f"{head}@/{name}?{tail.split('?', 1)[1]}"


def create_database(url: str, name: str, template: str = "template1") -> str:
    """Create a database on the server of `url` and return its URL."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    return database(url, name)


def drop_database(url: str) -> None:
    """Drop the database of `url`, together with the connections that it still has."""
    name = conninfo_to_dict(url)["dbname"]
    with psycopg.connect(database(url, "postgres"), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def postgres_data() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="kifu-tests-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_url(postgres_data: Path) -> Iterator[str]:
    """The URL of an empty database on the session's server."""
    server = embedded.start(postgres_data)
    yield server.url
    server.stop()


@pytest.fixture(scope="session")
def migrated_template(postgres_url: str) -> str:
    migrate(create_database(postgres_url, TEMPLATE))
    return TEMPLATE


@pytest.fixture
def empty_database_url(postgres_url: str) -> Iterator[str]:
    """The URL of a fresh database without any schema."""
    url = create_database(postgres_url, f"kifu_test_{next(numbers)}")
    yield url
    drop_database(url)


@pytest.fixture
def database_url(postgres_url: str, migrated_template: str) -> Iterator[str]:
    """The URL of a fresh database with all migrations applied."""
    url = create_database(postgres_url, f"kifu_test_{next(numbers)}", migrated_template)
    yield url
    drop_database(url)
