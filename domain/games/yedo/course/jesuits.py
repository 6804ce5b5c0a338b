"""What the module Jesuits Bidding changes in the course of a game."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.laws import JESUITS_LAWS
from domain.games.yedo.modules.jesuits import prepare, shuffle_in_event, steps
from domain.games.yedo.verbs.course import Course
from domain.games.yedo.words.describe_cards import tell_event


def with_jesuits(course: Course) -> Course:
    """Return the course of a game with the Missions of the Jesuits."""
    return replace(
        course,
        prepare=(*course.prepare, prepare),
        begin=(*course.begin, shuffle_in_event),
        steps=(*course.steps, steps),
        laws={**course.laws, **JESUITS_LAWS},
        tell_event=lambda event: tell_event(event, jesuits=True),
    )
