"""Micro Dojo: a game for two players who move the same four meeples."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.micro_dojo import (
    actions,
    activation,
    alternative_movement,
    building,
    drawing,
    draws,
    facts,
    final_scoring,
    guard_house,
    movement,
    view,
)
from domain.games.micro_dojo.content import MicroDojoContent
from domain.games.micro_dojo.setup import set_up
from domain.games.micro_dojo.state import MicroDojoOptions, MicroDojoState
from domain.games.micro_dojo.table import MicroDojoTable
from domain.games.micro_dojo.turn import ActivationStep, NextTurn
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance, find_purposes
from domain.kernel.drawing.tree import Drawing
from domain.kernel.rulebook import Rulebook
from domain.kernel.ruleset import Ruleset
from domain.kernel.scoring import SeatScore
from domain.kernel.table import Ended, Outcome, make_asked_type, make_stored_type

ITEMS = (movement.MoveStep, ActivationStep, activation.Activate, NextTurn)


class MicroDojo(Ruleset[MicroDojoState]):
    """The rules of Micro Dojo."""

    id = "micro-dojo"
    title = "Micro Dojo"
    options_type = MicroDojoOptions
    move_types = (
        *movement.MOVES,
        *alternative_movement.MOVES,
        *activation.MOVES,
        *building.MOVES,
        *actions.MOVES,
        *guard_house.MOVES,
    )
    fact_types = (*facts.FACTS, Ended, make_asked_type(ITEMS))
    purposes = find_purposes(draws)
    state_type = make_stored_type(MicroDojoState, ITEMS)
    most_seats = range(2, 3)

    content: MicroDojoContent

    def __init__(self, content: MicroDojoContent) -> None:
        super().__init__(Rulebook.load("domain.games.micro_dojo"), content)

    def initial_state(self, options: msgspec.Struct, seats: int) -> MicroDojoState:
        assert isinstance(options, MicroDojoOptions)
        return MicroDojoState(self.content, options)

    def open(self, options: msgspec.Struct, seats: int, chance: Chance) -> Outcome[MicroDojoState]:
        table = MicroDojoTable(self.start(options, seats), chance)
        with table.citing("micro-dojo.turn.alternate"):
            set_up(table)
            table.advance()
            return table.outcome()

    def table(self, state: MicroDojoState, chance: Chance) -> MicroDojoTable:
        return MicroDojoTable(state, chance)

    def view(self, state: MicroDojoState, viewer: Viewer) -> view.MicroDojoView:
        return view.view(state)

    def scores(self, state: MicroDojoState) -> list[SeatScore]:
        return final_scoring.scores(state)

    def board(self, seen: msgspec.Struct, names: Sequence[str]) -> str:
        assert isinstance(seen, view.MicroDojoView)
        return view.board(seen, self.content, names)

    def draw(self, seen: msgspec.Struct, names: Sequence[str]) -> Drawing:
        assert isinstance(seen, view.MicroDojoView)
        return drawing.draw(seen, self.content, self.rulebook, names)

    def shown_points(self, seen: msgspec.Struct) -> tuple[int, ...]:
        assert isinstance(seen, view.MicroDojoView)
        return tuple(seat.points for seat in seen.seats)
