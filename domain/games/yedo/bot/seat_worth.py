"""What a seat has and is about to get, for bots that look one move ahead.

It adds up points, final scoring for the current state, assets and cards, Missions by the share of their needs that is
met, and the expected gains from placed Disciples and questions on the agenda.
"""

from __future__ import annotations

from domain.games.yedo.bot.figure_worth import best_annex, worth_of_figures
from domain.games.yedo.bot.mission_worth import Outlook, prospect, rounds_left, worth_of_reward
from domain.games.yedo.bot.specialist_worth import worth_of_specialist, worth_of_token
from domain.games.yedo.effects.annexes import PickAnnex
from domain.games.yedo.effects.cards import ChooseColour, KeepOne
from domain.games.yedo.effects.combining import ChooseOne, ForPrice, TakeOffer
from domain.games.yedo.effects.pieces import CallHome, MoveFrom
from domain.games.yedo.effects.weapons import KeepDrawn, TakeFromMarket
from domain.games.yedo.modules.specialists import TakeRecruit
from domain.games.yedo.phases.bidding import ChooseType
from domain.games.yedo.phases.final_scoring import bonus_points
from domain.games.yedo.phases.missions import BonusPart, OfferBonus, StandardReward
from domain.games.yedo.phases.patrol import number_at_risk
from domain.games.yedo.printed.parts import Auction
from domain.games.yedo.printed.terms import WEAPONS, AnyLot, Deck, Lot
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import DoEffects
from domain.games.yedo.verbs.course import course_of
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
    LATE,
    LATE_MON,
    MON,
    RECRUITED,
    WEAPON,
    worth_of_purse,
)
from domain.kernel.choice import AnyItem

HOPE, HOPE_A_MON = 0.55, 0.03
"""The chance that a bid survives while others may still raise it, and the gain of each further Mon."""
BONUS_CHOSEN = 1.0
"""The added value of choosing one of three Bonus Cards."""
ACTION_CHOSEN, ACTION_HELD = 1.3, 0.35
"""The added value of choosing one of three Action Cards, and how much of it each Action Card in hand takes away."""
CAUGHT = 0.7
"""The chance that a figure in the patrol's District will not be saved."""
ANSWERED = 0.9
"""The factor for a card that others may still answer."""
STAYING, LEAST_MON = 1.4, 5
"""The value of taking part in the auctions, by Mon."""


def prospects(state: YedoState, seat: int) -> float:
    """Add up what everybody can see of a seat: points, goods, number of cards, and Disciples."""
    if state.result is not None:
        return float(state.scoring.points[seat])
    left = rounds_left(state)
    assets = (
        WEAPON * len(state.weaponry.weapons[seat])
        + (ANNEX + ANNEX_A_ROUND * left) * len(state.belongings.annexes[seat])
        + GEISHA * len(state.belongings.geishas[seat])
        + BLESSING * state.belongings.blessings[seat]
        + ACTION_CARD * len(state.hands.actions[seat])
    )
    cards = BLACKMAIL * state.hands.blackmail[seat] + BONUS_CARD * len(state.hands.bonus[seat])
    course = course_of(state)
    cards += course.cards_worth(state, seat)
    extra = max(state.disciples(seat) - state.content.start.house, 0)
    fading = 1.0 if left else LATE
    owned = fading * assets + cards + DISCIPLE * left * extra + course.figures_worth(state, seat)
    return state.scoring.points[seat] + _mon(state, seat, left) + owned - _danger(state, seat, left)


def _danger(state: YedoState, seat: int, left: int) -> float:
    """Estimate what a seat may lose in the patrol's current District."""
    if state.turns.phase != "patrol" or state.is_last_round:
        return 0.0
    lost = DISCIPLE * left if state.disciples(seat) > state.content.start.house else 0.0
    return CAUGHT * number_at_risk(state, seat) * (lost + 1.2)


