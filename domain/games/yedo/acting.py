"""The Actions Phase: each seat in turn activates a Disciple."""

from __future__ import annotations

from domain.games.yedo.asking import Step
from domain.games.yedo.table import YedoTable


class ActionPhase(Step, frozen=True, gc=False):
    """Run the Actions Phase."""

    clause = "yedo.action.turns"

    def run(self, table: YedoTable) -> None:
        raise NotImplementedError


MOVES = ()
