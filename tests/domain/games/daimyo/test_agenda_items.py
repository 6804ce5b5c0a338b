"""The items of the agenda are known without a list: every kind that the package defines is stored and read."""

from __future__ import annotations

import importlib
import pkgutil
from inspect import getmembers, isclass

import domain.games.daimyo
from domain.games.daimyo.ruleset import ITEMS
from domain.games.daimyo.verbs.asking import Question, Step


def test_every_question_and_step_of_the_package_is_known_to_the_ruleset() -> None:
    found = set()
    for module in pkgutil.walk_packages(domain.games.daimyo.__path__, "domain.games.daimyo."):
        members = getmembers(importlib.import_module(module.name), isclass)
        found |= {kind for _, kind in members if issubclass(kind, Question | Step)}
    assert found - {Question, Step} == set(ITEMS)
    assert len({kind.__struct_config__.tag for kind in ITEMS}) == len(ITEMS)
