"""Lasting effects: temporary modifiers, closed spaces and Districts, and their end."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.yedo import draws
from domain.games.yedo.effects.combining import touched
from domain.games.yedo.effects.spaces import open_spaces
from domain.games.yedo.facts.turns import LastingOver, Lasts
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.modifiers import Modifiers
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.printed.terms import District, Until
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed
from domain.games.yedo.verbs.holding import describe_unless_ids
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.words.describe import describe_lasting
from domain.games.yedo.worth import ACTION_CARD, GOOD_MOMENT, Prospect
from domain.kernel.language import say
from domain.kernel.words import count_noun, join_words


class Modify(CardEffect, frozen=True, kw_only=True):
    """Grant temporary modifiers: to the owner or, on an Event, to all who did not ignore it."""

    modifiers: Modifiers
    until: Until

    def perform(self, table: YedoTable, deed: Deed) -> None:
        what = describe_unless_ids(table.state, (self,))
        table.emit(Lasts(table.clause, deed.source, bound(table.state, deed), self.until, self.modifiers, what))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return bool(bound(state, deed))

    def phrase(self, voice: Voice = LIST) -> str:
        return describe_lasting(self.until, self.modifiers, voice)

    def worth(self, prospect: Prospect) -> float:
        return ACTION_CARD + GOOD_MOMENT

    def is_for_the_board(self) -> bool:
        return True


class CloseRandom(CardEffect, frozen=True, kw_only=True):
    """Close random free spaces and Districts until the next Event."""

    districts: int = 0
    spaces: int = 0

    def perform(self, table: YedoTable, deed: Deed) -> None:
        state, seats = table.state, bound(table.state, deed)
        free = _free(state, seats[0])
        districts = table.chance.pick(draws.CLOSED_DISTRICT, _districts(state, free), self.districts)
        left = tuple(space for space in free if state.district_of(space) not in districts)
        spaces = table.chance.pick(draws.CLOSED_SPACE, left, self.spaces)
        closed = Closed(districts=districts, spaces=tuple(sorted(spaces)))
        what = describe_unless_ids(state, (Modify(modifiers=(closed,), until="round"),))
        table.emit(Lasts(table.clause, deed.source, seats, "round", (closed,), what))

    def can(self, state: YedoState, deed: Deed) -> bool:
        seats = bound(state, deed)
        return bool(seats and _free(state, seats[0]))

    def phrase(self, voice: Voice = LIST) -> str:
        places = []
        if self.districts:
            places.append(count_noun(self.districts, "District"))
        if self.spaces:
            places.append(count_noun(self.spaces, "free space"))
        return say("{places}, drawn by chance, are closed until the next Event is revealed", places=join_words(places))

    def is_for_the_board(self) -> bool:
        return True


def bound(state: YedoState, deed: Deed) -> tuple[int, ...]:
    """Return the seats that a card's modifier affects, sorted.

    That is the deed's owner; an Event, which belongs to nobody, affects all who did not ignore it unless inside `for`
    (yedo.ruling.ignored-event).
    """
    if deed.apart or not state.content.is_event(deed.source):
        return (deed.owner,)
    return tuple(sorted(touched(state, deed)))


def end_phase(table: YedoTable) -> None:
    """End whatever lasts until the end of the phase."""
    _end(table, lambda held: held.until == "phase")


def end_round(table: YedoTable) -> None:
    """End whatever lasts until the next Preparation; an Event's closures last until the next Event."""
    _end(table, lambda held: held.until == "round" and not _closes(held))


def end_closures(table: YedoTable) -> None:
    """Reopen what the last Event closed, before the next one is revealed."""
    _end(table, lambda held: held.until == "round" and _closes(held))


def _end(table: YedoTable, is_over: Callable[[Lasting], bool]) -> None:
    for place in reversed(range(len(table.state.playing.lasting))):
        held = table.state.playing.lasting[place]
        if is_over(held):
            table.emit(LastingOver(table.clause, held.until, held.source, place))


def _closes(held: Lasting) -> bool:
    return any(modifier.is_closure for modifier in held.modifiers)


def _free(state: YedoState, seat: int) -> tuple[str, ...]:
    """Return the free spaces of the board that are open to a seat."""
    taken = {placed.space for placed in state.pieces.placed}
    return tuple(space for space in open_spaces(state, seat) if space not in taken)


def _districts(state: YedoState, spaces: tuple[str, ...]) -> tuple[District, ...]:
    """Return the Districts that have one of these spaces, in the order of the patrol's circuit."""
    found = {state.district_of(space) for space in spaces}
    return tuple(district for district in state.content.districts if district in found)
