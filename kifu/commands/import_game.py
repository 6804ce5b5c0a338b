"""`kifu import`: a game from a .kifu file into the database."""

from __future__ import annotations

import hashlib
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import click

from domain.application.commands import Request
from domain.archive import reading
from domain.archive.lines import digest_while_reading, read_lines
from kifu.commands.archive import keys_from, keys_option, naming
from service import signing
from service.settings import read_settings

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


@click.command("import")
@click.argument("files", type=FILE, nargs=-1, required=True)
@keys_option
def import_(files: tuple[Path, ...], keys: Path | None) -> None:
    """Restore games that are over from FILES (`-`: standard input) to the same ids, digests and receipts.

    Each file is checked as `verify` does and restored whole, or refused with its first line at fault; then those behind
    it are not looked at. Receipts are checked by the keys of this service, and by --keys where they are of another one.
    """
    from domain.application.importer import Importer
    from kifu.shared.database import open_games

    signer, keyring = signing.load_used_or_new(read_settings())
    document = keys_from(keys).document() if keys is not None else None
    with open_games() as games:
        importer = Importer(games, signer, keyring)
        for path in files:
            digest = hashlib.sha256()
            with ExitStack() as stack:
                stack.enter_context(naming(path))
                file = sys.stdin.buffer if str(path) == "-" else stack.enter_context(path.open("rb"))
                found = reading.parse_archive(read_lines(digest_while_reading(file.read, digest)))
                asked = Request(arbiter=True, request_id="kifu import")
                restored = importer.restore(found, digest.digest(), asked, datetime.now(UTC), document)
            done = "was here already" if restored.already_here else f"{found.header.steps} steps restored"
            click.echo(f"{restored.game.id}: {done}")
