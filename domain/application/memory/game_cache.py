"""A cache of the games that a process used last."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple
from uuid import UUID

from domain.application.memory.sized_cache import Caches, SizedCache
from domain.record.disputes import show_statement
from domain.record.game import Game

AROUND = 4096
"""The bytes of a game besides its states and texts: the opening, the players and their objects."""
OBJECTS = 2
"""The most bytes of objects for each byte of JSON."""
MEASURED_EVERY = 16
"""A state is measured again after this many versions: it grows slowly, and encoding takes time."""


class _Kept(NamedTuple):
    """A game, the size of its state as JSON, and the version at which that was measured."""

    game: Game
    state: int
    measured: int


class GameCache:
    """The latest known version of the games used last. Games are immutable, so threads share them."""

    def __init__(self, caches: Caches) -> None:
        self._kept: SizedCache[UUID, _Kept] = SizedCache(caches.games, partial(caches.report, "games"))

    def get(self, game_id: UUID) -> Game | None:
        """Return a game as this process saw it last."""
        kept = self._kept.get(game_id)
        return kept.game if kept is not None else None

    def put(self, game: Game) -> None:
        """Remember a game, unless the cache has a later version."""
        known = self._kept.get(game.id)
        if known is None or abs(game.version - known.measured) >= MEASURED_EVERY or not known.state:
            kept = _Kept(game, measure_state(game), game.version)
        else:
            kept = _Kept(game, known.state, known.measured)
        self._kept.put(game.id, kept, estimate_size(game, kept.state), lambda other: other.game.version >= game.version)

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def held(self) -> int:
        """The estimated bytes of all games."""
        return self._kept.held


def measure_state(game: Game) -> int:
    """Return the bytes of the state of a game as JSON; 0 before the set-up."""
    return len(game.ruleset.encode_state(game.state)) if game.state is not None else 0


def estimate_size(game: Game, state: int) -> int:
    """Estimate the bytes that a game takes in memory from the size of its state as JSON.

    Each earlier state that a take-back can return to counts like the current one, although they share parts.
    """
    said = sum(len(show_statement(dispute.claim)) + AROUND // 8 for dispute in game.disputes)
    opened = game.opened
    texts = len(bytes(opened.options)) + (len(bytes(opened.position)) if opened.position else 0) + said
    return AROUND + OBJECTS * (state * (1 + len(game.open_moves)) + texts)
