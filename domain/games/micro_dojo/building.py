"""The build symbol: taking a building, or giving one to the town."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.micro_dojo import facts
from domain.games.micro_dojo.content import Building, BuildingEffect, Effect
from domain.games.micro_dojo.remaining import ActivationMove, Remaining
from domain.games.micro_dojo.state import FACTS_HOLD_IDS, MicroDojoState
from domain.games.micro_dojo.table import MicroDojoTable
from domain.games.micro_dojo.words import DEEDS, GIFT, amount, the
from domain.kernel.audience import Public
from domain.kernel.choice import Need, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import title


class BuildMove(ActivationMove, frozen=True, gc=False):
    """One of the two uses of a build symbol."""

    building: Public[str]

    def why_not(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        if not left.build:
            return IllegalMove("micro-dojo.build.once", say("There is no build symbol left on this space."))
        return self.why_not_this(state)

    def why_not_this(self, state: MicroDojoState) -> IllegalMove:
        """Explain why a build symbol does not allow this use of the building."""
        raise NotImplementedError


class TakeBuilding(BuildMove, frozen=True, gc=False):
    """Take a building from the display and pay its cost."""

    def label(self) -> str:
        return say("build {building}", building=the(self.building))

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        card = table.state.content.buildings[self.building]
        with table.citing("micro-dojo.build.pay"):
            table.pay(seat, card.gold, card.food)
            table.emit(facts.BuildingTaken(table.clause, seat, card.id))
        with table.citing(card.clause):
            card.effect.on_taking(table, seat, card.id)
        return replace(left, build=False)

    def why_not_this(self, state: MicroDojoState) -> IllegalMove:
        name = title(self.building)
        if self.building not in state.display:
            return IllegalMove("micro-dojo.setup.buildings", say("There is no {building} on display.", building=name))
        card = state.content.buildings[self.building]
        why = say("The {building} costs {cost}.", building=name, cost=amount(card.gold, card.food))
        return IllegalMove("micro-dojo.build.cannot-afford", why)


class GiveBuilding(BuildMove, frozen=True, gc=False):
    """Give one of your buildings to the town for a point."""

    def label(self) -> str:
        return say("give {building} to the town", building=the(self.building))

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        state = table.state
        if state.barrier is not None and self.building in state.content.barriers:
            with table.citing("micro-dojo.building.guard-house-gift"):
                table.emit(facts.GuardHouseReturned(table.clause, seat))
        with table.citing("micro-dojo.build.gift"):
            table.emit(facts.BuildingGiven(table.clause, seat, self.building))
            table.score(seat, 1, GIFT if state.rules >= FACTS_HOLD_IDS else DEEDS[GIFT])
        return replace(left, build=False)

    def why_not_this(self, state: MicroDojoState) -> IllegalMove:
        why = say("You have no {building} to give.", building=title(self.building))
        return IllegalMove("micro-dojo.build.gift", why)


class AtOnce(Effect, BuildingEffect[MicroDojoTable], frozen=True, tag="at-once"):
    """Points when the building is taken."""

    points: int

    def on_taking(self, table: MicroDojoTable, seat: int, building: str) -> None:
        table.score(seat, self.points, building)


def moves(state: MicroDojoState, seat: int) -> Iterator[ActivationMove]:
    """List the moves that the build symbol allows: buildings that can be paid in full, and gifts."""
    buildings, gold, food = state.content.buildings, state.gold[seat], state.food[seat]
    for name in state.display:
        card = buildings[name]
        if card.gold <= gold and card.food <= food:
            yield TakeBuilding(name)
    for name in state.buildings[seat]:
        yield GiveBuilding(name)


def view_offers(state: MicroDojoState, seat: int) -> tuple[Subject, ...]:
    """Return the buildings on display, with what each costs and what the seat has of that."""
    return tuple(_view_offer(state, seat, state.content.buildings[name]) for name in state.display)


def _view_offer(state: MicroDojoState, seat: int, card: Building) -> Subject:
    costs = (
        Need(say("gold"), card.gold, state.gold[seat], "coin"),
        Need(say("food"), card.food, state.food[seat], "food"),
    )
    needs = tuple(cost for cost in costs if cost.needed)
    return Subject("card", card.id, title(card.id), clause=card.clause, needs=needs)
