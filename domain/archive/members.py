"""Duplicate members of JSON objects: readers differ in which one they take, so files have none."""

from __future__ import annotations

import json

from domain.kernel.language import say


class Twice(ValueError):
    """A member that an object has twice."""


def check_members(line: bytes) -> None:
    """Raise Twice if an object anywhere in a line of JSON has a member twice.

    Bytes that are not JSON are left to whatever decodes them. Raises RecursionError for JSON that is nested too deeply.
    """
    try:
        _decode(line.decode("utf-8"))
    except Twice:
        raise
    except ValueError:
        return


def _refuse_twice(pairs: list[tuple[str, object]]) -> None:
    if len(pairs) != len(dict(pairs)):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise Twice(say("the member {name!r} stands twice", name=name[:100]))
            seen.add(name)


# Numbers are not converted: some are longer than Python accepts.
_decode = json.JSONDecoder(object_pairs_hook=_refuse_twice, parse_int=len, parse_float=len).decode
