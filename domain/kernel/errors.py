"""Errors by which the rules refuse a move."""

from __future__ import annotations


class Refusal(Exception):
    """The rules do not allow this move now. Nothing has changed."""


class IllegalMove(Refusal):
    """The seat is asked, but the rules do not allow this answer.

    `clause` is the id of the clause that forbids it, `why` one sentence for the player.
    """

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(f"{why} ({clause})")
        self.clause = clause
        self.why = why


class NotAsked(Refusal):
    """This seat is not asked for a move now; `asked` lists the seats that are."""

    def __init__(self, seat: int, asked: tuple[int, ...]) -> None:
        waiting = f"waiting for seat {', '.join(map(str, asked))}" if asked else "the game is over"
        super().__init__(f"seat {seat} is not asked for a move now: {waiting}")
        self.seat = seat
        self.asked = asked


class RulesError(Exception):
    """The rules contradict themselves: a defect of the product, never a fault of the player."""
