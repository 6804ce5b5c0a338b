"""A round: its seven phases in their order (yedo.round.phase-order), some of them others with Shogun Must Die."""

from __future__ import annotations

from domain.games.yedo.coop_phases.coop_preparation import CoopPreparationPhase
from domain.games.yedo.coop_phases.daimyo_patrol import DaimyoPatrolPhase
from domain.games.yedo.coop_phases.emperor import EmperorEventPhase
from domain.games.yedo.coop_phases.stakes import StakesPhase
from domain.games.yedo.effects.lasting import end_phase
from domain.games.yedo.facts.turns import PhaseBegan
from domain.games.yedo.phases.acting import ActionPhase
from domain.games.yedo.phases.assigning import AssignPhase
from domain.games.yedo.phases.bidding import BiddingPhase
from domain.games.yedo.phases.events import EventPhase
from domain.games.yedo.phases.final_scoring import FinalScoring
from domain.games.yedo.phases.patrol import PatrolPhase
from domain.games.yedo.phases.preparation import PreparationPhase
from domain.games.yedo.phases.trade import TradePhase
from domain.games.yedo.printed.terms import PHASES, Phase
from domain.games.yedo.verbs.asking import Step
from domain.games.yedo.verbs.table import YedoTable

STEPS: dict[Phase, type[Step]] = {
    "preparation": PreparationPhase,
    "bidding": BiddingPhase,
    "event": EventPhase,
    "assign": AssignPhase,
    "patrol": PatrolPhase,
    "trade": TradePhase,
    "actions": ActionPhase,
}
"""What carries out each phase."""
COOP_STEPS: dict[Phase, type[Step]] = {
    **STEPS,
    "preparation": CoopPreparationPhase,
    "bidding": StakesPhase,
    "event": EmperorEventPhase,
    "patrol": DaimyoPatrolPhase,
}
"""What carries out each phase of Shogun Must Die."""


class Phases(Step, frozen=True, gc=False):
    """The phases of a round that are left."""

    left: tuple[Phase, ...]

    clause = "yedo.round.phase-order"

    def run(self, table: YedoTable) -> None:
        phase, *left = self.left
        end_phase(table)
        table.emit(PhaseBegan(table.clause, phase))
        steps = STEPS if table.state.coop is None else COOP_STEPS
        table.then(steps[phase](), Phases(left=tuple(left)) if left else AfterRound())


class AfterRound(Step, frozen=True, gc=False):
    """A round is over: the next one follows, or the end of the game."""

    clause = "yedo.end.when"

    def run(self, table: YedoTable) -> None:
        table.then(FinalScoring() if table.state.is_last_round else Phases(left=PHASES))


def first_round() -> Phases:
    """Return the first round, which has no Preparation Phase (yedo.preparation.first-round-skip)."""
    return Phases(left=PHASES[1:])
