"""The parts of a picture, taken over into the next picture of the same game as long as they look the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, ParamSpec, TypeVar, cast

import msgspec

from domain.kernel.language import current_language

P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V", bound=msgspec.Struct)


@dataclass(slots=True)
class _Part:
    """What a function drew with some arguments, the fields of the view that it read, and the parts within."""

    function: object = None
    arguments: tuple[object, ...] = ()
    read: dict[str, object] = field(default_factory=dict)
    within: list[_Part] = field(default_factory=list)
    drawn: object = None


class _Watched:
    """Stands for a view, and notes which of its fields are read for the part that is being drawn."""

    def __init__(self) -> None:
        self.view: object = None
        self.part = _Part()

    def __getattr__(self, name: str) -> object:
        value = self.part.read[name] = getattr(self.view, name)
        return value


class Parts(Generic[V]):
    """Draws each part of a picture anew only if it may look different from the picture before.

    A part is what one call of a function draws, such as a panel or a district. It looks the same if the arguments of
    the call are equal, and so are the fields of the view that the function read: these are noted as they are read, so
    none can be forgotten. Only the parts of the last picture are kept. They serve one viewer of one game, in one
    thread.
    """

    def __init__(self) -> None:
        self._watched = _Watched()
        self._language = ""
        self._before: dict[object, list[_Part]] = {}

    def begin(self, view: V) -> V:
        """Begin a picture, and return what stands for its view.

        The same object stands for the view of every picture, so arguments that hold it are equal in all of them.
        """
        self._before = {}
        if self._language == current_language():
            self._keep(self._watched.part)
        self._language = current_language()
        self._watched.view, self._watched.part = view, _Part()
        return cast(V, self._watched)

    def draw(self, function: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> R:
        """Return what a function draws, or what it drew for the picture before if that looks the same."""
        return self._draw(function, (*arguments, *named.items()), partial(function, *arguments, **named))

    def draw_all(self, function: Callable[P, Iterable[R]], /, *arguments: P.args, **named: P.kwargs) -> tuple[R, ...]:
        """Return everything that a function draws one after the other, as `draw` does with one thing."""
        return self._draw(function, (*arguments, *named.items()), lambda: tuple(function(*arguments, **named)))

    def _draw(self, function: object, arguments: tuple[object, ...], draw: Callable[[], R]) -> R:
        around = self._watched.part
        part = self._find(function, arguments) if function in self._before else None
        if part is None:
            part = self._watched.part = _Part(function, arguments)
            try:
                part.drawn = draw()
            finally:
                self._watched.part = around
        around.read.update(part.read)
        around.within.append(part)
        return cast(R, part.drawn)

    def _find(self, function: object, arguments: tuple[object, ...]) -> _Part | None:
        view = self._watched.view
        for part in self._before[function]:
            if part.arguments == arguments and all(getattr(view, name) == seen for name, seen in part.read.items()):
                return part
        return None

    def _keep(self, picture: _Part) -> None:
        for part in picture.within:
            self._before.setdefault(part.function, []).append(part)
            self._keep(part)
