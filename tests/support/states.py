"""Fields of a state by name, whichever part contains them; no two parts share a field name."""

from __future__ import annotations

from typing import TypeVar

from domain.kernel.table import Part, State

S = TypeVar("S", bound=State)


def with_fields(state: S, **fields: object) -> S:
    """Return a copy of a state with these values in place of its own."""
    copied = state.__copy__()
    for name, value in fields.items():
        setattr(holder(copied, name), name, value)
    return copied


def field_of(state: State, name: str) -> object:
    """Return the value of a field."""
    return getattr(holder(state, name), name)


def holder(state: State, name: str) -> State | Part:
    """Return the part of a state that has a field, or the state itself; raises AttributeError if none has."""
    places: list[State | Part] = [
        state,
        *(part for field in state.__struct_fields__ if isinstance(part := getattr(state, field), Part)),
    ]
    found = next((place for place in places if name in place.__struct_fields__), None)
    if found is None:
        raise AttributeError(f"{type(state).__name__} has no field {name!r}")
    return found
