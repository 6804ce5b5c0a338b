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
PLACE = re.compile(r"([^/]+)/(step/)?([1-9][0-9]{0,8})")


def erase(what: str, reason: str, dry_run: bool) -> None:
    """Erase what one message or one step says, or all that a player wrote."""
    if not 1 <= len(reason) <= LONGEST_REASON or not reason.isprintable():
        raise Fault(f"A reason has 1 to {LONGEST_REASON} printable characters.")
    with migrated_database(as_owner=True) as url, psycopg.connect(url, autocommit=True) as connection:
        erasing = Erasing(connection)
        values = _find(erasing, what)
        if dry_run:
            texts = [found for found in values if found.kind != "salt"]
            for found in texts:
                step = "" if found.kind == "message" else "step/"
                click.echo(f"{found.game_id}/{step}{found.number}")
            click.echo(f"{count_noun(len(texts), 'text')} would be erased.")
            return
        erased = erasing.erase(values, "operator", reason)
    click.echo(f"{count_noun(erased, 'text')} erased.")


def _find(erasing: Erasing, what: str) -> Sequence[PersonalValue]:
    """Find the values to erase; raises Fault if there are none."""
    place = PLACE.fullmatch(what)
    if place is not None:
        game_id, n = parse_game_id(place[1]), int(place[3])
        values = erasing.step(game_id, n) if place[2] else erasing.message(game_id, n)
        if not values:
            named = f"claim or ruling in step {n}" if place[2] else f"message {n}"
            raise Fault(
                f"The game {game_id} has no {named} that can be erased: there is none, it was erased before, or it is "
                "older than version 0.2.0."
            )
        return values
    values = erasing.written_by(what) if what.isprintable() else []
    if not values:
        raise Fault(f"Nothing of {what!r} can be erased. A message is GAME/MESSAGE, a claim or ruling GAME/step/N.")
    return values
