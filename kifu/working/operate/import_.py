"""The work of `kifu import`."""

from __future__ import annotations

import hashlib
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import click

from domain.application.commands import Request
from domain.application.importer import Importer, Replaced
from domain.archive import reading
from domain.archive.lines import digest_while_reading, read_lines
from kifu.shared.database import load_signing_keys, migrated_database, open_games
from kifu.shared.files import naming_file, read_keys
from kifu.shared.rules import load_rulesets
from kifu.shared.terminal import note, show_json
from projections.running.rebuild import rebuild
from service.parts import build_projections
from service.settings import read_settings

UNCOUNTED = "; it counts in no leaderboard, since not every event has a receipt by a known key"


def import_(files: tuple[Path, ...], keys: Path | None, replace: bool, json_wanted: bool) -> None:
    """Restore finished games from .kifu files into the database."""
    document = read_keys(keys).document() if keys is not None else None
    with open_games(as_owner=replace) as games:
        importer = Importer(games.stored, *load_signing_keys(read_settings()))
        for path in files:
            digest = hashlib.sha256()
            with ExitStack() as stack:
                stack.enter_context(naming_file(path))
                file = sys.stdin.buffer if str(path) == "-" else stack.enter_context(path.open("rb"))
                found = reading.parse_archive(read_lines(digest_while_reading(file.read, digest)))
                asked = Request(operator=True, request_id="kifu import")
                if replace:
                    better = importer.replace(found, digest.digest(), asked, datetime.now(UTC), document)
                    _show_replaced(better, json_wanted)
                    continue
                restored = importer.restore(found, digest.digest(), asked, datetime.now(UTC), document)
            game, is_new = restored.game.id, not restored.already_here
            if json_wanted:
                show_json({"game": game, "steps": found.header.steps, "restored": is_new, "counts": restored.counts})
            else:
                done = f"{found.header.steps} steps restored" if is_new else "was here already"
                click.echo(f"{game}: {done}{UNCOUNTED if is_new and not restored.counts else ''}")
    if replace:
        _rebuild()


def _show_replaced(better: Replaced, json_wanted: bool) -> None:
    if json_wanted:
        receipts = {"before": better.before, "after": better.after}
        show_json({"game": better.game.id, "replaced": True, "receipts": receipts, "counts": better.counts})
        return
    click.echo(
        f"{better.game.id}: replaced; {better.after} receipts are genuine, and {better.before} were"
        f"{'' if better.counts else UNCOUNTED}"
    )


def _rebuild() -> None:
    """Rebuild the read models, whose sums still include the replaced file."""

    with migrated_database(as_owner=True) as url:
        rebuild(url, projections=build_projections(load_rulesets()))
    note("The read models were rebuilt. Restart the service, so that it forgets the earlier file.")
