"""What Missions in hand are worth to a seat, for bots: their rewards, less for what is missing and for want of time.

All weights are estimates, found by playing bots with different weights against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

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
    WeaponKind,
)
from domain.games.yedo.worth import worth_of_effect

READY, HELPLESS = 0.96, 0.5
"""The part of its reward that counts when all its Disciples stand, and what is left of that if something else lacks."""
COMING = (READY, 0.85, 0.76, 0.62)
"""The same while Disciples are assigned, by the number of Disciples that are still to come."""
LATER = (0.7, 0.7, 0.6, 0.42)
"""The same for a later round, by the number of Disciples that it needs."""
TIME = (0.0, 0.5, 0.8, 1.0)
"""What is left of that by the number of rounds to come."""
FEW = 0.55
"""What is left of that if the seat has fewer Disciples than it needs."""
LACK, LACK_ON_SALE, LACK_DEAR, LACK_BLESSING, LACK_MON = 0.6, 0.75, 0.66, 0.78, 0.85
"""What is left for each thing that is missing: a Weapon, one that lies on the Market, a Geisha or Annex, and so on."""
IN_TURN = (1.0, 0.85, 0.7, 0.5)
"""What the best Mission counts, and the next ones, which need time of their own."""
BONUS_PART = 0.5
"""The chance that the bonus part of a Mission comes with it."""
NEW = 3.3
"""What a Mission may be worth that is still to be drawn."""
PLACING = ("preparation", "bidding", "event", "assign", None)
"""The phases in which Disciples can still be assigned."""


class _Means:
    """What a seat has for its Missions: figures by District, how many can still come, and where there is room."""

    def __init__(self, state: YedoState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.left = rounds_left(state)
        self.here: dict[District, int] = {}
        for placed in state.placed_by(seat):
            if (district := state.district_of(placed.space)) is not None:
                self.here[district] = self.here.get(district, 0) + 1
        self.coming = len(state.house[seat]) if state.phase in PLACING else 0
        self.disciples = state.disciples(seat)
        self.free: set[District | None] | None = None
        if state.phase == "assign" and self.coming:
            self.free = {state.district_of(space) for space in free_spaces(state, seat)}

    def in_time(self, mission: Mission, whole: bool) -> float:
        """Weigh a Mission by where Disciples stand, or can still come; `whole` says that nothing else is missing."""
        asked = len(mission.districts)
        later = LATER[min(asked, 3)] * TIME[min(self.left, 3)]
        if self.disciples < asked:
            later *= FEW
        missing = self._missing(mission)
        if missing is None or missing > self.coming:
            return later
        now = COMING[min(missing, 3)]
        return max(later, now if whole else now * HELPLESS)

    def _missing(self, mission: Mission) -> int | None:
        """Count the Disciples that a Mission still needs; None if there is no room for them."""
        missing = 0
        for district in dict.fromkeys(mission.districts):
            lacking = mission.districts.count(district) - self.here.get(district, 0)
            if lacking > 0:
                missing += lacking
                if self.free is not None and district not in self.free:
                    return None
        return missing


def rounds_left(state: YedoState) -> int:
    """Return how many rounds follow the one that is played."""
    return 0 if state.last_round else state.parameters.rounds - state.round


def worth_of_missions(state: YedoState, seat: int) -> float:
    """Value all Missions in a seat's hand, in Prestige Points."""
    return _in_turn(_worth_of_each(state, seat)) if state.missions[seat] else 0.0


def worth_of_new_mission(state: YedoState, seat: int) -> float:
    """Value a Mission that a seat is going to draw, beside those that it holds."""
    held = _worth_of_each(state, seat)
    return _in_turn([*held, NEW * TIME[min(rounds_left(state), 3)]]) - _in_turn(held)


def wanted_weapons(state: YedoState, seat: int) -> set[WeaponKind | Literal["any"]]:
    """Return the kinds of Weapons that the Missions of a seat ask for and it lacks."""
    missions = (state.content.missions[card] for card in state.missions[seat])
    asked = {need.kind for mission in missions for need in mission.needs if isinstance(need, HasWeapon)}
    return asked - set(state.weapons[seat])


def _worth_of_each(state: YedoState, seat: int) -> list[float]:
    means = _Means(state, seat)
    return [_worth(means, state.content.missions[card]) for card in state.missions[seat]]


def _in_turn(worth: list[float]) -> float:
    """Add up what Missions are worth; of more than a hand may hold the least ones count nothing."""
    return sum(each * part for each, part in zip(sorted(worth, reverse=True), IN_TURN, strict=False))


def _worth(means: _Means, mission: Mission) -> float:
    state, seat = means.state, means.seat
    reward = worth_of_reward(state, mission.reward)
    if mission.bonus is not None:
        chance = BONUS_PART
        for lack in _lacking(state, seat, mission.bonus.needs):
            chance *= lack
        reward += chance * worth_of_reward(state, mission.bonus.reward)
    part = 1.0
    for lack in _lacking(state, seat, mission.needs):
        part *= lack
    return reward * part * means.in_time(mission, part == 1.0)


def _lacking(state: YedoState, seat: int, needs: Needs) -> Iterator[float]:
    """Yield, for each thing that a seat lacks for needs, what part of a Mission's worth is left."""
    weapons = state.weapons[seat]
    for need in needs:
        match need:
            case HasWeapon(kind=kind, count=count):
                held = len(weapons) if kind == "any" else weapons.count(kind)
                for _ in range(count - held):
                    yield LACK_ON_SALE if kind == "any" or kind in state.market else LACK
            case HasAnnex(kind=kind, count=count):
                owned = sum(kind in ("any", annex) for annex in state.annexes[seat])
                yield from (LACK_DEAR,) * (count - owned)
            case HasGeisha(count=count):
                yield from (LACK_DEAR,) * (count - len(state.geishas[seat]))
            case GiveBlessing():
                if not state.blessings[seat]:
                    yield LACK_BLESSING
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
    return worth_of_effect(effect, rounds_left(state), state.church)
