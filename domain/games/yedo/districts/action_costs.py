"""The current costs of District actions to a seat, for their labels."""

from __future__ import annotations

from domain.games.yedo.districts.own_space import LUXURY
from domain.games.yedo.effects.annexes import annex_price
from domain.games.yedo.facts.base import mon, points
from domain.games.yedo.facts.turns import action_name
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.modifiers import price
from domain.kernel.language import say


def priced(state: YedoState, seat: int, space: str, action: str) -> str | None:
    """Name an action of a space together with its price for a seat; None if it has no price of its own.

    Luxury goods also show what they bring.
    """
    prices = state.content.prices
    match action.partition("/")[0]:
        case luxury if luxury.startswith(LUXURY):
            return _luxury(state, seat, space, luxury.removeprefix(LUXURY))
        case "recruit":
            due = price(state, seat, "recruit", prices.recruit)
        case "carpenter":
            due = price(state, seat, "annex", annex_price(state))
        case "buy-action":
            due = price(state, seat, "action-card", prices.action_card)
        case "geisha-mon":
            return say("recruit a Geisha for {mon}", mon=mon(price(state, seat, "geisha", prices.geisha)))
        case "geisha-prestige":
            return say("recruit a Geisha for {points}", points=points(prices.geisha_points))
        case _:
            return None
    return say("{action} for {mon}", action=action_name(action), mon=mon(due))


def _luxury(state: YedoState, seat: int, space: str, printed: str) -> str:
    own = state.content.own_spaces.get(space)
    gain = (state.content.prices if own is None else own).luxury[printed]
    return say(
        "luxury goods for {mon}: gain {points}",
        mon=mon(price(state, seat, "luxury", int(printed))),
        points=points(gain),
    )
