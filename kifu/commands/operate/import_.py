"""`kifu import`: a game from a .kifu file into the database."""

from __future__ import annotations

import hashlib
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.shared.files import keys_option, naming_file, read_keys
from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import note, show_json

if TYPE_CHECKING:
    from domain.application.importer import Replaced

UNCOUNTED = "; it counts in no leaderboard, since not every event has a receipt by a known key"
FILE_OR_INPUT = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


@click.command(
    "import",
    cls=Command,
    examples=(
        "kifu import game.kifu",
        "kifu import *.kifu --keys kifu-keys.json",
        "kifu import - < game.kifu",
        "kifu import --replace game.kifu",
    ),
)
@click.argument("files", type=FILE_OR_INPUT, nargs=-1, required=True)
@keys_option
@click.option("--replace", is_flag=True, help="Put a better FILE of a game in the place of the one that was imported.")
@as_json
def import_(files: tuple[Path, ...], keys: Path | None, replace: bool, json_wanted: bool) -> None:
    """Restore finished games from .kifu files into the database.

    FILES are .kifu files; - is standard input. A game keeps its id, digests and receipts. Each file is checked as
    `kifu verify` does, then restored whole or refused with the first line at fault; the import stops at the first file
    that is refused. Receipts are checked by the keys of this service, and by --keys if another service gave them; with
    --keys you vouch for these. Results of games that lack such receipts are marked, and count in no leaderboard.

    With --replace, a game that was imported is replaced by a file of which more events have genuine receipts; the
    earlier one is kept, but no longer read. This needs the owner of the database and rebuilds the read models. A
    running service shows the better file after its next start.
    """
    from domain.application.commands import Request
    from domain.application.importer import Importer
    from domain.archive import reading
    from domain.archive.lines import digest_while_reading, read_lines
    from kifu.shared.database import load_signing_keys, open_games
    from service.settings import read_settings

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
    """Rebuild the read models: they have added up what the replaced file said."""
    from kifu.shared.database import migrated_database
    from kifu.shared.rules import load_rulesets
    from projections.running.rebuild import rebuild
    from service.parts import build_projections

    with migrated_database(as_owner=True) as url:
        rebuild(url, projections=build_projections(load_rulesets()))
    note("The read models were rebuilt. Restart the service, so that it forgets the earlier file.")
