"""The Event Phase: the Market is adjusted and an Event is revealed."""

from __future__ import annotations

from domain.games.yedo.asking import Step
from domain.games.yedo.table import YedoTable


class EventPhase(Step, frozen=True, gc=False):
    """Run the Event Phase."""

    clause = "yedo.event.order"

    def run(self, table: YedoTable) -> None:
        raise NotImplementedError


MOVES = ()
