"""`kifu key`: makes keys for signing moves, and signs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kifu.shared.groups import Command, CommandGroup
from kifu.shared.options import FILE


@click.group(
    cls=CommandGroup,
    examples=("kifu key new ada.key --player Ada", "kifu key sign ada.key problem.json"),
)
def key() -> None:
    """Make a key that signs your moves, and sign with it."""


@key.command(cls=Command, examples=("kifu key new ada.key --player Ada > new-key.json",))
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--player", required=True, help="Your name at the service.")
def new(**options: Any) -> None:
    """Make a key and keep it in FILE.

    Prints the body of the POST to /v1/me/keys that registers it. Anyone who has the file can sign as you.
    """
    from kifu.working.prove.key import new as work

    work(**options)


@key.command(cls=Command, examples=("kifu key sign ada.key problem.json",))
@click.argument("path", metavar="FILE", type=FILE)
@click.argument("problem", type=click.File("rb"))
def sign(**options: Any) -> None:
    """Sign what a service asks for, and print the header Kifu-Signature to send with the same request.

    PROBLEM is the answer signature-required or wrong-signature; - is standard input. What is signed is shown on
    standard error: check that it is what you intend to do.
    """
    from kifu.working.prove.key import sign as work

    work(**options)
