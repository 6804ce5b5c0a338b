"""What is left of a space while it is being activated, and the moves that use it up."""

from __future__ import annotations

import msgspec

from domain.games.micro_dojo.table import MicroDojoTable
from domain.kernel.choice import Move


class Remaining(msgspec.Struct, frozen=True, gc=False):
    """What the space still grants in this turn, and what may be done once in a turn and was done.

    `gold`, `food` and `either` are resources, `actions` the number of action symbols; `used` the buildings
    activated.
    """

    gold: int = 0
    food: int = 0
    either: int = 0
    build: bool = False
    actions: int = 0
    evaluated: bool = False
    used: tuple[str, ...] = ()
    placed_guard_house: bool = False

    @property
    def is_spent(self) -> bool:
        """Whether the space has nothing left to give."""
        return not (self.gold or self.food or self.either or self.build or self.actions)


class ActivationMove(Move, frozen=True, gc=False):
    """A move of the activation step."""

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        """Do it; returns what is left of the space after it."""
        raise NotImplementedError
