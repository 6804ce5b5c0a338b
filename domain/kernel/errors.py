"""Why the rules refuse a move."""

from __future__ import annotations


class Refusal(Exception):
    """A move that the rules do not allow now; nothing has changed."""


class IllegalMove(Refusal):
    """The seat is asked, but the rules do not allow this answer.

    `clause` is the id of the clause that forbids it, `why` one sentence for the player.
    """

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(f"{why} ({clause})")
        self.clause = clause
        self.why = why


class NotAsked(Refusal):
    """The rules ask nothing of this seat now; `asked` are the seats that they do ask."""

    def __init__(self, seat: int, asked: tuple[int, ...]) -> None:
        waiting = f"waiting for seat {', '.join(map(str, asked))}" if asked else "the game is over"
        super().__init__(f"seat {seat} is not asked for a move now: {waiting}")
        self.seat = seat
        self.asked = asked


class RulesError(Exception):
    """The rules contradict themselves: a defect of the product, never of the player."""
