"""Counts what the facts of games name: cards, tiles and places, and which content is never named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from domain.kernel.audience import Audience, audiences
from domain.kernel.content import Content
from domain.kernel.fact import Fact
from domain.kernel.table import State

Named = tuple[str, str, str]
"""The type of a fact, one of its fields, and a text found there."""


class Usage:
    """How often each text occurred in each public field of each type of fact.

    Clauses are excluded, since they are not content.
    """

    def __init__(self) -> None:
        self.counts: Counter[Named] = Counter()

    def watch(self, facts: Sequence[Fact[State]]) -> None:
        """Count the facts of one step."""
        for fact in facts:
            for name in _public(type(fact)):
                for text in _texts(getattr(fact, name)):
                    self.counts[fact.__struct_config__.tag, name, text] += 1  # type: ignore[index]

    def never(self, content: Content) -> list[str]:
        """The content ids that no fact named, sorted."""
        named = {text for _, _, text in self.counts}
        return sorted(set(_ids(content)) - named)


@cache
def _public(record: type[msgspec.Struct]) -> tuple[str, ...]:
    seen = audiences(record)
    return tuple(name for name, audience in seen.items() if audience is Audience.EVERYONE and name != "clause")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from _texts(item)


def _ids(value: object) -> Iterator[str]:
    """Yield the texts in fields called `id`, at any depth."""
    if isinstance(value, dict):
        yield from _ids(tuple(value.values()))
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from _ids(item)
    elif isinstance(value, msgspec.Struct):
        yield from _ids_of(value, value.__struct_fields__)
    elif isinstance(value, Content):
        slots = [name for base in type(value).__mro__ for name in getattr(base, "__slots__", ())]
        yield from _ids_of(value, [*slots, *getattr(value, "__dict__", ())])


def _ids_of(value: object, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        field = getattr(value, name)
        if name == "id" and isinstance(field, str):
            yield field
        else:
            yield from _ids(field)
