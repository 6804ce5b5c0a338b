"""Checks of the Specialists in a content pack: their kinds, tokens and abilities, and the Missions that name them."""

from __future__ import annotations

from domain.games.yedo.checks.card_checks import check_modifiers
from domain.games.yedo.printed.content import MISSION_FILES, YedoContent
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.terms import SPECIALISTS
from domain.kernel.content_checks import in_field, require, require_counts, require_present
from domain.kernel.language import later

FILE = "specialists.toml"
MOST = 5
"""The players that have figures."""


def check_specialists(content: YedoContent) -> None:
    """Raise BadContent with file, entry and reason unless the Specialists can be played, if the pack has them."""
    for mission in content.missions.values():
        _check_words(mission)
    if not content.specialists:
        return
    require_present(FILE, "specialist", SPECIALISTS, content.specialists)
    require_present(FILE, "token", SPECIALISTS, content.specialist_tokens)
    box = {component.id: component.count for component in content.components.values()}
    tokens = sum(token.count for token in content.specialist_tokens.values())
    figures = MOST * len(content.specialists)
    require_counts(box, (("specialist", FILE, figures), ("specialist-token", FILE, tokens)))
    for specialist in content.specialists.values():
        place = f"specialist {specialist.id!r}"
        check_modifiers(content, FILE, place, (*specialist.modifiers, *specialist.personal))
        for modifier in specialist.modifiers:
            require(
                modifier.suits_owners, FILE, in_field(place, "modifiers"), later("an owner gets but a higher limit")
            )
        for modifier in specialist.personal:
            require(modifier.suits_figures, FILE, in_field(place, "personal"), later("it is not for a single figure"))


def _check_words(mission: Mission) -> None:
    """Refuse Missions that require or bring Specialists in games without the module."""
    bonus = mission.bonus
    words = (*mission.needs, *mission.reward, *((*bonus.needs, *bonus.reward) if bonus is not None else ()))
    ours = any(word.module == "specialists" for word in words)
    why = later("it speaks of Specialists, who are not in every game")
    require(not ours or mission.set == "specialists", MISSION_FILES[mission.set], f"mission {mission.id!r}", why)
