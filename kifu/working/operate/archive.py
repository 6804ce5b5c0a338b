"""The work of `kifu archive`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import psycopg

from domain.application.audit import Audit
from domain.application.log import Log
from domain.application.log_of_heads import Evidence
from domain.application.stored.stored_games import StoredGames
from domain.kernel.words import count_noun
from domain.proof.receipts import Keyring
from eventstore.codec import use_archive
from eventstore.tables.moved_games import MovedGames
from kifu.shared.database import load_keys, migrated_database, open_games
from kifu.shared.faults import Fault
from kifu.shared.files import parse_game_id
from kifu.shared.records import operator_looking
from kifu.shared.terminal import note, progress_bar
from service.keys import signing
from service.moving import Mover, NotMoved
from service.settings import BadSettings, read_settings
from service.witnesses.heads import build_log_of_heads


def archive(
    game: str | None, output: Path | None, eyes: str, older_than: timedelta | None, dry_run: bool, restore: bool
) -> None:
    """Write a game to a .kifu file, or move old games to files."""
    if older_than is not None:
        if game is not None or restore or output is not None:
            raise Fault("--older-than chooses the games by itself. Leave out GAME, --restore and --output.")
        _move_out(older_than, dry_run)
        return
    if dry_run:
        raise Fault("--dry-run goes with --older-than.")
    if game is None:
        raise Fault("Name a game, or say with --older-than which games to move to files.")
    if restore:
        _move_back(game)
    else:
        _write(game, output, eyes)


def _write(game: str, output: Path | None, eyes: str) -> None:
    game_id = parse_game_id(game)
    with open_games() as games:
        viewer = games.queries.viewer(game_id, None, eyes, operator_looking("kifu archive"))
        lines = Audit(games.stored, games.queries, Keyring(())).archive(game_id, viewer, _find_evidence(games.stored))
    if output is None:
        sys.stdout.buffer.write(lines)
    else:
        output.write_bytes(lines)
        note(f"{output}: {len(lines):,} bytes written.")


def _move_out(age: timedelta, dry_run: bool) -> None:
    with _open_mover() as (mover, moved):
        due = list(moved.due(datetime.now(UTC) - age))
        if dry_run:
            for game_id in due:
                click.echo(game_id)
            click.echo(f"{count_noun(len(due), 'game')} would be moved.")
            return
        done, size, failed = 0, 0, 0
        with progress_bar() as bar:
            task = bar.add_task("games", total=len(due))
            for game_id in due:
                try:
                    size += mover.move_out(game_id).bytes
                    done += 1
                except NotMoved as why:
                    failed += 1
                    click.echo(f"{game_id}: {why}")
                bar.advance(task)
    click.echo(f"{count_noun(done, 'game')} moved to files of {size:,} bytes, {failed} not moved.")
    if failed:
        raise SystemExit(1)


def _move_back(game: str) -> None:
    game_id = parse_game_id(game)
    with _open_mover() as (mover, _):
        events = mover.move_back(game_id)
    if not events:
        raise Fault(f"The game {game_id} is in the database: it was not moved to a file.")
    click.echo(f"{count_noun(events, 'event')} moved back into the database. The file is no longer needed.")


@contextmanager
def _open_mover() -> Iterator[tuple[Mover, MovedGames]]:
    """Return the mover between the database and KIFU_ARCHIVE; raises Fault if that is not set."""

    settings = read_settings()
    files = use_archive(settings.archive)
    if files is None:
        raise Fault("Name the folder or the bucket of the files as KIFU_ARCHIVE, here and for the service.")
    with (
        migrated_database(as_owner=True) as url,
        open_games() as games,
        psycopg.connect(url, autocommit=True) as connection,
    ):
        moved = MovedGames(connection, games.stored.store.partitions)
        if not moved.try_lock():
            raise Fault("Another `kifu archive` is moving games of this database.")
        audit = Audit(games.stored, games.queries, load_keys(settings))
        yield Mover(games.stored, audit, moved, files, _find_evidence(games.stored)), moved


def _find_evidence(stored: StoredGames) -> Evidence | None:
    """Return the log's evidence about games; None without the service's keys."""

    settings = read_settings()
    try:
        signer, keyring = signing.load_used(settings)
    except (BadSettings, OSError):
        return None
    keyring = load_keys(settings, keyring)
    log = Log(stored.store.log, stored.store.partitions, keyring)
    return Evidence(log, build_log_of_heads(settings, stored.store.log, keyring, signer))
