"""What the module Teahouse changes in the course of a game."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.bot.seat_worth import worth_of_characters
from domain.games.yedo.laws import TEAHOUSE_LAWS
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
from domain.games.yedo.views.view_teahouse import view_teahouse


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
        laws={**course.laws, **TEAHOUSE_LAWS},
        views={**course.views, "teahouse": view_teahouse},
        cards_worth=worth_of_characters,
        absent={},
    )
