"""Games that wait for their players, as the application: the commands of `lobby` on stored games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar
from uuid import UUID

from domain.application.commands import AnyAnswer, Decision, Recorded, Request
from domain.application.lobby import changes as lobby
from domain.application.lobby.answers import LobbyAnswer
from domain.application.lobby.changes import SeatWish, Wish
from domain.application.lobby.links import Links
from domain.errors import AlreadyStarted, GameOver
from domain.record.game import Game
from domain.record.lobby import make_secret
from domain.rows import KeptAnswer

A = TypeVar("A", bound=AnyAnswer)


class WaitingGames(Links):
    """What can be done with a game before it starts; built like `StoredGames`."""

    def reserve_seat(self, req: Request, game_id: UUID, wanted: SeatWish) -> Recorded[LobbyAnswer] | KeptAnswer:
        """Reserve a seat, in place of an earlier reservation; raises UnknownGame and what `lobby.reserve` raises."""
        wish = self._wish(wanted)
        return self._change(req, game_id, lambda game: lobby.reserve(game, req, wish, self._clock()))

    def withdraw_reservation(self, req: Request, game_id: UUID, seat: int) -> Recorded[LobbyAnswer] | KeptAnswer:
        """Let everyone take a seat again; raises UnknownGame and what `lobby.withdraw_reservation` raises."""
        return self._change(req, game_id, lambda game: lobby.withdraw_reservation(game, req, seat, self._clock()))

    def leave_seat(self, req: Request, game_id: UUID, seat: int) -> Recorded[LobbyAnswer] | KeptAnswer:
        """Leave a seat; raises UnknownGame and what `lobby.leave` raises."""
        return self._change(req, game_id, lambda game: lobby.leave(game, req, seat, self._clock()))

    def cancel(self, req: Request, game_id: UUID) -> Recorded[LobbyAnswer] | KeptAnswer:
        """Cancel a game; raises UnknownGame and what `lobby.cancel` raises."""
        return self._change(req, game_id, lambda game: lobby.cancel(game, req, self._clock()))

    def expire(self, req: Request, game_id: UUID, after: timedelta) -> bool:
        """Cancel a game that was opened more than `after` ago and still waits; returns whether that was so.

        Raises UnknownGame.
        """
        game = self.current(game_id)
        if game.status != "waiting" or game.opened.timestamp + after > self._clock():
            return False
        try:
            self._change(req, game_id, lambda game: lobby.expire(game, req, self._clock()))
        except (AlreadyStarted, GameOver):
            # Somebody took the last seat, or another process was faster.
            return False
        return True

    def _wish(self, wanted: SeatWish) -> Wish:
        return Wish(wanted.seat, wanted.player, make_secret(self._entropy))

    @abstractmethod
    def _change(self, req: Request, game_id: UUID, decide: Callable[[Game], Decision[A]]) -> Recorded[A] | KeptAnswer:
        """Decide on the game as last seen and record the events; decide again if the game has changed meanwhile."""
