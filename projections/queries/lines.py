"""The lines of the history: each step in words, made from its event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kernel.language import mark, translate
from domain.personal.values import NOTHING_SEALED, PLACES, Openings, find_seals, open_values
from domain.record.damage import READ_ERRORS
from domain.record.seating.lobby import seat_names
from eventstore.archive_files import FileAway
from eventstore.codec import read_payload
from projections.contract import Reader
from projections.queries.items import HistoryItem
from projections.read_models.history import KINDS

UNREADABLE = mark("The record of this step cannot be read.")
"""The words of a step whose event is missing or was changed; verification names the fault."""


def find_line_seals(event: Sequence[Any]) -> list[str]:
    """Find the seals in the topic, version and payload of an event."""
    topic, _, payload = event
    if topic not in PLACES:
        return []
    try:
        return list(find_seals(topic, read_payload(payload)).values())
    except FileAway:
        return []


def read_line(
    row: Sequence[Any], event: Sequence[Any] | None, reader: Reader, openings: Openings = NOTHING_SEALED
) -> HistoryItem:
    """Make a line from a row of the history and the topic, version and payload of its event (None if it is gone).

    `openings` open the seals in the event.
    """
    game, ruleset, n, kind, at, undone, players, sides, *_place = row
    seat, words = _read_event(event, game, [*seat_names(players), *map(translate, sides)], reader, openings)
    player = players[seat] if seat is not None and seat < len(players) else None
    return HistoryItem(game, ruleset, n, KINDS[kind], seat, player, words, at, undone)


def _read_event(
    stored: Sequence[Any] | None, game: Any, names: Sequence[str], reader: Reader, openings: Openings
) -> tuple[int | None, str]:
    """Return the step's words, and the seat that made it, if any."""
    if stored is None:
        return None, translate(UNREADABLE)
    topic, version, payload = stored
    try:
        event = open_values(reader.decode(topic, game, version, read_payload(payload)), openings)
        return getattr(event, "seat", None), reader.words(event, names)
    except (*READ_ERRORS, FileAway):
        return None, translate(UNREADABLE)
