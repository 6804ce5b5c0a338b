"""The words of the module Specialists: their role in Missions, and what each of them can do."""

from __future__ import annotations

from domain.games.yedo.printed.entries import Specialist
from domain.games.yedo.printed.term_words import sentence
from domain.games.yedo.words.describe import KEPT, describe_modifiers
from domain.kernel.language import once_a_language
from domain.kernel.words import join_parts


@once_a_language(KEPT)
def specialist_text(specialist: Specialist) -> str:
    """Say what a Specialist does for its owner and by itself."""
    parts = [describe_modifiers(specialist.modifiers)] if specialist.modifiers else []
    return sentence(join_parts([*parts, *(modifier.personal_phrase() for modifier in specialist.personal)]))
