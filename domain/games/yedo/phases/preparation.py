"""The Preparation Phase (yedo.preparation.step-numbers)."""

from __future__ import annotations

from domain.games.yedo.effects.lasting import end_round
from domain.games.yedo.facts.bidding import MarkersReturned
from domain.games.yedo.facts.pieces import PatrolRemoved
from domain.games.yedo.facts.turns import RoundBegan
from domain.games.yedo.verbs.asking import Step, deed_of, do
from domain.games.yedo.verbs.course import steps_at
from domain.games.yedo.verbs.modifiers import modifiers
from domain.games.yedo.verbs.table import YedoTable


class PreparationPhase(Step, frozen=True, gc=False):
    """Prepare a round: the markers, the Church, the Dojos, the patrol in the last round, and what modules add."""

    clause = "yedo.preparation.step-numbers"

    def run(self, table: YedoTable) -> None:
        with table.citing("yedo.preparation.round-marker"):
            table.emit(RoundBegan(table.clause, table.state.turns.round + 1))
            end_round(table)
        with table.citing("yedo.preparation.bidding-markers"):
            table.emit(MarkersReturned(table.clause))
        fill_church(table)
        pay_each_preparation(table)
        table.then(RemovePatrol(), *steps_at(table.state, "preparation"))


def fill_church(table: YedoTable) -> None:
    """Add Mon to the Church: more to an empty one (yedo.preparation.church-empty, yedo.preparation.church-nonempty)."""
    church = table.state.content.church
    if table.state.belongings.church:
        with table.citing("yedo.preparation.church-nonempty"):
            table.fill_church(church.more)
    else:
        with table.citing("yedo.preparation.church-empty"):
            table.fill_church(church.empty)


def pay_each_preparation(table: YedoTable) -> None:
    """Give players what their Annexes bring in each Preparation (yedo.annex.dojo-passive)."""
    for seat in table.state.order:
        for found in modifiers(table.state, seat):
            do(table, deed_of(seat, "yedo.preparation.dojo-income"), found.in_preparation)


class RemovePatrol(Step, frozen=True, gc=False):
    """In the last round the Watch Patrol leaves the board (yedo.setup.no-patrol-marker)."""

    clause = "yedo.preparation.final-round-patrol"

    def run(self, table: YedoTable) -> None:
        if table.state.is_last_round:
            table.emit(PatrolRemoved(table.clause))
