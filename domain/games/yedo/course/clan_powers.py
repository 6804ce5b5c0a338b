"""What the module Clan Powers changes in the course of a game."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.laws import CLAN_POWERS_LAWS
from domain.games.yedo.modules.clan_powers import DraftPowers, RevealPowers, modifiers_of_power
from domain.games.yedo.phases.favors import UseFavors
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Step
from domain.games.yedo.verbs.course import Course


def with_clan_powers(course: Course) -> Course:
    """Return the course of a game with Clan Powers, which are drafted first (yedo.advanced.modules-first)."""

    def choices(state: YedoState) -> tuple[Step, ...]:
        return DraftPowers(), *course.choices(state), RevealPowers(), UseFavors(left=state.order[::-1])

    return replace(
        course,
        choices=choices,
        sources=(modifiers_of_power, *course.sources),
        laws={**course.laws, **CLAN_POWERS_LAWS},
    )
