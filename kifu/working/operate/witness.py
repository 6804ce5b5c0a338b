"""The work of `kifu witness`."""

from __future__ import annotations

from pathlib import Path
from time import time

import click

from domain.proof.notes import BadNote, parse_vkey
from kifu.shared.faults import Fault
from kifu.shared.witness import serve_app
from service import structured_logging
from witness.app import App, Witness
from witness.judging import Logs
from witness.records import BadRecords, Records, load_or_make_key


def witness(data: Path, name: str, logs: tuple[str, ...], host: str, port: int, log_level: str) -> None:
    """Cosign the checkpoints of other services."""
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
