"""A real PostgreSQL for the tests: one embedded server a session, one fresh migrated database a test."""

import itertools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate
from eventstore.recorder import FeedRecorder
from tests.support.databases import Server, create_database, drop_database

TEMPLATE = "kifu_template"
numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_data() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="kifu-tests-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server(postgres_data: Path) -> Iterator[Server]:
    server = Server(postgres_data)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres_url(postgres_server: Server) -> str:
    """The URL of an empty database on the session's server."""
    return postgres_server.running.url


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


@pytest.fixture
def datastore(database_url: str) -> Iterator[Datastore]:
    """Connections to a fresh migrated database."""
    store = Datastore(database_url, pool_size=20)
    yield store
    store.close()


@pytest.fixture
def recorder(datastore: Datastore) -> FeedRecorder:
    """The event recorder of a fresh migrated database."""
    return FeedRecorder(datastore)
