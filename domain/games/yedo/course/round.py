"""A round: its seven phases in order (yedo.round.phase-order), carried out as the game's course says."""

from __future__ import annotations

from domain.games.yedo.effects.lasting import end_phase
from domain.games.yedo.facts.turns import PhaseBegan
from domain.games.yedo.phases.final_scoring import FinalScoring
from domain.games.yedo.printed.terms import PHASES, Phase
from domain.games.yedo.verbs.asking import Step
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.table import YedoTable


class Phases(Step, frozen=True, gc=False):
    """The phases of a round that are left."""

    left: tuple[Phase, ...]

    clause = "yedo.round.phase-order"

    def run(self, table: YedoTable) -> None:
        phase, *left = self.left
        end_phase(table)
        table.emit(PhaseBegan(table.clause, phase))
        carry_out = course_of(table.state).phases[phase]
        table.then(carry_out(), Phases(left=tuple(left)) if left else AfterRound())


class AfterRound(Step, frozen=True, gc=False):
    """A round is over: the next one follows, or the end of the game."""

    clause = "yedo.end.when"

    def run(self, table: YedoTable) -> None:
        table.then(FinalScoring() if table.state.is_last_round else Phases(left=PHASES))


def first_round() -> Phases:
    """Return the first round, which has no Preparation Phase (yedo.preparation.first-round-skip)."""
    return Phases(left=PHASES[1:])
