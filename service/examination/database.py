"""Checks the database: whether it is reachable, matches the migrations, and has our keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime

from domain.kernel.words import count_noun
from eventstore.postgres import citus, migrate, pooler, role
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.definitions import find_changes
from eventstore.tables.log import LogTables
from service.examination.comparing import compare_log, compare_read_models
from service.examination.findings import Explain, Finding, guard, is_well
from service.examination.record import look_at_archive, look_at_checkpoints, look_at_read_models, look_at_witnesses
from service.keys.introduce import find_key_faults
from service.keys.recorded_keys import find_false_rows
from service.keys.token_seals import load_token_seals
from service.settings import Settings

OLDEST_SERVER = 15
CLOCK_SECONDS = 60.0
DISTRIBUTE_AGAIN = "Run `kifu migrate --citus` as a superuser; the service may run."


def examine_database(
    settings: Settings, owner: str, service: str, explain: Explain, *, quick: bool = False
) -> Iterator[Finding]:
    """Check a database through the URLs of its owner and of the service, as far as it is migrated.

    Unless `quick`, every event is read: the log is compared with what was signed, and the read models with what the
    events give.
    """
    found = list(guard("database", lambda: _look_at_server(settings, owner), explain))
    found += guard("migrations", lambda: _look_at_migrations(owner), explain) if is_well(found) else ()
    yield from found
    if not is_well(found):
        yield Finding("record", "skipped", "Not looked at before the database is as it should be.")
        return
    with Datastore(service, pool_size=2) as datastore:
        looks: dict[str, Callable[[], Iterable[Finding]]] = {
            "role": lambda: _look_at_role(owner),
            "definitions": lambda: _look_at_definitions(datastore),
            "workers": lambda: _look_at_workers(datastore),
            "keys": lambda: _look_at_keys(settings, datastore),
            "clock": lambda: _look_at_clock(datastore),
            "rows": lambda: () if quick else compare_read_models(settings, service),
            # After the comparison, which notes what is false.
            "read models": lambda: look_at_read_models(settings, datastore),
            "log": lambda: () if quick else compare_log(settings, service),
            "checkpoints": lambda: look_at_checkpoints(settings, datastore),
            "witnesses": lambda: look_at_witnesses(settings, datastore),
            "archive": lambda: look_at_archive(datastore),
        }
        for check, look in looks.items():
            yield from guard(check, look, explain)


def _look_at_server(settings: Settings, url: str) -> Iterator[Finding]:
    pooler.check_direct(url)
    if settings.pooled_database_url is not None:
        pooler.check_pooled(settings.pooled_database_url)
    with Datastore(url, pool_size=1) as datastore:
        ((number, name),) = datastore.read("SELECT current_setting('server_version_num')::int, version()", ())
    if number // 10_000 < OLDEST_SERVER:
        yield Finding("database", "fault", f"It is {name}.", f"Kifu needs PostgreSQL {OLDEST_SERVER} or later.")
    else:
        yield Finding("database", "well", f"PostgreSQL {number // 10_000} answers.")


def _look_at_migrations(url: str) -> Iterator[Finding]:
    lacking = migrate.pending_migrations(url)
    if lacking:
        missing = f"It lacks {count_noun(len(lacking), 'migration')}, from {lacking[0]} on."
        yield Finding("migrations", "fault", missing, "Run `kifu migrate` as the owner.")
    else:
        yield Finding("migrations", "well", "All migrations are applied.")


def _look_at_role(url: str) -> Iterator[Finding]:
    role.check_role(url)
    yield Finding("role", "well", "The service can append events, and change none.")


def _look_at_definitions(datastore: Datastore) -> Iterator[Finding]:
    found = find_changes(datastore.read)
    for change in found:
        yield Finding("definitions", "fault", f"The database was changed: {change}.", "Ask who has its owner's login.")
    if not found:
        yield Finding("definitions", "well", "Functions, triggers and rights are as the migrations say.")


def _look_at_workers(datastore: Datastore) -> Iterator[Finding]:
    for node in citus.list_unlimited(datastore.read):
        what = f"The worker {node} waits for locks without end: it was added later."
        yield Finding("workers", "warning", what, DISTRIBUTE_AGAIN)
    for node in citus.list_without_copies(datastore.read):
        what = f"The worker {node} has no functions for its shards, so that each append costs it nearly twice as much."
        yield Finding("workers", "warning", what, DISTRIBUTE_AGAIN)


def _look_at_keys(settings: Settings, datastore: Datastore) -> Iterator[Finding]:
    faults = [Finding("keys", "fault", f"{name}: {why}") for name, why in find_key_faults(settings, datastore).items()]
    seals = load_token_seals(settings)
    if seals is not None:
        for row in find_false_rows(datastore.read, seals):
            what = f"The row of {row.time:%Y-%m-%d} for the key {row.key} is not as the service made it."
            faults.append(Finding("keys", "fault", what, "Somebody wrote to the database; the row is passed over."))
        for token, player in seals.find_false(datastore):
            what = f"Token {token} of {player} is not as the service made it."
            faults.append(Finding("keys", "fault", what, "Somebody wrote to the database; the token is refused."))
    yield from faults or [Finding("keys", "well", "The keys here are those that the record knows.")]


def _look_at_clock(datastore: Datastore) -> Iterator[Finding]:
    now = datetime.now(UTC)
    ((server,),) = datastore.read("SELECT clock_timestamp()", ())
    signed = max((datetime.fromisoformat(head.time) for head in LogTables(datastore.read).latest()), default=now)
    advice = "Let both machines keep the time by NTP."
    if abs((server - now).total_seconds()) > CLOCK_SECONDS:
        yield Finding("clock", "warning", f"The clock of the database says {server:%Y-%m-%d %H:%M:%S}.", advice)
    elif (signed - now).total_seconds() > CLOCK_SECONDS:
        what = f"The log was signed at {signed:%Y-%m-%d %H:%M:%S}, which is still to come by the clock of this machine."
        yield Finding("clock", "fault", what, "Set the clock right before anything more is signed.")
    else:
        yield Finding("clock", "well", "The clock agrees with the database and with the log.")
