"""The activation step: gold and food, the build symbol, and everything else the space grants, in any order."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.micro_dojo import actions, building, guard_house
from domain.games.micro_dojo.content import Resource
from domain.games.micro_dojo.remaining import ActivationMove, Remaining
from domain.games.micro_dojo.state import MicroDojoState
from domain.games.micro_dojo.table import MicroDojoTable, Question
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say


class Gain(ActivationMove, frozen=True, gc=False):
    """A move that takes what the space grants."""

    def why_not(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        why = say("The space does not grant that, or you have already taken it.")
        return IllegalMove("micro-dojo.activate.gain", why)


class Take(Gain, frozen=True, gc=False):
    """Take the gold and food that the space shows."""

    def label(self) -> str:
        return say("take what the space shows")

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        with table.citing("micro-dojo.activate.gain"):
            table.gain_from_space(seat, left.gold, left.food)
        return replace(left, gold=0, food=0)


class TakeEither(Gain, frozen=True, gc=False):
    """Take gold or food, on a space that leaves the choice."""

    resource: Public[Resource]

    def label(self) -> str:
        return say("take gold") if self.resource == "gold" else say("take food")

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        gold, food = (left.either, 0) if self.resource == "gold" else (0, left.either)
        with table.citing("micro-dojo.activate.gain"):
            table.gain_from_space(seat, gold, food)
        return replace(left, either=0)


class EndTurn(Move, frozen=True, gc=False):
    """Leave the rest of the space unused."""

    def label(self) -> str:
        return say("end the turn")


TAKE, TAKE_GOLD, TAKE_FOOD, END_TURN = Take(), TakeEither("gold"), TakeEither("food"), EndTurn()


class Activate(Question[ActivationMove | EndTurn], frozen=True, gc=False):
    """What to do next on the space; asked until nothing is left or the player ends the turn.

    If only one thing is left, it is done without asking (micro-dojo.turn.no-choice).
    """

    left: Remaining

    prompt = "Use the space."
    public = True
    clause = "micro-dojo.activate.any-order"
    automatic = True

    def moves(self, state: MicroDojoState) -> Iterator[ActivationMove | EndTurn]:
        left, seat = self.left, self.seat
        must_take = left.gold or left.food or left.either
        if left.gold or left.food:
            yield TAKE
        if left.either:
            yield TAKE_GOLD
            yield TAKE_FOOD
        if left.build:
            yield from building.moves(state, seat)
        if left.actions:
            yield from actions.moves(state, seat, left)
        if state.buildings[seat] and not left.placed_guard_house:
            yield from guard_house.moves(state, seat)
        if not must_take:
            yield END_TURN

    def subjects(self, state: MicroDojoState) -> tuple[Subject, ...]:
        """Return the buildings on display with their costs, as long as the space lets the seat build."""
        return building.view_offers(state, self.seat) if self.left.build else ()

    def resolve(self, table: MicroDojoTable, move: ActivationMove | EndTurn) -> None:
        if isinstance(move, ActivationMove):
            left = move.carry_out(table, self.seat, self.left)
            # Once the space has given everything, only a building can still be of use.
            if not left.is_spent or table.state.buildings[self.seat]:
                table.then(Activate(self.seat, left))

    def refuse(self, state: MicroDojoState, move: Move) -> IllegalMove:
        if isinstance(move, ActivationMove):
            return move.why_not(state, self.seat, self.left)
        if isinstance(move, EndTurn):
            return IllegalMove("micro-dojo.activate.gain", say("Take what the space shows before you end the turn."))
        why = say("You have moved a meeple in this turn: now activate the space.")
        return IllegalMove("micro-dojo.turn.alternate", why)
