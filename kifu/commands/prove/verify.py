"""`kifu verify`: checks that a game's record is intact and follows from the rules."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import FILE, as_json, keys_option, player_keys_option, witness_options


@click.command(
    cls=Command,
    spoken=True,
    examples=(
        "kifu verify game.kifu",
        "kifu verify game.kifu --keys kifu-keys.json --json",
        "kifu verify game.kifu --player-keys ada.json --player-keys bob.json",
        "kifu verify game.kifu --witnesses witnesses.txt --quorum 2",
        "kifu verify 6f1c2d9e-5a0b-4c7d-8e3f-112233445566",
        "kifu verify --all --resume",
    ),
)
@click.argument("game", required=False)
@click.option("--all", "everything", is_flag=True, help="Verify every game in the database, one after the other.")
@click.option("--resume", is_flag=True, help="With --all: continue where the last run was interrupted.")
@keys_option
@player_keys_option
@click.option(
    "--checkpoints",
    type=FILE,
    help="A file of signed heads that was kept elsewhere; checkpoints.ndjson in KIFU_DATA by default.",
)
@click.option("--unsigned", is_flag=True, help="Accept a file whose events have no receipts of a service.")
@witness_options
@as_json
def verify(**options: Any) -> None:
    """Check that a record is unchanged and follows from the rules.

    GAME is a .kifu file, or the id of a game in the database. Follows the chain of digests, checks the receipts and the
    players' signatures, compares a game in the database with the signed checkpoints, and replays every move. With
    --player-keys, it also finds games that others played in the name of these players. The exit code is 1 if the record
    was changed, or if the rules give other facts than were recorded. If a fault report shows values of a running game,
    its players can read that you saw them.

    With --witnesses, the whole game must be under a checkpoint that enough of them cosigned: --quorum, or more than
    half. The last line of the file proves it.

    With --all, every game is verified and faulty ones are named. verified.json in KIFU_DATA keeps the progress, and
    /metrics shows the findings.

    A file without receipts proves nothing: anyone can make one that follows from the rules. The exit code is then 3,
    unless --unsigned accepts it.

    The exit code is 1 if the record has a fault, and 2 if the file cannot be read as an archive or contradicts itself.
    Only 0 means that everything holds.
    """
    from kifu.working.prove.verify import Wanted
    from kifu.working.prove.verify import verify as work

    work(Wanted(**options))
