"""The Guard House: blocking an empty space until the owner's next turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.micro_dojo import facts
from domain.games.micro_dojo.content import SPACES
from domain.games.micro_dojo.movement import MoveMeeple, can_move, ordinary_steps
from domain.games.micro_dojo.remaining import ActivationMove, Remaining
from domain.games.micro_dojo.state import OTHER, MicroDojoState, space_name
from domain.games.micro_dojo.table import MicroDojoTable
from domain.games.micro_dojo.words import amount
from domain.kernel.audience import Public
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say


class PlaceGuardHouse(ActivationMove, frozen=True, gc=False):
    """Put the Guard House on an empty space (1 to 9)."""

    space: Public[int]

    def label(self) -> str:
        return say("place the Guard House on {space}", space=space_name(self.space))

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        with table.citing("micro-dojo.building.guard-house"):
            table.pay(seat, gold=_price(table.state, seat) or 0)
            table.emit(facts.GuardHousePlaced("micro-dojo.building.guard-house-timing", seat, self.space))
        return replace(left, placed_guard_house=True)

    def why_not(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        price = _price(state, seat)
        clause = "micro-dojo.building.guard-house"
        if price is None:
            return IllegalMove(clause, say("You do not own the Guard House."))
        if left.placed_guard_house:
            return IllegalMove(
                "micro-dojo.building.guard-house-timing", say("You have already placed it in this turn.")
            )
        if state.gold[seat] < price:
            return IllegalMove(clause, say("Placing it costs {cost}.", cost=amount(price, 0)))
        if self.space not in SPACES or not state.is_empty(self.space):
            return IllegalMove(clause, say("Space {space} is not an empty space.", space=self.space))
        return IllegalMove("micro-dojo.building.guard-house-no-lockout", say("The opponent would have no move left."))


def moves(state: MicroDojoState, seat: int) -> Iterator[ActivationMove]:
    """List the placements of its Guard House that the seat may make now."""
    price = _price(state, seat)
    if price is not None and state.gold[seat] >= price:
        for space in SPACES:
            if state.is_empty(space) and not _would_lock_out(state, seat, space):
                yield PlaceGuardHouse(space)


def _price(state: MicroDojoState, seat: int) -> int | None:
    """Return the gold that placing the Guard House costs; None if the seat does not own it."""
    barriers = state.content.barriers
    for building in state.buildings[seat]:
        if building in barriers:
            return barriers[building].gold
    return None


def _would_lock_out(state: MicroDojoState, seat: int, space: int) -> bool:
    """Return whether the Guard House on `space` would leave the opponent without a move."""
    if any(isinstance(step, MoveMeeple) and step.to != space for step in ordinary_steps(state)):
        return False
    blocked = state.__copy__()
    blocked.barrier = space
    return not can_move(blocked, OTHER[seat])
