"""`kifu checkpoint`: sign the heads of the log over all events."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import show_json


@click.command(cls=Command, examples=("kifu checkpoint", "kifu checkpoint --check"))
@click.option("--check", "check_only", is_flag=True, help="Sign nothing; compare every event with what was signed.")
@as_json
def checkpoint(check_only: bool, json_wanted: bool) -> None:
    """Sign the log of all events, or check it against its signatures.

    Signs what has been recorded since the last checkpoint; the signatures go to the database and to checkpoints.ndjson
    in KIFU_DATA. The exit code is 1 if a partition does not continue what was signed before; it then gets no signature.
    With --check, it is 1 if an event differs from what was signed.
    """
    held = _check(json_wanted) if check_only else _sign(json_wanted)
    if not held:
        raise SystemExit(1)


def _check(json_wanted: bool) -> bool:
    from domain.application.audit import Audit
    from kifu.shared.database import open_games
    from service import signing
    from service.checkpoint_file import NAME, CheckpointFile
    from service.settings import read_settings

    settings = read_settings()
    with open_games() as games:
        audit = Audit(games, signing.load_keyring(settings), CheckpointFile(settings.data / NAME))
        found = list(audit.partitions())
    if json_wanted:
        show_json(found)
    else:
        for one in found:
            click.echo(f"Partition {one.partition}: {one.events} events are what was signed.")
            if one.fault is not None:
                click.echo(f"Fault: partition {one.partition}: {one.fault}")
        if not found:
            click.echo("Nothing has been signed yet.")
    return all(one.fault is None for one in found)


def _sign(json_wanted: bool) -> bool:
    from kifu.shared.database import migrated_database
    from kifu.shared.faults import Fault
    from service import signing
    from service.checkpoint_file import NAME, CheckpointFile
    from service.make_checkpoints import Checkpoints
    from service.settings import read_settings

    settings = read_settings()
    signer, keyring = signing.load_used(settings)
    with migrated_database() as url:
        file = CheckpointFile(settings.data / NAME)
        try:
            made = Checkpoints(url, signer, keyring, file, lambda: datetime.now(UTC)).make()
        except OSError as error:
            raise Fault(f"The checkpoints cannot be written to {file.path}: {error}.") from None
    if json_wanted:
        show_json(made)
    else:
        for head in made.heads:
            click.echo(f"Partition {head.partition}: {head.size} events, root {head.root}")
        if not made.heads and not made.refused:
            click.echo("Nothing has been recorded since the last checkpoint.")
        for refused in made.refused:
            click.echo(f"Partition {refused.partition} REFUSED: {refused.why}.")
    return not made.refused
