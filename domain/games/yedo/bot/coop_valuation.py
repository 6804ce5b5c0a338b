"""An estimate of how good a state of Shogun Must Die is for all players together, for bots that look one move ahead.

Public information is worth the same to all seats. Each bot adds the secrets of its own seat, and those of the others if
hands are open.
"""

from __future__ import annotations

from domain.games.yedo.bot.errand_worth import ErrandOutlook
from domain.games.yedo.bot.mission_worth import Outlook, rounds_left
from domain.games.yedo.bot.seat_worth import prospects, worth_of_bonus, worth_of_plans
from domain.games.yedo.bot.stake_worth import worth_of_stake
from domain.games.yedo.coop.errands import CarryOut, Gather, ShareOut
from domain.games.yedo.coop.goals import target
from domain.games.yedo.phases.missions import StandardReward
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState
from domain.games.yedo.worth import Lack
from domain.kernel.fact import replace_at
from domain.kernel.multiset import without

WON, GOAL = 1000.0, 30.0
"""The value of a game won, and of each goal reached in a lost one."""
KILL = 120.0
"""The value of killing the Shogun."""
LACKING, LACKING_MON = 0.75, 0.7
"""The factor for each thing that the player lacks, and for too little Mon."""
READY, HELPLESS = 0.88, 0.5
COMING, LATER = (READY, 0.82, 0.75, 0.66), 0.55
"""The chance that figures still to be placed kill the Shogun in this round, or in a later one."""
TIME = (0.0, 0.75, 0.9, 1.0)
"""The factor by the number of remaining rounds."""
FEW = 0.6
"""The factor for each Disciple that the player lacks."""
LOWEST, HIGHEST = 0.6, 0.3
"""The extra value of Prestige that each player needs, and that the best one needs."""
HIDDEN = 2.0
"""The value of a Mission in another player's hand."""
INTERFERENCE = 0.25
"""The cost of a round to each player while the Daimyo is first."""


def value_together(state: YedoState, seat: int) -> float:
    """Estimate a state for a seat, which knows its own hand and open information."""
    if state.result is not None:
        met = sum(goal.is_met for goal in state.result.goals)
        return WON * bool(state.result.won_together) + GOAL * met + sum(state.scoring.points) / state.seats
    state, seats = _settled(state), range(state.seats)
    known = [each for each in seats if each == seat or state.options.open_hands]
    outlooks = [Outlook(state, each, state.hands.missions[each] if each in known else ()) for each in seats]
    errands = ErrandOutlook(state, outlooks)
    kill = _kill(state, outlooks)
    worth = [
        prospects(state, each)
        + worth_of_plans(state, each, outlooks[each])
        + (_secrets(state, each, outlooks[each]) if each in known else HIDDEN * len(state.hands.missions[each]))
        for each in seats
    ]
    return _together(state, worth) + errands.total + kill - _interference(state)


def _settled(state: YedoState) -> YedoState:
    """Return the state with a figure that is active, or about to resolve an Errand, back in its Clan House."""
    items = (item for item in state.agenda if isinstance(item, ShareOut | Gather | CarryOut))
    space = next((item.space for item in items), state.turns.activated)
    placed = None if space is None else state.on(space)
    if placed is None:
        return state
    state = state.__copy__()
    state.pieces.placed = without(state.pieces.placed, placed)
    state.pieces.house = replace_at(state.pieces.house, placed.seat, (*state.pieces.house[placed.seat], placed.figure))
    return state


def _secrets(state: YedoState, seat: int, outlook: Outlook) -> float:
    """Value what only the seat knows: its Missions, its Bonus Cards and its stake."""
    stake = worth_of_stake(state, seat, outlook) if state.turns.phase == "bidding" else 0.0
    return outlook.total + worth_of_bonus(state, seat) + stake


def _together(state: YedoState, worth: list[float]) -> float:
    """Add up what the seats have, with extra weight for the Lowest and Highest Prestige goals."""
    lowest = target(state, "lowest")
    total = sum(worth) + LOWEST * sum(min(each, lowest) for each in worth)
    return total if state.parameters.solo else total + HIGHEST * min(max(worth), target(state, "highest"))


def _kill(state: YedoState, outlooks: list[Outlook]) -> float:
    """Value killing the Shogun, by the seat closest to it; what that seat lacks joins its wants."""
    card = state.coop_board.shogun
    if card is None or any(isinstance(item, StandardReward) and item.mission == card for item in state.agenda):
        return KILL
    chances = [_chance(state, card, seat, outlook) for seat, outlook in enumerate(outlooks)]
    best = max(chances)
    seat = chances.index(best)
    _want(state, card, seat, outlooks[seat], KILL * best)
    return KILL * best


def _chance(state: YedoState, card: Card, seat: int, outlook: Outlook) -> float:
    """Estimate how likely a seat is to kill the Shogun."""
    mission = state.content.missions[card]
    lacking = _lacking(mission, outlook)
    part = 1.0
    for _, lack in lacking:
        part *= lack
    few = max(len(mission.districts) - state.disciples(seat), 0)
    later = LATER * FEW**few * TIME[min(rounds_left(state), 3)]
    missing = outlook.missing(mission.districts)
    if missing is None or missing > outlook.coming:
        return part * later
    return part * max(later, COMING[min(missing, 3)] * (HELPLESS if lacking else 1.0))


def _want(state: YedoState, card: Card, seat: int, outlook: Outlook, worth: float) -> None:
    """Count what a seat lacks to kill the Shogun among its wants."""
    mission = state.content.missions[card]
    lacking = _lacking(mission, outlook)
    if state.disciples(seat) < len(mission.districts):
        lacking.append(("disciple", FEW))
    outlook.want(lacking, worth)


def _lacking(mission: Mission, outlook: Outlook) -> list[Lack]:
    return [(thing, LACKING_MON if thing == "mon" else LACKING) for thing, _ in outlook.lacking(mission.needs)]


def _interference(state: YedoState) -> float:
    disturbed = state.interferes and rounds_left(state)
    return INTERFERENCE * state.seats if disturbed else 0.0
