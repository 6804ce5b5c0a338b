"""Effects on the Watch Patrol, which do nothing while it is not on the board.

A change of its colour leaves no choice (yedo.icon.reward-patrol-color), whether it comes from an Event, an Action Card
or a Mission (yedo.patrol.color-sources). Double Time moves it by one more District (yedo.patrol.double-time).
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.facts.pieces import PatrolPlaced
from domain.games.yedo.printed.effect_words import PatrolColour, PatrolMove, PatrolTo
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, Question, can, perform
from domain.games.yedo.verbs.moves import ChooseDistrict
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say

MOVES = ()


class SendPatrol(Question, frozen=True, gc=False):
    """Choose the District into which the Watch Patrol is put."""

    deed: Deed

    clause = "yedo.components.action-anatomy"
    prompt = "Choose the District for the Watch Patrol."

    def moves(self, state: YedoState) -> Iterator[Move]:
        return map(ChooseDistrict, state.content.districts)

    def resolve(self, table: YedoTable, move: Move) -> None:
        assert isinstance(move, ChooseDistrict)
        table.emit(PatrolPlaced(self.deed.clause, move.district))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, ChooseDistrict):
            return None
        return IllegalMove("yedo.board.districts", say("The Watch Patrol goes to one of the seven Districts."))


@perform.register
def _(effect: PatrolColour, table: YedoTable, deed: Deed) -> None:
    table.turn_patrol()


@perform.register
def _(effect: PatrolMove, table: YedoTable, deed: Deed) -> None:
    table.move_patrol(effect.steps)


@perform.register
def _(effect: PatrolTo, table: YedoTable, deed: Deed) -> None:
    if effect.district == "choice":
        table.then(SendPatrol(seat=deed.owner, deed=deed))
    else:
        table.emit(PatrolPlaced(table.clause, effect.district))


@can.register(PatrolColour)
@can.register(PatrolMove)
@can.register(PatrolTo)
def _(effect: PatrolColour | PatrolMove | PatrolTo, state: YedoState, deed: Deed) -> bool:
    return state.patrol is not None
