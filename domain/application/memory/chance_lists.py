"""A cache of lists of random outcomes, since making one replays every step that drew any."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias
from uuid import UUID

from domain.application.memory.sized_cache import Caches, SizedCache
from domain.kernel.audience import Viewer
from domain.verification.chance import ChanceView

OUTCOME = 160
"""The bytes of an outcome; its purpose is shared with the code or with other outcomes of the step."""
AROUND = 2048
"""The fixed overhead of a list and its key, in bytes."""

Key: TypeAlias = tuple[UUID, int, Viewer]


class ChanceLists:
    """The most recently requested lists, by game, version and viewer."""

    def __init__(self, caches: Caches) -> None:
        self._lists: SizedCache[Key, ChanceView] = SizedCache(caches.chance, partial(caches.report, "chance"))

    def find(self, game_id: UUID, version: int, viewer: Viewer, view: Callable[[], ChanceView]) -> ChanceView:
        """Return the list of a game at a version or a later one; `view` makes it if it is not cached."""
        found = self._lists.get((game_id, version, viewer))
        if found is None:
            found = view()
            key = (game_id, found.version, viewer)
            self._lists.put(key, found, AROUND + OUTCOME * (len(found.outcomes) + len(found.changed)))
        return found
