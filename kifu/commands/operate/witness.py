"""`kifu witness`: runs a witness for the logs of other services."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kifu.shared.groups import Command

LOG_LEVELS = ("debug", "info", "warning", "error")


@click.command(
    cls=Command,
    examples=(
        "kifu witness --data w --name friend.example/w --log VKEY",
        "kifu witness --data w --name friend.example/w --log A --log B",
    ),
)
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder of key and records."
)
@click.option("--name", required=True, help="What the witness is called, a URL without its scheme.")
@click.option("--log", "logs", multiple=True, required=True, metavar="VKEY", help="A key of a log to watch; repeat it.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, show_default=True, help="The port; 0: any.")
@click.option("--log-level", type=click.Choice(LOG_LEVELS), default="info", show_default=True)
def witness(**options: Any) -> None:
    """Cosign the checkpoints of other services.

    Answers at POST /add-checkpoint, as c2sp.org/tlog-witness specifies: it cosigns a checkpoint of a log only if that
    continues the last one that it cosigned.

    Needs no database; keeps a key and one small file per log in the folder --data. Never restore that folder from a
    backup: the witness would forget what it saw. The VKEY of a Kifu is at
    /.well-known/kifu-keys.json. The witness prints its own at each start; give it to the service in KIFU_WITNESSES.
    """
    from kifu.working.operate.witness import witness as work

    work(**options)
