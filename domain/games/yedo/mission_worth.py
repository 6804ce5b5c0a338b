"""What Missions in hand are worth to a seat, for bots: their rewards, less for what is missing and for want of time.

All weights are estimates, found by playing bots with different weights against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.yedo.entries import Mission
from domain.games.yedo.spaces import free_spaces
from domain.games.yedo.state import YedoState
from domain.games.yedo.vocabulary import (
    AnyEffect,
    District,
    Effects,
    GiveBlessing,
    HasAnnex,
    HasGeisha,
    HasWeapon,
    Needs,
    PayMon,
)
from domain.games.yedo.worth import worth_of_effect

READY, STANDING, COMING, LATER = 0.96, 0.25, 0.55, 0.5
"""The part of its reward that a Mission is worth: when it can be completed, what Disciples that stand already add to
one that can still be in this round, the least of such a one, and one for a later round."""
LACK, LACK_DEAR, LACK_MON = 0.74, 0.62, 0.9
"""What is left of that for each thing that is missing: a Weapon or Blessing, a Geisha or Annex, or Mon."""
IN_TURN = (1.0, 0.8, 0.6, 0.45)
"""What the best Mission counts, and the next ones, which need time of their own."""
BONUS_PART = 0.4
"""The chance that the bonus part of a Mission comes with it."""
PLACING = ("preparation", "bidding", "event", "assign", None)
"""The phases in which Disciples can still be assigned."""


def worth_of_missions(state: YedoState, seat: int) -> float:
    """Value all Missions in a seat's hand, in Prestige Points."""
    found = sorted((_worth(state, seat, state.content.missions[card]) for card in state.missions[seat]), reverse=True)
    return sum(worth * part for worth, part in zip(found, IN_TURN, strict=False))


def _worth(state: YedoState, seat: int, mission: Mission) -> float:
    reward = worth_of_reward(state, mission.reward)
    if mission.bonus is not None:
        chance = BONUS_PART * LACK ** sum(1 for _ in _lacking(state, seat, mission.bonus.needs))
        reward += chance * worth_of_reward(state, mission.bonus.reward)
    part = 1.0
    for lack in _lacking(state, seat, mission.needs):
        part *= lack
    return reward * part * _in_time(state, seat, mission, part)


def _in_time(state: YedoState, seat: int, mission: Mission, part: float) -> float:
    """Weigh a Mission by whether Disciples stand where it needs them, or can still come there."""
    standing = _standing(state, seat, mission)
    wanted = Counter(mission.districts)
    missing = sum((wanted - standing).values())
    left = state.parameters.rounds - state.round
    later = LATER * min(1.0, 0.34 * left + 0.1) if left and not state.last_round else 0.0
    if not missing:
        return READY if part == 1.0 else max(later, READY * 0.8)
    if state.phase in PLACING and missing <= len(state.house[seat]) and _can_come(state, seat, wanted - standing):
        share = 1 - missing / len(mission.districts)
        return max(later, COMING + STANDING * share)
    return later


def _standing(state: YedoState, seat: int, mission: Mission) -> Counter[District]:
    """Count the Districts of a Mission in which the seat has figures, as often as the Mission names them."""
    here: Counter[District] = Counter()
    for placed in state.placed_by(seat):
        if (district := state.district_of(placed.space)) is not None:
            here[district] += 1
    return here & Counter(mission.districts)


def _can_come(state: YedoState, seat: int, missing: Counter[District]) -> bool:
    """Return whether free spaces are left in the Districts that are missing."""
    if state.phase != "assign":
        return True
    free = Counter(state.district_of(space) for space in free_spaces(state, seat))
    return all(free[district] >= count for district, count in missing.items())


def _lacking(state: YedoState, seat: int, needs: Needs) -> Iterator[float]:
    """Yield, for each thing that a seat lacks for needs, what part of a Mission's worth is left."""
    weapons = list(state.weapons[seat])
    for need in needs:
        match need:
            case HasWeapon(kind=kind, count=count):
                for _ in range(count):
                    found = next((weapon for weapon in weapons if kind in ("any", weapon)), None)
                    if found is None:
                        yield LACK
                    else:
                        weapons.remove(found)
            case HasAnnex(kind=kind, count=count):
                held = sum(kind in ("any", annex) for annex in state.annexes[seat])
                yield from (LACK_DEAR,) * (count - held)
            case HasGeisha(count=count):
                yield from (LACK_DEAR,) * (count - len(state.geishas[seat]))
            case GiveBlessing():
                if not state.blessings[seat]:
                    yield LACK
            case PayMon(amount=amount):
                if state.mon[seat] < amount:
                    yield LACK_MON
            case _:
                pass


def worth_of_reward(state: YedoState, effects: Effects) -> float:
    """Value what effects bring, in Prestige Points."""
    return sum(worth_of(state, effect) for effect in effects)


def worth_of(state: YedoState, effect: AnyEffect) -> float:
    """Value one effect for the seat that gets it."""
    return worth_of_effect(effect, state.parameters.rounds - state.round, state.church)
