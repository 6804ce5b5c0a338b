"""Where a request is carried out: in a thread of the worker or in a reader process, by its method, path and query."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import TypeVar

from flask import Flask

View = TypeVar("View", bound=Callable[..., object])

LONG_PAGE = 100
"""A page of more items than this is made by a reader, whatever it lists."""

_LIMIT = re.compile(r"(?:^|&)limit=0*([1-9][0-9]*)")
_READING = ("GET", "HEAD")


class Lane(Enum):
    """Where a call is carried out."""

    TURNS = auto()
    """In a thread of the worker, when it is the turn of the address that asks."""
    READERS = auto()
    """In a reader process, at low priority, since it may take more than some 10 ms of CPU."""
    OPEN = auto()
    """In a thread of the worker at once: it is a live stream, or answers from memory."""


def use_lane(lane: Lane) -> Callable[[View], View]:
    """Say for a view where it is carried out; any other takes its turn in a thread."""

    def decorate(view: View) -> View:
        view.lane = lane  # type: ignore[attr-defined]
        return view

    return decorate


class Lanes:
    """The lanes of the calls of an app, all of which are registered."""

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
    """Return the regular expression of the paths that a rule of Flask takes."""
    parts = re.split(r"<(?:(\w+)(?:\([^)]*\))?:)?\w+>", rule)
    # Texts stand at even places, the converters of the variables between them at odd ones.
    return "".join(
        re.escape(part or "") if number % 2 == 0 else (".+" if part == "path" else "[^/]+")
        for number, part in enumerate(parts)
    )
