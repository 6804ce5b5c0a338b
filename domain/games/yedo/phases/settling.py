"""Checks after every event: whether the bag is empty, and the limits of what a seat may own."""

from __future__ import annotations

from domain.games.yedo.phases.limits import ask_first
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.chance import Chance


class SettlingTable(YedoTable):
    """The table of a running game."""

    __slots__ = ("_settled", "_told")

    def __init__(self, state: YedoState, chance: Chance) -> None:
        super().__init__(state, chance)
        self._settled = _counted(state)
        self._told = 0

    def settle(self) -> None:
        """Refill an empty bag, and check limits before anything else happens.

        When the move began, all limits were kept or somebody was being asked, so only changes since then matter;
        without a fact there are none. While a seat is choosing among cards that it looks at, the limits wait.
        """
        if len(self.facts) == self._told:
            return
        self.refill_empty_bag()
        self._told = len(self.facts)
        looking = self.state.stacks.looking
        if looking is not None and not looking.open:
            return
        counted = _counted(self.state)
        if counted != self._settled:
            self._settled = counted
            ask_first(self)


def _counted(state: YedoState) -> tuple[object, ...]:
    """Return everything that limits depend on; its containers are never changed in place."""
    hands = state.hands
    return (
        hands.actions,
        hands.bonus,
        hands.missions,
        state.weaponry.weapons,
        state.pieces.reserve,
        state.specialist_supply.specialists,
        state.playing.lasting,
    )
