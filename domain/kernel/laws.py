"""Laws that every state of a game obeys, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from domain.kernel.errors import RulesError

S = TypeVar("S")


def check_laws(state: S, laws: Mapping[str, Callable[[S], bool]], where: str) -> None:
    """Raise RulesError with the first law that does not hold; `where` says which state this is: "round 2, turn 1"."""
    for law, holds in laws.items():
        if not holds(state):
            raise RulesError(f"{law} does not hold in {where}")
