"""Facts: the typed consequences of a move, and the only things that change a state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar, Generic, TypeVar, get_type_hints

import msgspec

from domain.kernel.audience import Audience, Public, Record, Viewer, audiences, holds_english

S_contra = TypeVar("S_contra", contravariant=True)
V = TypeVar("V")

Shown = dict[str, object]
"""A struct as one viewer sees it: plain JSON values by field name, with `type`."""


_ID = re.compile(r"[a-z0-9]+(?:[-/:.][a-z0-9]+)*")


def kebab_case(name: str) -> str:
    """Convert a class name to the tag of its JSON: `MeepleMoved` -> `meeple-moved`."""
    return re.sub("(?<!^)(?=[A-Z])", "-", name).lower()


class Fact(Record, Generic[S_contra], frozen=True, gc=False, tag_field="type", tag=kebab_case):
    """One consequence of a move. A subclass adds its fields and says in `evolve` how it changes the state.

    `clause` is the id of the clause that it follows from.
    """

    clause: Public[str]

    reveals: ClassVar[bool] = False
    """Whether this fact shows somebody something new, so that the move before it can no longer be taken back."""

    def evolve(self, state: S_contra) -> None:
        """Apply this fact to `state`; containers of a state are replaced, never changed in place."""
        raise NotImplementedError

    def owners(self) -> tuple[int, ...]:
        """Return the seats that see the private fields."""
        seat = getattr(self, "seat", None)
        return () if seat is None else (seat,)

    def words(self, names: Sequence[str], viewer: Viewer) -> str | None:
        """Put the fact into words for this viewer; return None if it needs none. `names` are the sides' names."""
        return None


def replace_at(values: tuple[V, ...], place: int, value: V) -> tuple[V, ...]:
    """Return `values` with another value at one place."""
    return (*values[:place], value, *values[place + 1 :])


@cache
def _audiences(record: type[msgspec.Struct]) -> dict[str, Audience]:
    return audiences(record)


@cache
def english_fields(record: type[msgspec.Struct]) -> tuple[str, ...]:
    """List the fields of a fact that hold English phrases, in the order of their names."""
    hints = get_type_hints(record, include_extras=True)
    return tuple(sorted(field for field in record.__struct_fields__ if holds_english(hints[field])))


def is_id(text: str) -> bool:
    """Return whether a text is an id: words of lower-case letters and digits, joined by one of `-/:.`."""
    return _ID.fullmatch(text) is not None


def find_prose(record: msgspec.Struct, english: bool = False) -> tuple[str, str] | None:
    """Find a text in a fact that is not an id; returns its field and the text, or None.

    Nested fields are searched as well: `result.goals.what`. With `english`, fields of type `English` may hold phrases,
    as under the versions of the rules that store them.
    """
    for field in record.__struct_fields__:
        if not (english and field in english_fields(type(record))):
            for value in _list_values(getattr(record, field)):
                if isinstance(value, msgspec.Struct):
                    if (found := find_prose(value, english)) is not None:
                        return f"{field}.{found[0]}", found[1]
                elif isinstance(value, str) and value and not is_id(value):
                    return field, value
    return None


def _list_values(held: object) -> Iterator[object]:
    """Yield the values in a field, without the containers that hold them; the keys of a mapping are values too."""
    if isinstance(held, tuple | frozenset):
        for value in held:
            yield from _list_values(value)
    elif isinstance(held, Mapping):
        yield from _list_values((*held, *held.values()))
    else:
        yield held


@cache
def hidden_fields(record: type[msgspec.Struct]) -> tuple[str, ...]:
    """List the fields of a fact or move that not everyone may see while the game runs."""
    return tuple(field for field, audience in _audiences(record).items() if audience is not Audience.EVERYONE)


def visible_fields(record: msgspec.Struct, viewer: Viewer, owners: tuple[int, ...]) -> tuple[str, ...]:
    """List the hidden fields of a fact or move that this viewer may see nevertheless."""
    audience = _audiences(type(record))
    return tuple(field for field in hidden_fields(type(record)) if _may_see(audience[field], viewer, owners))


def show_record(record: msgspec.Struct, viewer: Viewer, owners: tuple[int, ...]) -> Shown:
    """Build what `viewer` may see of a fact or move, from nothing.

    A field that they may not see appears as `{"hidden": n}` if it holds n things, otherwise it is left out, as is an
    unset field.
    """
    view: Shown = {"type": record.__struct_config__.tag}
    for field, audience in _audiences(type(record)).items():
        value = getattr(record, field)
        if value is msgspec.UNSET:
            continue
        if audience is Audience.EVERYONE or _may_see(audience, viewer, owners):
            view[field] = msgspec.to_builtins(value)
        elif isinstance(value, tuple):
            view[field] = {"hidden": len(value)}
    return view


def _may_see(audience: Audience, viewer: Viewer, owners: tuple[int, ...]) -> bool:
    if audience is Audience.OWNERS:
        return viewer.shares(owners)
    return viewer.sees_all
