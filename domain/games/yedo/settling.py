"""Checks after everything that happens: the limits of what a seat may own."""

from __future__ import annotations

from domain.games.yedo.limits import ask_first
from domain.games.yedo.state import YedoState
from domain.games.yedo.table import YedoTable
from domain.kernel.chance import Chance


class SettlingTable(YedoTable):
    """The table of a running game."""

    __slots__ = ("_settled",)

    def __init__(self, state: YedoState, chance: Chance) -> None:
        super().__init__(state, chance)
        self._settled = 0

    def settle(self) -> None:
        """Check limits before anything else happens; nothing needs to be checked if no fact was written since."""
        if len(self.facts) != self._settled and self.state.result is None:
            ask_first(self)
            self._settled = len(self.facts)
