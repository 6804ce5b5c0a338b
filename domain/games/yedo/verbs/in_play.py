"""The content of a game in play: the printed things, the sources of its seats' modifiers, and its course."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.modifier_words import AnyModifier
from domain.games.yedo.state import YedoState

Source: TypeAlias = Callable[[YedoState, int], Iterable[AnyModifier]]
"""Lists the modifiers that something gives a seat."""


class InPlay(YedoContent):
    """The content of a game in play, which shares everything printed with the content that it is made from.

    A state holds it, and it is stored as the digest of what is printed: options say the rest. `sources` give modifiers
    besides Annexes and lasting effects. `course` is a `Course` of `verbs.course`, a module that this one cannot import:
    it imports the table, the table imports modifiers, and modifiers import this.
    """

    def __init__(self, content: YedoContent, sources: tuple[Source, ...], course: object) -> None:
        self.digest, self.files = content.digest, content.files
        self.__dict__.update(content.__dict__)
        self.sources = sources
        self.course = course
