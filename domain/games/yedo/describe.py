"""Effects, needs and modifiers in plain English, for labels, views and histories."""

from __future__ import annotations

from domain.games.yedo.vocabulary import Effects
from domain.kernel.words import join_words


def describe(effects: Effects) -> str:
    """Say what effects do, in the order in which they are done."""
    return join_words(str(effect.__struct_config__.tag) for effect in effects)
