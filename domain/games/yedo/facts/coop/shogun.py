"""Facts about Kill the Shogun in Shogun Must Die, whose card is open on Winning Conditions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.language import say


class ShogunAttacked(YedoFact, frozen=True, gc=False):
    """A seat takes the Kill the Shogun card from Winning Conditions to complete it."""

    seat: Public[int]
    mission: Public[str]

    def evolve(self, state: YedoState) -> None:
        state.coop = replace(state.coop_board, shogun=None)
        state.completion.shown = (self.seat, self.mission)
        state.completion.earned = 0

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} sets out to kill the Shogun: {mission}.", who=names[self.seat], mission=card_name(self.mission)
        )


class ShogunDied(YedoFact, frozen=True, gc=False):
    """Kill the Shogun is completed, without which the players lose (yedo.coop.kill-minimum), and the game continues.

    The cards below it are turned up later, one by one (yedo.coop.kill-bonus-errands).
    """

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the card has left Winning Conditions."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} has killed the Shogun. All rounds are played all the same.", who=names[self.seat])
