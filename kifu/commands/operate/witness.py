"""`kifu witness`: a witness of the logs of other services."""

from __future__ import annotations

from pathlib import Path

import click

from kifu.shared.faults import Fault
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
def witness(data: Path, name: str, logs: tuple[str, ...], host: str, port: int, log_level: str) -> None:
    """Cosign the checkpoints of other services.

    Answers at POST /add-checkpoint, as c2sp.org/tlog-witness specifies: it cosigns a checkpoint of a log only if that
    continues the last one that it cosigned. Needs no database, and keeps a key and one small file a log in the folder
    --data. Never restore that folder from a backup: the witness would forget what it saw.

    The VKEY of a Kifu is at /.well-known/kifu-keys.json. That of this witness is printed at each start; the service
    gets it in KIFU_WITNESSES.
    """
    from time import time

    from domain.proof.notes import BadNote, parse_vkey
    from kifu.shared.witness import serve_app
    from service import structured_logging
    from witness.app import App, Witness
    from witness.judging import Logs
    from witness.records import BadRecords, Records, load_or_make_key

    structured_logging.configure(log_level)
    try:
        watched = Logs(parse_vkey(log) for log in logs)
        signer, key = load_or_make_key(data, name)
    except (BadNote, BadRecords) as error:
        raise Fault(str(error)) from None
    except OSError as error:
        raise Fault(f"Nothing can be kept in {data}: {error.strerror}.") from None
    app = App(Witness(key, signer, watched, Records(data), time))
    try:
        serve_app(app, host, port, lambda url: click.echo(f"{key.vkey}\nThis witness answers at {url}"))
    except OSError as error:
        raise Fault(f"Nothing can listen at {host}:{port}: {error.strerror}.") from None
