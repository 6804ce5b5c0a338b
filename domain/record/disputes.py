"""Disputes: a seat claims that a step was against the rules, and the arbiter rules on it by a clause.

`uphold` leaves the step as it is; `annul` takes the game back to before it; `correct` does so too and plays another
move for the seat; `note` only records a reason, for a fault that can be neither corrected nor denied.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypeAlias, get_args

import msgspec

from domain.personal.values import RecordedText

RulingKind: TypeAlias = Literal["uphold", "annul", "correct", "note"]
DisputeStatus: TypeAlias = Literal["open", "ruled", "withdrawn"]

RULINGS: tuple[RulingKind, ...] = get_args(RulingKind)
DISPUTE_STATUSES: tuple[DisputeStatus, ...] = get_args(DisputeStatus)
REWINDING: frozenset[RulingKind] = frozenset({"annul", "correct"})
"""The rulings that take the game back to before the disputed step."""
BIDI_CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060\u2061\u2062\u2063\u2064\u2800\u3164\ufeff\uffa0"
"""Invisible characters, apart from the two joiners that some scripts and emoji need."""
LONGEST_CLAIM = 2000
"""The most characters of a claim, and of the words of a ruling."""
MOST_OPEN = 5
"""How many open disputes a seat may have in one game."""
MOST_RAISED = 100
"""How many disputes a seat may raise in one game."""


class RecordedRuling(msgspec.Struct, frozen=True):
    """The arbiter's ruling in step `n`, and the steps that it undid; rulings of earlier games name no arbiter."""

    n: int
    ruling: RulingKind
    clause: str
    words: RecordedText
    undone: tuple[int, ...]
    arbiter: str | None = None


class Dispute(msgspec.Struct, frozen=True):
    """A dispute of a game, numbered from 1 within it: raised in step `n` by a seat about the step `step`.

    `clause` is the one that the claim names, if any; `withdrawn` is the step in which the seat withdrew it.
    """

    number: int
    n: int
    seat: int
    player: str
    step: int
    clause: str | None
    claim: RecordedText
    raised_at: datetime
    ruling: RecordedRuling | None = None
    withdrawn: int | None = None
    closed_at: datetime | None = None

    @property
    def status(self) -> DisputeStatus:
        """Its state: open, ruled or withdrawn."""
        if self.ruling is not None:
            return "ruled"
        return "open" if self.withdrawn is None else "withdrawn"

    @property
    def steps(self) -> tuple[int | None, ...]:
        """The steps in which it was raised and closed."""
        return self.n, self.withdrawn, self.ruling.n if self.ruling is not None else None

    @property
    def is_open(self) -> bool:
        """Whether it is waiting for the arbiter."""
        return self.status == "open"


def close_dispute(
    disputes: Sequence[Dispute], number: int, at: datetime, **outcome: RecordedRuling | int
) -> tuple[Dispute, ...]:
    """Return the disputes with `ruling` or `withdrawn` set for one of them."""
    return tuple(
        msgspec.structs.replace(dispute, closed_at=at, **outcome) if dispute.number == number else dispute
        for dispute in disputes
    )


def is_statement(text: str) -> bool:
    """Return whether a text can be a claim or the words of a ruling.

    It must not be empty or too long, or contain characters that are invisible or that reorder other text.
    """
    return bool(text.strip()) and len(text) <= LONGEST_CLAIM and not any(map(_is_unreadable, text))


def _is_unreadable(character: str) -> bool:
    return is_unprintable(character) and character not in "\r\n\t"


def show_statement(text: RecordedText) -> str:
    """Return a claim or the words of a ruling; empty if they are sealed."""
    return text if isinstance(text, str) else ""


def hides_something(text: str) -> bool:
    """Return whether a text has invisible characters, which only earlier records contain."""
    return not set(INVISIBLE).isdisjoint(text)


def is_unprintable(character: str) -> bool:
    """Return whether a character has no visible form: a control, a bidirectional override, a lone surrogate."""
    return unicodedata.category(character) in ("Cc", "Cs", "Co") or character in BIDI_CONTROLS
