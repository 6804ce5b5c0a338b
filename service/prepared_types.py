"""Prepares the types that JSON is decoded to, before a process starts its first thread. msgspec prepares a struct
when it is first decoded or converted to. Two threads that do so at the same moment crash the process
(docs/upstream.md), so every struct of ours is prepared in advance, in one thread."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

ROOMS = frozenset({"api", "domain", "eventstore", "projections", "service"})

_prepared: set[type[msgspec.Struct]] = set()


def prepare_types() -> None:
    """Prepare all structs of the loaded modules; call it after the imports and before the first thread."""
    for kind in set(_subclasses(msgspec.Struct)) - _prepared:
        if kind.__module__.partition(".")[0] in ROOMS:
            prepare_type(kind)
            _prepared.add(kind)


def prepare_type(kind: type[msgspec.Struct]) -> bool:
    """Prepare a struct and those in its fields; return False for one that cannot be decoded to."""
    try:
        msgspec.json.Decoder(kind)
    except TypeError:
        return False
    return True


def is_prepared(kind: type[msgspec.Struct]) -> bool:
    """Return whether `prepare_types` has prepared a struct."""
    return kind in _prepared


def _subclasses(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for below in kind.__subclasses__():
        yield below
        yield from _subclasses(below)
