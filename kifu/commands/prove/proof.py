"""`kifu proof`: checks a proof of the log without server or database."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json, keys_option, witness_options


@click.command(
    cls=Command,
    spoken=True,
    examples=(
        "kifu proof proof.json --keys kifu-keys.json",
        "kifu proof proof.json --witnesses witnesses.txt --quorum 2",
        "curl -s $KIFU/games/$GAME/proofs/5 | kifu proof -",
    ),
)
@click.argument("file", type=click.File("rb"))
@keys_option
@witness_options
@as_json
def proof(**options: Any) -> None:
    """Check a proof of the log, without server or database.

    FILE is what the service answered at .../proofs/N or .../consistency; - is standard input. The exit code is 0 only
    if the keys signed the heads in the proof and its path leads from one to the other. With --witnesses, enough of them
    must have cosigned the checkpoint at the end of the proof: --quorum, or more than half.
    """
    from kifu.working.prove.proof import proof as work

    work(**options)