def worth_of_characters(state: YedoState, seat: int) -> float:
    """Value the Characters of a seat: an unused one becomes a Bonus Card, one from the last round scores its points."""
    active, recruited = state.characters.active[seat], state.characters.recruited[seat]
    entries = state.content.characters
    unused = BONUS_CARD if active is not None and entries[active].when != "passive" else 0.0
    if recruited is None:
        return unused
    return unused + (RECRUITED if rounds_left(state) else entries[recruited].points)


def _mon(state: YedoState, seat: int, left: int) -> float:
    return worth_of_purse(state.belongings.mon[seat]) if left else LATE_MON * state.belongings.mon[seat]


def own_prospects(state: YedoState, seat: int) -> float:
    """Add what only the seat knows or is about to do: its cards, figures, bid and open questions."""
    if state.result is not None:
        return 0.0
    outlook = Outlook(state, seat, state.hands.missions[seat])
    plans = worth_of_plans(state, seat, outlook) + _bidding(state, seat, outlook)
    return outlook.total + worth_of_bonus(state, seat) + plans


def worth_of_bonus(state: YedoState, seat: int) -> float:
    """Value the Bonus Cards of a seat by what they would score now."""
    cards = state.content.bonus_cards
    return BONUS_NOW * sum(bonus_points(state, seat, cards[card])[1] for card in state.hands.bonus[seat])


def worth_of_plans(state: YedoState, seat: int, outlook: Outlook) -> float:
    """Value what a seat is about to do with its figures, its cards in play and its open questions."""
    pending = sum(_pending(state, item, seat, outlook) for item in state.agenda)
    pending += _in_play(state, seat)
    return worth_of_figures(state, seat, outlook) + pending


def _pending(state: YedoState, item: AnyItem, seat: int, outlook: Outlook) -> float:
    """Estimate the value to a seat of an item on the agenda."""
    left = rounds_left(state)
    match item:
        case DoEffects(deed=deed, effects=effects) if deed.owner == seat:
            return worth_of_reward(state, effects)
        case ChooseColour() if item.seat == seat:
            return outlook.new_mission
        case ChooseType(group=group) if item.seat == seat:
            return lot_worth(state, seat, group, outlook)
        case KeepOne() if item.seat == seat and state.stacks.looking is not None:
            return _kept(state, seat, state.stacks.looking.deck, outlook)
        case KeepDrawn() if item.seat == seat:
            return _drawn_weapon(
                state, seat, outlook, len(state.stacks.looking.cards) if state.stacks.looking is not None else 1
            )
        case TakeFromMarket() if item.seat == seat:
            return _drawn_weapon(state, seat, outlook, len(state.weaponry.market))
        case PickAnnex(points=points, price=cost) if item.seat == seat:
            return best_annex(state, seat, outlook) + points - MON * cost
        case ChooseOne(options=options) if item.seat == seat:
            return max(worth_of_reward(state, option) for option in options)
        case TakeOffer(effects=effects, price=price, otherwise=otherwise) if item.seat == seat:
            return ForPrice(price=price, effects=effects, otherwise=otherwise).worth(prospect(state))
        case CallHome(whose=whose) | MoveFrom(whose=whose) if item.seat == whose == seat:
            return ACTION_CARD + 0.2
        case StandardReward(completer=completer, mission=mission) if completer == seat:
            return worth_of_reward(state, state.content.missions[mission].reward)
        case TakeRecruit(recruiter=recruiter, kind=kind) if recruiter == seat:
            return worth_of_specialist(state, seat, kind, outlook, left)
        case BonusPart(mission=mission) if item.seat == seat:
            return 0.8 * _bonus_reward(state, mission)
        case OfferBonus(completer=completer, mission=mission) if completer == seat:
            return 0.4 * _bonus_reward(state, mission)
        case _:
            return 0.0


def _bonus_reward(state: YedoState, mission: str) -> float:
    bonus = state.content.missions[mission].bonus
    return worth_of_reward(state, bonus.reward) if bonus is not None else 0.0


def _chosen_action_card(state: YedoState, seat: int) -> float:
    """Estimate the best of a few Action Cards; it is worth more the fewer a seat holds."""
    return ACTION_CARD + ACTION_CHOSEN - ACTION_HELD * len(state.hands.actions[seat])


