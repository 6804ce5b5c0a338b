"""What the module Specialists changes in the course of a game."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.bot.specialist_worth import worth_of_specialists
from domain.games.yedo.laws import SPECIALISTS_LAWS
from domain.games.yedo.modules.specialists import (
    draw_first_token,
    modifiers_of_specialists,
    prepare,
    steps,
    take_shown,
)
from domain.games.yedo.verbs.course import Course
from domain.games.yedo.views.view_specialists import view_tokens


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
        laws={**course.laws, **SPECIALISTS_LAWS},
        views={**course.views, "specialists": view_tokens},
        figures_worth=worth_of_specialists,
    )
