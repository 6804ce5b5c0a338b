"""The Watch Patrol Phase."""

from __future__ import annotations

from domain.games.yedo.asking import Step
from domain.games.yedo.table import YedoTable


class PatrolPhase(Step, frozen=True, gc=False):
    """Run the Watch Patrol Phase."""

    clause = "yedo.patrol.step-b-one-card"

    def run(self, table: YedoTable) -> None:
        raise NotImplementedError


MOVES = ()
