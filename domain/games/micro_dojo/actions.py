"""The action symbol: trigger an objective, activate a building, trade, donate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from domain.games.micro_dojo import facts, objectives
from domain.games.micro_dojo.content import Action, Exchange, Resource
from domain.games.micro_dojo.remaining import ActivationMove, Remaining
from domain.games.micro_dojo.state import MicroDojoState
from domain.games.micro_dojo.table import MicroDojoTable
from domain.games.micro_dojo.words import DONATION, amount, the
from domain.kernel.audience import Public
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate
from domain.kernel.words import title


class TriggerObjective(ActivationMove, frozen=True, gc=False):
    """Evaluate the leftmost objective that is face up."""

    def label(self) -> str:
        return say("trigger the next objective")

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        objectives.trigger(table, seat)
        return replace(left, actions=left.actions - 1, evaluated=True)


class ActivateBuilding(ActivationMove, frozen=True, gc=False):
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
        effect = card.effect
        table.emit(facts.BuildingActivated("micro-dojo.action.building", seat, card.id))
        with table.citing(card.clause):
            if isinstance(effect, Exchange):
                exchange(table, seat, self.gold, self.food, effect.give)
            elif isinstance(effect, Action):
                spent = (self.gold, self.food) if effect.spend_any else (effect.spend_gold, effect.spend_food)
                table.pay(seat, *spent)
                if effect.gold or effect.food:
                    table.gain(seat, effect.gold, effect.food)
                if effect.points:
                    table.score(seat, effect.points, card.id)
        return replace(left, actions=left.actions - 1, used=(*left.used, card.id))


class Trade(ActivationMove, frozen=True, gc=False):
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


class Donate(ActivationMove, frozen=True, gc=False):
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


TRIGGER, DONATE_GOLD, DONATE_FOOD = TriggerObjective(), Donate("gold"), Donate("food")


def exchange(table: MicroDojoTable, seat: int, gold: int, food: int, give: int) -> None:
    """Pay gold or food and gain one of the other kind for every `give` of them."""
    table.pay(seat, gold, food)
    table.gain(seat, food // give, gold // give)


ActionMove: TypeAlias = TriggerObjective | ActivateBuilding | Trade | Donate
"""One use of an action symbol."""


def moves(state: MicroDojoState, seat: int, left: Remaining) -> Iterator[ActivationMove]:
    """List the moves that an action symbol allows now."""
    gold, food, numbers = state.gold[seat], state.food[seat], state.content.numbers
    if not left.evaluated and state.evaluated < len(state.track):
        yield TRIGGER
    for building in state.buildings[seat]:
        if building not in left.used:
            yield from _list_activations(state, building, gold, food)
    give = numbers.trade_give
    for amount_given in range(give, gold + 1, give):
        yield Trade("gold", amount_given)
    for amount_given in range(give, food + 1, give):
        yield Trade("food", amount_given)
    if gold >= numbers.donation:
        yield DONATE_GOLD
    if food >= numbers.donation:
        yield DONATE_FOOD


def _list_activations(state: MicroDojoState, building: str, gold: int, food: int) -> Iterator[ActivationMove]:
    """List the ways to use a building with this much gold and food in hand."""
    effect = state.content.buildings[building].effect
    if isinstance(effect, Exchange):
        for given in range(effect.give, gold + 1, effect.give):
            yield ActivateBuilding(building, gold=given)
        for given in range(effect.give, food + 1, effect.give):
            yield ActivateBuilding(building, food=given)
    elif isinstance(effect, Action):
        if effect.spend_any:
            for spent in range(max(0, effect.spend_any - food), min(gold, effect.spend_any) + 1):
                yield ActivateBuilding(building, spent, effect.spend_any - spent)
        elif gold >= effect.spend_gold and food >= effect.spend_food:
            yield ActivateBuilding(building)


def refuse(state: MicroDojoState, seat: int, left: Remaining, move: ActionMove) -> IllegalMove:
    """Explain why an action symbol does not allow this move."""
    if not left.actions:
        return IllegalMove("micro-dojo.action.per-symbol", say("There is no action symbol left on this space."))
    if isinstance(move, TriggerObjective):
        why = say("You have already triggered an objective in this turn.")
        return IllegalMove("micro-dojo.action.objective-once", why)
    numbers = state.content.numbers
    if isinstance(move, Trade):
        return IllegalMove("micro-dojo.action.trade", _refuse_trade(state, seat, move))
    if isinstance(move, Donate):
        cost = amount(*((numbers.donation, 0) if move.resource == "gold" else (0, numbers.donation)))
        return IllegalMove("micro-dojo.action.donate", say("A donation costs {cost}.", cost=cost))
    return _refuse_activation(state, seat, left, move)


def _refuse_trade(state: MicroDojoState, seat: int, move: Trade) -> str:
    """Say what may be traded."""
    give = state.content.numbers.trade_give
    if move.give == "gold":
        return say("Give a multiple of {n} gold, at most the {held} that you hold.", n=give, held=state.gold[seat])
    return say("Give a multiple of {n} food, at most the {held} that you hold.", n=give, held=state.food[seat])


def _refuse_activation(state: MicroDojoState, seat: int, left: Remaining, move: ActivateBuilding) -> IllegalMove:
    name = title(move.building)
    if move.building not in state.buildings[seat]:
        return IllegalMove("micro-dojo.action.building", say("You do not own {building}.", building=the(move.building)))
    if move.building in left.used:
        why = say("You have already activated {building} in this turn.", building=the(move.building))
        return IllegalMove("micro-dojo.action.building", why)
    card = state.content.buildings[move.building]
    if not isinstance(card.effect, Action | Exchange):
        return IllegalMove("micro-dojo.action.building", say("The {building} has no action symbol.", building=name))
    return IllegalMove(card.clause, _describe_price(card.effect, name))


def _describe_price(effect: Action | Exchange, name: str) -> str:
    """Say what must be spent to use a building."""
    if isinstance(effect, Exchange):
        return say("The {building} exchanges gold or food that you hold, one kind at a time.", building=name)
    if effect.spend_any:
        text = mark("The {building} takes {n} resources that you hold, gold and food together.")
        return translate(text).format(building=name, n=effect.spend_any)
    if effect.spend_gold or effect.spend_food:
        cost = amount(effect.spend_gold, effect.spend_food)
        return say("The {building} takes {cost}; do not name other amounts.", building=name, cost=cost)
    return say("The {building} costs nothing to use; do not name amounts.", building=name)
