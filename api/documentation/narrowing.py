"""Gives answers that name their ruleset one schema for each ruleset, so that a client gets that ruleset's types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from api.documentation.components import PLACE, Schema, ref, references

NARROWED = ("State", "Step", "LegalMoves")
PLAYED = ("View", "Fact", "Move")
"""The components that are unions over all rulesets, each with one member for each ruleset."""
MEMBER = "ruleset"


def narrow(schemas: dict[str, Schema], rulesets: Mapping[str, str]) -> None:
    """Turn each of `NARROWED` into a union of one schema for each ruleset, discriminated by the member `ruleset`.

    `rulesets` holds the prefix of each ruleset's components, by its id. Raises ValueError if a new component would take
    the name of another.
    """
    leading = _list_leading(schemas)
    for begin in rulesets.values():
        for name in leading:
            if f"{begin}{name}" in schemas:
                raise ValueError(f"two components would be called {begin}{name}")
            schemas[f"{begin}{name}"] = cast(Schema, _of_ruleset(schemas[name], begin, leading))
    for name in NARROWED:
        for ruleset, begin in rulesets.items():
            properties = cast(dict[str, Any], schemas[f"{begin}{name}"]["properties"])
            properties[MEMBER] = {**properties[MEMBER], "const": ruleset}
        mapping = {ruleset: f"{PLACE}{begin}{name}" for ruleset, begin in rulesets.items()}
        schemas[name] = {
            "description": schemas[name]["description"],
            "oneOf": [ref(f"{begin}{name}") for begin in rulesets.values()],
            "discriminator": {"propertyName": MEMBER, "mapping": mapping},
        }


def _list_leading(schemas: Mapping[str, Schema]) -> list[str]:
    """List the components on the way from `NARROWED` to the played ones, including the former."""
    reached: dict[str, set[str]] = {}

    def reach(name: str) -> None:
        if name not in reached and name not in PLAYED:
            found = list(references(schemas[name]))
            reached[name] = set(found)
            for inner in found:
                reach(inner)

    for name in NARROWED:
        reach(name)
    leading = set(PLAYED)
    while more := {name for name, inner in reached.items() if name not in leading and inner & leading}:
        leading |= more
    return [name for name in reached if name in leading]


def _of_ruleset(value: object, begin: str, leading: list[str]) -> object:
    """Return a schema that refers to the components of one ruleset."""
    if isinstance(value, list):
        return [_of_ruleset(inner, begin, leading) for inner in value]
    if isinstance(value, dict):
        return {key: _of_ruleset(inner, begin, leading) for key, inner in value.items()}
    name = value.removeprefix(PLACE) if isinstance(value, str) and value.startswith(PLACE) else None
    return f"{PLACE}{begin}{name}" if name in (*PLAYED, *leading) else value
