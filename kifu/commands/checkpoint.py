"""`kifu checkpoint`: sign the heads of the log over all events."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from kifu.shared.terminal import as_json, show_json


@click.command()
@click.option("--check", "checked", is_flag=True, help="Sign nothing; compare every event with what was signed.")
@as_json
def checkpoint(checked: bool, json_wanted: bool) -> None:
    """Sign what has been recorded since the last checkpoint, in the database and in checkpoints.ndjson in KIFU_DATA.

    Ends with 1 where some partition does not go on from what was signed before: then it gets no signature. With
    --check, where some event is not what was signed.
    """
    held = _check(json_wanted) if checked else _sign(json_wanted)
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
    return not made.refused
