"""The arbiters: players whom the operator has appointed to rule on disputes, each for a term."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.rows import ArbiterNote


class ArbiterTerm(msgspec.Struct, frozen=True):
    """A player was appointed as arbiter, and may rule until the appointment ends."""

    player: Annotated[str, Meta(description="The player who may rule.")]
    since: Annotated[datetime, Meta(description="When the operator appointed them.")]
    until: Annotated[datetime | None, Meta(description="When the appointment ended; null while it lasts.")] = None


def list_terms(notes: Iterable[ArbiterNote]) -> list[ArbiterTerm]:
    """Return the terms that these notes, in order, begin and end, sorted by beginning."""
    terms: list[ArbiterTerm] = []
    current: dict[str, int] = {}
    for note in notes:
        place = current.get(note.player)
        if note.appointed and place is None:
            current[note.player] = len(terms)
            terms.append(ArbiterTerm(note.player, note.at))
        elif not note.appointed and place is not None:
            terms[current.pop(note.player)] = msgspec.structs.replace(terms[place], until=note.at)
    return terms


def last_term(notes: Iterable[ArbiterNote], player: str) -> ArbiterTerm | None:
    """Return a player's last term; None if they were never appointed."""
    return next((term for term in reversed(list_terms(notes)) if term.player == player), None)
