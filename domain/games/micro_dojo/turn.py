"""A turn: move a meeple, activate the space, then it is the next player's turn."""

from __future__ import annotations

from domain.games.micro_dojo import facts
from domain.games.micro_dojo.activation import Activate
from domain.games.micro_dojo.movement import MoveStep
from domain.games.micro_dojo.remaining import Remaining
from domain.games.micro_dojo.state import OTHER
from domain.games.micro_dojo.table import MicroDojoTable, Step


class ActivationStep(Step, frozen=True, gc=False):
    """The second step of a turn: the space that the meeple has moved to is activated."""

    seat: int

    clause = "micro-dojo.activate.any-order"

    def run(self, table: MicroDojoTable) -> None:
        meeple = table.state.markers[self.seat]
        assert meeple is not None
        space = table.state.content.spaces[table.state.space_of(meeple)]
        left = Remaining(space.gold, space.food, space.either, space.build, space.actions)
        table.then(Activate(self.seat, left))


class NextTurn(Step, frozen=True, gc=False):
    """The turn of this seat is over."""

    seat: int

    clause = "micro-dojo.turn.alternate"

    def run(self, table: MicroDojoTable) -> None:
        begin_turn(table, OTHER[self.seat])


TURNS = tuple((MoveStep(seat), ActivationStep(seat), NextTurn(seat)) for seat in range(len(OTHER)))
"""The steps of a turn, by seat."""


def begin_turn(table: MicroDojoTable, seat: int) -> None:
    """Begin the turn of a seat; its Guard House returns from the board first."""
    table.emit(facts.TurnBegan("micro-dojo.turn.alternate", seat))
    if table.state.barrier_owner == seat:
        with table.citing("micro-dojo.building.guard-house"):
            table.emit(facts.GuardHouseReturned(table.clause, seat))
    table.then(*TURNS[seat])
