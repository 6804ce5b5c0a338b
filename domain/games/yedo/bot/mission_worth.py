"""What Missions in hand are worth to a seat, for bots: their rewards, discounted for what is missing and for lack of
time. All weights are estimates, found by playing bots with different weights against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.effects.spaces import free_spaces
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.needs import Needs
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.printed.terms import District
from domain.games.yedo.printed.vocabulary import Effects, worth_of
from domain.games.yedo.state import YedoState
from domain.games.yedo.worth import Lack, Prospect

READY, HELPLESS = 0.96, 0.5
"""The share of its reward that counts when all its Disciples are placed, and the factor if anything else is missing."""
COMING = (READY, 0.85, 0.76, 0.62)
"""The same while Disciples are being assigned, by the number still to come."""
LATER = (0.7, 0.7, 0.6, 0.42)
"""The same for a later round, by the number of Disciples needed."""
TIME = (0.0, 0.5, 0.8, 1.0)
"""The factor by the number of remaining rounds."""
FEW = 0.55
"""The factor if the seat has fewer Disciples than needed."""
IN_TURN = (1.0, 0.85, 0.7, 0.5)
"""The weights of the best Mission and the next ones, which need time of their own."""
BONUS_PART = 0.5
"""The chance of completing the bonus part along with a Mission."""
GAINED = 0.8
"""The share of a missing thing's potential that is counted."""
NEW = 3.6
"""Expected value of a Mission not yet drawn."""
PLACING = ("preparation", "bidding", "event", "assign", None)
"""The phases before which Disciples can still be assigned."""


def rounds_left(state: YedoState) -> int:
    """Return the number of rounds after the current one."""
    return 0 if state.turns.last_round else state.parameters.rounds - state.turns.round


class Outlook:
    """The value of a seat's Missions, and of each missing thing.

    `worth` are the Missions in Prestige Points. `gains` maps a kind of Weapon or Annex, "geisha", "blessing",
    "disciple" and so on to what one of it would add.
    """

    def __init__(self, state: YedoState, seat: int, missions: Sequence[Card]) -> None:
        self._state = state
        self._seat = seat
        self._left = rounds_left(state)
        self._here: dict[District, int] = {}
        for placed in state.placed_by(seat):
            if placed.figure == "errand-boy":
                continue
            if (district := state.district_of(placed.space)) is not None:
                self._here[district] = self._here.get(district, 0) + 1
        self.coming = len(state.pieces.house[seat]) if state.turns.phase in PLACING else 0
        self._disciples = state.disciples(seat)
        self._free: set[District | None] | None = None
        if state.turns.phase == "assign" and self.coming:
            self._free = {state.district_of(space) for space in free_spaces(state, seat)}
        self.gains: dict[str, float] = {}
        self.worth = [self._worth_of(state.content.missions[card]) for card in missions]

    @property
    def total(self) -> float:
        """The total value of all Missions in hand."""
        return _in_turn(self.worth)

    @property
    def new_mission(self) -> float:
        """The value of a Mission that the seat is going to draw."""
        return _in_turn([*self.worth, NEW * TIME[min(self._left, 3)]]) - _in_turn(self.worth)

    def _worth_of(self, mission: Mission) -> float:
        state = self._state
        reward = worth_of_reward(state, mission.reward)
        if mission.bonus is not None:
            chance = BONUS_PART
            for _, lack in self.lacking(mission.bonus.needs):
                chance *= lack
            reward += chance * worth_of_reward(state, mission.bonus.reward)
        lacking = [*self.lacking(mission.needs)]
        part = 1.0
        for _, lack in lacking:
            part *= lack
        worth = reward * part * self._in_time(mission, not lacking)
        self.want(lacking, worth)
        return worth

    def want(self, lacking: Sequence[Lack], worth: float) -> None:
        """Add the potential of missing things for something worth this much without them."""
        for thing, lack in lacking:
            self.gains[thing] = self.gains.get(thing, 0.0) + GAINED * worth * (1 / lack - 1)

    def _in_time(self, mission: Mission, whole: bool) -> float:
        """Weigh a Mission by where Disciples are or can still be placed; `whole` says that nothing else is missing."""
        asked = len(mission.districts)
        later = LATER[min(asked, 3)] * TIME[min(self._left, 3)]
        if self._disciples < asked:
            later *= FEW
        missing = self.missing(mission.districts)
        if missing is None or missing > self.coming:
            return later
        now = COMING[min(missing, 3)]
        return max(later, now if whole else now * HELPLESS)

    def missing(self, districts: Sequence[District]) -> int | None:
        """Count the Disciples still needed in these Districts; None if there is no room for them."""
        missing = 0
        for district in dict.fromkeys(districts):
            lacking = districts.count(district) - self._here.get(district, 0)
            if lacking > 0:
                missing += lacking
                if self._free is not None and district not in self._free:
                    return None
        return missing

    def lacking(self, needs: Needs) -> Iterator[Lack]:
        """Yield each thing missing for needs, with the share of a Mission's value left without it."""
        weapons = self._state.weaponry.weapons[self._seat]
        for need in needs:
            yield from need.list_lacks(self._state, (self._seat,), [*weapons])


def _in_turn(worth: list[float]) -> float:
    """Add up the value of Missions; the least valuable ones beyond the hand limit count nothing."""
    return sum(each * part for each, part in zip(sorted(worth, reverse=True), IN_TURN, strict=False))


def worth_of_reward(state: YedoState, effects: Effects) -> float:
    """Value what effects bring, in Prestige Points."""
    return worth_of(effects, prospect(state))


def prospect(state: YedoState) -> Prospect:
    """Return the inputs for estimates of effects."""
    return Prospect(rounds_left(state), state.belongings.church)
