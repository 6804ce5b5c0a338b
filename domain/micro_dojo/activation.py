"""The activation step: gold and food, the build symbol, and everything else the space grants, in any order."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.audience import Public
from domain.kernel.choice import Choice, Move
from domain.kernel.errors import IllegalMove
from domain.kernel.fact import check_audiences
from domain.micro_dojo import actions, building, guard_house
from domain.micro_dojo.actions import ActionMove
from domain.micro_dojo.content import Resource
from domain.micro_dojo.guard_house import PlaceGuardHouse
from domain.micro_dojo.remaining import Remaining
from domain.micro_dojo.state import MicroDojoState
from domain.micro_dojo.table import MicroDojoTable


class Take(Move, frozen=True, gc=False):
    """Take the gold and food that the space shows."""

    def label(self) -> str:
        return "take what the space shows"


class TakeEither(Move, frozen=True, gc=False):
    """Take gold or food where the space leaves the choice."""

    resource: Public[Resource]

    def label(self) -> str:
        return f"take {self.resource}"


class EndTurn(Move, frozen=True, gc=False):
    """Leave the rest of the space unused."""

    def label(self) -> str:
        return "end the turn"


MOVES = (Take, TakeEither, EndTurn)
check_audiences(MOVES)
TAKE, TAKE_GOLD, TAKE_FOOD, END_TURN = Take(), TakeEither("gold"), TakeEither("food"), EndTurn()


class Activate(Choice[MicroDojoState, MicroDojoTable], frozen=True, gc=False):
    """What is left to do on the space; asked until nothing is left or the player ends the turn."""

    left: Remaining

    prompt = "Use the space."
    clause = "micro-dojo.activate.any-order"
    forced = True

    def moves(self, state: MicroDojoState) -> Iterator[Move]:
        left, seat = self.left, self.seat
        if left.gold or left.food:
            yield TAKE
        if left.either:
            yield TAKE_GOLD
            yield TAKE_FOOD
        if left.build:
            yield from building.moves(state, seat)
        if left.actions:
            yield from actions.moves(state, seat, left)
        if not left.placed_guard_house and state.buildings[seat]:
            yield from guard_house.moves(state, seat)
        if not left.must_take:
            yield END_TURN

    def resolve(self, table: MicroDojoTable, move: Move) -> None:
        if not isinstance(move, EndTurn):
            table.then(Activate(self.seat, self._carry_out(table, move)))

    def _carry_out(self, table: MicroDojoTable, move: Move) -> Remaining:
        """Do what the move says; returns what is left after it."""
        left, seat = self.left, self.seat
        if isinstance(move, ActionMove):
            return move.carry_out(table, seat, left)
        if isinstance(move, building.BuildMove):
            move.carry_out(table, seat)
            return left.without(build=False)
        if isinstance(move, PlaceGuardHouse):
            move.carry_out(table, seat)
            return left.without(placed_guard_house=True)
        with table.citing("micro-dojo.activate.gain"):
            if isinstance(move, TakeEither):
                gold, food = (left.either, 0) if move.resource == "gold" else (0, left.either)
                table.gain_from_space(seat, gold, food)
                return left.without(either=0)
            table.gain_from_space(seat, left.gold, left.food)
            return left.without(gold=0, food=0)

    def refuse(self, state: MicroDojoState, move: Move) -> IllegalMove:
        if isinstance(move, Take | TakeEither):
            return IllegalMove("micro-dojo.activate.gain", "The space does not grant that, or you have taken it.")
        if isinstance(move, EndTurn):
            return IllegalMove("micro-dojo.activate.gain", "Take what the space shows before you end the turn.")
        if isinstance(move, building.BuildMove):
            return building.refuse(state, self.seat, self.left.build, move)
        if isinstance(move, ActionMove):
            return actions.refuse(state, self.seat, self.left, move)
        if isinstance(move, PlaceGuardHouse):
            return guard_house.refuse(state, self.seat, self.left.placed_guard_house, move)
        return IllegalMove("micro-dojo.turn.alternate", "A meeple has been moved in this turn: now the space is activated.")
