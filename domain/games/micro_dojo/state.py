"""The state of a game of Micro Dojo: plain values, all containers immutable."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.micro_dojo.content import MEEPLES, Meeple, MicroDojoContent
from domain.kernel.language import say
from domain.kernel.options import GameOptions
from domain.kernel.table import State

FACTS_HOLD_IDS = 2
"""The version of the rules since which facts name a gift to the town by its id. Before, they held English."""
OTHER = (1, 0)
"""The opponent of each seat."""
COLUMNS = ROWS = 3
PLACE: dict[str, int] = {meeple: place for place, meeple in enumerate(MEEPLES)}


class MicroDojoOptions(GameOptions, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a game is opened."""

    objectives: Literal["basic", "advanced"] = "basic"
    movement: Literal["none", "1A", "1B", "2A", "2B"] = "none"


class Points(msgspec.Struct, frozen=True, gc=False):
    """Points scored by a seat, with the clause that gave them and what they were for."""

    seat: int
    clause: str
    what: str
    points: int


class MicroDojoState(State):
    """The state of a game. Tuples of two are indexed by seat.

    `meeples` are the spaces of MEEPLES in that order; `markers` the meeple that carries each seat's Daimyo marker;
    `influence` the seat that holds the unused Influence token; `barrier` the space of the Guard House on the board and
    `barrier_owner` the seat that placed it; `track` the objectives from left to right, of which the first `evaluated`
    are face down.
    """

    content: MicroDojoContent
    options: MicroDojoOptions
    turn: int = 0
    meeples: tuple[int, ...] = ()
    markers: tuple[Meeple | None, ...] = (None, None)
    influence: int | None = None
    barrier: int | None = None
    barrier_owner: int | None = None
    gold: tuple[int, ...] = (0, 0)
    food: tuple[int, ...] = (0, 0)
    points: tuple[int, ...] = (0, 0)
    scored: tuple[Points, ...] = ()
    buildings: tuple[tuple[str, ...], ...] = ((), ())
    display: tuple[str, ...] = ()
    track: tuple[str, ...] = ()
    evaluated: int = 0
    abilities: tuple[Meeple, ...] = ()

    def space_of(self, meeple: str) -> int:
        """Return the space on which a meeple stands."""
        return self.meeples[PLACE[meeple]]

    @property
    def occupied(self) -> int:
        """The spaces that are not empty, as a bit set: bit n stands for space n."""
        taken = 1 << self.barrier if self.barrier is not None else 0
        for space in self.meeples:
            taken |= 1 << space
        return taken

    def is_empty(self, space: int) -> bool:
        """Return whether neither a meeple nor the Guard House is there (micro-dojo.move.guard-house-blocks)."""
        return space not in self.meeples and space != self.barrier


def row_and_column(space: int) -> tuple[int, int]:
    """Return the row and column of a space, both 0 to 2."""
    return divmod(space - 1, COLUMNS)


def space_name(space: int) -> str:
    """Name a space by its number, 1 to 9."""
    return say("space {number}", number=space)


def _spaces_by_steps(steps: tuple[tuple[int, int], ...]) -> dict[int, tuple[int, ...]]:
    return {
        space: tuple(
            (row + down) * COLUMNS + column + right + 1
            for down, right in steps
            if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS
        )
        for space in range(1, ROWS * COLUMNS + 1)
        for row, column in (row_and_column(space),)
    }


NEIGHBOURS = _spaces_by_steps(((-1, 0), (0, -1), (0, 1), (1, 0)))
"""The orthogonal neighbours of each space."""
AROUND = {space: sum(1 << to for to in NEIGHBOURS[space]) for space in NEIGHBOURS}
"""The orthogonal neighbours of each space, as a bit set."""
BIT_SETS = range(1 << ROWS * COLUMNS + 1)
"""All bit sets of spaces."""
DIAGONALS = _spaces_by_steps(((-1, -1), (-1, 1), (1, -1), (1, 1)))
"""The diagonal neighbours of each space."""
CORNERS = (1, 3, 7, 9)


def space_behind(space: int, through: int) -> int | None:
    """Return the space behind `through`, seen from its neighbour `space`; None if it is off the board."""
    behind = 2 * through - space
    return behind if behind in NEIGHBOURS[through] else None
