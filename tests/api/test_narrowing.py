"""Schemas for one ruleset each, derived from those for all rulesets."""

from __future__ import annotations

from typing import Any

import pytest

from api.documentation.components import ref
from api.documentation.narrowing import narrow


def component(*inner: str) -> dict[str, Any]:
    return {"description": "One.", "properties": {"ruleset": {"type": "string"}} | {name: ref(name) for name in inner}}


def schemas(**others: tuple[str, ...]) -> dict[str, Any]:
    """Components that refer to others, with what every document has."""
    found = {"State": ("View",), "Step": ("Fact",), "LegalMoves": ("Move",)} | others
    return {name: component(*inner) for name, inner in found.items()}


@pytest.mark.timeout(20)
def test_components_that_refer_to_each_other_are_narrowed_once() -> None:
    given = schemas(State=("Tree",), Tree=("Leaf", "Tree"), Leaf=("Tree", "View", "Plain"), Plain=("Plain",))
    narrow(given, {"chess": "Chess"})
    tree = given["ChessTree"]["properties"]
    assert (tree["Tree"], tree["Leaf"]) == (ref("ChessTree"), ref("ChessLeaf"))
    assert given["ChessLeaf"]["properties"]["View"] == ref("ChessView")
    # Schemas that lead to no played type stay unchanged.
    assert given["ChessLeaf"]["properties"]["Plain"] == ref("Plain")
    assert "ChessPlain" not in given
    assert given["State"]["oneOf"] == [ref("ChessState")]
