"""The base of everything that the cards of Yedo say: effects, needs and modifiers."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from msgspec.structs import StructConfig

from domain.games.yedo.printed.terms import Measure
from domain.kernel.content import Word

Module: TypeAlias = Literal["teahouse", "specialists"]
"""A module of the game with words of its own."""
MAY_BE_EMPTY = frozenset({"districts", "spaces", "otherwise", "price", "needs"})
"""The lists of a word that may be empty."""


class CardWord(Word):
    """An effect, a need or a modifier of a card."""

    __slots__ = ()
    __struct_config__: ClassVar[StructConfig]
    module: ClassVar[Module | None] = None
    """The module without which it means nothing, if any."""

    @property
    def tag(self) -> str:
        """The name of its kind in content."""
        return str(self.__struct_config__.tag)

    @property
    def counted(self) -> tuple[Measure, str] | None:
        """The measure that it counts, with its kind, category or District; None if it counts nothing."""
        return None

    def may_be_empty(self, field: str) -> bool:
        """Return whether one of its lists may be empty."""
        return field in MAY_BE_EMPTY
