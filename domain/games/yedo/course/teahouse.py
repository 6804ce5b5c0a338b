"""What the module Teahouse changes in the course of a game."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.modules.characters import collect_fees, recruits, uses
from domain.games.yedo.modules.teahouse import (
    character_points,
    favor_character,
    modifiers_of_character,
    open_teahouse,
    prepare,
    recruitable,
    steps,
)
from domain.games.yedo.verbs.course import Course


def with_teahouse(course: Course) -> Course:
    """Return the course of a game with Characters."""
    return replace(
        course,
        prepare=(*course.prepare, prepare),
        begin=(*course.begin, open_teahouse),
        steps=(*course.steps, steps),
        sources=(modifiers_of_character, *course.sources),
        activations=(*course.activations, recruits),
        abilities=(*course.abilities, uses),
        after_action=(*course.after_action, collect_fees),
        recruitable=recruitable,
        favor_character=favor_character,
        points=(*course.points, character_points),
        absent={},
    )
