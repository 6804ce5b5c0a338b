"""`kifu checkpoint`: signs the heads of the log of all events."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json


@click.command(cls=Command, examples=("kifu checkpoint", "kifu checkpoint --check --resume"))
@click.option("--check", "check_only", is_flag=True, help="Sign nothing; compare every event with what was signed.")
@click.option("--resume", is_flag=True, help="With --check: continue where the last one was interrupted.")
@click.option("--new-file", is_flag=True, help="Begin a new checkpoints.ndjson with the heads of the database.")
@click.option("--repair-clock", metavar="WHY", help="Let a key count from its earliest genuine signature on.")
@click.option("--yes", is_flag=True, help="With --repair-clock: do it, and do not only show what it would do.")
@as_json
def checkpoint(**options: Any) -> None:
    """Sign the log of all events, or check it against its signatures.

    Signs everything recorded since the last checkpoint; the signatures go to the database and to checkpoints.ndjson in
    KIFU_DATA. The exit code is 1 if a partition does not continue what was signed before (it is then not signed), or if
    anything else is missing or false. With --check, it is 1 if an event differs from what was signed or does not follow
    from the one before it, or if the log of heads is not what was signed. In either mode the database's catalogue is
    compared with what the migrations made: functions, columns, rights and more.

    The witnesses of KIFU_WITNESSES are asked to cosign the newest checkpoint. The exit code is 1 if one of them saw
    another log: an old backup was restored, or there are two logs under one key.

    If checkpoints.ndjson is missing, nothing is signed until it is restored, or until --new-file declares it lost.

    With --repair-clock, nothing is signed or checked. Instead, the command looks for heads and events that are called
    false because a later key signed them while the clock was set to before the key's start. With --yes, the key counts
    from the earliest of them on; /.well-known/kifu-keys.json and --check report this for ever, with WHY.

    Signing and checking work in short pieces while the service runs, and report progress on standard error; with --json
    as lines of JSON. After an interruption, signing resumes by itself; --check does with --resume, from the position
    kept in checked.json in KIFU_DATA.
    """
    from kifu.working.operate.checkpoint import checkpoint as work

    work(**options)
