"""An estimate of how good a state is for a seat, for bots that look one move ahead.

It adds up points now, final scoring as it would be now, what assets and cards are worth, Missions by the part of their
needs that is met, and what Disciples on spaces are about to bring. All weights are estimates in Prestige Points, found
by playing bots with different weights against each other.
"""

from __future__ import annotations

from collections import Counter

from domain.games.yedo.entries import Mission
from domain.games.yedo.final_scoring import bonus_points
from domain.games.yedo.parts import Auction, Placed
from domain.games.yedo.state import YedoState, annex_on
from domain.games.yedo.vocabulary import (
    AnyEffect,
    AnyNeed,
    Blessing,
    Church,
    District,
    Draw,
    Effects,
    GiveBlessing,
    HasAnnex,
    HasGeisha,
    HasWeapon,
    Lot,
    LotGroup,
    Mon,
    PayMon,
    Prestige,
    SendToReserve,
    TakeWeapon,
)

MON, ENOUGH_MON, SPARE_MON, LATE_MON = 0.3, 16, 0.12, 0.1
"""A Mon that can be put to use, how many can be, any Mon beyond them, and a Mon in the last round."""
WEAPON, ANNEX, ANNEX_A_ROUND, GEISHA, BLESSING = 1.0, 1.0, 0.3, 0.8, 0.8
"""What is owned, for what it may still serve; an Annex gives more the longer it stands."""
ACTION_CARD, BONUS_CARD, BONUS_NOW, BLACKMAIL = 1.0, 1.0, 0.8, 2.2
"""Cards in hand: a Bonus Card for what it may become, and the part of what it would score now."""
DISCIPLE = 1.0
"""A third or fourth Disciple, for each round to come."""
STEP = 0.55
"""The part of a Mission's worth that is left for each thing that it still lacks."""
PLACED = 0.25
"""What a Disciple in a District of a Mission adds to it, as a part of its worth."""
SPACES: dict[str, float] = {
    "shogun": 1.0,
    "bakufu": 0.9,
    "bower": 0.4,
    "gates": 0.8,
    "tavern": 0.6,
    "harbor": 0.9,
    "red-light": 0.9,
    "market": 0.9,
    "temple": 0.7,
}
"""What the action of a space brings that has none of the things below."""
CHURCH = 0.28
"""A Mon on the Church for whoever stands in the Harbor."""
ARREST = 0.5
"""The part of an arrest that is to be feared where the patrol will come."""
LOTS: dict[Lot, float] = {
    "action": 1.3,
    "bonus": 2.4,
    "weapons": 1.5,
    "annexes": 4.2,
    "geishas": 3.4,
    "disciples": 1.6,
    "missions": 1.6,
}
"""What a lot is worth at the start of a game; Disciples and Annexes gain with the rounds to come."""
HOPE = 0.6
"""The chance that a bid stands."""
STAYING = 1.3
"""What it is worth to take part in the auctions, for who has the Mon."""


def value(state: YedoState, seat: int) -> float:
    """Estimate a state for a seat: its prospects minus the best of the others'."""
    worth = [prospects(state, each) for each in range(state.seats)]
    own = worth.pop(seat) + _hidden(state, seat)
    return own - max(worth)


def prospects(state: YedoState, seat: int) -> float:
    """Add up what everybody can see of a seat: points, goods, cards by number, and Disciples on spaces."""
    if state.result is not None:
        return float(state.points[seat])
    left = state.parameters.rounds - state.round
    assets = (
        WEAPON * len(state.weapons[seat])
        + (ANNEX + ANNEX_A_ROUND * left) * len(state.annexes[seat])
        + GEISHA * len(state.geishas[seat])
        + BLESSING * state.blessings[seat]
        + BLACKMAIL * state.blackmail[seat]
        + ACTION_CARD * len(state.actions[seat])
        + BONUS_CARD * len(state.bonus[seat])
    )
    fading = 1.0 if left else 0.3
    extra = max(state.disciples(seat) - 2, 0)
    return state.points[seat] + _mon(state, seat, left) + fading * assets + DISCIPLE * left * extra


