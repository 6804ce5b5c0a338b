"""The games that a process has seen lately. Games are immutable, so they are shared between threads as they are."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from domain.game import Game


class GameCache:
    """The latest known version of the `size` games used last."""

    def __init__(self, size: int = 2048) -> None:
        self._size = size
        self._games: OrderedDict[UUID, Game] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: UUID) -> Game | None:
        """A game as this process saw it last."""
        with self._lock:
            game = self._games.get(game_id)
            if game is not None:
                self._games.move_to_end(game_id)
            return game

    def put(self, game: Game) -> None:
        """Remember a game, unless a later version of it is known."""
        with self._lock:
            known = self._games.get(game.id)
            if known is None or known.version < game.version:
                self._games[game.id] = game
            self._games.move_to_end(game.id)
            while len(self._games) > self._size:
                self._games.popitem(last=False)
