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
from domain.games.yedo.mission_worth import (
    rounds_left,
    wanted_weapons,
    worth_of_missions,
    worth_of_new_mission,
    worth_of_reward,
)
from domain.games.yedo.missions import BonusPart, OfferBonus, StandardReward
from domain.games.yedo.parts import Auction, Placed
from domain.games.yedo.state import YedoState, annex_on
from domain.games.yedo.vocabulary import ANNEXES, WEAPONS, AnnexKind, Deck, ForPrice, Lot, LotGroup
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
    worth_of_effect,
    worth_of_purse,
)
from domain.kernel.choice import AnyItem

ARREST = 0.6
"""The chance of an arrest in the District that the patrol comes to next."""
HOPE, HOPE_A_MON = 0.55, 0.03
"""The chance that a bid stands while others may still raise it, and what each Mon of it adds."""
BONUS_CHOSEN = 1.2
"""What choosing one of three Bonus Cards adds."""
ANSWERED = 0.9
"""What is left of a card that others may still answer."""
WANTED = 1.0
"""What a Weapon or a Geisha adds that is chosen for a Mission."""
DRAWN = 2.0
"""What a Weapon adds that is the missing one."""
ON_ANNEX: dict[AnnexKind, float] = {"dojo": 0.4, "karesansui": 0.3, "kobudo-ryu": 0.6, "yashiki": 0.6}
"""What a figure on an Annex brings."""
STAYING, LEAST_MON = 1.4, 5
"""What it is worth to take part in the auctions, for who has so much Mon."""
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
    left = rounds_left(state)
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
    pending += _in_play(state, seat)
    return worth_of_missions(state, seat) + bonus + _figures(state, seat) + _bidding(state, seat) + pending


def _pending(state: YedoState, item: AnyItem, seat: int) -> float:
    """Estimate what an item on the agenda will bring to a seat."""
    left = rounds_left(state)
    match item:
        case DoEffects(deed=deed, effects=effects) if deed.owner == seat:
            return worth_of_reward(state, effects)
        case ChooseColour() if item.seat == seat:
            return worth_of_new_mission(state, seat)
        case ChooseType(group=group) if item.seat == seat:
            return lot_worth(state, seat, group)
        case KeepOne() if item.seat == seat and state.looking is not None:
            return _kept(state, seat, state.looking.deck)
        case KeepDrawn() if item.seat == seat:
            return _drawn_weapon(state, seat, 1)
        case TakeFromMarket() if item.seat == seat:
            return _drawn_weapon(state, seat, len(state.market))
        case PickAnnex(points=points, price=cost) if item.seat == seat:
            return ANNEX + ANNEX_A_ROUND * left + points - MON * cost
        case ChooseOne(options=options) if item.seat == seat:
            return max(worth_of_reward(state, option) for option in options)
        case TakeOffer(effects=effects, price=price, otherwise=otherwise) if item.seat == seat:
            return worth_of_effect(ForPrice(price=price, effects=effects, otherwise=otherwise), left, state.church)
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


def _kept(state: YedoState, seat: int, deck: Deck) -> float:
    """Estimate the best of the cards of a deck that a seat looks at."""
    if deck == "bonus":
        return BONUS_CARD + BONUS_CHOSEN
    return ACTION_CARD + 0.3 if deck == "action" else 1.2 * worth_of_new_mission(state, seat)


def _drawn_weapon(state: YedoState, seat: int, look: int) -> float:
    """Estimate one of `look` Weapons: more kinds that are missing for Missions make it likelier that one is wanted."""
    chance = 1 - (1 - len(wanted_weapons(state, seat)) / len(WEAPONS)) ** look
    room = len(state.weapons[seat]) < state.content.limits.weapons
    return (1.0 if rounds_left(state) else LATE) * (WEAPON * room + DRAWN * chance)


