"""`kifu`: serves games, plays them in the terminal, shows rules and records."""

from __future__ import annotations

import click

from kifu.shared.groups import Group
from service.version import VERSION

SECTIONS = {
    "Play": ("play", "selfplay", "fuzz"),
    "Look": ("rulesets", "clauses", "replay"),
    "Prove": ("verify", "chance", "receipt", "proof", "key"),
    "Operate": (
        "serve",
        "doctor",
        "migrate",
        "arbiter",
        "player",
        "token",
        "archive",
        "erase",
        "import",
        "checkpoint",
        "rebuild",
        "witness",
    ),
}
"""The commands, as `kifu --help` lists them. Each is a module of its section in `kifu.commands`."""


@click.group(
    cls=Group,
    package="kifu.commands",
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, message="kifu %(version)s")
def main() -> None:
    """Play large board games by their rules, record every move, replay any step."""
