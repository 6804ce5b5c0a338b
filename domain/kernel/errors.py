"""The errors by which the rules refuse a move, and the base of all errors that clients see."""

from __future__ import annotations

from typing import ClassVar

from domain.kernel.language import Later, say


class Refusal(Exception):
    """The rules do not allow this move now. Nothing has changed."""


class IllegalMove(Refusal):
    """The seat is asked, but the rules do not allow this answer.

    `clause` is the id of the clause that forbids it, `why` one sentence for the player. A deferred reason is put into
    words only if somebody reads it, since rules that list moves catch many refusals and read none.
    """

    def __init__(self, clause: str, why: str | Later) -> None:
        super().__init__(clause, why)
        self.clause = clause
        self._why = why

    @property
    def why(self) -> str:
        """The reason, in the current language if it was deferred."""
        return str(self._why)

    def __str__(self) -> str:
        return f"{self.why} ({self.clause})"


class NotAsked(Refusal):
    """This seat is not asked for a move now; `asked` lists the seats that are."""

    def __init__(self, seat: int, asked: tuple[int, ...]) -> None:
        super().__init__(
            say(
                "seat {seat} is not asked for a move now: waiting for seat {seats}",
                seat=seat,
                seats=", ".join(map(str, asked)),
            )
            if asked
            else say("seat {seat} is not asked for a move now: the game is over", seat=seat)
        )
        self.seat = seat
        self.asked = asked


class RulesError(Exception):
    """The rules contradict themselves: a defect of the product, never a fault of the player."""


class KifuError(Exception):
    """A request that cannot be carried out; nothing has changed.

    `code` names the kind of error for programs, as in the API, `detail` says what was wrong here, and `extra` holds
    further help, as JSON values or deferred texts.
    """

    code: ClassVar[str]

    def __init__(self, detail: Later, **extra: object) -> None:
        super().__init__(detail)
        self.said = detail
        self.extra = extra

    @property
    def detail(self) -> str:
        """The explanation of the error, in the current language."""
        return str(self.said)


class NotFound(KifuError):
    """Something named in the request does not exist."""


class Malformed(KifuError):
    """A value in a request that cannot be read."""

    code = "malformed"


class UnreadableRecord(KifuError):
    """The record of a game cannot be read here."""
