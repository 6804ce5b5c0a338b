"""`kifu`: serve games, play them in the terminal, look at rules and records."""

from __future__ import annotations

import click

from kifu.archive import archive, verify
from kifu.chance import chance
from kifu.checkpoint import checkpoint
from kifu.clauses import clauses
from kifu.faults import Group
from kifu.fuzz_command import fuzz
from kifu.importing import import_
from kifu.migrate import migrate
from kifu.play import play
from kifu.proof import proof
from kifu.rebuild import rebuild
from kifu.receipt import receipt
from kifu.replay import replay
from kifu.rulesets import rulesets
from kifu.selfplay_command import selfplay
from kifu.serve import serve


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
