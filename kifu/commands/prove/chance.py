"""`kifu chance`: shows what chance decided in a game, what a ruleset draws, and the keys of running games' seeds."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json


@click.command(
    cls=Command,
    spoken=True,
    examples=(
        "kifu chance game.kifu",
        "kifu chance game.kifu --json > chance.json",
        "kifu chance daimyo --json > draws.json",
        "kifu chance --keys",
    ),
)
@click.argument("game", required=False)
@click.option("--keys", is_flag=True, help="List the keys of the seeds of running games instead.")
@as_json
def chance(**options: Any) -> None:
    """List every random outcome of a game, or what a ruleset draws.

    GAME is a .kifu file, or the id of a game in the database. While the game runs, its seed and the outcomes that
    decide something hidden are left out. The JSON can be checked without Kifu: see docs/fair-chance.md.

    If GAME is the id of a ruleset, every purpose for which its rules draw is listed, with its bounds and the facts that
    show the outcome. A fact marked "always" never occurs without an outcome in its step.

    With --keys: while a game runs, its seed is encrypted in the database under a key from keys/seed.keys in KIFU_DATA.
    A key that no game needs may be removed from the file, unless it is the one in use. The exit code is 1 if a key is
    missing.
    """
    from kifu.working.prove.chance import chance as work

    work(**options)