def _in_play(state: YedoState, seat: int) -> float:
    """Value the Action Cards of a seat that others may still answer."""
    cards = state.content.action_cards
    played = (cards[card.card].effects for card in state.in_play if card.seat == seat and not card.negated)
    return ANSWERED * sum(worth_of_reward(state, effects) for effects in played)


def _figures(state: YedoState, seat: int) -> float:
    """Value the placed figures of a seat by the actions that they are about to do, less the risk of arrest.

    The Mon of the seat is spent once: on what it brings most for.
    """
    worth, purse = 0.0, state.mon[seat]
    uses = [(_paid_action(state, placed), _free_action(state, placed)) for placed in state.placed_by(seat)]
    for (gain, cost), free in sorted(uses, key=lambda use: use[1] - use[0][0]):
        net = gain - worth_of_purse(purse) + worth_of_purse(purse - cost) if cost <= purse else 0.0
        if net > free:
            purse -= cost
        worth += max(net, free)
    return worth - sum(_risk(state, placed) for placed in state.placed_by(seat))


def _free_action(state: YedoState, placed: Placed) -> float:
    """Estimate what a figure will bring that pays nothing."""
    if (annex := annex_on(placed.space)) is not None:
        return ON_ANNEX[annex]
    space, seat = state.content.spaces[placed.space], placed.seat
    match space.action:
        case "shogun":
            return 1.0
        case "bakufu":
            return worth_of_new_mission(state, seat)
        case "bower":
            return 0.2
    match space.district:
        case "harbor":
            return MON * state.church / (1 + len(state.placed_in("harbor")) // 2)
        case "temple":
            return 0.1 if state.blessings[seat] else BLESSING
        case "market":
            return 0.3 if state.actions[seat] else 0.0
        case _:
            return 0.0


def _paid_action(state: YedoState, placed: Placed) -> tuple[float, int]:
    """Estimate the best that a figure can buy, and return what that costs in Mon."""
    if annex_on(placed.space) is not None:
        return 0.0, 0
    seat, left, prices, limits = placed.seat, rounds_left(state), state.content.prices, state.content.limits
    fading = 1.0 if left else LATE
    match state.content.spaces[placed.space].district:
        case "harbor":
            return (3.0, 9) if state.mon[seat] >= 9 else (1.0, 4)
        case "red-light" if state.geisha_supply and len(state.geishas[seat]) < limits.geishas:
            return state.geisha_supply[0] + fading * (GEISHA + WANTED), prices.geisha
        case "red-light":
            return fading * ACTION_CARD, prices.action_card
        case "tavern" if len(state.annexes[seat]) < len(ANNEXES):
            return prices.annex_points + fading * ANNEX + ANNEX_A_ROUND * left, prices.annex
        case "gates" if state.reserve[seat] and state.disciples(seat) < limits.disciples:
            return DISCIPLE * left, prices.recruit
        case "market":
            return fading * (WEAPON + WANTED), state.content.market[-1].price
        case _:
            return 0.0, 0


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
    left = rounds_left(state)
    return ARREST * (DISCIPLE * left * lost + 1.2)


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


def lot_worth(state: YedoState, seat: int, lot: Lot | LotGroup) -> float:
    """Estimate what a lot, or the best type of a category, is worth to a seat."""
    types = [entry.id for entry in state.content.lots.values() if lot in (entry.id, entry.group)]
    return max(_type_worth(state, seat, kind) for kind in types)


def _type_worth(state: YedoState, seat: int, lot: Lot) -> float:
    left, limits = rounds_left(state), state.content.limits
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
            return worth_of_new_mission(state, seat) + 0.7
        case "bonus":
            return BONUS_CARD + BONUS_CHOSEN if len(state.bonus[seat]) < limits.bonus_cards else BONUS_CHOSEN
        case "weapons":
            return _drawn_weapon(state, seat, state.content.bidding.look)
        case "action":
            return ACTION_CARD + 0.5 if len(state.actions[seat]) < limits.action_cards else 0.4
