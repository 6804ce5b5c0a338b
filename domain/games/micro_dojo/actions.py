"""The action symbol: trigger an objective, activate a building, trade, donate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.micro_dojo import facts, objectives
from domain.games.micro_dojo.content import BuildingEffect, Effect, Resource
from domain.games.micro_dojo.remaining import ActivationMove, Remaining
from domain.games.micro_dojo.state import MicroDojoState
from domain.games.micro_dojo.table import MicroDojoTable
from domain.games.micro_dojo.words import DONATION, amount, the
from domain.kernel.audience import Public
from domain.kernel.errors import IllegalMove
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import title


class ActionMove(ActivationMove, frozen=True, gc=False):
    """One use of an action symbol."""

    def why_not(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        if not left.actions:
            return IllegalMove("micro-dojo.action.per-symbol", say("There is no action symbol left on this space."))
        return self.why_not_with_symbol(state, seat, left)

    def why_not_with_symbol(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        """Explain why a remaining action symbol does not allow this move."""
        raise NotImplementedError


class TriggerObjective(ActionMove, frozen=True, gc=False):
    """Evaluate the leftmost objective that is face up."""

    def label(self) -> str:
        return say("trigger the next objective")

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        objectives.trigger(table, seat)
        return replace(left, actions=left.actions - 1, evaluated=True)

    def why_not_with_symbol(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        why = say("You have already triggered an objective in this turn.")
        return IllegalMove("micro-dojo.action.objective-once", why)


class ActivateBuilding(ActionMove, frozen=True, gc=False):
    """Use a building of your own. Gold and food are what you spend where the building leaves you the choice."""

    building: Public[str]
    gold: Public[int] = 0
    food: Public[int] = 0

    def label(self) -> str:
        if not self.gold and not self.food:
            return say("activate {building}", building=the(self.building))
        spent = amount(self.gold, self.food)
        return say("activate {building} with {spent}", building=the(self.building), spent=spent)

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        card = table.state.content.buildings[self.building]
        table.emit(facts.BuildingActivated("micro-dojo.action.building", seat, card.id))
        with table.citing(card.clause):
            card.effect.use(table, seat, card.id, (self.gold, self.food))
        return replace(left, actions=left.actions - 1, used=(*left.used, card.id))

    def why_not_with_symbol(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        if self.building not in state.buildings[seat]:
            why = say("You do not own {building}.", building=the(self.building))
            return IllegalMove("micro-dojo.action.building", why)
        if self.building in left.used:
            why = say("You have already activated {building} in this turn.", building=the(self.building))
            return IllegalMove("micro-dojo.action.building", why)
        card = state.content.buildings[self.building]
        name = title(self.building)
        price = card.effect.say_price(name)
        if price is None:
            return IllegalMove("micro-dojo.action.building", say("The {building} has no action symbol.", building=name))
        return IllegalMove(card.clause, price)


class Trade(ActionMove, frozen=True, gc=False):
    """Trade this amount of one resource for half as much of the other."""

    give: Public[Resource]
    amount: Public[int]

    def label(self) -> str:
        if self.give == "gold":
            return say("trade {given} for food", given=amount(self.amount, 0))
        return say("trade {given} for gold", given=amount(0, self.amount))

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        gold, food = (self.amount, 0) if self.give == "gold" else (0, self.amount)
        with table.citing("micro-dojo.action.trade"):
            exchange(table, seat, gold, food, table.state.content.numbers.trade_give)
        return replace(left, actions=left.actions - 1)

    def why_not_with_symbol(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        give = state.content.numbers.trade_give
        if self.give == "gold":
            held = state.gold[seat]
            why = say("Give a multiple of {n} gold, at most the {held} that you hold.", n=give, held=held)
        else:
            held = state.food[seat]
            why = say("Give a multiple of {n} food, at most the {held} that you hold.", n=give, held=held)
        return IllegalMove("micro-dojo.action.trade", why)


class Donate(ActionMove, frozen=True, gc=False):
    """Spend resources of one kind for a point."""

    resource: Public[Resource]

    def label(self) -> str:
        return say("donate gold for a point") if self.resource == "gold" else say("donate food for a point")

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        donation = table.state.content.numbers.donation
        with table.citing("micro-dojo.action.donate"):
            table.pay(seat, *((donation, 0) if self.resource == "gold" else (0, donation)))
            table.score(seat, 1, DONATION)
        return replace(left, actions=left.actions - 1)

    def why_not_with_symbol(self, state: MicroDojoState, seat: int, left: Remaining) -> IllegalMove:
        donation = state.content.numbers.donation
        cost = amount(*((donation, 0) if self.resource == "gold" else (0, donation)))
        return IllegalMove("micro-dojo.action.donate", say("A donation costs {cost}.", cost=cost))


TRIGGER, DONATE_GOLD, DONATE_FOOD = TriggerObjective(), Donate("gold"), Donate("food")


class Action(Effect, BuildingEffect[MicroDojoTable], frozen=True, tag="action"):
    """For an action symbol: spend (`spend_any` of either kind), then gain."""

    spend_gold: int = 0
    spend_food: int = 0
    spend_any: int = 0
    gold: int = 0
    food: int = 0
    points: int = 0

    def uses(self, gold: int, food: int) -> Iterator[tuple[int, int]]:
        if self.spend_any:
            for spent in range(max(0, self.spend_any - food), min(gold, self.spend_any) + 1):
                yield spent, self.spend_any - spent
        elif gold >= self.spend_gold and food >= self.spend_food:
            yield 0, 0

    def use(self, table: MicroDojoTable, seat: int, building: str, spent: tuple[int, int]) -> None:
        table.pay(seat, *(spent if self.spend_any else (self.spend_gold, self.spend_food)))
        if self.gold or self.food:
            table.gain(seat, self.gold, self.food)
        if self.points:
            table.score(seat, self.points, building)

    def say_price(self, name: str) -> str:
        if self.spend_any:
            text = mark("The {building} takes {n} resources that you hold, gold and food together.")
            return fill(translate(text), building=name, n=self.spend_any)
        if self.spend_gold or self.spend_food:
            cost = amount(self.spend_gold, self.spend_food)
            return say("The {building} takes {cost}; do not name other amounts.", building=name, cost=cost)
        return say("The {building} costs nothing to use; do not name amounts.", building=name)


class Exchange(Effect, BuildingEffect[MicroDojoTable], frozen=True, tag="exchange"):
    """For an action symbol: exchange `give` of one kind for one of the other, any number of times."""

    give: int

    def uses(self, gold: int, food: int) -> Iterable[tuple[int, int]]:
        for given in range(self.give, gold + 1, self.give):
            yield given, 0
        for given in range(self.give, food + 1, self.give):
            yield 0, given

    def use(self, table: MicroDojoTable, seat: int, building: str, spent: tuple[int, int]) -> None:
        exchange(table, seat, *spent, self.give)

    def say_price(self, name: str) -> str:
        return say("The {building} exchanges gold or food that you hold, one kind at a time.", building=name)


def exchange(table: MicroDojoTable, seat: int, gold: int, food: int, give: int) -> None:
    """Pay gold or food and gain one of the other kind for every `give` of them."""
    table.pay(seat, gold, food)
    table.gain(seat, food // give, gold // give)


def moves(state: MicroDojoState, seat: int, left: Remaining) -> Iterator[ActivationMove]:
    """List the moves that an action symbol allows now."""
    gold, food, numbers = state.gold[seat], state.food[seat], state.content.numbers
    if not left.evaluated and state.evaluated < len(state.track):
        yield TRIGGER
    for building in state.buildings[seat]:
        if building not in left.used:
            for spent in state.content.buildings[building].effect.uses(gold, food):
                yield ActivateBuilding(building, *spent)
    give = numbers.trade_give
    for amount_given in range(give, gold + 1, give):
        yield Trade("gold", amount_given)
    for amount_given in range(give, food + 1, give):
        yield Trade("food", amount_given)
    if gold >= numbers.donation:
        yield DONATE_GOLD
    if food >= numbers.donation:
        yield DONATE_FOOD
