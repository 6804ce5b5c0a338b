"""What placed Disciples are about to earn for their seat, for bots."""

from __future__ import annotations

from domain.games.yedo.bot.mission_worth import Outlook, rounds_left, worth_of_reward
from domain.games.yedo.bot.specialist_worth import worth_of_recruit
from domain.games.yedo.effects.annexes import annex_price
from domain.games.yedo.phases.patrol import is_unarrested
from domain.games.yedo.printed.parts import Card, Placed
from domain.games.yedo.printed.terms import ANNEXES, AnnexKind
from domain.games.yedo.state import YedoState, annex_on, errand_on
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.modifiers import price
from domain.games.yedo.worth import (
    ACTION_CARD,
    ANNEX,
    ANNEX_A_ROUND,
    BLESSING,
    DISCIPLE,
    GEISHA,
    LATE,
    MON,
    WEAPON,
    worth_of_purse,
)

ARREST = 0.3
"""The chance of an arrest in the District that the patrol reaches next."""
ON_ANNEX: dict[AnnexKind, float] = {"dojo": 0.25, "karesansui": 0.2, "kobudo-ryu": 0.3, "yashiki": 0.35}
"""The value of a figure on an Annex."""
ERRAND = 0.6
"""The chance that a figure on the space of an Errand will resolve it."""
TO_SELL = 0.3
"""The value of selling a card."""


def worth_of_figures(state: YedoState, seat: int, outlook: Outlook) -> float:
    """Value the placed figures of a seat by the actions that they are about to do, less the risk of arrest.

    The seat's Mon is spent only once, on what brings the most.
    """
    worth, purse = 0.0, state.belongings.mon[seat]
    uses = [(_bought(state, placed, outlook), _free_action(state, placed, outlook)) for placed in state.placed_by(seat)]
    for (gain, cost), free in sorted(uses, key=lambda use: use[1] - use[0][0]):
        net = gain - worth_of_purse(purse) + worth_of_purse(purse - cost) if cost <= purse else 0.0
        if net > free:
            purse -= cost
        worth += max(net, free)
    return worth - sum(_risk(state, placed) for placed in state.placed_by(seat))


def _free_action(state: YedoState, placed: Placed, outlook: Outlook) -> float:
    """Estimate the value of a figure that pays nothing."""
    if (annex := annex_on(placed.space)) is not None:
        return ON_ANNEX[annex]
    if (errand := errand_on(placed.space)) is not None:
        return _errand_worth(state, errand)
    space, seat = state.content.spaces[placed.space], placed.seat
    match space.action:
        case "shogun":
            return 1.0
        case "bakufu":
            return outlook.new_mission
        case "bower":
            return 0.2
        case "own":
            return 0.0
    match space.district:
        case "harbor":
            return MON * state.belongings.church / (1 + len(state.placed_in("harbor")) // 2)
        case "temple" if not state.belongings.blessings[seat]:
            return BLESSING + outlook.gains.get("blessing", 0.0)
        case "market":
            return TO_SELL * bool(state.hands.actions[seat])
        case _:
            return 0.0


def _errand_worth(state: YedoState, errand: Card) -> float:
    """Estimate the value of a figure on an Errand: the best reward, if the Errand can be resolved."""
    rewards = state.content.emperor_cards[errand].errand.rewards
    return ERRAND * max(worth_of_reward(state, reward) for reward in rewards)


def _bought(state: YedoState, placed: Placed, outlook: Outlook) -> tuple[float, int]:
    """Estimate the best purchase for a figure, and return its price in Mon."""
    if annex_on(placed.space) is not None or errand_on(placed.space) is not None:
        return 0.0, 0
    seat, left, prices, limits = placed.seat, rounds_left(state), state.content.prices, state.content.limits
    fading = 1.0 if left else LATE
    match state.content.spaces[placed.space].district:
        case "harbor" if (own := state.content.own_spaces.get(placed.space)) is not None:
            sales = ((float(points), int(mon)) for mon, points in own.luxury.items())
            return max((sale for sale in sales if sale[1] <= state.belongings.mon[seat]), default=(0.0, 0))
        case "harbor":
            return (3.0, 9) if state.belongings.mon[seat] >= 9 else (1.0, 4)
        case "red-light" if state.belongings.geisha_supply and len(state.belongings.geishas[seat]) < limits.geishas:
            gain = state.belongings.geisha_supply[0] + fading * GEISHA + outlook.gains.get("geisha", 0.0)
            return gain, price(state, seat, "geisha", prices.geisha)
        case "red-light":
            return fading * ACTION_CARD, prices.action_card
        case "tavern":
            return prices.annex_points + best_annex(state, seat, outlook), price(
                state, seat, "annex", annex_price(state)
            )
        case "gates" if "gates" in course_of(state).actions_at:
            return worth_of_recruit(state, seat, outlook), price(state, seat, "recruit", prices.recruit)
        case "gates" if state.pieces.reserve[seat] and state.disciples(seat) < limits.disciples:
            gain = DISCIPLE * left + outlook.gains.get("disciple", 0.0)
            return gain, price(state, seat, "recruit", prices.recruit)
        case "market":
            return _weapon_on_sale(state, seat, outlook, fading)
        case _:
            return 0.0, 0


def _weapon_on_sale(state: YedoState, seat: int, outlook: Outlook, fading: float) -> tuple[float, int]:
    best, paid, most = 0.0, 0, 0.0
    for weapon, place in zip(state.weaponry.market, state.content.market, strict=False):
        cost = price(state, seat, "weapon", place.price)
        if weapon is not None and cost <= state.belongings.mon[seat]:
            gain = fading * WEAPON + outlook.gains.get(weapon, 0.0)
            if gain - MON * cost > most:
                best, paid, most = gain, cost, gain - MON * cost
    return best, paid


def best_annex(state: YedoState, seat: int, outlook: Outlook) -> float:
    """Estimate the best Annex that a seat can still build; 0 if it has all."""
    kinds = [kind for kind in ANNEXES if kind not in state.belongings.annexes[seat] and state.annex_supply(kind)]
    if not kinds:
        return 0.0
    left = rounds_left(state)
    lasting = (ANNEX if left else ANNEX * LATE) + ANNEX_A_ROUND * left
    return lasting + max(outlook.gains.get(kind, 0.0) for kind in kinds)


def _risk(state: YedoState, placed: Placed) -> float:
    """Estimate the cost of an arrest before the patrol has moved."""
    if state.turns.phase != "assign" or state.watch.patrol is None:
        return 0.0
    if state.district_of(placed.space) != state.patrol_after(1) or is_unarrested(state, placed):
        return 0.0
    lost = state.disciples(placed.seat) > state.content.start.house
    return ARREST * (DISCIPLE * rounds_left(state) * lost + 1.2)
