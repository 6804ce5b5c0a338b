"""The base of Yedo knows no module: only the code for options decides what a choice of modules means."""

from __future__ import annotations

import re
from pathlib import Path

import domain.games.yedo

FOLDER = Path(domain.games.yedo.__file__).parent
ROOMS_OF_MODULES = ("modules", "coop", "coop_phases", "course", "facts/modules", "facts/coop", "bot/coop_")
"""The packages of the modules, and the package that combines them."""
WHAT_IS_SHOWN = ("views", "picture")
"""Views and pictures show a module if the view contains its part."""
WHAT_IS_PRINTED = ("printed/content.py", "checks")
"""These ask whether the pack contains a module, not whether the game is played with it."""
OPTIONS = ("printed/options.py", "printed/coop_options.py")
MOST = 15
CONDITION = re.compile(
    r"\b(?:coop|teahouse|jesuits) is (?:not )?None"
    r"|\bparameters\.(?:coop|solo)\b"
    r"|\boptions\.(?:specialists|teahouse|clan_powers|jesuits|shogun_must_die)\b(?! import)"
)
"""A question whether a module is part of the game."""


def find_conditions() -> dict[str, int]:
    """Count the questions in each module of the base."""
    found = {}
    for path in sorted(FOLDER.rglob("*.py")):
        name = path.relative_to(FOLDER).as_posix()
        if not name.startswith((*ROOMS_OF_MODULES, *WHAT_IS_SHOWN, *WHAT_IS_PRINTED)):
            found[name] = len(CONDITION.findall(path.read_text("utf-8")))
    return {name: count for name, count in found.items() if count}


def test_the_base_asks_in_one_place_which_modules_are_played() -> None:
    found = find_conditions()
    assert found.keys() - set(OPTIONS) == set()
    assert 0 < found["printed/options.py"] < MOST
