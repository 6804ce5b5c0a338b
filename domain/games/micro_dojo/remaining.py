"""The bases of the moves of a turn, and what is left to use of the space being activated."""

from __future__ import annotations

import msgspec

from domain.games.micro_dojo.content import Meeple
from domain.games.micro_dojo.state import MicroDojoState
from domain.games.micro_dojo.table import MicroDojoTable
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove


class Remaining(msgspec.Struct, frozen=True, gc=False):
    """What the space still grants this turn, and which once-a-turn actions have been taken.

    `gold`, `food` and `either` count resources, `actions` counts action symbols; `used` lists the activated buildings.
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

    def why_not(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        """Explain why a seat may not make this move now."""
        raise NotImplementedError


class MeepleMove(Move, frozen=True, gc=False):
    """A move of the move step, in which a meeple moves."""

    def carry_out(self, table: MicroDojoTable, seat: int) -> Meeple:
        """Make the movement and pay for it; return the meeple that moved."""
        raise NotImplementedError

    def why_not(self, state: MicroDojoState, seat: int) -> IllegalMove:
        """Explain why a seat may not make this movement now."""
        raise NotImplementedError
