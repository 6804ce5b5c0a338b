"""The checks of a service, one after the other: what each found, and what to do about it. They change nothing."""

from __future__ import annotations

import os
import shutil
import stat
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from domain.application.audit import Audit
from domain.kernel.words import count_noun
from domain.proof.log_check import PartitionCheck
from domain.proof.notes import parse_checkpoint
from domain.proof.receipts import Keyring
from eventstore.postgres import migrate, pooler, role
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.definitions import find_changes
from eventstore.tables.log import LogTables
from eventstore.tables.moved_games import is_moved_out
from projections.queries.read import ReadModels
from projections.read_models.stored_events import StoredReader
from projections.running import faulty
from projections.running.make_tables import check_tables
from projections.running.rebuild import check
from service.checkpoints.check_log import LogChecker
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.jobs.archive_watch import find_fault
from service.keys import signing
from service.keys.introduce import find_key_faults
from service.keys.recorded_keys import RecordedKeyring, find_false_rows
from service.keys.seed_keys import load_seed_keys
from service.keys.token_seals import load_token_seals
from service.open_files import count_connections
from service.parts import build_games, build_projections
from service.rulesets import build_rulesets
from service.settings import Settings
from service.supervisor import LEAST_SPACE
from service.version import VERSION
from service.witnesses.heads import build_log_of_heads
from service.witnesses.named import parse_named

State: TypeAlias = Literal["well", "skipped", "warning", "fault"]
Explain: TypeAlias = Callable[[Exception], str | None]
"""An error in one line for people; None for a defect of ours."""

SHARE_FREE = 0.1
OTHERS = stat.S_IRWXG | stat.S_IRWXO
OLDEST_SERVER = 15
CLOCK_SECONDS = 60.0
UNSIGNED = timedelta(minutes=10)
MOST_LEAVES_BEHIND = 60
ASK_SECONDS = 5.0


class Finding(msgspec.Struct, frozen=True):
    """What a check found, in a sentence, and in another one what to do about it."""

    check: str
    state: State
    what: str
    advice: str | None = None


def guard(check: str, look: Callable[[], Iterable[Finding]], explain: Explain) -> Iterator[Finding]:
    """Yield what a check finds; an error that can be explained is a fault. Raises any other."""
    try:
        yield from look()
    except Exception as error:
        why = explain(error)
        if why is None:
            raise
        yield Finding(check, "fault", why)


def examine_machine(settings: Settings, explain: Explain) -> Iterator[Finding]:
    """Look at the content packs, the limit of open files, and the data folder."""
    yield from guard("content", lambda: _look_at_content(settings), explain)
    yield from guard("files", _look_at_files, explain)
    yield from guard("folder", lambda: _look_at_folder(settings.data), explain)


def examine_database(
    settings: Settings, owner: str, service: str, explain: Explain, *, quick: bool = False
) -> Iterator[Finding]:
    """Look at a database by the URLs of its owner and of the service, as far as it is migrated.

    Unless it is to be `quick`, every event is read: the log is compared with what was signed, and the read models with
    what the events give.
    """
    found = list(guard("database", lambda: _look_at_server(settings, owner), explain))
    found += guard("migrations", lambda: _look_at_migrations(owner), explain) if _is_well(found) else ()
    yield from found
    if not _is_well(found):
        yield Finding("record", "skipped", "Not looked at before the database is as it should be.")
        return
    with Datastore(service, pool_size=2) as datastore:
        looks: dict[str, Callable[[], Iterable[Finding]]] = {
            "role": lambda: _look_at_role(owner),
            "definitions": lambda: _look_at_definitions(datastore),
            "keys": lambda: _look_at_keys(settings, datastore),
            "clock": lambda: _look_at_clock(datastore),
            "rows": lambda: () if quick else _compare_read_models(settings, service),
            # After the comparison, which notes what is false.
            "read models": lambda: _look_at_read_models(settings, datastore),
            "log": lambda: () if quick else _compare_log(settings, service),
            "checkpoints": lambda: _look_at_checkpoints(settings, datastore),
            "witnesses": lambda: _look_at_witnesses(settings, datastore),
            "archive": lambda: _look_at_archive(datastore),
        }
        for check, look in looks.items():
            yield from guard(check, look, explain)


