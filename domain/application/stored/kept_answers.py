"""First answers stored under idempotency keys."""

from __future__ import annotations

from typing import Protocol

from domain.application.errors import KeyExpired, KeyReused
from domain.kernel.language import later
from domain.rows import ANSWER_DAYS, KeptAnswer


class DigestedRequest(Protocol):
    """A request with an idempotency key; `digest` is the SHA-256 of what it asks."""

    @property
    def digest(self) -> bytes: ...


def check_answer(first: KeptAnswer | None, key: DigestedRequest) -> KeptAnswer | None:
    """Return the first answer under a key.

    Raises KeyExpired if the answer is no longer stored, and KeyReused if it was to another request.
    """
    if first is None:
        return None
    if first.digest is None:
        raise KeyExpired(
            later(
                "This Idempotency-Key was used more than {days} days ago, and the answer is not kept any "
                "more. Nothing was done now: look at what became of the first request, and take a new key for "
                "another one.",
                days=ANSWER_DAYS,
            )
        )
    if first.digest != key.digest:
        raise KeyReused(later("This Idempotency-Key was used for another request; take a new one for each."))
    return first
