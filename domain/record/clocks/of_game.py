"""The clocks of a game: what its steps record for them, and whose time runs out next."""

from __future__ import annotations

import msgspec

from domain.kernel.choice import Asking
from domain.kernel.table import State
from domain.record.clocks.fold import Due
from domain.record.game import Game


def recorded_asking(game: Game, state: State) -> Asking | msgspec.UnsetType:
    """Return what a step that leads to `state` records about the seats that it asks; unset without a clock."""
    return game.ruleset.asking(state) if game.clock is not None else msgspec.UNSET


def first_due(game: Game) -> Due | None:
    """Return whose time runs out first if nothing happens; None if nobody's does."""
    return game.clocks.first_due(game.clock) if game.clocks is not None and game.clock is not None else None
