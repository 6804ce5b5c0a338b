"""The Bidding Phase: dropping out, auctions, raises (yedo.bidding)."""

from __future__ import annotations

from domain.games.yedo.asking import Step
from domain.games.yedo.table import YedoTable


class BiddingPhase(Step, frozen=True, gc=False):
    """Run the Bidding Phase."""

    clause = "yedo.bidding.order"

    def run(self, table: YedoTable) -> None:
        raise NotImplementedError


MOVES = ()
