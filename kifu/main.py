"""`kifu`: serve games, play them in the terminal, look at rules and records."""

from __future__ import annotations

import click

from kifu.commands.archive import archive, verify
from kifu.commands.chance import chance
from kifu.commands.checkpoint import checkpoint
from kifu.commands.clauses import clauses
from kifu.commands.fuzz import fuzz
from kifu.commands.import_game import import_
from kifu.commands.migrate import migrate
from kifu.commands.play import play
from kifu.commands.proof import proof
from kifu.commands.rebuild import rebuild
from kifu.commands.receipt import receipt
from kifu.commands.replay import replay
from kifu.commands.rulesets import rulesets
from kifu.commands.selfplay import selfplay
from kifu.commands.serve import serve
from kifu.shared.faults import Group


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kifu", message="kifu %(version)s")
def main() -> None:
    """Plays large board games by their rules, records every move, and replays any step."""


for command in (
    serve,
    migrate,
    rulesets,
    clauses,
    selfplay,
    fuzz,
    play,
    replay,
    chance,
    archive,
    import_,
    verify,
    receipt,
    checkpoint,
    proof,
    rebuild,
):
    main.add_command(command)
