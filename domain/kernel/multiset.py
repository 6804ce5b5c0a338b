"""Multisets as sorted tuples, so that order does not matter."""

from __future__ import annotations

from typing import TypeVar

V = TypeVar("V")


def without(values: tuple[V, ...], value: V) -> tuple[V, ...]:
    """Return `values` without one occurrence of `value`; raises ValueError if it is missing."""
    place = values.index(value)
    return values[:place] + values[place + 1 :]


def plus(values: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """Return `values` and more as one sorted tuple."""
    return tuple(sorted((*values, *more)))
