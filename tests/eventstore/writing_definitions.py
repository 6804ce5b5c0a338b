"""Rewrite `migrations/definitions.tsv` and `schema.sql` after adding a migration: `make definitions`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import psycopg

from eventstore.postgres import embedded
from eventstore.postgres.catalogue import FILE, read_facts, write_facts
from eventstore.postgres.migrate import SCHEMA, migrate, migrations_folder
from tests.support.schema import dump_schema


def main() -> None:
    """Migrate an empty database, and write its catalogue and its schema."""
    with tempfile.TemporaryDirectory() as folder:
        server = embedded.start(Path(folder))
        try:
            migrate(server.url)
            with psycopg.connect(server.url) as connection:
                facts = read_facts(lambda statement, values: connection.execute(statement.encode(), values).fetchall())
            schema = dump_schema(server.url)
        finally:
            server.stop()
    (migrations_folder() / SCHEMA).write_text(schema, "utf-8")
    (migrations_folder() / FILE).write_text(write_facts(facts), "utf-8")


if __name__ == "__main__":
    main()
