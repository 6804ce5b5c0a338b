"""Where a request runs: in a thread of the worker or in a reader process, by method, path and query."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import TypeVar

from flask import Flask

View = TypeVar("View", bound=Callable[..., object])

LONG_PAGE = 100
"""A reader makes pages with more items than this, whatever they list."""

_LIMIT = re.compile(r"(?:^|&)limit=0*([1-9][0-9]*)")
_READING = ("GET", "HEAD")


class Lane(Enum):
    """Where a call runs."""

    TURNS = auto()
    """In a thread of the worker, when it is the address's turn."""
    READERS = auto()
    """In a reader process, at low priority, since it may take more than some 10 ms of CPU."""
    PROBES = auto()
    """In a thread of the worker, in a queue that only such calls wait in: what asks how the service is."""
    OPEN = auto()
    """In a thread of the worker at once: a live stream, or a response from memory."""


def use_lane(lane: Lane) -> Callable[[View], View]:
    """Set the lane of a view; any other view takes its turn in a thread."""

    def decorate(view: View) -> View:
        view.lane = lane  # type: ignore[attr-defined]
        return view

    return decorate


class Lanes:
    """The lanes of an app's calls, all of which are registered."""

    def __init__(self, app: Flask) -> None:
        found: dict[tuple[str, Lane], list[str]] = {}
        for rule in app.url_map.iter_rules():
            lane = getattr(app.view_functions[rule.endpoint], "lane", Lane.TURNS)
            for method in (rule.methods or set()) - {"OPTIONS"} if lane is not Lane.TURNS else ():
                found.setdefault((method, lane), []).append(_pattern(rule.rule))
        self._by_method: dict[str, list[tuple[re.Pattern[str], Lane]]] = {}
        for (method, lane), patterns in found.items():
            self._by_method.setdefault(method, []).append((re.compile("|".join(patterns)), lane))

    def find(self, method: str, path: str, query: str) -> Lane:
        """Return the lane of a request."""
        for pattern, lane in self._by_method.get(method, ()):
            if pattern.fullmatch(path):
                return lane
        if query and method in _READING and (limit := _LIMIT.search(query)) and _is_above(limit[1], LONG_PAGE):
            return Lane.READERS
        return Lane.TURNS


def _is_above(digits: str, number: int) -> bool:
    return len(digits) > len(str(number)) or int(digits) > number


def _pattern(rule: str) -> str:
    """Return the regular expression of the paths that a Flask rule matches."""
    parts = re.split(r"<(?:(\w+)(?:\([^)]*\))?:)?\w+>", rule)
    # Texts are at even places, the converters of the variables between them at odd ones.
    return "".join(
        re.escape(part or "") if number % 2 == 0 else (".+" if part == "path" else "[^/]+")
        for number, part in enumerate(parts)
    )
