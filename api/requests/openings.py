"""Limits a player's games that wait for players: they cost the player nothing, but the service a record."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from threading import Lock
from uuid import UUID

from domain.application.commands import Recorded, Request
from domain.application.errors import TooManyGames
from domain.application.lobby.lobby import Open, Opened
from domain.application.memory.sized_cache import MEBIBYTE, SizedCache
from domain.application.stored.stored_games import StoredGames
from domain.kernel.language import later
from domain.record.damage import DamagedRecord
from projections.queries.read import ReadModels

REMEMBERED = 4 * MEBIBYTE
OPENER, OPENED = 512, 160
"""The memory used for a player, and for each game, in bytes."""
LOCKS = 64
REFUSED_SECONDS = 1.0


@dataclass
class Opener:
    """A worker's memory of a player: the games they opened here, and until when they are refused without a check."""

    games: list[UUID] = field(default_factory=list)
    refused_until: float = 0.0


class Openings:
    """Allows a player at most `most` games that wait for players.

    The read model knows those of all workers but lags a little, so the worker adds its own. Only when both together
    reach the limit are the games checked one by one.
    """

    def __init__(self, stored: StoredGames, read_models: ReadModels, most: int) -> None:
        self._stored = stored
        self._read_models = read_models
        self._most = most
        self._openers: SizedCache[str, Opener] = SizedCache(REMEMBERED)
        self._locks = [Lock() for _ in range(LOCKS)]

    def open(self, req: Request, opening: Open) -> Opened:
        """Open a game for the calling player; raises TooManyGames, and whatever `opening` raises."""
        if req.by is None:
            return opening()
        # One after the other, so that simultaneous openings are counted too.
        with self._locks[hash(req.by) % LOCKS]:
            opener = self._opener(req.by)
            if req.key is None or not self._stored.has_answered(req.key):
                self._check(req.by, opener)
            outcome = opening()
            if isinstance(outcome, Recorded):
                opener.games.append(outcome.game_id)
        return outcome

    def _opener(self, player: str) -> Opener:
        found = self._openers.get(player) or Opener()
        # Includes the game that may be opened now.
        self._openers.put(player, found, OPENER + OPENED * (len(found.games) + 1))
        return found

    def _check(self, player: str, opener: Opener) -> None:
        now = time.monotonic()
        if now >= opener.refused_until:
            opened = {*opener.games, *self._read_models.waiting_games(player, self._most)}
            if len(opened) < self._most:
                return
            opener.games = [game for game in opened if self._is_waiting(game)]
            if len(opener.games) < self._most:
                return
            opener.refused_until = now + REFUSED_SECONDS
        raise TooManyGames(
            later("{most} games of yours wait for players; fill one before you open another.", most=self._most)
        )

    def _is_waiting(self, game: UUID) -> bool:
        try:
            return self._stored.current(game).status == "waiting"
        except DamagedRecord:
            return True
