"""What follows from a text that clients choose, kept in memory for the next request with the same."""

from __future__ import annotations

from collections.abc import Callable, Sized
from functools import lru_cache
from typing import Concatenate, ParamSpec, TypeVar, cast

S = TypeVar("S", bound=Sized)
P = ParamSpec("P")
T = TypeVar("T")

LONGEST_HEADER = 1000
"""Values of headers up to this length are kept in memory with what follows from them."""


def keep_short(count: int, longest: int) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Keep the last `count` results of a function, but those of a first argument longer than `longest`.

    So what clients make up takes `count` times `longest` of memory at most, and is computed all the same.
    """

    def decorate(compute: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        kept = cast(Callable[Concatenate[S, P], T], lru_cache(count)(compute))

        def find(first: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return (kept if len(first) <= longest else compute)(first, *args, **kwargs)

        return find

    return decorate
