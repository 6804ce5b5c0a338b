"""Positions of random games of Yedo, and twins of them that differ in one secret and must look alike to all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from domain.games.yedo.state import YedoState
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from tests.domain.games.yedo.game import RULES
from tests.support.noninterference import Pair, Secretly, Universe, walk

Twin = Callable[[YedoState, int, Random], YedoState | None]
"""Makes a state that differs from another only in what a single seat knows; None if that is impossible."""


def positions(seats: int, options: dict[str, object], seed: int, every: int) -> Iterator[YedoState]:
    """Yield states of a random game, some moves apart."""
    random = Random(seed)
    chance = Chance(random.randbytes(32))
    state, step = RULES.open(RULES.parse_options(options), seats, chance).state, 1
    while state.result is None:
        step += 1
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        state = RULES.decide(state, choice.seat, random.choice(moves), chance.begin_step(step)).state
        if step % every == 0 and state.result is None:
            yield state


def compare(state: YedoState, make: Twin, universe: Universe, random: Random, steps: int) -> int:
    """Compare a twin that differs in the secrets of a random seat; return how many steps looked alike to all others.

    Raises Leak if they can tell the twins apart.
    """
    seat = random.randrange(state.seats)
    twin = make(state, seat, random)
    if twin is None:
        return 0
    RULES.check_state(twin)
    others = [other for other in range(state.seats) if other != seat]
    compared = 0
    for viewer in (SPECTATOR, seat_viewer(*others)):
        pair = Pair(viewer, Secretly(state, bytes(32)), Secretly(twin, bytes(32)))
        compared += walk(RULES, pair, universe, random, steps=steps)
    return compared
