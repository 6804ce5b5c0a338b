"""Who may see a field of a fact or of a move.

Every field carries one of three audiences, written into its type:

    seat: Public[int]              everyone sees it
    card: Private[str]             the owners see it; others see that it is there, or how many there are
    order: Hidden[tuple[str, ...]] nobody sees it until the game is finished

The owners of a fact are the seats that `Record.owners()` names; by default the seat in its field `seat`.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")


class Audience(Enum):
    """Who sees a field while the game runs."""

    EVERYONE = "everyone"
    OWNERS = "owners"
    NOBODY = "nobody"


Public: TypeAlias = Annotated[T, Audience.EVERYONE]
Private: TypeAlias = Annotated[T, Audience.OWNERS]
Hidden: TypeAlias = Annotated[T, Audience.NOBODY]


class MissingAudience(TypeError):
    """A field of a fact or move says not who may see it."""


class Viewer(msgspec.Struct, frozen=True):
    """Someone who looks at a game: the seats whose secrets they share, or all of them."""

    seats: frozenset[int] = frozenset()
    sees_all: bool = False

    def shares(self, owners: tuple[int, ...]) -> bool:
        """Whether this viewer may see what belongs to one of `owners`."""
        return self.sees_all or not self.seats.isdisjoint(owners)


SPECTATOR = Viewer()
ARBITER = Viewer(sees_all=True)


def seat_viewer(*seats: int) -> Viewer:
    """The viewer who sits on these seats (0-based)."""
    return Viewer(seats=frozenset(seats))


def audiences(record: type[msgspec.Struct]) -> dict[str, Audience]:
    """The audience of each field of a struct type, by field name; raises MissingAudience."""
    hints = get_type_hints(record, include_extras=True)
    found: dict[str, Audience] = {}
    for field in record.__struct_fields__:
        hint = hints[field]
        marks = [a for a in get_args(hint)[1:] if isinstance(a, Audience)] if get_origin(hint) is Annotated else []
        if len(marks) != 1:
            raise MissingAudience(
                f"{record.__module__}.{record.__qualname__}.{field}: say who may see it with Public, Private or Hidden"
            )
        found[field] = marks[0]
    return found
