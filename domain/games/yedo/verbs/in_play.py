"""The content of a game in play: the printed things, the sources of its seats' modifiers, and its course."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.modifiers import Modifier
from domain.games.yedo.state import YedoState

Source: TypeAlias = Callable[[YedoState, int], Iterable[Modifier]]
"""Lists the modifiers that a source gives a seat."""


class InPlay(YedoContent):
    """The content of a game in play; it shares all printed things with the content that it is made from.

    A state holds it; only the digest of the printed things is stored, since the options determine the rest. `sources`
    give modifiers besides Annexes and lasting effects. `course` is a `Course` of `verbs.course`, which this module
    cannot import: that imports the table, the table imports modifiers, and modifiers import this.
    """

    def __init__(self, content: YedoContent, sources: tuple[Source, ...], course: object) -> None:
        self.digest, self.files = content.digest, content.files
        self.__dict__.update(content.__dict__)
        self.sources = sources
        self.course = course
