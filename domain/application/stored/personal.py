"""Reads personal values beside the events that have their seals."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from domain.application.stored.store import GameStore, PersonalStore
from domain.personal.values import Opening, Openings, find_seals
from domain.record.talk import talk_id
from domain.rows import EventRow
from domain.verification.talk import Talk


def open_seals(store: PersonalStore, seals: Sequence[str]) -> Openings:
    """Return the openings of these seals, given by their digits, that were not erased."""
    found = store.opened([bytes.fromhex(seal) for seal in seals])
    return {value.seal.hex(): Opening(value.value, value.salt.hex()) for value in found}


def read_talk(store: GameStore, game_id: UUID) -> Talk[EventRow]:
    """Read the messages of a game with what is known of their seals; no rows if nobody said anything."""
    rows = store.rows(talk_id(game_id))
    seals = [seal for row in rows for seal in find_seals(row.payload).values()]
    openings = open_seals(store.personal, seals)
    # After the openings: what is erased between the two is in the second answer.
    erased = store.personal.erased([bytes.fromhex(seal) for seal in seals if seal not in openings])
    return Talk(rows, openings, frozenset(seal.hex() for seal in erased))
