"""Databases for tests, on one embedded server."""

import shutil
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from eventstore.postgres import embedded
from eventstore.postgres.migrate import folder, migrate


class Server:
    """The session's server, for tests that stop it and must start it again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.start()

    def start(self) -> None:
        self.running = embedded.start(self.data)

    def stop(self) -> None:
        self.running.stop()


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
    """Drop the database of `url`, together with the connections that it still has."""
    name = conninfo_to_dict(url)["dbname"]
    with psycopg.connect(database(url, "postgres"), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def migrate_before(url: str, number: str, scratch: Path) -> None:
    """Bring a database to where it was before the migration of this number; `scratch` is an empty folder."""
    for path in folder().glob("*.sql"):
        if path.name < number:
            shutil.copy(path, scratch)
    migrate(url, scratch)
