"""The form of facts by version of the rules: ids and effects, or before version 3 phrases in English."""

from __future__ import annotations

from typing import TypeVar

from msgspec import UNSET, UnsetType

from domain.games.yedo import versions
from domain.games.yedo.facts.sources import name_source
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.vocabulary import Effects
from domain.games.yedo.state import YedoState

T = TypeVar("T")


def holds_ids(state: YedoState) -> bool:
    """Return whether facts hold ids and effects rather than phrases."""
    return state.rules >= versions.FACTS_HOLD_IDS


def hold_source(state: YedoState, source: str) -> str:
    """Return a source as facts hold it: its id, or its name."""
    return source if holds_ids(state) else name_source(source)


def hold_if_ids(state: YedoState, held: T) -> T | UnsetType:
    """Return what facts hold in place of a phrase, or UNSET."""
    return held if holds_ids(state) else UNSET


def describe_unless_ids(state: YedoState, effects: Effects) -> str | UnsetType:
    """Describe effects if facts hold phrases, otherwise return UNSET."""
    return UNSET if holds_ids(state) else describe(effects)
