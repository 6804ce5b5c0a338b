"""Checks that the database's catalogue for our schemas, and the applied migrations, are as the migrations made them.

The database's owner can change all of that while the service runs, without touching a row: replace `kifu.append`,
disable a trigger, grant a right, or change how a column is computed. So every fact is compared, and differences are
named.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from eventstore.postgres import citus
from eventstore.postgres.catalogue import Facts, Subject, migrated_facts, read_facts
from eventstore.postgres.datastore import Read
from eventstore.postgres.migrate import Migration, describe_unknown, migrations_folder, read_migrations

LONGEST = 160
"""The longest definition that is shown in full."""
SPREAD = {
    Subject("kifu.idempotency", "column", "partition"): "6 smallint NOT NULL",
    Subject("kifu.idempotency", "constraint", "idempotency_pkey"): "PRIMARY KEY (partition, owner, key)",
}
"""What `eventstore.postgres.citus` changes in distributed tables."""
NO_MIGRATION = "which no migration granted"
APPLIED = "SELECT id, digest FROM public.kifu_migration ORDER BY id"


def find_changes(read: Read, source: Path | None = None) -> list[str]:
    """List the differences between the database and the migrations in `source`; empty if there are none.

    It takes some 20 ms and needs only the service's rights.
    """
    return [*_migration_changes(read, _migrations(source or migrations_folder())), *find_definition_changes(read)]


def find_definition_changes(read: Read, tables: frozenset[str] | None = None) -> list[str]:
    """List the differences between the catalogue and the migrations; only for these tables, if any are named."""
    expected = dict(migrated_facts())
    if citus.shows_spread(read):
        expected |= SPREAD
    return list(_changes(expected, read_facts(read), tables))


def is_ahead(read: Read) -> bool:
    """Return whether a later version migrated the database, so that the definitions known here are outdated."""
    known = {migration.id for migration in _migrations(migrations_folder())}
    return any(name not in known for name, _ in read(APPLIED, ()))


def is_made_by_migrations(table: str, constraint: str) -> bool:
    """Return whether the migrations gave a table of the record this constraint or index."""
    facts, whole = migrated_facts(), f"kifu.{table}"
    return Subject(whole, "constraint", constraint) in facts or Subject(whole, "index", constraint) in facts


@cache
def _migrations(source: Path) -> list[Migration]:
    return read_migrations(source)


def _migration_changes(read: Read, migrations: list[Migration]) -> Iterator[str]:
    applied = {str(name): bytes(digest) for name, digest in read(APPLIED, ())}
    for migration in migrations:
        digest = applied.pop(migration.id, None)
        if digest is None:
            yield f"the migration {migration.id} is not among those that were applied"
        elif digest != migration.digest:
            yield f"the migration {migration.id} was applied with another text"
    for name in applied:
        yield describe_unknown(name)


def _changes(expected: Facts, found: Facts, tables: frozenset[str] | None) -> Iterator[str]:
    for subject in sorted(expected.keys() | found.keys()):
        if tables is not None and not tables & {subject.table, subject.name}:
            continue
        should, is_now = expected.get(subject), found.get(subject)
        if should == is_now or _is_part_of_missing(subject, expected, found):
            continue
        if subject.kind == "right":
            yield _describe_right(subject, should, is_now)
        elif should is None:
            yield _describe_addition(subject, is_now or "")
        elif is_now is None:
            yield f"{_name(subject)} is gone"
        elif is_now == f"{should} (disabled)":
            yield f"{_name(subject)} is disabled"
        else:
            short = max(len(should), len(is_now)) <= LONGEST and not subject.kind.startswith("text")
            more = f": it is {is_now!r}, and should be {should!r}" if short else ""
            yield f"{_name(subject)} is not as the migrations made it{more}"


def _is_part_of_missing(subject: Subject, expected: Facts, found: Facts) -> bool:
    """Return whether the fact is about something wholly missing or new, which is reported by itself."""
    if subject.kind == "text of the function":
        whole = Subject("", "function", subject.name)
    elif subject.table.startswith("the function "):
        whole = Subject("", "function", subject.table.removeprefix("the function "))
    else:
        whole = Subject("", "table", subject.table)
        if whole not in expected:
            return bool(subject.table) and subject.kind in ("column", "constraint", "index")
    return (whole in expected) != (whole in found)


def _name(subject: Subject) -> str:
    of = f" of {subject.table}" if subject.table else ""
    return f"the {subject.kind} {subject.name}{of}"


def _describe_right(subject: Subject, should: str | None, is_now: str | None) -> str:
    who, _, what = subject.name.partition(" ")
    who = who if who == "everybody" else f"the role {who}"
    if is_now is None:
        return f"{who} may not {what} {subject.table}, which a migration granted"
    passing_on = " and pass it on" if is_now and is_now != should else ""
    return f"{who} may {what} {subject.table}{passing_on}, {NO_MIGRATION}"


def _describe_addition(subject: Subject, what: str) -> str:
    match subject.kind:
        case "owner":
            return f"{subject.table} belongs to {subject.name}, which is not the owner of the other tables"
        case "attribute of the role":
            return f"the role {subject.name} has attributes that no migration gave it"
        case "membership of the role":
            return f"the role kifu_service is a member of {subject.name}"
        case "setting":
            _, _, role = subject.name.partition(" of ")
            whose = f"the role {role}" if role else "every role"
            return f"{whose} has the setting {what}, which no migration gave it"
        case _:
            shown = f": {what}" if what and len(what) <= LONGEST and not subject.kind.startswith("text") else ""
            return f"{_name(subject)} is not one that the migrations made{shown}"
