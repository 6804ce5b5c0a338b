"""Micro Dojo at any point of a game: `given(...)` a position, `when` a seat moves, `then` this holds.

Spaces are numbered 1 to 9, row by row; tuples of two run by seat.
"""

from __future__ import annotations

import re

from domain.games.micro_dojo import content
from domain.games.micro_dojo.activation import Activate
from domain.games.micro_dojo.content import MEEPLES
from domain.games.micro_dojo.facts import Gained, Paid
from domain.games.micro_dojo.movement import MoveStep
from domain.games.micro_dojo.remaining import Remaining
from domain.games.micro_dojo.ruleset import MicroDojo
from domain.games.micro_dojo.state import MicroDojoOptions, MicroDojoState
from domain.games.micro_dojo.turn import ActivationStep, NextTurn
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.choice import Item
from domain.kernel.table import Outcome
from kifu.fuzzing.laws import check_step
from tests.support.positions import Reached
from tests.support.states import field_of

RULES = MicroDojo(content.load())
BASIC = ("banker", "hoarder", "builder", "miser", "peasant")
CORNERS = {"sumo": 1, "ninja": 3, "geisha": 7, "samurai": 9}
DISPLAY = ("castle", "statue", "market", "barracks", "broker", "shrine")


def opened(seed: int, **options: str) -> Position:
    """Return a new game."""
    chance = Chance(seed.to_bytes(32, "big"), 1)
    chosen = MicroDojoOptions(**options)
    outcome = RULES.open(chosen, 2, chance)
    check_step(RULES, RULES.start(chosen, 2), outcome)
    return Position(outcome.state, outcome.facts)


def given(
    *,
    at: str = "move step",
    seat: int = 0,
    meeples: dict[str, int] | None = None,
    movement: str = "none",
    abilities: tuple[str, ...] | None = None,
    **values: object,
) -> Position:
    """Return a position in the turn of `seat`, at its "move step" or at its "activation of space N".

    `meeples` stand on the corners unless they are named; for an activation one of them, by default the Sumo, stands on
    the space and carries the marker of the seat. `values` are fields of the state.
    """
    stand = CORNERS | (meeples or {})
    activated = re.fullmatch(r"activation of space (\d)", at)
    assert activated or at == "move step", at
    if activated:
        space = int(activated[1])
        mover = next((meeple for meeple, place in stand.items() if place == space), "sumo")
        stand[mover] = space
        values.setdefault("markers", (mover, None) if seat == 0 else (None, mover))
    assert len(set(stand.values())) == len(MEEPLES), f"two meeples on one space: {stand}"
    if abilities is None:
        abilities = () if movement == "none" else MEEPLES
    owned = [building for held in values.get("buildings", ()) for building in held]
    display = tuple(building for building in DISPLAY if building not in owned)
    fields = {"rules": int(RULES.version), "display": display, "track": BASIC, **values}
    state = MicroDojoState(
        RULES.content,
        MicroDojoOptions(movement=movement),
        turn=seat,
        meeples=tuple(stand[meeple] for meeple in MEEPLES),
        abilities=abilities,
        agenda=_activation(seat, int(activated[1])) if activated else _whole_turn(seat),
        **fields,
    )
    check_limits(state)
    return Position(state)


def _whole_turn(seat: int) -> tuple[Item, ...]:
    return (NextTurn(seat), ActivationStep(seat), MoveStep(seat))


def _activation(seat: int, number: int) -> tuple[Item, ...]:
    space = RULES.content.spaces[number]
    left = Remaining(space.gold, space.food, space.either, space.build, space.actions)
    return (NextTurn(seat), Activate(seat, left))


def check_limits(state: MicroDojoState) -> None:
    """Check the laws that every position of Micro Dojo obeys."""
    for held in (state.gold, state.food):
        assert all(0 <= amount <= 7 for amount in held), held
        assert sum(held) <= 13, held
    assert len(set(state.meeples)) == len(MEEPLES)
    assert set(state.meeples) <= set(range(1, 10))
    assert state.barrier is None or state.barrier not in state.meeples
    assert (state.barrier is None) == (state.barrier_owner is None)
    known = (*state.display, *state.buildings[0], *state.buildings[1])
    assert len(set(known)) == len(known), "a building is in two places"
    assert 0 <= state.evaluated <= len(state.track) == 5
    assert all(points >= 0 for points in state.points)


def check_supply(before: MicroDojoState, outcome: Outcome[MicroDojoState]) -> None:
    """Check that gold and food leave the supply and return to it only through facts."""
    for kind in ("gold", "food"):
        held = list(field_of(before, kind))
        for fact in outcome.facts:
            if isinstance(fact, Gained | Paid):
                sign = 1 if isinstance(fact, Gained) else -1
                assert getattr(fact, kind) >= 0
                held[fact.seat] += sign * getattr(fact, kind)
        assert tuple(held) == field_of(outcome.state, kind)


class Position(Reached[MicroDojoState]):
    """A state of a game, with the facts that led to it or the refusal that left it as it was."""

    rules = RULES

    def check(self, outcome: Outcome[MicroDojoState]) -> None:
        check_limits(outcome.state)
        check_supply(self.state, outcome)

    def then(self, *, meeples: dict[str, int] | None = None, **values: object) -> Position:
        """Check that the move was accepted, and that the state has these values and meeples."""
        assert self.refusal is None, f"the move was refused: {self.refusal}"
        found = {field: field_of(self.state, field) for field in values}
        assert found == values
        for meeple, space in (meeples or {}).items():
            assert self.state.space_of(meeple) == space, meeple
        return self

    def over(self, *, winners: tuple[int, ...], ended_by: str, decided_by: str) -> Position:
        """Check that the game is over and nobody is asked."""
        result = self.state.result
        assert result is not None, "the game is not over"
        assert (result.winners, result.ended_by, result.decided_by) == (winners, ended_by, decided_by)
        assert self.asks() == []
        return self

    def supply(self) -> dict[str, int]:
        """Return what the supply holds, as everyone sees it."""
        return RULES.view(self.state, SPECTATOR).supply
