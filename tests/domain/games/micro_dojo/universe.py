"""The moves of Micro Dojo that a client can write, within reason, and what the fuzzer must know about the game."""

from __future__ import annotations

from functools import cache
from itertools import product

from domain.games.micro_dojo.actions import ActivateBuilding, Donate, Trade, TriggerObjective
from domain.games.micro_dojo.activation import EndTurn, Take, TakeEither
from domain.games.micro_dojo.alternative_movement import GeishaWalk, NinjaSwap, SamuraiStep, SumoPush
from domain.games.micro_dojo.building import GiveBuilding, TakeBuilding
from domain.games.micro_dojo.content import MEEPLES
from domain.games.micro_dojo.guard_house import PlaceGuardHouse
from domain.games.micro_dojo.movement import DiscardInfluence, MoveMeeple, RideMeeple
from domain.games.micro_dojo.state import MicroDojoState
from domain.kernel.choice import Move
from domain.kernel.table import Outcome
from tests.domain.games.micro_dojo.game import RULES, check_limits, check_supply
from tests.support.fuzz import Fuzzed

SPACES = (*range(-1, 12), 10**12)
BUILDINGS = (*RULES.content.buildings, "palace", "")
AMOUNTS = (-2, *range(9))
RESOURCES = ("gold", "food")


@cache
def universe() -> tuple[Move, ...]:
    """Return moves of all types with all values of their fields, and with some invalid values."""
    return (
        *(kind(meeple, to) for kind, meeple, to in product((MoveMeeple, RideMeeple), MEEPLES, SPACES)),
        *(kind(meeple) for kind, meeple in product((DiscardInfluence, SumoPush, NinjaSwap), MEEPLES)),
        *(kind(to) for kind, to in product((GeishaWalk, SamuraiStep, PlaceGuardHouse), SPACES)),
        *(kind(building) for kind, building in product((TakeBuilding, GiveBuilding), BUILDINGS)),
        *(ActivateBuilding(*spent) for spent in product(BUILDINGS, AMOUNTS, AMOUNTS)),
        *(Trade(*given) for given in product(RESOURCES, AMOUNTS)),
        *map(Donate, RESOURCES),
        *map(TakeEither, RESOURCES),
        TriggerObjective(),
        Take(),
        EndTurn(),
    )


def limits(before: MicroDojoState, outcome: Outcome[MicroDojoState]) -> None:
    """Check the limits of purses, supply and board."""
    check_supply(before, outcome)
    if outcome.state.meeples:
        check_limits(outcome.state)


MICRO_DOJO = Fuzzed(RULES, lambda state: universe(), limits)
