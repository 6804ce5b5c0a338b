"""Re-chooses the stakes of Shogun Must Die that a viewer may not know while players decide on them."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.coop_phases.stakes import stakes
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance, Redealt


def deal_stakes(state: YedoState, viewer: Viewer, chance: Chance) -> None:
    """Replace each hidden stake with one that its seat may have set; nobody knows the face-down Emperor Cards.

    Once all seats have decided, the stakes are public.
    """
    board = state.coop_board
    if None not in board.stakes:
        return

    def deal(seat: int, stake: int | None) -> int | None:
        if stake is None or viewer.shares((seat,)):
            return stake
        possible: list[int] = [0, *stakes(state, seat)]
        [dealt] = chance.pick(Redealt("stake"), possible)
        return dealt

    state.coop = replace(board, stakes=tuple(deal(seat, stake) for seat, stake in enumerate(board.stakes)))
