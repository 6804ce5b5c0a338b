"""`kifu archive`: writes a game to a file, or moves finished games to files."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import click

from kifu.shared.groups import Command

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
def archive(**options: Any) -> None:
    """Write a game to a .kifu file, or move old games to files.

    GAME is the id of the game. While it runs, its secrets are sealed in the file, and its players can read that you
    looked with more than a spectator's rights.

    With --older-than, the events of finished games move to files in the folder or S3 bucket named by KIFU_ARCHIVE, and
    only their digests stay in the database. The service reads the files on demand, so it needs the same KIFU_ARCHIVE.
    The command can be interrupted at any time and run again.
    """
    from kifu.working.operate.archive import archive as work

    work(**options)
