"""`kifu archive`: a game from the database as a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.shared.groups import Command
from kifu.shared.terminal import note

if TYPE_CHECKING:
    from domain.application.games import Games
    from domain.application.log_of_heads import Evidence


@click.command(
    cls=Command,
    examples=(
        "kifu archive 6f1c2d9e-5a0b-4c7d-8e3f-112233445566 -o game.kifu",
        "kifu archive 6f1c2d9e-5a0b-4c7d-8e3f-112233445566 --as seat:1 > mine.kifu",
    ),
)
@click.argument("game")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; standard output by default."
)
@click.option(
    "--as",
    "eyes",
    metavar="VIEWER",
    default="spectator",
    show_default=True,
    help="For a running game: who may read the file. spectator, seat:N or arbiter.",
)
def archive(game: str, output: Path | None, eyes: str) -> None:
    """Write a game from the database to a .kifu file.

    GAME is the id of the game. While it runs, its secrets are sealed in the file, and its players can read that you
    looked with other eyes than a spectator's.
    """
    from domain.application.audit import Audit
    from domain.proof.receipts import Keyring
    from kifu.shared.database import open_games
    from kifu.shared.files import parse_game_id
    from kifu.shared.records import operator_looking

    game_id = parse_game_id(game)
    with open_games() as games:
        viewer = games.viewer(game_id, None, eyes, operator_looking("kifu archive"))
        lines = Audit(games, Keyring(())).archive(game_id, viewer, _find_evidence(games))
    if output is None:
        sys.stdout.buffer.write(lines)
    else:
        output.write_bytes(lines)
        note(f"{output}: {len(lines):,} bytes written.")


def _find_evidence(games: Games) -> Evidence | None:
    """What the log proves of games; None without the keys of the service."""
    from domain.application.log import Log
    from domain.application.log_of_heads import Evidence
    from kifu.shared.database import load_keys
    from service.keys import signing
    from service.settings import BadSettings, read_settings
    from service.witnesses.heads import build_log_of_heads

    settings = read_settings()
    try:
        signer, keyring = signing.load_used(settings)
    except (BadSettings, OSError):
        return None
    keyring = load_keys(settings, keyring)
    log = Log(games.store.log, games.store.partitions, keyring)
    return Evidence(log, build_log_of_heads(settings, games.store.log, keyring, signer))
