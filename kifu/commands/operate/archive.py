"""`kifu archive`: a game from the database as a file, and games that are over moved to files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.shared.faults import Fault
from kifu.shared.groups import Command
from kifu.shared.terminal import note, progress_bar

if TYPE_CHECKING:
    from domain.application.log_of_heads import Evidence
    from domain.application.stored.stored_games import StoredGames
    from eventstore.tables.moved_games import MovedGames
    from service.moving import Mover

UNITS = {"d": "days", "h": "hours", "w": "weeks"}


def _parse_age(_: click.Context, __: click.Parameter, value: str | None) -> timedelta | None:
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{1,5})([dhw])", value)
    if found is None:
        raise click.BadParameter("Not an age such as 90d, 12w or 36h.")
    return timedelta(**{UNITS[found[2]]: int(found[1])})


@click.command(
    cls=Command,
    examples=(
        "kifu archive 6f1c2d9e-5a0b-4c7d-8e3f-112233445566 -o game.kifu",
        "kifu archive 6f1c2d9e-5a0b-4c7d-8e3f-112233445566 --as seat:1 > mine.kifu",
        "KIFU_ARCHIVE=/srv/games kifu archive --older-than 90d --dry-run",
        "KIFU_ARCHIVE=s3://games/moved kifu archive --older-than 90d",
        "kifu archive --restore 6f1c2d9e-5a0b-4c7d-8e3f-112233445566",
    ),
)
@click.argument("game", required=False)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; standard output by default."
)
@click.option(
    "--as",
    "eyes",
    metavar="VIEWER",
    default="spectator",
    show_default=True,
    help="For a running game: who may read the file. spectator, seat:N or arbiter.",
)
@click.option(
    "--older-than",
    metavar="AGE",
    callback=_parse_age,
    help="Move games that have been over for so long to files, such as 90d, 12w or 36h.",
)
@click.option("--dry-run", is_flag=True, help="With --older-than: only say which games would be moved.")
@click.option("--restore", is_flag=True, help="Move GAME from its file back into the database.")
def archive(
    game: str | None, output: Path | None, eyes: str, older_than: timedelta | None, dry_run: bool, restore: bool
) -> None:
    """Write a game to a .kifu file, or move old games to files.

    GAME is the id of the game. While it runs, its secrets are sealed in the file, and its players can read that you
    looked with other eyes than a spectator's.

    With --older-than, the events of games that are over move to files in the folder or the S3 bucket that KIFU_ARCHIVE
    names, and only their digests stay in the database. The service reads the files when somebody asks for such a game,
    so it needs the same KIFU_ARCHIVE. Can be interrupted at any moment and called again.
    """
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
    from domain.application.audit import Audit
    from domain.proof.receipts import Keyring
    from kifu.shared.database import open_games
    from kifu.shared.files import parse_game_id
    from kifu.shared.records import operator_looking

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
    from domain.kernel.words import count_noun
    from service.moving import NotMoved

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
    from domain.kernel.words import count_noun
    from kifu.shared.files import parse_game_id

    game_id = parse_game_id(game)
    with _open_mover() as (mover, _):
        events = mover.move_back(game_id)
    if not events:
        raise Fault(f"The game {game_id} is in the database: it was not moved to a file.")
    click.echo(f"{count_noun(events, 'event')} moved back into the database. The file is no longer needed.")


@contextmanager
def _open_mover() -> Iterator[tuple[Mover, MovedGames]]:
    """What moves games between the database and KIFU_ARCHIVE; raises Fault if that is not set."""
    import psycopg

    from domain.application.audit import Audit
    from eventstore.codec import use_archive
    from eventstore.tables.moved_games import MovedGames
    from kifu.shared.database import load_keys, migrated_database, open_games
    from service.moving import Mover
    from service.settings import read_settings

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
    """What the log proves of games; None without the keys of the service."""
    from domain.application.log import Log
    from domain.application.log_of_heads import Evidence
    from kifu.shared.database import load_keys
    from service.keys import signing
    from service.settings import BadSettings, read_settings
    from service.witnesses.heads import build_log_of_heads

    settings = read_settings()
    try:
        signer, keyring = signing.load_used(settings)
    except (BadSettings, OSError):
        return None
    keyring = load_keys(settings, keyring)
    log = Log(stored.store.log, stored.store.partitions, keyring)
    return Evidence(log, build_log_of_heads(settings, stored.store.log, keyring, signer))
