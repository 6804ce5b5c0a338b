"""What actions of Districts cost a seat now, for their labels."""

from __future__ import annotations

from domain.games.yedo.annexes import annex_price
from domain.games.yedo.facts.base import mon, points
from domain.games.yedo.facts.turns import action_name
from domain.games.yedo.modifiers import price
from domain.games.yedo.state import YedoState


def priced(state: YedoState, seat: int, action: str) -> str | None:
    """Name an action together with what a seat pays for it; None for one without a price of its own."""
    prices = state.content.prices
    match action.partition("/")[0]:
        case "recruit":
            due = price(state, seat, "recruit", prices.recruit)
        case "carpenter":
            due = price(state, seat, "annex", annex_price(state))
        case "buy-action":
            due = price(state, seat, "action-card", prices.action_card)
        case "geisha-mon":
            return f"recruit a Geisha for {mon(price(state, seat, 'geisha', prices.geisha))}"
        case "geisha-prestige":
            return f"recruit a Geisha for {points(prices.geisha_points)}"
        case _:
            return None
    return f"{action_name(action)} for {mon(due)}"
