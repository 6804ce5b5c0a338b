"""Moves that choices of several games ask for."""

from __future__ import annotations

from domain.kernel.audience import Public
from domain.kernel.choice import Move


class ChooseSeat(Move, frozen=True, gc=False):
    """Pick a player by seat."""

    seat: Public[int]

    def label(self) -> str:
        return f"seat {self.seat}"


class ChooseOption(Move, frozen=True, gc=False):
    """Pick one of the options of a card, counted from 1."""

    option: Public[int]

    def label(self) -> str:
        return f"option {self.option}"


class Decline(Move, frozen=True, gc=False):
    """Decline or continue."""

    def label(self) -> str:
        return "continue"


DECLINE = Decline()