def _mon(state: YedoState, seat: int, left: int) -> float:
    mon = state.mon[seat]
    if not left:
        return LATE_MON * mon
    return MON * min(mon, ENOUGH_MON) + SPARE_MON * max(mon - ENOUGH_MON, 0)


def _hidden(state: YedoState, seat: int) -> float:
    """Add what only the seat knows or is about to do: its Missions and Bonus Cards, its figures, its bid."""
    if state.result is not None:
        return 0.0
    missions = sorted((_mission(state, seat, card) for card in state.missions[seat]), reverse=True)
    several = sum(worth * (1.0 if place < 2 else 0.6) for place, worth in enumerate(missions))
    bonus = BONUS_NOW * sum(bonus_points(state, seat, state.content.bonus_cards[card])[1] for card in state.bonus[seat])
    return several + bonus + _figures(state, seat) + _bidding(state, seat)


def _mission(state: YedoState, seat: int, card: str) -> float:
    """Value a Mission in hand: what it would bring, less for each thing that it lacks."""
    mission = state.content.missions[card]
    there = _districts_met(state, seat, mission)
    lacking = _things_missing(state, seat, mission.needs)
    figures = state.disciples(seat)
    unmet = max(len(mission.districts) - figures, 0)
    worth = _reward(state, mission.reward) + (0.5 * _reward(state, mission.bonus.reward) if mission.bonus else 0.0)
    if _too_late(state, seat, len(mission.districts) - there):
        return 0.0
    part: float = STEP ** (lacking + unmet)
    return worth * part * (0.55 + PLACED * there / len(mission.districts))


def _too_late(state: YedoState, seat: int, lacking: int) -> bool:
    """Return whether figures cannot come to the Districts any more before the game is over."""
    placing = state.phase in ("preparation", "bidding", "event", "assign", None)
    return state.is_last_round and lacking > (len(state.house[seat]) if placing else 0)


def _districts_met(state: YedoState, seat: int, mission: Mission) -> int:
    """Count the Districts of a Mission in which the seat has figures, as often as the Mission names them."""
    standing: Counter[District] = Counter()
    for placed in state.placed_by(seat):
        if (district := state.district_of(placed.space)) is not None:
            standing[district] += 1
    wanted = Counter(mission.districts)
    return sum(min(standing[district], count) for district, count in wanted.items())


def _things_missing(state: YedoState, seat: int, needs: tuple[AnyNeed, ...]) -> float:
    """Weigh what a seat lacks for needs: 1 for a Weapon, more for what is dearer."""
    lacking = 0.0
    weapons = list(state.weapons[seat])
    for need in needs:
        match need:
            case HasWeapon(kind=kind, count=count):
                for _ in range(count):
                    found = next((w for w in weapons if kind in ("any", w)), None)
                    if found is None:
                        lacking += 1.0
                    else:
                        weapons.remove(found)
            case HasAnnex(kind=kind, count=count):
                held = sum(kind in ("any", annex) for annex in state.annexes[seat])
                lacking += 1.4 * max(count - held, 0)
            case HasGeisha(count=count):
                lacking += 1.2 * max(count - len(state.geishas[seat]), 0)
            case GiveBlessing():
                lacking += 0.8 * (not state.blessings[seat])
            case PayMon(amount=amount):
                lacking += min(max(amount - state.mon[seat], 0) / 6, 1.0) + 0.1
            case _:
                pass
    return lacking


def _reward(state: YedoState, effects: Effects) -> float:
    return sum(_effect(state, effect) for effect in effects)


