"""An estimate of how good a state is for a seat, for bots that look one move ahead.

It adds up points now, final scoring as it would be now, what assets and cards are worth, Missions by the part of their
needs that is met, what Disciples on spaces are about to bring, and what questions on the agenda will.
"""

from __future__ import annotations

from domain.games.yedo.annexes import PickAnnex
from domain.games.yedo.asking import DoEffects
from domain.games.yedo.bidding import ChooseType
from domain.games.yedo.cards import ChooseColour, KeepOne
from domain.games.yedo.combining import ChooseOne, TakeOffer
from domain.games.yedo.final_scoring import bonus_points
from domain.games.yedo.mission_worth import worth_of_missions, worth_of_reward
from domain.games.yedo.missions import BonusPart, OfferBonus, StandardReward
from domain.games.yedo.parts import Auction, Placed
from domain.games.yedo.state import YedoState, annex_on
from domain.games.yedo.vocabulary import Lot, LotGroup
from domain.games.yedo.weapons import KeepDrawn, TakeFromMarket
from domain.games.yedo.worth import (
    ACTION_CARD,
    ANNEX,
    ANNEX_A_ROUND,
    BLACKMAIL,
    BLESSING,
    BONUS_CARD,
    BONUS_NOW,
    DISCIPLE,
    GEISHA,
    LATE_MON,
    MON,
    WEAPON,
    worth_of_purse,
)
from domain.kernel.choice import AnyItem

ARREST = 0.6
"""The chance of an arrest in the District that the patrol comes to next."""
HOPE, HOPE_A_MON = 0.55, 0.03
"""The chance that a bid stands while others may still raise it, and what each Mon of it adds."""
STAYING, LEAST_MON = 1.4, 5
"""What it is worth to take part in the auctions, for who has so much Mon."""
NEW_MISSION = (2.6, 2.3, 1.9, 1.3, 0.3)
"""A Mission that will be drawn, for a seat that holds so few."""
LATE = 0.25
"""What assets are worth in the last round, for Missions that may still use them."""


def value(state: YedoState, seat: int) -> float:
    """Estimate a state for a seat: its prospects minus the best of the others'."""
    worth = [prospects(state, each) for each in range(state.seats)]
    own = worth.pop(seat) + _own(state, seat)
    return own - max(worth)


def prospects(state: YedoState, seat: int) -> float:
    """Add up what everybody can see of a seat: points, goods, cards by number, and Disciples."""
    if state.result is not None:
        return float(state.points[seat])
    left = state.parameters.rounds - state.round
    assets = (
        WEAPON * len(state.weapons[seat])
        + (ANNEX + ANNEX_A_ROUND * left) * len(state.annexes[seat])
        + GEISHA * len(state.geishas[seat])
        + BLESSING * state.blessings[seat]
        + ACTION_CARD * len(state.actions[seat])
    )
    cards = BLACKMAIL * state.blackmail[seat] + BONUS_CARD * len(state.bonus[seat])
    extra = max(state.disciples(seat) - state.content.start.house, 0)
    fading = 1.0 if left else LATE
    return state.points[seat] + _mon(state, seat, left) + fading * assets + cards + DISCIPLE * left * extra


def _mon(state: YedoState, seat: int, left: int) -> float:
    return worth_of_purse(state.mon[seat]) if left else LATE_MON * state.mon[seat]


def _own(state: YedoState, seat: int) -> float:
    """Add what only the seat knows or is about to do: its cards, its figures, its bid, the questions put to it."""
    if state.result is not None:
        return 0.0
    cards = state.content.bonus_cards
    bonus = BONUS_NOW * sum(bonus_points(state, seat, cards[card])[1] for card in state.bonus[seat])
    pending = sum(_pending(state, item, seat) for item in state.agenda)
    return worth_of_missions(state, seat) + bonus + _figures(state, seat) + _bidding(state, seat) + pending


def _pending(state: YedoState, item: AnyItem, seat: int) -> float:
    """Estimate what an item on the agenda will bring to a seat."""
    left = state.parameters.rounds - state.round
    match item:
        case DoEffects(deed=deed, effects=effects) if deed.owner == seat:
            return worth_of_reward(state, effects)
        case ChooseColour() if item.seat == seat:
            return _new_mission(state, seat)
        case ChooseType(group=group) if item.seat == seat:
            return lot_worth(state, seat, group)
        case KeepOne() if item.seat == seat:
            return 1.0
        case KeepDrawn() | TakeFromMarket() if item.seat == seat:
            return WEAPON + 0.4
        case PickAnnex(points=points, price=price) if item.seat == seat:
            return ANNEX + ANNEX_A_ROUND * left + points - MON * price
        case ChooseOne(options=options) if item.seat == seat:
            return max(worth_of_reward(state, option) for option in options)
        case TakeOffer(effects=effects) if item.seat == seat:
            return 0.5 * worth_of_reward(state, effects)
        case StandardReward(completer=completer, mission=mission) if completer == seat:
            return worth_of_reward(state, state.content.missions[mission].reward)
        case BonusPart(mission=mission) if item.seat == seat:
            return 0.8 * _bonus_reward(state, mission)
        case OfferBonus(completer=completer, mission=mission) if completer == seat:
            return 0.4 * _bonus_reward(state, mission)
        case _:
            return 0.0


