"""Checks after every event: complete relics, goals, and the offer to reset the track."""

from __future__ import annotations

from domain.games.daimyo.actions.recruitment import offer_reset
from domain.games.daimyo.actions.restoring import ChooseAltar, restore_completed
from domain.games.daimyo.phases import goals
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.chance import Chance


class SettlingTable(DaimyoTable):
    """The table of a running game."""

    __slots__ = ("_before", "_goals_waited", "_settled")

    def __init__(self, state: DaimyoState, chance: Chance) -> None:
        super().__init__(state, chance)
        self._before = state
        self._goals_waited = bool(state.scoring.goals) and ChooseAltar in map(type, state.agenda)
        self._settled = 0

    def settle(self) -> None:
        """Restore relics before anything else (daimyo.restore.immediate), then check goals and offer the reset.

        Everything was settled when the move began, so only what has changed since then matters; but goals wait while
        an altar is chosen.
        """
        if len(self.facts) == self._settled or self.state.result is not None:
            return
        asked = self.state.holdings.tiles is not self._before.holdings.tiles and restore_completed(self)
        if self.state.scoring.goals and not asked:
            goals.check(self, None if self._goals_waited else self._before)
        offer_reset(self)
        self._settled = len(self.facts)
