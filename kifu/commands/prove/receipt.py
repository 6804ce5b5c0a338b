"""`kifu receipt`: checks a receipt, and that the record contains what it promises."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import FILE, as_json, keys_option


@click.command(
    cls=Command,
    spoken=True,
    examples=(
        "kifu receipt answer.json",
        "kifu receipt answer.json --archive game.kifu --keys kifu-keys.json",
    ),
)
@click.argument("file", type=click.File("rb"))
@keys_option
@click.option("--archive", "path", type=FILE, help="Look it up in this .kifu file; in the database by default.")
@as_json
def receipt(**options: Any) -> None:
    """Check a receipt, and that the record contains what it promises.

    FILE is the receipt or the whole answer to a move or a message; - is standard input. With --keys and --archive, the
    check needs neither server nor database. The exit code is 1 unless the receipt is genuine and in the history.
    """
    from kifu.working.prove.receipt import receipt as work

    work(**options)
