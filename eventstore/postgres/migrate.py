"""Applies the numbered SQL files of `migrations/`, each in one transaction together with the row that records it."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import psycopg

from eventstore.postgres import citus

# Any number will do, as long as every process that migrates takes the same one.
ADVISORY_LOCK = 0x6B696675

CREATE_LEDGER = """
CREATE TABLE IF NOT EXISTS public.kifu_migration (
    id         text        PRIMARY KEY,
    digest     bytea       NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE public.kifu_migration ADD COLUMN IF NOT EXISTS works_from text
"""
WORKS_FROM = re.compile(r"\A-- Works with code that knows (\d{4})\.\n")
"""The first line of a migration that lets older code, from this one on, keep running."""
SCHEMA = "schema.sql"
"""The schema after all migrations, for reading."""
READ_MODELS = "0010_read_models"
LACKS_READ_MODELS = "SELECT to_regclass('kifu.event') IS NOT NULL AND to_regnamespace('kifu_read') IS NULL"
# The table from an earlier version lacks the column.
LEDGER = "SELECT id, digest, to_jsonb(m) ->> 'works_from' FROM public.kifu_migration AS m ORDER BY id"


class MigrationError(Exception):
    """The migrations cannot be found, or contradict those that the database has recorded."""


@dataclass(frozen=True)
class Migration:
    """One numbered file: `id` is its name without `.sql`, `digest` the SHA-256 of its text.

    `works_from` is the number of the last migration that code must know to continue when this one is applied;
    None: it must know this one.
    """

    id: str
    text: str

    @property
    def digest(self) -> bytes:
        return hashlib.sha256(self.text.encode()).digest()

    @property
    def works_from(self) -> str | None:
        found = WORKS_FROM.match(self.text)
        return found[1] if found is not None else None


@dataclass(frozen=True)
class Applied:
    """A migration as the database has recorded it."""

    id: str
    digest: bytes
    works_from: str | None


def migrations_folder() -> Path:
    """Return the `migrations/` folder, which is next to this package in a checkout and when installed.

    Raises MigrationError if it is missing.
    """
    beside_us = Path(__file__).resolve().parents[2] / "migrations"
    if not beside_us.is_dir():
        raise MigrationError(f"no folder {beside_us}")
    return beside_us


def migration_files(source: Path) -> list[Path]:
    """Return the migration files in `source`, by name, without the schema file."""
    return sorted(path for path in source.glob("*.sql") if path.name != SCHEMA)


def read_migrations(source: Path) -> list[Migration]:
    """Read the migrations in `source`, by number. Raises MigrationError for a bad name or a number used twice."""
    found = []
    for path in migration_files(source):
        if not re.fullmatch(r"\d{4}_[a-z0-9_]+", path.stem):
            raise MigrationError(f"{path.name}: expected NNNN_words.sql")
        found.append(Migration(path.stem, path.read_text(encoding="utf-8")))
    numbers = [migration.id[:4] for migration in found]
    if len(set(numbers)) < len(numbers):
        raise MigrationError(f"two migrations have the same number in {source}")
    return found


def pending_migrations(url: str, source: Path | None = None) -> list[str]:
    """Return the ids of the migrations in `source` that the database at `url` lacks. Changes nothing.

    Raises psycopg.OperationalError if the database is unavailable, MigrationError as `migrate` does.
    """
    with psycopg.connect(url, autocommit=True) as connection:
        missing = _missing_migrations(connection, read_migrations(source or migrations_folder()))
        return [migration.id for migration in missing]


def applied_files(connection: psycopg.Connection, source: Path | None = None) -> list[Migration]:
    """Return the migrations in `source` that were applied, in order. Raises MigrationError as `migrate` does."""
    migrations = read_migrations(source or migrations_folder())
    missing = {migration.id for migration in _missing_migrations(connection, migrations)}
    return [migration for migration in migrations if migration.id not in missing]


def migrate(url: str, source: Path | None = None) -> list[str]:
    """Bring the database at `url` up to date and return the ids of the migrations applied, in order.

    Processes that call this at the same time wait for the first. If a migration fails, raises the error of PostgreSQL;
    the migrations before it stay applied, and it leaves no trace. Raises MigrationError if an applied file has changed
    since, if one was applied that this version does not know and cannot work with, or if the login of `url` lacks the
    rights.
    """
    migrations = read_migrations(source or migrations_folder())
    # The lock belongs to the session, so it ends with the process, however that ends.
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (ADVISORY_LOCK,))
        try:
            missing = _missing_migrations(connection, migrations)
            if missing:
                _check_read_models(connection, missing)
                connection.execute(CREATE_LEDGER)
                distributed = citus.prepare_migrations(connection)
                for migration in missing:
                    _apply(connection, migration)
                if distributed:
                    citus.distribute_functions(connection)
        except psycopg.errors.InsufficientPrivilege as error:
            raise MigrationError(_permission_message(error, connection.info.user)) from error
        return [migration.id for migration in missing]


def _check_read_models(connection: psycopg.Connection, missing: list[Migration]) -> None:
    """Raise MigrationError for a database that was restored without its read models: later files change them."""
    row = connection.execute(LACKS_READ_MODELS).fetchone()
    if row == (True,) and READ_MODELS not in {migration.id for migration in missing}:
        raise MigrationError(
            "the database has no schema kifu_read, as after restoring a backup without it. Run `kifu rebuild`, which "
            "makes it as it was, then `kifu migrate`"
        )


def _permission_message(error: psycopg.Error, login: str) -> str:
    advice = error.diag.message_hint or "Run `kifu migrate` with the KIFU_DATABASE_URL of the owner of the database."
    return f"{login} may not migrate the database: {error.diag.message_primary}. {advice}"


def _apply(connection: psycopg.Connection, migration: Migration) -> None:
    with connection.transaction():
        # Without parameters, the whole file goes to the server unchanged, which splits it into statements.
        connection.execute(migration.text.encode())
        connection.execute(
            "INSERT INTO public.kifu_migration (id, digest, works_from) VALUES (%s, %s, %s)",
            (migration.id, migration.digest, migration.works_from),
        )


def describe_unknown(id: str) -> str:
    """Say that an applied migration is unknown to this version."""
    return f"the migration {id} was applied, which this version of Kifu does not know"


def _missing_migrations(connection: psycopg.Connection, migrations: list[Migration]) -> list[Migration]:
    applied = {one.id: one for one in _applied_migrations(connection)}
    for migration in migrations:
        if migration.id in applied and applied[migration.id].digest != migration.digest:
            raise MigrationError(f"{migration.id} was changed after it was applied; write a new migration instead")
    known = {migration.id for migration in migrations}
    newest = max((id[:4] for id in known), default="0000")
    for one in applied.values():
        if one.id not in known and (one.works_from is None or one.works_from > newest):
            raise MigrationError(
                f"{describe_unknown(one.id)}, and it does not work with this one: start the version that migrated the "
                "database, or a later one. To go back, restore the backup from before"
            )
    return [migration for migration in migrations if migration.id not in applied]


def _applied_migrations(connection: psycopg.Connection) -> list[Applied]:
    known = connection.execute("SELECT to_regclass('public.kifu_migration') IS NOT NULL").fetchone()
    if known is None or not known[0]:
        return []
    return [Applied(str(id), bytes(digest), works_from) for id, digest, works_from in connection.execute(LEDGER)]
