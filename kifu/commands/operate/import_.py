"""`kifu import`: restores games from .kifu files into the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json, keys_option

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
def import_(**options: Any) -> None:
    """Restore finished games from .kifu files into the database.

    FILES are .kifu files; - is standard input. A game keeps its id, digests and receipts. Each file is checked as `kifu
    verify` does, then restored whole or refused with the first faulty line; the import stops at the first refused file.
    Receipts are checked with the keys of this service, and with --keys if another service gave them; with --keys you
    vouch for those. Results of games without such receipts are marked and count in no leaderboard.

    With --replace, an imported game is replaced by a file in which more events have genuine receipts; the earlier one
    is kept but no longer read. This needs the owner of the database and rebuilds the read models. A running service
    shows the better file after its next start.
    """
    from kifu.working.operate.import_ import import_ as work

    work(**options)
