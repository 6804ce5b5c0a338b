"""`kifu checkpoint`: sign the heads of the log over all events."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from kifu.terminal import as_json, show_json


@click.command()
@as_json
def checkpoint(json_wanted: bool) -> None:
    """Sign what has been recorded since the last checkpoint, in the database and in checkpoints.ndjson in KIFU_DATA.

    Ends with 1 where some partition does not go on from what was signed before: then it gets no signature.
    """
    from api import signing
    from api.checkpoint_file import NAME, CheckpointFile
    from api.checkpointing import Checkpoints
    from api.settings import read_settings
    from kifu.database import migrated_database
    from kifu.faults import Fault

    settings = read_settings()
    signer, keyring = signing.in_use(settings)
    with migrated_database() as url:
        file = CheckpointFile(settings.data / NAME)
        try:
            made = Checkpoints(url, signer, keyring, file, lambda: datetime.now(UTC)).make()
        except OSError as error:
            raise Fault(f"the checkpoints cannot be kept in {file.path}: {error}.") from None
    if json_wanted:
        show_json(made)
    else:
        for head in made.heads:
            click.echo(f"Partition {head.partition}: {head.size} events, root {head.root}")
        if not made.heads and not made.refused:
            click.echo("Nothing has been recorded since the last checkpoint.")
        for refused in made.refused:
            click.echo(f"Partition {refused.partition} REFUSED: {refused.why}.")
    if made.refused:
        raise SystemExit(1)
