"""The work of `kifu erase`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click
import psycopg

from domain.kernel.words import count_noun
from domain.rows import PersonalValue
from eventstore.tables.accounts.personal_values import Erasing
from kifu.shared.database import migrated_database
from kifu.shared.faults import Fault
from kifu.shared.files import parse_game_id

LONGEST_REASON = 500
MESSAGE = re.compile(r"([^/]+)/([1-9][0-9]{0,8})")


def erase(what: str, reason: str, dry_run: bool) -> None:
    """Erase one message, or all messages of a player."""
    if not 1 <= len(reason) <= LONGEST_REASON or not reason.isprintable():
        raise Fault(f"A reason has 1 to {LONGEST_REASON} printable characters.")
    with migrated_database(as_owner=True) as url, psycopg.connect(url, autocommit=True) as connection:
        erasing = Erasing(connection)
        values = _find(erasing, what)
        if dry_run:
            for value in values:
                click.echo(f"{value.game_id}/{value.version}")
            click.echo(f"{count_noun(len(values), 'message')} would be erased.")
            return
        erased = erasing.erase(values, "operator", reason)
    click.echo(f"{count_noun(erased, 'message')} erased.")


def _find(erasing: Erasing, what: str) -> Sequence[PersonalValue]:
    """Find the values to erase; raises Fault if there are none."""
    message = MESSAGE.fullmatch(what)
    if message is not None:
        game_id, n = parse_game_id(message[1]), int(message[2])
        values = erasing.message(game_id, n)
        if not values:
            raise Fault(
                f"The game {game_id} has no message {n} that can be erased: there is none, it was erased before, or it "
                "is older than version 0.2.0."
            )
        return values
    values = erasing.written_by(what) if what.isprintable() else []
    if not values:
        raise Fault(f"No message of {what!r} can be erased. A message is named as GAME/MESSAGE.")
    return values
