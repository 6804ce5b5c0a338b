"""What the module Specialists changes in the course of a game."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.modules.specialists import (
    draw_first_token,
    modifiers_of_specialists,
    prepare,
    steps,
    take_shown,
)
from domain.games.yedo.verbs.course import Course


def with_specialists(course: Course) -> Course:
    """Return the course of a game with Specialists."""
    return replace(
        course,
        prepare=(*course.prepare, prepare),
        disciples_clause="yedo.specialists.setup-disciples",
        begin=(*course.begin, draw_first_token),
        steps=(*course.steps, steps),
        sources=(modifiers_of_specialists, *course.sources),
        actions_at={**course.actions_at, "gates": "gates-with-specialists"},
        lot_rewards={**course.lot_rewards, "disciples": take_shown},
    )
