"""The value of a stake in the Bidding Phase of Shogun Must Die to its seat, for bots."""

from __future__ import annotations

from domain.games.yedo.bot.mission_worth import Outlook
from domain.games.yedo.bot.seat_worth import lot_worth
from domain.games.yedo.coop_phases.emperor import unseen
from domain.games.yedo.coop_phases.stakes import ChooseAsset, OpenStakes, TakeAssets, surcharge
from domain.games.yedo.printed.terms import LOTS, Lot
from domain.games.yedo.state import YedoState
from domain.games.yedo.worth import worth_of_purse

CONTESTED = 0.85
"""The factor for an asset that somebody else may take first."""


def worth_of_stake(state: YedoState, seat: int, outlook: Outlook) -> float:
    """Value a seat's unspent stake: what it may buy, minus its Mon.

    All cards that could set the prices count, so that a bot learns nothing from the one turned up when it tries a move.
    """
    stake = state.coop_board.stakes[seat]
    opened = any(isinstance(item, ChooseAsset | TakeAssets) for item in state.agenda)
    if stake is None or not (opened or any(isinstance(item, OpenStakes) for item in state.agenda)):
        return 0.0
    mon = state.belongings.mon[seat]
    if not stake:
        return 0.0 if opened else worth_of_purse(mon + state.coop_content.game.drop_out) - worth_of_purse(mon)
    if opened and not _has_to_choose(state, seat):
        return 0.0
    taken = {won.lot for won in state.bids.won}
    lots = sorted(((lot_worth(state, seat, lot, outlook), lot) for lot in LOTS if lot not in taken), reverse=True)
    prices = _possible_prices(state)
    paid = worth_of_purse(mon) - worth_of_purse(max(mon - stake, 0))
    return sum(_best(state, lots, table, stake, paid) for table in prices) / len(prices)


def _has_to_choose(state: YedoState, seat: int) -> bool:
    return any(
        (isinstance(item, ChooseAsset) and item.seat == seat) or (isinstance(item, TakeAssets) and seat in item.left)
        for item in state.agenda
    )


def _possible_prices(state: YedoState) -> list[dict[Lot, int]]:
    """Return the prices on each card that may be, or have been, on top of the Emperor deck."""
    board, entries = state.coop_board, state.content.emperor_cards
    if board.upcoming is None:
        cards = unseen(state, board.stack[0])
    else:
        cards = (*unseen(state, entries[board.upcoming].colour), board.upcoming)
    return [entries[card].prices for card in cards]


def _best(state: YedoState, lots: list[tuple[float, Lot]], prices: dict[Lot, int], stake: int, paid: float) -> float:
    """Return the value of the best asset that a stake covers at these prices, minus its cost."""
    for worth, lot in lots:
        if prices[lot] + surcharge(state, lot) <= stake:
            return (worth * CONTESTED if state.seats > 1 else worth) - paid
    return 0.0
