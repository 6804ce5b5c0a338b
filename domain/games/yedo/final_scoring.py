"""The end of the game and its scores."""

from __future__ import annotations

from domain.games.yedo.asking import Step
from domain.games.yedo.table import YedoTable


class FinalScoring(Step, frozen=True, gc=False):
    """Score and end the game."""

    clause = "yedo.end.when"

    def run(self, table: YedoTable) -> None:
        raise NotImplementedError


MOVES = ()
