"""Databases for tests, and the embedded servers that they run on."""

import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from psycopg.conninfo import conninfo_to_dict

from eventstore.postgres import embedded
from eventstore.postgres.migrate import migrate, migration_files, migrations_folder

TEMPLATE = "kifu_template"
FORGETFUL = ("fsync", "synchronous_commit", "full_page_writes")
"""The settings that only make commits survive a crash of the machine: off, since only tests read the data."""


CONNECTED = """
SELECT usename, application_name, left(query, 200) FROM pg_stat_activity
 WHERE datname = %s AND backend_type = 'client backend'
"""
"""The connections to a database, each with its last statement."""
CLOSING_SECONDS = 30.0
"""How long a busy server may need to notice that a connection was closed."""

MEMORY, ROOM = Path("/dev/shm"), 4 << 30


def roomy_memory() -> Path | None:
    """Return the file system in memory if it has room for the databases of the tests; else None, for any disk."""
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM:
        return None
    return MEMORY


class Server:
    """A server with the product's settings, for tests that stop it and must restart it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.start()

    def start(self) -> None:
        self.running = embedded.start(self.data)

    def stop(self) -> None:
        self.running.stop()


def shared_server(folder: Path) -> str:
    """Start the server in this folder, or find the one that another process of the session has started there.

    Return the URL of an empty database. The server outlives this process, until `end_shared_server`.
    """
    server = embedded.start(folder)
    with psycopg.connect(server.url, autocommit=True) as connection:
        for setting in FORGETFUL:
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
    server.owner = False
    server.stop()
    return server.url


def end_shared_server(folder: Path) -> None:
    """Stop the server in this folder, if one was started there; no other process may use it any more."""
    if (folder / "postgres" / "postmaster.pid").exists():
        embedded.start(folder).stop()


def migrated_template(url: str, folder: Path) -> str:
    """Return the name of a migrated database on the server of `url`, which the first process of the session makes."""
    with (folder / "template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with psycopg.connect(url) as connection:
            made = connection.execute("SELECT FROM pg_database WHERE datname = %s", (TEMPLATE,)).fetchone()
        if made is None:
            migrate(create_database(url, TEMPLATE))
    return TEMPLATE


def database_name() -> str:
    """Return a name that no other database of the session has."""
    return f"kifu_test_{uuid4().hex[:12]}"


def database(url: str, name: str) -> str:
    """The URL of another database on the server of `url`."""
    head, tail = url.split("@/", 1)
    return f"{head}@/{name}?{tail.split('?', 1)[1]}"


def logged_in_as(url: str, login: str) -> str:
    """The URL of the same database for another login."""
    return f"postgresql://{login}@{url.partition('@')[2]}"


def create_database(url: str, name: str, template: str = "template1") -> str:
    """Create a database on the server of `url` and return its URL."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    return database(url, name)


def drop_database(url: str) -> None:
    """Drop the database of `url`; raise AssertionError, with their last statements, if clients are still connected to
    it. All tests share the server's connections, so each test closes its own. The server notices that a moment later.
    """
    name = conninfo_to_dict(url)["dbname"]
    deadline = time.monotonic() + CLOSING_SECONDS
    with psycopg.connect(database(url, "postgres"), autocommit=True) as connection:
        while (left := connection.execute(CONNECTED, (name,)).fetchall()) and time.monotonic() < deadline:
            time.sleep(0.01)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    assert not left, f"connections that were left behind ({len(left)}): {left}"


@contextmanager
def temporary_database(server: str, template: str = "template1") -> Iterator[str]:
    """The URL of a fresh database on the server of `server`, which is dropped afterwards."""
    url = create_database(server, database_name(), template)
    try:
        yield url
    finally:
        drop_database(url)


def migrate_before(url: str, number: str, scratch: Path) -> None:
    """Set a database to its state before the migration with this number; `scratch` is an empty folder."""
    for path in migration_files(migrations_folder()):
        if path.name < number:
            shutil.copy(path, scratch)
    migrate(url, scratch)


LATER_TABLES = {
    "replaced_stream": "stream uuid, number smallint, by uuid",
    "player_kind": "player text, kind text",
    "bot_presence": "player text, seen_at timestamptz, rulesets text[]",
    "player_key": "public bytea, player text, since timestamptz, proof bytea, number bigint",
    "revoked_player_key": "public bytea, until timestamptz",
}
"""The tables that later migrations create, by name, with the columns that are read."""


@contextmanager
def later_tables(url: str) -> Iterator[None]:
    """Create, in a database that is not fully migrated, the empty tables that the current event store reads."""
    with psycopg.connect(url) as connection:
        for table, columns in LATER_TABLES.items():
            connection.execute(f"CREATE TABLE kifu.{table} ({columns})")
    yield
    with psycopg.connect(url) as connection:
        for table in LATER_TABLES:
            connection.execute(f"DROP TABLE kifu.{table}")