def examine_service(settings: Settings) -> Iterator[Finding]:
    """Ask the service at the address of the settings, if one answers, for its version and its readiness."""
    try:
        version = _ask(f"{settings.address}/healthz").get("version")
    except OSError:
        yield Finding("service", "skipped", f"No service answers at {settings.address}.")
        return
    if version != VERSION:
        advice = "Start the service anew after an upgrade."
        yield Finding("service", "warning", f"The service runs {version or 'an older version'}, not {VERSION}.", advice)
    else:
        yield Finding("service", "well", f"The service runs {VERSION}.")
    try:
        status = _ask(f"{settings.address}/readyz").get("status")
    except urllib.error.HTTPError as error:
        status = f"answered with {error.code}"
    if status == "ready":
        yield Finding("readiness", "well", "It is ready.")
    else:
        yield Finding("readiness", "fault", f"It is {status}.", f"{settings.address}/readyz says why.")


def _is_well(found: Iterable[Finding]) -> bool:
    return all(one.state != "fault" for one in found)


def _look_at_content(settings: Settings) -> Iterator[Finding]:
    count = len(list(build_rulesets(settings)))
    yield Finding("content", "well", f"{count_noun(count, 'ruleset')} can be played.")


def _look_at_files() -> Iterator[Finding]:
    yield Finding("files", "well", f"A worker can hold {count_noun(count_connections(), 'connection')}.")


def _look_at_folder(data: Path) -> Iterator[Finding]:
    if not data.is_dir():
        yield Finding("folder", "warning", f"{data} does not exist yet.", "`kifu serve` makes it; check KIFU_DATA.")
        return
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield Finding("folder", "fault", f"{data} cannot be written to.", "Run this as the account of the service.")
        return
    usage = shutil.disk_usage(data)
    free = f"{usage.free / (1 << 20):,.0f} MiB are free on the disk of {data}."
    if usage.free < LEAST_SPACE:
        yield Finding("space", "fault", free, "Nothing can be recorded: make room.")
    elif usage.free < SHARE_FREE * usage.total:
        yield Finding("space", "warning", free, "That is less than a tenth: make room.")
    else:
        yield Finding("space", "well", free)
    secrets = [data / "operator.token", *sorted((data / signing.FOLDER).glob("*.key*"))]
    open_to_others = [path for path in secrets if path.exists() and path.stat().st_mode & OTHERS]
    for path in open_to_others:
        yield Finding("rights", "fault", f"{path} can be read by other accounts.", f"Run `chmod 600 {path}`.")
    if not open_to_others:
        yield Finding("rights", "well", "No other account can read the keys.")


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


def _look_at_read_models(settings: Settings, datastore: Datastore) -> Iterator[Finding]:
    check_tables(datastore.read)
    states = ReadModels(datastore, StoredReader(build_rulesets(settings))).lag()
    wrong = [state for state in states if state.stopped or state.false]
    for state in wrong:
        what = f"{state.name} has stopped: {state.error}." if state.stopped else f"{state.name}: {state.false}."
        yield Finding("read models", "fault", what, f"`kifu rebuild {state.name}` makes it anew.")
    behind = max((state.behind for state in states), default=0)
    if not wrong:
        last = f", the last one {count_noun(behind, 'event')} behind" if behind else ""
        yield Finding("read models", "well", f"All {len(states)} are kept{last}.")


def _look_at_checkpoints(settings: Settings, datastore: Datastore) -> Iterator[Finding]:
    log, file = LogTables(datastore.read), CheckpointFile(settings.data / NAME)
    since = log.file_since()
    if since is not None and not file.heads():
        what = f"{file.path} has no heads, though it was kept from {since:%Y-%m-%d} on."
        advice = "Put it back from the backup; only if it is lost for good, run `kifu checkpoint --new-file`."
        yield Finding("checkpoints", "fault", what, advice)
        return
    heads = log.latest()
    unsigned = sum(one.position for one in log.sizes()) - sum(head.size for head in heads)
    last = max((datetime.fromisoformat(head.time) for head in heads), default=None)
    if unsigned > 0 and (last is None or datetime.now(UTC) - last > UNSIGNED):
        when = f"since {last:%Y-%m-%d %H:%M}" if last is not None else "yet"
        advice = "The service signs every KIFU_CHECKPOINT_SECONDS; `kifu checkpoint` does it now, or says why not."
        yield Finding("checkpoints", "warning", f"{count_noun(unsigned, 'event')} not signed {when}.", advice)
    else:
        yield Finding("checkpoints", "well", "What was recorded is signed." if last else "Nothing is recorded yet.")


