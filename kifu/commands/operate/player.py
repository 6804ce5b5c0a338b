"""`kifu player`: what the operator does about a player."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command, CommandGroup

LONGEST_DAYS = 3650


@click.group(
    cls=CommandGroup,
    examples=('kifu player suspend "Anna Muster" --days 30 --reason "plays under three names"',),
)
def player() -> None:
    """Suspend a player."""


@player.command(
    cls=Command, examples=('kifu player suspend "Anna Muster" --days 30 --reason "plays under three names"',)
)
@click.argument("name")
@click.option("--days", required=True, type=click.IntRange(1, LONGEST_DAYS), help="For how many days.")
@click.option("--reason", required=True, help="Why, for the player to read: 1 to 1,000 characters.")
def suspend(**options: Any) -> None:
    """Suspend a player for some days.

    The player may neither write nor begin or join games, finishes those that have started, and reads the reason in GET
    /v1/me/measures and with each refusal. Open seeks of the player are withdrawn. An appeal is decided by an arbiter or
    with the operator's token: POST /v1/measures/{id}/decision, which also ends the suspension earlier.
    """
    from kifu.working.operate.player import suspend as work

    work(**options)
