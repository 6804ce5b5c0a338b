"""The action symbol: trigger an objective, activate a building, trade, donate."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.micro_dojo import facts, objectives
from domain.games.micro_dojo.content import Action, Exchange, Resource
from domain.games.micro_dojo.facts import amount
from domain.games.micro_dojo.remaining import ActivationMove, Remaining
from domain.games.micro_dojo.state import MicroDojoState
from domain.games.micro_dojo.table import MicroDojoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.words import title

OTHER_KIND: dict[Resource, Resource] = {"gold": "food", "food": "gold"}


class ActionMove(ActivationMove, frozen=True, gc=False):
    """One use of an action symbol."""


class TriggerObjective(ActionMove, frozen=True, gc=False):
    """Evaluate the leftmost objective that is face up."""

    def label(self) -> str:
        return "trigger the next objective"

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        objectives.trigger(table, seat)
        return replace(left, actions=left.actions - 1, evaluated=True)


class ActivateBuilding(ActionMove, frozen=True, gc=False):
    """Use a building of your own. Gold and food are what you spend where the building leaves you the choice."""

    building: Public[str]
    gold: Public[int] = 0
    food: Public[int] = 0

    def label(self) -> str:
        spent = f" with {amount(self.gold, self.food)}" if self.gold or self.food else ""
        return f"activate the {title(self.building)}{spent}"

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


class Trade(ActionMove, frozen=True, gc=False):
    """Trade this amount of one resource for half as much of the other."""

    give: Public[Resource]
    amount: Public[int]

    def label(self) -> str:
        return f"trade {self.amount} {self.give} for {OTHER_KIND[self.give]}"

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        gold, food = (self.amount, 0) if self.give == "gold" else (0, self.amount)
        with table.citing("micro-dojo.action.trade"):
            exchange(table, seat, gold, food, table.state.content.numbers.trade_give)
        return replace(left, actions=left.actions - 1)


class Donate(ActionMove, frozen=True, gc=False):
    """Spend resources of one kind for a point."""

    resource: Public[Resource]

    def label(self) -> str:
        return f"donate {self.resource} for a point"

    def carry_out(self, table: MicroDojoTable, seat: int, left: Remaining) -> Remaining:
        donation = table.state.content.numbers.donation
        with table.citing("micro-dojo.action.donate"):
            table.pay(seat, *((donation, 0) if self.resource == "gold" else (0, donation)))
            table.score(seat, 1, "donation")
        return replace(left, actions=left.actions - 1)


MOVES = (TriggerObjective, ActivateBuilding, Trade, Donate)
TRIGGER, DONATE_GOLD, DONATE_FOOD = TriggerObjective(), Donate("gold"), Donate("food")


def exchange(table: MicroDojoTable, seat: int, gold: int, food: int, give: int) -> None:
    """Pay gold or food and gain one of the other kind for every `give` of them."""
    table.pay(seat, gold, food)
    table.gain(seat, food // give, gold // give)


def moves(state: MicroDojoState, seat: int, left: Remaining) -> Iterator[Move]:
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


def _list_activations(state: MicroDojoState, building: str, gold: int, food: int) -> Iterator[Move]:
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
        return IllegalMove("micro-dojo.action.per-symbol", "There is no action symbol left on this space.")
    if isinstance(move, TriggerObjective):
        return IllegalMove("micro-dojo.action.objective-once", "You have already triggered an objective in this turn.")
    numbers = state.content.numbers
    if isinstance(move, Trade):
        held = state.gold[seat] if move.give == "gold" else state.food[seat]
        why = f"Give a multiple of {numbers.trade_give} {move.give}, at most the {held} that you hold."
        return IllegalMove("micro-dojo.action.trade", why)
    if isinstance(move, Donate):
        return IllegalMove("micro-dojo.action.donate", f"A donation costs {numbers.donation} {move.resource}.")
    assert isinstance(move, ActivateBuilding)
    return _refuse_activation(state, seat, left, move)


def _refuse_activation(state: MicroDojoState, seat: int, left: Remaining, move: ActivateBuilding) -> IllegalMove:
    name = title(move.building)
    if move.building not in state.buildings[seat]:
        return IllegalMove("micro-dojo.action.building", f"You do not own the {name}.")
    if move.building in left.used:
        return IllegalMove("micro-dojo.action.building", f"You have already activated the {name} in this turn.")
    card = state.content.buildings[move.building]
    if not isinstance(card.effect, Action | Exchange):
        return IllegalMove("micro-dojo.action.building", f"The {name} has no action symbol.")
    return IllegalMove(card.clause, _describe_price(card.effect, name))


def _describe_price(effect: Action | Exchange, name: str) -> str:
    """Say what must be spent to use a building."""
    if isinstance(effect, Exchange):
        return f"The {name} exchanges gold or food that you hold, one kind at a time."
    if effect.spend_any:
        return f"The {name} takes {effect.spend_any} resources that you hold, gold and food together."
    if effect.spend_gold or effect.spend_food:
        return f"The {name} takes {amount(effect.spend_gold, effect.spend_food)}; do not name other amounts."
    return f"The {name} costs nothing to use; do not name amounts."
