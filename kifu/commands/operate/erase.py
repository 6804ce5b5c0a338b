"""`kifu erase`: erases what a player wrote, or one text."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command


@click.command(
    cls=Command,
    examples=(
        'kifu erase 6f1c2d9e-5a0b-4c7d-8e3f-112233445566/12 --reason "insults a player"',
        'kifu erase 6f1c2d9e-5a0b-4c7d-8e3f-112233445566/step/40 --reason "a street"',
        'kifu erase "Anna Muster" --reason "asked for by mail on 3 May" --dry-run',
    ),
)
@click.argument("what", metavar="PLAYER|GAME/MESSAGE|GAME/step/N")
@click.option("--reason", required=True, help="Why, for the operator's own records: 1 to 500 characters.")
@click.option("--dry-run", is_flag=True, help="Only say which texts would be erased.")
def erase(**options: Any) -> None:
    """Erase a message, a claim or a ruling, or all that a player wrote.

    GAME/MESSAGE is the id of a game and the number of a message in it; GAME/step/N is the claim of a dispute or the
    words of a ruling in step N; PLAYER is a name. The texts are deleted from the database with the salts of their
    seals. Nothing else changes: events, digests, receipts and checkpoints stay valid, and verification counts the texts
    as erased. The player reads in GET /v1/me/events that it was done.

    Texts from before version 0.2.0 are part of their events and cannot be erased. What other people have copied, and
    backups of the database, still have the text.
    """
    from kifu.working.operate.erase import erase as work

    work(**options)
