"""Audiences: who may see which field of a fact or a move.

Every field carries one of three audiences, written into its type; a type with a field that lacks one cannot be defined:

    seat: Public[int]              everyone sees it
    card: Private[str]             the owners see it; others see at most how many items it holds
    order: Hidden[tuple[str, ...]] nobody sees it until the game is finished

The owners of a fact are the seats that `Fact.owners()` names; by default the seat in its field `seat`.
"""

from __future__ import annotations

from enum import Enum
from inspect import get_annotations
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")


class Audience(Enum):
    """The audience of a field while the game runs."""

    EVERYONE = "everyone"
    OWNERS = "owners"
    NOBODY = "nobody"


Public: TypeAlias = Annotated[T, Audience.EVERYONE]
Private: TypeAlias = Annotated[T, Audience.OWNERS]
Hidden: TypeAlias = Annotated[T, Audience.NOBODY]


class Wording(Enum):
    """The kind of text in a field, if it is not an id."""

    ENGLISH = "english"


English: TypeAlias = Annotated[str, Wording.ENGLISH]
"""A phrase that older versions of the rules store in English; under the last version the field holds an id or is unset.

No new field may have this type. See `retelling`.
"""


class MissingAudience(TypeError):
    """A field of a fact or move does not say who may see it."""


class Record(msgspec.Struct, frozen=True, gc=False):
    """A record of something that happened in a game: a fact or a move.

    Defining a subclass raises MissingAudience unless each field says who may see it.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        hints = get_type_hints(cls, include_extras=True)
        for field in get_annotations(cls):
            if get_origin(hints[field]) is not ClassVar and hints[field] is not ClassVar:
                _audience_of(cls, field, hints[field])


class Viewer(msgspec.Struct, frozen=True):
    """Someone who looks at a game and shares the secrets of `seats`, or of every seat if `sees_all`."""

    seats: frozenset[int] = frozenset()
    sees_all: bool = False

    def shares(self, owners: tuple[int, ...]) -> bool:
        """Return whether this viewer may see what belongs to one of `owners`."""
        return self.sees_all or not self.seats.isdisjoint(owners)


SPECTATOR = Viewer()
ARBITER = Viewer(sees_all=True)


def seat_viewer(*seats: int) -> Viewer:
    """Return the viewer who holds these seats (0-based)."""
    return Viewer(seats=frozenset(seats))


def audiences(record: type[msgspec.Struct]) -> dict[str, Audience]:
    """Return the audience of each field of a fact or move, by field name."""
    hints = get_type_hints(record, include_extras=True)
    return {field: _audience_of(record, field, hints[field]) for field in record.__struct_fields__}


def holds_english(hint: object) -> bool:
    """Return whether a field is typed as `English`."""
    if get_origin(hint) is Annotated:
        inner, *marks = get_args(hint)
        return Wording.ENGLISH in marks or holds_english(inner)
    return any(map(holds_english, get_args(hint)))


def _audience_of(record: type[msgspec.Struct], field: str, hint: object) -> Audience:
    marks = [a for a in get_args(hint)[1:] if isinstance(a, Audience)] if get_origin(hint) is Annotated else []
    if len(marks) != 1:
        raise MissingAudience(
            f"{record.__module__}.{record.__qualname__}.{field}: say who may see it with Public, Private or Hidden"
        )
    return marks[0]
