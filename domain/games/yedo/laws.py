"""The laws that every state of Yedo obeys: things are conserved, limits are kept."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.yedo.state import YedoState

LAWS: dict[str, Callable[[YedoState], bool]] = {}
"""The laws by name."""
