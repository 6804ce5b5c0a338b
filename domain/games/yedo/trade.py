"""The Trade Phase."""

from __future__ import annotations

from domain.games.yedo.asking import Step
from domain.games.yedo.table import YedoTable


class TradePhase(Step, frozen=True, gc=False):
    """Run the Trade Phase."""

    clause = "yedo.trade.where"

    def run(self, table: YedoTable) -> None:
        raise NotImplementedError


MOVES = ()
