"""Reads personal values beside the events that have their seals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar
from uuid import UUID

from domain.application.stored.store import GameStore, PersonalStore
from domain.personal.values import (
    Opening,
    Openings,
    SealedValue,
    Topical,
    find_seals,
    list_openings,
    list_sealed,
    open_values,
)
from domain.record.event import Step
from domain.record.events import AnyEvent, DisputeRuled, MessageSent
from domain.rows import EventRow, PersonalValue
from domain.verification.texts import Sealed

E = TypeVar("E", bound=Topical)


def open_seals(store: PersonalStore, seals: Sequence[str]) -> Openings:
    """Return the openings of these seals, given by their digits, that were not erased."""
    return list_openings(store.opened([bytes.fromhex(seal) for seal in seals]))


def open_events(store: PersonalStore, events: Sequence[E]) -> list[E]:
    """Return events with the texts in place of their seals; erased ones stay sealed."""
    seals = [value.seal for event in events for value in list_sealed(event)]
    openings = open_seals(store, seals)
    return [open_values(event, openings) for event in events] if openings else list(events)


def list_values(event: AnyEvent | MessageSent, game_id: UUID, openings: Openings) -> list[PersonalValue]:
    """List the values of an event whose seals are opened, as they are stored."""
    writer = event.arbiter if isinstance(event, DisputeRuled) else getattr(event, "player", None)
    number = event.n if isinstance(event, Step) else event.originator_version
    return [
        _personal_value(sealed, openings[sealed.seal], game_id, number, writer or "")
        for sealed in list_sealed(event)
        if sealed.seal in openings
    ]


def _personal_value(sealed: SealedValue, opening: Opening, game_id: UUID, number: int, writer: str) -> PersonalValue:
    seal, salt = bytes.fromhex(sealed.seal), bytes.fromhex(opening.salt)
    return PersonalValue(seal, game_id, sealed.kind, number, writer, salt, opening.value)


def read_sealed(store: GameStore, rows: Sequence[EventRow]) -> Sealed[EventRow]:
    """Return the rows of a stream with what is known of their seals."""
    seals = [seal for row in rows for seal in find_seals(row.topic, row.payload).values()]
    openings = open_seals(store.personal, seals)
    # After the openings: what is erased between the two is in the second answer.
    erased = store.personal.erased([bytes.fromhex(seal) for seal in seals if seal not in openings])
    return Sealed(rows, openings, frozenset(seal.hex() for seal in erased))
