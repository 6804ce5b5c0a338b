"""A real PostgreSQL for the tests: one server for all workers of a session, one fresh migrated database a test.

`database_url` is what nearly every test wants. It is on a server that loses data if the machine crashes, which makes
databases cheap. Tests that stop or kill PostgreSQL, or check what it keeps, take `own_server` and `own_database_url`: a
server that only their worker uses, with the settings of the product.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from eventstore.postgres import pool
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate
from eventstore.recorder import FeedRecorder
from tests.support.databases import (
    Server,
    end_shared_server,
    migrated_template,
    roomy_memory,
    shared_server,
    temporary_database,
)
from tests.support.waiting import PATIENCE

# The tests read commands in English, whatever the language of this machine.
os.environ["LANGUAGE"] = "en"
SHARED = pytest.StashKey[Path]()
FOLDER = "postgres_folder"


def pytest_configure(config: pytest.Config) -> None:
    """Choose the folder of the shared server; the workers of this session were told which it is."""
    told = getattr(config, "workerinput", {}).get(FOLDER)
    config.stash[SHARED] = Path(told or tempfile.mkdtemp(prefix="kifu-tests-", dir=roomy_memory()))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: "pytest.Session") -> None:
    """Tell a worker of this session where the shared server is."""
    node.workerinput[FOLDER] = str(node.config.stash[SHARED])  # type: ignore[attr-defined]


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the shared server when all workers have ended; they only ever start it."""
    if hasattr(config, "workerinput") or SHARED not in config.stash:
        return
    end_shared_server(config.stash[SHARED])
    shutil.rmtree(config.stash[SHARED], ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def patient_pools() -> Iterator[None]:
    """Give statements as long as tests wait for anything.

    A service takes a server that does not answer for ten seconds for hung. On a busy machine, statements of tests are
    not carried out for as long, though nothing hangs.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pool, "LONGEST", PATIENCE)
        yield


@pytest.fixture(scope="session")
def postgres_url(pytestconfig: pytest.Config) -> str:
    """The URL of an empty database on the server that all tests share."""
    return shared_server(pytestconfig.stash[SHARED])


@pytest.fixture(scope="session")
def template(postgres_url: str, pytestconfig: pytest.Config) -> str:
    """The name of a migrated database on the shared server, from which others are copied."""
    return migrated_template(postgres_url, pytestconfig.stash[SHARED])


@pytest.fixture
def empty_database_url(postgres_url: str) -> Iterator[str]:
    """The URL of a fresh database without any schema."""
    with temporary_database(postgres_url) as url:
        yield url


@pytest.fixture
def database_url(postgres_url: str, template: str) -> Iterator[str]:
    """The URL of a fresh database with all migrations applied."""
    with temporary_database(postgres_url, template) as url:
        yield url


@pytest.fixture
def server_data() -> Iterator[Path]:
    """A folder for an embedded server of the test.

    It is not below `tmp_path`: every run of pytest bars other accounts, such as PostgreSQL's, from the folder above it,
    and servers of other runs could then open no files.
    """
    with tempfile.TemporaryDirectory(prefix="kifu-tests-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def own_server() -> Iterator[Server]:
    """A server for tests that stop it or check its settings."""
    with tempfile.TemporaryDirectory(prefix="kifu-tests-", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        yield server
        server.stop()


@pytest.fixture
def own_database_url(own_server: Server) -> Iterator[str]:
    """The URL of a fresh database with all migrations applied, on `own_server`."""
    with temporary_database(own_server.running.url) as url:
        migrate(url)
        yield url


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