def _look_at_witnesses(settings: Settings, datastore: Datastore) -> Iterator[Finding]:
    named = [one for one in parse_named(settings.witnesses) if one.url is not None]
    if not named:
        yield Finding("witnesses", "skipped", "KIFU_WITNESSES names none.")
        return
    signer, own = signing.load_used(settings)
    keyring = _keys(settings, datastore, own)
    heads = build_log_of_heads(settings, LogTables(datastore.read), keyring, signer)
    note = heads.newest()
    newest = parse_checkpoint(note.text).size if note is not None else 0
    for witness in named:
        cosigned = heads.cosigned(witness.key)
        what = f"{witness.key.name} has cosigned {cosigned} of {count_noun(newest, 'leaf')}."
        late = newest - cosigned > MOST_LEAVES_BEHIND or (newest > 0 and cosigned == 0)
        advice = "`kifu checkpoint` asks it, and says what it answers." if late else None
        yield Finding("witnesses", "warning" if late else "well", what, advice)


def _look_at_archive(datastore: Datastore) -> Iterator[Finding]:
    why = find_fault(datastore.read)
    if why is None:
        yield Finding("archive", "well", "Games that were moved to files can be read, if there are any.")
    else:
        yield Finding(
            "archive", "fault", why, "Bring the folder or bucket of KIFU_ARCHIVE back, or correct the setting."
        )


def _compare_log(settings: Settings, url: str) -> Iterator[Finding]:
    games = build_games(build_rulesets(settings), url, 1, seed_keys=load_seed_keys(settings))
    try:
        with Datastore(url, pool_size=1) as datastore:
            log, file = LogTables(datastore.read), CheckpointFile(settings.data / NAME)
            audit = Audit(games, _keys(settings, datastore, signing.load_keyring(settings)), file)
            checker = LogChecker(audit, log, file, lambda: datetime.now(UTC), partial(is_moved_out, datastore.read))
            found: tuple[PartitionCheck, ...] = ()
            for run in checker.check():
                found = run.found
            heads = checker.check_heads()
    finally:
        games.close()
    faults = [f"Partition {one.partition}: {one.fault}" for one in found if one.fault is not None]
    faults += [f"Log of heads: {heads.fault}"] if heads is not None and heads.fault is not None else []
    for fault in faults:
        yield Finding("log", "fault", fault, "`kifu checkpoint --check` says more; docs/checkpoints.md what it means.")
    if not faults:
        yield Finding("log", "well", f"{count_noun(sum(one.events for one in found), 'event')} are what was signed.")


def _compare_read_models(settings: Settings, url: str) -> Iterator[Finding]:
    found = check(url, projections=build_projections(build_rulesets(settings)))
    for name, faults in found.items():
        if faults:
            advice = f"`kifu rebuild --check {name}` shows rows, `kifu rebuild {name}` makes it anew."
            yield Finding("rows", "fault", f"{name}: {faulty.describe(faults)}", advice)
    if not any(found.values()):
        yield Finding("rows", "well", f"All {len(found)} read models are what the events give.")


def _keys(settings: Settings, datastore: Datastore, own: Keyring) -> Keyring:
    return Keyring(RecordedKeyring(own, datastore.read, load_token_seals(settings)).keys)


def _ask(address: str) -> dict[str, object]:
    with urllib.request.urlopen(address, timeout=ASK_SECONDS) as answer:  # noqa: S310 - our own address
        found: dict[str, object] = msgspec.json.decode(answer.read(), type=dict[str, object])
        return found