def _kept(state: YedoState, seat: int, deck: Deck, outlook: Outlook) -> float:
    """Estimate the best of the cards of a deck that a seat looks at."""
    if deck == "bonus":
        return BONUS_CARD + BONUS_CHOSEN
    return _chosen_action_card(state, seat) if deck == "action" else 1.2 * outlook.new_mission


def _drawn_weapon(state: YedoState, seat: int, outlook: Outlook, look: int) -> float:
    """Estimate the best of `look` Weapons by the chance of drawing one that Missions lack."""
    room = len(state.weaponry.weapons[seat]) < state.content.limits.weapons
    fading = 1.0 if rounds_left(state) else LATE
    worth, none_yet = WEAPON * room * fading, 1.0
    kinds = len(WEAPONS)
    for place, gain in enumerate(sorted((outlook.gains.get(kind, 0.0) for kind in WEAPONS), reverse=True), start=1):
        none_better = (1 - place / kinds) ** look
        worth += (none_yet - none_better) * gain
        none_yet = none_better
    return worth


def _in_play(state: YedoState, seat: int) -> float:
    """Value a seat's Action Cards that others may still answer."""
    cards = state.content.action_cards
    played = (cards[card.card].effects for card in state.playing.in_play if card.seat == seat and not card.negated)
    return ANSWERED * sum(worth_of_reward(state, effects) for effects in played)


def _bidding(state: YedoState, seat: int, outlook: Outlook) -> float:
    """Value a seat's bid, and its chance to bid again."""
    if state.turns.phase != "bidding":
        return 0.0
    auction = state.bids.auction
    if auction is not None and auction.bidder == seat:
        return _bid(state, seat, auction, outlook)
    return STAYING if seat in state.bids.bidding and state.belongings.mon[seat] >= LEAST_MON else 0.0


def _bid(state: YedoState, seat: int, auction: Auction, outlook: Outlook) -> float:
    mon = state.belongings.mon[seat]
    paid = worth_of_purse(mon) - worth_of_purse(max(mon - auction.bid, 0))
    gain = lot_worth(state, seat, auction.lot, outlook) - paid
    chance = min(HOPE + HOPE_A_MON * auction.bid, 1.0) if auction.waiting else 1.0
    return chance * gain + (1 - chance) * STAYING


def lot_worth(state: YedoState, seat: int, lot: AnyLot, outlook: Outlook) -> float:
    """Estimate the value of a lot, or of the best type in a category, to a seat."""
    types = [entry.id for entry in state.content.lots.values() if lot in (entry.id, entry.group)]
    return max(_type_worth(state, seat, kind, outlook) for kind in types)


def _type_worth(state: YedoState, seat: int, lot: Lot, outlook: Outlook) -> float:
    left, limits = rounds_left(state), state.content.limits
    match lot:
        case "disciples" if lot in course_of(state).lot_rewards:
            return worth_of_token(state, seat, outlook)
        case "disciples":
            room = state.pieces.reserve[seat] and state.disciples(seat) < limits.disciples
            return DISCIPLE * (left + 1) + outlook.gains.get("disciple", 0.0) if room else 0.0
        case "annexes":
            return state.content.prices.annex_points + best_annex(state, seat, outlook)
        case "geishas":
            free = state.belongings.geisha_supply and len(state.belongings.geishas[seat]) < limits.geishas
            gain = (GEISHA if left else GEISHA * LATE) + outlook.gains.get("geisha", 0.0)
            return gain + state.belongings.geisha_supply[-1] if free else 0.0
        case "missions":
            return outlook.new_mission + 0.7
        case "bonus":
            return BONUS_CARD + BONUS_CHOSEN if len(state.hands.bonus[seat]) < limits.bonus_cards else BONUS_CHOSEN
        case "weapons":
            return _drawn_weapon(state, seat, outlook, state.content.bidding.look)
        case "action":
            return _chosen_action_card(state, seat) if len(state.hands.actions[seat]) < limits.action_cards else 0.4
