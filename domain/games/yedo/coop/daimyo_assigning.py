"""The Daimyo assigns its Disciples by the cards of its display, without any decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from domain.games.yedo.coop.daimyo_display import turn_card
from domain.games.yedo.effects.spaces import is_at_bower
from domain.games.yedo.facts.coop.daimyo import DaimyoCardTurned, DaimyoPlaced, DaimyoStayedHome
from domain.games.yedo.printed.terms import District
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.modifiers import closed_spaces
from domain.games.yedo.verbs.table import YedoTable

CASTLE: District = "castle"
Found: TypeAlias = tuple[str, str]
"""A space, and the clause that sends the Daimyo there."""


def next_on_display(state: YedoState) -> int | None:
    """Return the place of the leftmost Disciple on the Daimyo's display, from 0, or None if none is left."""
    display = state.coop_board.display
    return next((place for place, slot in enumerate(display) if slot.figure), None)


def assign_next(table: YedoTable, place: int) -> None:
    """Turn up the card below a Disciple of the display if it is face down, and place the Disciple."""
    with table.citing("yedo.coop.daimyo-take"):
        if table.state.coop_board.display[place].card is None:
            table.emit(DaimyoCardTurned(table.clause, place, turn_card(table, place)))
    found = find_space(table.state, destination(table.state, place))
    if found is None:
        with table.citing("yedo.ruling.daimyo-nowhere"):
            table.emit(DaimyoStayedHome(table.clause, place))
        return
    space, clause = found
    with table.citing(_repeating(table.state, place) or clause):
        table.emit(DaimyoPlaced(table.clause, place, space))


def _repeating(state: YedoState, place: int) -> str | None:
    """Return the clause of a card that repeats another one, or None for a card with a District."""
    card = state.coop_board.display[place].card
    assert card is not None
    repeats = state.content.daimyo_cards[card].district == "repeat"
    return "yedo.coop.daimyo-current-card" if repeats else None


def destination(state: YedoState, place: int) -> District:
    """Return the District of a face-up card of the display; a repeating card takes its neighbour's.

    That is the card to its left, or for the first card the one to its right (yedo.coop.daimyo-current-card).
    """
    other = place - 1 if place else 1
    for at in (place, other):
        card = state.coop_board.display[at].card
        assert card is not None
        district = state.content.daimyo_cards[card].district
        if district != "repeat":
            return district
    raise AssertionError("two cards that repeat lie side by side")


def find_space(state: YedoState, district: District) -> Found | None:
    """Return the space for a Disciple of the Daimyo whose card names a District, with the clause; None if there is
    none. In the Castle it uses only the Bower (yedo.coop.daimyo-no-castle-other)."""
    if district != CASTLE and (space := _lowest_free(state, district)) is not None:
        return space, "yedo.coop.daimyo-place"
    if not is_at_bower(state, state.seats) and (space := _lowest_free(state, CASTLE)) is not None:
        return space, "yedo.coop.daimyo-castle" if district == CASTLE else "yedo.coop.daimyo-full"
    for other in _districts_from_castle(state):
        if (space := _lowest_free(state, other)) is not None:
            return space, "yedo.coop.daimyo-bower-full"
    return None


def _districts_from_castle(state: YedoState) -> Iterator[District]:
    """Yield the Districts after the Castle in the patrol's direction (yedo.ruling.daimyo-direction)."""
    circuit = state.content.districts
    way = 1 if state.watch.patrol_colour == "gold" else -1
    castle = circuit.index(CASTLE)
    return (circuit[(castle + way * steps) % len(circuit)] for steps in range(1, len(circuit)))


def _lowest_free(state: YedoState, district: District) -> str | None:
    """Return the lowest-numbered free space of a District; in the Castle only the Bower counts."""
    spaces = state.content.spaces
    taken = {placed.space for placed in state.pieces.placed}
    closed_to_all = set.intersection(*(closed_spaces(state, seat) for seat in state.order))
    for space in state.content.spaces_of[district]:
        offered = spaces[space].bower is not None if district == CASTLE else spaces[space].action == "district"
        if offered and space in state.parameters.spaces and space not in taken and space not in closed_to_all:
            return space
    return None
