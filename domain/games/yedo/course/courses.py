"""The course of a game by its options; the only module that knows all of Yedo's modules."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.yedo.course.base import BASE
from domain.games.yedo.course.clan_powers import with_clan_powers
from domain.games.yedo.course.jesuits import with_jesuits
from domain.games.yedo.course.shogun_must_die import with_shogun_must_die
from domain.games.yedo.course.specialists import with_specialists
from domain.games.yedo.course.teahouse import with_teahouse
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.options import YedoOptions
from domain.games.yedo.verbs.course import Company, Course
from domain.games.yedo.verbs.in_play import InPlay

MODULES: dict[str, Callable[[Course], Course]] = {
    "teahouse": with_teahouse,
    "clan_powers": with_clan_powers,
    "specialists": with_specialists,
    "jesuits": with_jesuits,
    "shogun_must_die": with_shogun_must_die,
}
"""The functions that extend the course, by the option that selects them; recorded games rely on their order."""


class Courses:
    """The content of a pack in play, for each selection of modules."""

    def __init__(self, content: YedoContent) -> None:
        self._content = content
        self._found: dict[tuple[str, ...], InPlay] = {}

    def company(self, options: YedoOptions) -> Company:
        """Return who plays with whom under these options."""
        course = self.in_play(options).course
        assert isinstance(course, Course)
        return course.company

    def in_play(self, options: YedoOptions) -> InPlay:
        """Return the content of a game with these options; equal for games with the same modules."""
        chosen = tuple(name for name in MODULES if getattr(options, name))
        found = self._found.get(chosen)
        if found is None:
            course = BASE
            for name in chosen:
                course = MODULES[name](course)
            found = self._found.setdefault(chosen, InPlay(self._content, course.sources, course))
        return found