def _bonus_reward(state: YedoState, mission: str) -> float:
    bonus = state.content.missions[mission].bonus
    return worth_of_reward(state, bonus.reward) if bonus is not None else 0.0


def _figures(state: YedoState, seat: int) -> float:
    """Value the placed figures of a seat by the actions that they are about to do, less the risk of arrest."""
    return sum(_action(state, placed) - _risk(state, placed) for placed in state.placed_by(seat))


def _action(state: YedoState, placed: Placed) -> float:
    """Estimate what the action of a figure will bring, over what its price is worth."""
    if annex_on(placed.space) is not None:
        return 0.4
    space, seat = state.content.spaces[placed.space], placed.seat
    mon, left = state.mon[seat], state.parameters.rounds - state.round
    match space.action:
        case "shogun":
            return 1.0
        case "bakufu":
            return _new_mission(state, seat)
        case "bower":
            return 0.3
    match space.district:
        case "harbor":
            return max(1.1 if mon >= 9 else 0.2, MON * state.church)
        case "red-light":
            free = state.geisha_supply and len(state.geishas[seat]) < state.content.limits.geishas
            return 1.0 + 0.5 * (state.geisha_supply[0] - 1) if mon >= 8 and free else 0.2
        case "tavern":
            return 1.2 + ANNEX_A_ROUND * left if mon >= 11 and len(state.annexes[seat]) < 4 else 0.1
        case "gates":
            free = bool(state.reserve[seat]) and state.disciples(seat) < state.content.limits.disciples
            return max(DISCIPLE * left - 1.6, 0.3) if mon >= 7 and free else 0.3
        case "temple":
            return 0.2 if state.blessings[seat] else 0.8
        case "market":
            return 0.6 if mon >= 6 and any(state.market) else 0.2
        case _:
            return 0.0


def _risk(state: YedoState, placed: Placed) -> float:
    """Estimate what an arrest would cost before the patrol has moved."""
    if state.phase != "assign" or state.patrol is None:
        return 0.0
    circuit = state.content.districts
    way = 1 if state.patrol_colour == "gold" else -1
    ahead = circuit[(circuit.index(state.patrol) + way) % len(circuit)]
    if state.district_of(placed.space) != ahead:
        return 0.0
    lost = state.disciples(placed.seat) > state.content.start.house
    left = state.parameters.rounds - state.round
    return ARREST * (DISCIPLE * left * lost + _action(state, placed) + 0.6)


def _bidding(state: YedoState, seat: int) -> float:
    """Value the bid of a seat, and that it may still bid."""
    if state.phase != "bidding":
        return 0.0
    auction = state.auction
    if auction is not None and auction.bidder == seat:
        return _bid(state, seat, auction)
    return STAYING if seat in state.bidding and state.mon[seat] >= LEAST_MON else 0.0


def _bid(state: YedoState, seat: int, auction: Auction) -> float:
    gain = lot_worth(state, seat, auction.lot) - MON * auction.bid
    chance = min(HOPE + HOPE_A_MON * auction.bid, 1.0) if auction.waiting else 1.0
    return chance * gain + (1 - chance) * STAYING


def _new_mission(state: YedoState, seat: int) -> float:
    """Estimate what a Mission is worth that the seat is going to draw."""
    left, held = state.parameters.rounds - state.round, len(state.missions[seat])
    return NEW_MISSION[min(held, len(NEW_MISSION) - 1)] * min(1.0, 0.4 * left)


def lot_worth(state: YedoState, seat: int, lot: Lot | LotGroup) -> float:
    """Estimate what a lot, or the best type of a category, is worth to a seat."""
    types = [entry.id for entry in state.content.lots.values() if lot in (entry.id, entry.group)]
    return max(_type_worth(state, seat, kind) for kind in types)


def _type_worth(state: YedoState, seat: int, lot: Lot) -> float:
    left, limits = state.parameters.rounds - state.round, state.content.limits
    match lot:
        case "disciples":
            room = state.reserve[seat] and state.disciples(seat) < limits.disciples
            return DISCIPLE * (left + 1) if room else 0.0
        case "annexes":
            return 2.0 + (ANNEX + ANNEX_A_ROUND * left) * (len(state.annexes[seat]) < 4)
        case "geishas":
            free = state.geisha_supply and len(state.geishas[seat]) < limits.geishas
            return GEISHA + state.geisha_supply[-1] if free else 0.0
        case "missions":
            return _new_mission(state, seat) + 0.7
        case "bonus":
            return 3.0 if len(state.bonus[seat]) < limits.bonus_cards else 1.5
        case "weapons":
            return 2.2 if len(state.weapons[seat]) < limits.weapons else 0.8
        case "action":
            return 1.1 if len(state.actions[seat]) < limits.action_cards else 0.3
