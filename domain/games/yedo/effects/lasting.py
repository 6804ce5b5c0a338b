"""What lasts: modifiers that hold for a while, closed spaces and Districts, and when they end."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.yedo import draws
from domain.games.yedo.effects.combining import touched
from domain.games.yedo.effects.spaces import open_spaces
from domain.games.yedo.facts.turns import LastingOver, Lasts
from domain.games.yedo.printed.effect_words import CloseRandom
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.printed.terms import District
from domain.games.yedo.printed.vocabulary import Closed, Modify
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, can, perform
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.words.describe import describe


@perform.register
def _(effect: Modify, table: YedoTable, deed: Deed) -> None:
    what = describe((effect,))
    table.emit(Lasts(table.clause, deed.source, bound(table.state, deed), effect.until, effect.modifiers, what))


@can.register
def _(effect: Modify, state: YedoState, deed: Deed) -> bool:
    return bool(bound(state, deed))


@perform.register
def _(effect: CloseRandom, table: YedoTable, deed: Deed) -> None:
    state, seats = table.state, bound(table.state, deed)
    free = _free(state, seats[0])
    districts = table.chance.pick(draws.CLOSED_DISTRICT, _districts(state, free), effect.districts)
    left = tuple(space for space in free if state.district_of(space) not in districts)
    spaces = table.chance.pick(draws.CLOSED_SPACE, left, effect.spaces)
    closed = Closed(districts=districts, spaces=tuple(sorted(spaces)))
    what = describe((Modify(modifiers=(closed,), until="round"),))
    table.emit(Lasts(table.clause, deed.source, seats, "round", (closed,), what))


@can.register
def _(effect: CloseRandom, state: YedoState, deed: Deed) -> bool:
    seats = bound(state, deed)
    return bool(seats and _free(state, seats[0]))


def bound(state: YedoState, deed: Deed) -> tuple[int, ...]:
    """Return the seats for which a modifier of a card holds, sorted.

    It is the owner of the deed, but an Event is nobody's card: outside `for` it binds all who did not ignore it
    (yedo.ruling.ignored-event).
    """
    if deed.apart or not state.content.is_event(deed.source):
        return (deed.owner,)
    return tuple(sorted(touched(state, deed)))


def end_phase(table: YedoTable) -> None:
    """End what holds to the end of the phase."""
    _end(table, lambda held: held.until == "phase")


def end_round(table: YedoTable) -> None:
    """End what holds until the next Preparation; what an Event closed stays closed until the next one."""
    _end(table, lambda held: held.until == "round" and not _closes(held))


def end_closures(table: YedoTable) -> None:
    """Open what the last Event closed, before the next one is revealed."""
    _end(table, lambda held: held.until == "round" and _closes(held))


def _end(table: YedoTable, is_over: Callable[[Lasting], bool]) -> None:
    for place in reversed(range(len(table.state.lasting))):
        held = table.state.lasting[place]
        if is_over(held):
            table.emit(LastingOver(table.clause, held.until, held.source, place))


def _closes(held: Lasting) -> bool:
    return any(isinstance(modifier, Closed) for modifier in held.modifiers)


def _free(state: YedoState, seat: int) -> tuple[str, ...]:
    """Return the spaces of the board that are open to a seat and free."""
    taken = {placed.space for placed in state.placed}
    return tuple(space for space in open_spaces(state, seat) if space not in taken)


def _districts(state: YedoState, spaces: tuple[str, ...]) -> tuple[District, ...]:
    """Return the Districts that have one of these spaces, in the order of the patrol's circuit."""
    found = {state.district_of(space) for space in spaces}
    return tuple(district for district in state.content.districts if district in found)


MOVES = ()
