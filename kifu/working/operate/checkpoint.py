"""The work of `kifu checkpoint`."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from getpass import getuser

import click
import msgspec
import psycopg

from domain.application.audit import Audit
from domain.kernel.words import count_noun
from domain.proof.heads_check import HeadsCheck
from domain.proof.log_check import PartitionCheck
from domain.proof.receipts import KeyExtension
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.definitions import find_changes
from eventstore.tables.accounts.seals import describe
from eventstore.tables.log import LogTables
from eventstore.tables.moved_games import is_moved_out
from kifu.shared.database import load_keys, migrated_database, open_games
from kifu.shared.faults import Fault
from kifu.shared.progress import show_progress
from kifu.shared.terminal import note, show_json
from service.checkpoints.check_log import LogChecker
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints, MadeCheckpoints, join_pieces
from service.checkpoints.unsigned import find_unsigned
from service.keys import signing
from service.keys.clock_repair import SpoiltKey, describe_extensions, find_spoilt, repair
from service.keys.introduce import check_signing_key, load_seals_in_use
from service.keys.recorded_keys import find_false_rows
from service.keys.token_seals import load_token_seals
from service.settings import read_settings
from service.witnesses.asking import Outcome, State
from service.witnesses.keeper import ask_all


def checkpoint(
    check_only: bool, resume: bool, new_file: bool, repair_clock: str | None, yes: bool, json_wanted: bool
) -> None:
    """Sign the log of all events, or check it against its signatures."""
    if check_only and new_file:
        raise click.UsageError("--check signs nothing, so it cannot begin a --new-file.")
    if resume and not check_only:
        raise click.UsageError("Only --check can be resumed; signing continues by itself.")
    if yes and repair_clock is None:
        raise click.UsageError("--yes goes with --repair-clock.")
    if repair_clock is not None:
        if check_only or new_file or json_wanted:
            raise click.UsageError("--repair-clock goes with --yes alone.")
        _repair_clock(repair_clock, yes)
        return
    with migrated_database() as url:
        held = _check(url, json_wanted, resume) if check_only else _sign(json_wanted, new_file)
        held = _are_definitions_held(url) and held
        held = (not check_only or _are_seals_ours(url)) and held
    if not held:
        raise SystemExit(1)


def _check(url: str, json_wanted: bool, resume: bool) -> bool:
    settings = read_settings()
    file = CheckpointFile(settings.data / NAME)
    with open_games() as games, Datastore(url, pool_size=1) as datastore:
        log = LogTables(datastore.read)
        since = log.file_since() if not file.heads() else None
        keyring = load_keys(settings)
        for said in (said for key in keyring.keys for said in describe_extensions(key)):
            note(said)
        audit = Audit(games.stored, games.queries, keyring, file)
        checker = LogChecker(audit, log, file, lambda: datetime.now(UTC), partial(is_moved_out, datastore.read))
        sizes = [one.position for one in log.sizes()]
        found: tuple[PartitionCheck, ...] = ()
        with show_progress("events read", json_wanted) as bar:
            for run in checker.check(resume=resume):
                for one in run.found[len(found) :] if not json_wanted else ():
                    _show(one)
                found = run.found
                # Each event is read twice: in the log and in its game.
                compared = run.comparison.events if run.comparison is not None else 0
                bar.update(2 * sum(sizes[: run.partition]) + compared + run.followed, 2 * sum(sizes))
        heads = checker.check_heads()
        unsigned = find_unsigned(log, datetime.now(UTC)) if settings.checkpoint_seconds else None
    if json_wanted:
        show_json({"partitions": found, "heads": heads})
    elif heads is not None:
        _show_heads(heads)
    elif not any(one.events or one.fault for one in found):
        click.echo("Nothing has been signed yet.")
    if unread := sum(one.unread for one in found):
        there = "1 event lies" if unread == 1 else f"{unread} events lie"
        note(f"{there} in files that were not read, since KIFU_ARCHIVE does not say where; their digests were checked.")
    if since is not None:
        note(f"Fault: {file.path} has no heads, though it was kept from {since:%Y-%m-%d} on: it is gone.")
    if unsigned is not None:
        note(f"Fault: {unsigned}: see `kifu checkpoint`.")
    return (
        since is None
        and unsigned is None
        and all(one.fault is None for one in found)
        and (heads is None or heads.fault is None)
    )


def _show(one: PartitionCheck) -> None:
    if one.events or one.fault is not None:
        chains = f", in {count_noun(one.chains, 'unbroken chain')}" if one.chains else ""
        click.echo(f"Partition {one.partition}: {one.events} events are what was signed{chains}.")
    if one.fault is not None:
        click.echo(f"Fault: partition {one.partition}: {one.fault}")


def _show_heads(heads: HeadsCheck) -> None:
    leaves = "1 leaf is" if heads.leaves == 1 else f"{heads.leaves} leaves are"
    click.echo(f"Log of heads: {leaves} what was signed.")
    if heads.fault is not None:
        click.echo(f"Fault: log of heads: {heads.fault}")


def _repair_clock(why: str, yes: bool) -> None:
    settings = read_settings()
    with open_games() as games, migrated_database() as url, Datastore(url, pool_size=1) as datastore:
        keyring = load_keys(settings)
        if not keyring.keys:
            click.echo("The service has no keys yet.")
            return
        events = sum(one.position for one in LogTables(datastore.read).sizes())
        with show_progress("events read", json_wanted=False) as bar:
            spoilt = find_spoilt(
                Audit(games.stored, games.queries, keyring), games.stored.store, lambda done: bar.update(done, events)
            )
        for one in spoilt:
            _show_spoilt(one)
        if not spoilt:
            click.echo("No genuine signature is dated before the moment from which on its key counts.")
        elif not yes:
            click.echo("Nothing was changed; --yes lets each key count from its earliest genuine signature on.")
        else:
            secret = load_seals_in_use(settings, datastore).key
            assert secret is not None
            with psycopg.connect(url) as connection:
                for one in spoilt:
                    counts = len(one.heads), one.roots, one.events
                    note = KeyExtension(one.key.since, datetime.now(UTC), getuser(), why, *counts)
                    repair(settings, connection, secret, one, note)
            click.echo("Done. Start the service anew, so that its document of keys says so.")


def _show_spoilt(one: SpoiltKey) -> None:
    click.echo(
        f"Key {one.key.key} counts from {one.key.since:%Y-%m-%d %H:%M:%S} on, and has signed since "
        f"{one.first:%Y-%m-%d %H:%M:%S}: {len(one.heads)} heads, {one.roots} roots of the log of heads and "
        f"{one.events} events are called false for their time alone."
    )
    for head in one.heads:
        click.echo(f"  {head}")


def _are_definitions_held(url: str) -> bool:
    with Datastore(url, pool_size=1) as datastore:
        found = find_changes(datastore.read)
    for change in found:
        note(f"Fault: the database was changed: {change}.")
    return not found


def _are_seals_ours(url: str) -> bool:
    seals = load_token_seals(read_settings())
    if seals is None:
        return True
    with Datastore(url, pool_size=1) as datastore:
        false = list(seals.find_false(datastore))
        rows = find_false_rows(datastore.read, seals)
        accounts = seals.accounts.find_false(datastore)
    for row in rows:
        note(
            f"Fault: the row of {row.time:%Y-%m-%d} for the key {row.key} is not as the service made it; "
            "it is passed over."
        )
    for token, player in false:
        note(f"Fault: token {token} of {player} is not as the service made it; it is refused.")
    for account in accounts:
        note(f"Fault: {describe(account)} is not as the service made it; it does not count.")
    return not false and not rows and not accounts


def _sign(json_wanted: bool, new_file: bool) -> bool:
    settings = read_settings()
    signer, keyring = signing.load_used(settings)
    with migrated_database() as url:
        check_signing_key(settings, url)
        keyring = load_keys(settings, keyring)
        file = CheckpointFile(settings.data / NAME)
        checkpoints = Checkpoints(url, signer, keyring, file, lambda: datetime.now(UTC), settings.origin)
        pieces: list[MadeCheckpoints] = []
        try:
            with show_progress("events signed", json_wanted) as bar:
                for piece, progress in checkpoints.pieces(new_file=new_file):
                    pieces.append(piece)
                    bar.update(progress.events, progress.events + progress.left)
        except OSError as error:
            raise Fault(f"The checkpoints cannot be written to {file.path}: {error}.") from None
        with Datastore(url, pool_size=4) as datastore:
            asked = ask_all(settings, datastore, signer, keyring)
    made = msgspec.structs.replace(join_pieces(pieces), witnesses=tuple(asked))
    if json_wanted:
        show_json(made)
    else:
        _show_made(made)
    return made.is_whole


def _show_made(made: MadeCheckpoints) -> None:
    for head in made.heads:
        click.echo(f"Partition {head.partition}: {head.size} events, root {head.root}")
    if made.log.root is not None:
        click.echo(f"Log of heads: {made.log.root.size} leaves, root {made.log.root.root}")
    elif not made.refused and not made.noticed and not made.log.refused and not made.log.noticed:
        click.echo("Nothing has been recorded since the last checkpoint.")
    for notice in made.noticed:
        click.echo(f"Partition {notice.partition}: {notice.what}.")
    for what in made.log.noticed:
        click.echo(f"Log of heads: {what}.")
    for refused in made.refused:
        click.echo(f"Partition {refused.partition} REFUSED: {refused.why}.")
    if made.log.refused is not None:
        click.echo(f"Log of heads REFUSED: {made.log.refused}.")
    for asked in made.witnesses:
        click.echo(_describe_witness(asked))


def _describe_witness(asked: Outcome) -> str:
    if asked.state is State.COSIGNED:
        forgot = " It had forgotten what it cosigned before." if asked.forgot else ""
        return f"Witness {asked.witness}: cosigned {asked.size} leaves.{forgot}"
    refused = " REFUSED" if asked.state is State.CONTRADICTED else ""
    return f"Witness {asked.witness}{refused}: {asked.why}"
