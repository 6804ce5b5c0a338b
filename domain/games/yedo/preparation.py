"""The Preparation Phase."""

from __future__ import annotations

from domain.games.yedo.asking import Step
from domain.games.yedo.table import YedoTable


class PreparationPhase(Step, frozen=True, gc=False):
    """Run the Preparation Phase."""

    clause = "yedo.preparation.step-numbers"

    def run(self, table: YedoTable) -> None:
        raise NotImplementedError


MOVES = ()