def _effect(state: YedoState, effect: AnyEffect) -> float:
    match effect:
        case Prestige(points=points):
            return float(points)
        case Mon(amount=amount):
            return MON * amount
        case Blessing():
            return BLESSING
        case Draw(deck=deck):
            return BONUS_CARD if deck == "bonus" else ACTION_CARD
        case TakeWeapon():
            return WEAPON + 0.5
        case Church(put=put):
            return -0.05 * put if put else CHURCH * state.church
        case SendToReserve():
            return -DISCIPLE * (state.parameters.rounds - state.round)
        case _:
            return 0.2


def _figures(state: YedoState, seat: int) -> float:
    """Value the placed figures of a seat by the actions that they are about to do, less the risk of arrest."""
    return sum(_action(state, placed) - _risk(state, placed) for placed in state.placed_by(seat))


def _action(state: YedoState, placed: Placed) -> float:
    if annex_on(placed.space) is not None:
        return 0.6
    space = state.content.spaces[placed.space]
    mon = state.mon[placed.seat]
    match space.district:
        case "castle":
            return SPACES[space.action]
        case "harbor":
            return max(SPACES["harbor"] if mon >= 9 else 0.4, CHURCH * state.church)
        case "red-light":
            return SPACES["red-light"] + 0.8 * (mon >= 8 and bool(state.geisha_supply))
        case "tavern":
            return SPACES["tavern"] + 1.0 * (mon >= 11 and len(state.annexes[placed.seat]) < 4)
        case "gates":
            rounds = state.parameters.rounds - state.round
            return SPACES["gates"] + 0.3 * rounds * (mon >= 7 and bool(state.reserve[placed.seat]))
        case "temple":
            return SPACES["temple"] + 0.2 * (not state.blessings[placed.seat])
        case _:
            return SPACES[space.district]


def _risk(state: YedoState, placed: Placed) -> float:
    """Estimate what an arrest would cost before the patrol has moved."""
    if state.phase != "assign" or state.patrol is None:
        return 0.0
    circuit = state.content.districts
    way = 1 if state.patrol_colour == "gold" else -1
    ahead = circuit[(circuit.index(state.patrol) + way) % len(circuit)]
    if state.district_of(placed.space) != ahead:
        return 0.0
    lost = DISCIPLE * (state.parameters.rounds - state.round) if state.disciples(placed.seat) > 2 else 0.0
    return ARREST * (lost + _action(state, placed) + 1.0)


def _bidding(state: YedoState, seat: int) -> float:
    """Value the bid of a seat, and that it may still bid."""
    if state.phase != "bidding":
        return 0.0
    auction = state.auction
    if auction is not None and auction.bidder == seat:
        return _bid(state, seat, auction)
    return STAYING if seat in state.bidding and state.mon[seat] >= 3 else 0.0


def _bid(state: YedoState, seat: int, auction: Auction) -> float:
    gain = lot_worth(state, seat, auction.lot) - MON * auction.bid
    chance = 1.0 if not auction.waiting else HOPE + 0.02 * auction.bid
    return chance * gain + (1 - chance) * STAYING


def lot_worth(state: YedoState, seat: int, lot: Lot | LotGroup) -> float:
    """Estimate what a lot, or the best type of a category, is worth to a seat."""
    types = [entry.id for entry in state.content.lots.values() if lot in (entry.id, entry.group)]
    return max(_type_worth(state, seat, kind) for kind in types)


def _type_worth(state: YedoState, seat: int, lot: Lot) -> float:
    left = state.parameters.rounds - state.round + 1
    worth = LOTS[lot]
    match lot:
        case "disciples":
            return DISCIPLE * left if state.reserve[seat] else 0.0
        case "annexes":
            return worth if len(state.annexes[seat]) < 4 else 2.0
        case "geishas":
            full = len(state.geishas[seat]) >= state.content.limits.geishas
            return 0.0 if full or not state.geisha_supply else GEISHA + state.geisha_supply[-1]
        case "missions":
            return worth if left > 2 else 0.2
        case _:
            return worth
