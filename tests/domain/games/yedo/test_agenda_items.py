"""The items of the agenda are known without a list, and are stored the same whether just made or read back."""

from __future__ import annotations

import importlib
import pkgutil
from inspect import getmembers, isclass

import msgspec
import pytest

import domain.games.yedo
from domain.games.yedo.facts.base import YedoFact
from domain.games.yedo.ruleset import ITEMS
from domain.games.yedo.verbs.asking import Deed, Question, Step
from domain.kernel.choice import find_kinds
from tests.domain.games.yedo.game import RULES

ALWAYS_THE_SAME = (None, "", (), False, True, 0, 1)
"""Singleton values, which `omit_defaults` recognises however they were made."""


def test_every_question_and_step_of_the_package_is_known_to_the_ruleset() -> None:
    found = set()
    for module in pkgutil.walk_packages(domain.games.yedo.__path__, "domain.games.yedo."):
        members = getmembers(importlib.import_module(module.name), isclass)
        found |= {kind for _, kind in members if issubclass(kind, Question | Step)}
    abstract = {kind for kind in found if kind not in ITEMS}
    assert all(kind.__subclasses__() for kind in abstract)
    assert len({kind.__struct_config__.tag for kind in ITEMS}) == len(ITEMS)


@pytest.mark.parametrize("kind", [*ITEMS, Deed], ids=lambda kind: kind.__name__)
def test_a_default_is_left_out_whatever_made_it(kind: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(kind):
        default = field.default
        assert default is msgspec.NODEFAULT or default in ALWAYS_THE_SAME, (kind, field.name, default)


@pytest.mark.parametrize("kind", [*RULES.move_types, *find_kinds(YedoFact)], ids=lambda kind: kind.__name__)
def test_moves_and_facts_are_sent_with_all_their_members(kind: type[msgspec.Struct]) -> None:
    assert not kind.__struct_config__.omit_defaults
