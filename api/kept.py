"""Caches results that follow from a text chosen by clients."""

from __future__ import annotations

from collections.abc import Callable, Sized
from functools import lru_cache
from typing import Concatenate, ParamSpec, TypeVar, cast

S = TypeVar("S", bound=Sized)
P = ParamSpec("P")
T = TypeVar("T")

LONGEST_HEADER = 1000
"""Header values up to this length are cached with their results."""


def keep_short(count: int, longest: int) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Cache the last `count` results of a function, except for first arguments longer than `longest`.

    So client input takes at most `count` times `longest` of memory; longer input is computed each time.
    """

    def decorate(compute: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        kept = cast(Callable[Concatenate[S, P], T], lru_cache(count)(compute))

        def find(first: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return (kept if len(first) <= longest else compute)(first, *args, **kwargs)

        return find

    return decorate
