"""What is left to use of the space being activated, and the base of the moves that use it."""

from __future__ import annotations

import msgspec

from domain.games.micro_dojo.table import MicroDojoTable
from domain.kernel.choice import Move


class Remaining(msgspec.Struct, frozen=True, gc=False):
    """What the space still grants in this turn, and which things allowed once a turn have been done.

    `gold`, `food` and `either` count resources, `actions` counts action symbols; `used` lists the buildings that were
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
        """Carry out the move; return what is left of the space."""
        raise NotImplementedError
