"""Moves that choices of several games ask for."""

from __future__ import annotations

from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.language import say


class ChooseSeat(Move, frozen=True, gc=False):
    """Pick a player by seat."""

    seat: Public[int]

    def label(self) -> str:
        return say("seat {seat}", seat=self.seat + 1)


class ChooseOption(Move, frozen=True, gc=False):
    """Pick one of the options of a card, counted from 1."""

    option: Public[int]

    def label(self) -> str:
        return say("option {option}", option=self.option)


class Decline(Move, frozen=True, gc=False):
    """Decline or continue."""

    def label(self) -> str:
        return say("continue")


DECLINE = Decline()
