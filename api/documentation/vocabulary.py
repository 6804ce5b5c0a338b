"""Gives the words that several schemas of a game choose from a schema of their own, named as the rules name them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin

from api.documentation.components import Schema, ref

Words: TypeAlias = tuple[str, ...]
"""The members of an enumeration, in the order of the alphabet."""


def name_words(schemas: Mapping[str, Schema], begin: str, package: str) -> dict[str, Schema]:
    """Return the schemas of one game, with a component for each enumeration that two or more of them have.

    An enumeration has the name of the alias that a module of the `package` gives it, after the game's prefix `begin`;
    one without an alias stays where it is, as does one whose name is taken.
    """
    often = Counter(words for schema in schemas.values() for words in _enumerations(schema))
    names = {words: f"{begin}{name}" for words, name in _aliases(package).items() if often[words] > 1}
    names = {words: name for words, name in names.items() if name not in schemas}
    named: dict[str, Any] = {name: _refer(schema, names) for name, schema in schemas.items()}
    return named | {name: {"type": "string", "enum": list(words)} for words, name in names.items()}


def _aliases(package: str) -> dict[Words, str]:
    """Return the names that the modules of a package have for choices of words; of several, the first one."""
    found: dict[Words, str] = {}
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith(f"{package}.")]
    for name, value in sorted((name, value) for module in modules for name, value in _literals(vars(module))):
        found.setdefault(value, name)
    return found


def _literals(members: Mapping[str, object]) -> Iterator[tuple[str, Words]]:
    for name, value in members.items():
        words = _words(value)
        if len(words) > 1 and all(isinstance(word, str) for word in words):
            yield name, tuple(sorted(map(str, words)))


def _words(value: object) -> list[object]:
    """Return the members of a literal, or of a union of literals; none of any other value."""
    if get_origin(value) is Literal:
        return [*get_args(value)]
    found = [_words(one) for one in get_args(value)] if get_origin(value) is Union else []
    return [word for words in found for word in words] if all(found) else []


def _enumerations(schema: object) -> Iterator[Words]:
    if isinstance(schema, list):
        for inner in schema:
            yield from _enumerations(inner)
    elif isinstance(schema, dict):
        if isinstance(words := schema.get("enum"), list) and schema.get("type") == "string":
            yield tuple(sorted(words))
        for inner in schema.values():
            yield from _enumerations(inner)


def _refer(schema: object, names: Mapping[Words, str]) -> object:
    """Return a schema with references in place of the enumerations in `names`."""
    if isinstance(schema, list):
        return [_refer(inner, names) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    words = schema.get("enum")
    if isinstance(words, list) and schema.get("type") == "string" and (name := names.get(tuple(sorted(words)))):
        return {**{key: value for key, value in schema.items() if key not in ("enum", "type")}, **ref(name)}
    return {key: _refer(inner, names) for key, inner in schema.items()}
