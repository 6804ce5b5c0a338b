"""The Assign Disciples Phase."""

from __future__ import annotations

from domain.games.yedo.asking import Step
from domain.games.yedo.table import YedoTable


class AssignPhase(Step, frozen=True, gc=False):
    """Run the Assign Disciples Phase."""

    clause = "yedo.assign.mandatory"

    def run(self, table: YedoTable) -> None:
        raise NotImplementedError


MOVES = ()
