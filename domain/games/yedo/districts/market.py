"""The adjustment of the Market in each Event Phase."""

from __future__ import annotations

from domain.games.yedo.facts.weapons import MarketAdjusted, MarketFilled
from domain.games.yedo.verbs.asking import Step
from domain.games.yedo.verbs.table import YedoTable

WEAPONS_KEPT = 2
"""The leftmost Weapons of the Market, which are not discarded (yedo.market.discard-to-two)."""


class AdjustMarket(Step, frozen=True, gc=False):
    """Discard all but the two leftmost Weapons of the Market, move those to the right and fill the free spaces."""

    clause = "yedo.market.shift-right"

    def run(self, table: YedoTable) -> None:
        market = table.state.weaponry.market
        weapons = tuple(weapon for weapon in market if weapon is not None)
        kept, discarded = weapons[:WEAPONS_KEPT], weapons[WEAPONS_KEPT:]
        with table.citing("yedo.market.discard-to-two" if discarded else self.clause):
            table.emit(MarketAdjusted(table.clause, discarded, kept))
        with table.citing("yedo.market.refill"):
            table.emit(MarketFilled(table.clause, table.from_bag(len(market) - len(kept))))
