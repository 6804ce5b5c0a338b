"""Tells listening players which of their games have changed, so that each looks only at those.

The feed names the games with new events, perhaps thousands of them. One thread of the worker finds the players
concerned; it starts with the first listener. Listeners also poll the read model from time to time, which makes up for
anything missed, for example while the database is unavailable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Lock
from uuid import UUID

from domain.kernel.errors import KifuError
from domain.record.views import GameInfo
from eventstore.feed import Feed, Watch
from eventstore.postgres.away import AWAY
from eventstore.threads import THREADS

MOST_REMEMBERED = 20_000
"""How many games' players are cached; the players of a started game never change."""


class Listener:
    """A listening player. `watch` rings when `take` has games to return."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.watch = Watch(None)
        self._changed: set[UUID] = set()
        self._lock = Lock()

    def add(self, game: UUID) -> None:
        """Add a game that has changed."""
        with self._lock:
            self._changed.add(game)
        self.watch.ring()

    def take(self) -> set[UUID]:
        """Return the games that have changed since the last time."""
        with self._lock:
            changed, self._changed = self._changed, set()
        return changed


class Hub:
    """The listeners of a worker. `describe` describes a game, and raises KifuError or the errors in `AWAY`."""

    def __init__(self, feed: Feed, describe: Callable[[UUID], GameInfo]) -> None:
        self._feed = feed
        self._describe = describe
        self._listeners: dict[str, set[Listener]] = {}
        self._players: dict[UUID, frozenset[str]] = {}
        self._changed: set[UUID] = set()
        self._heard = Event()
        self._lock = Lock()
        self._runs = False

    @contextmanager
    def listen(self, player: str) -> Iterator[Listener]:
        """Register a listener for every change until the end of the `with` block."""
        listener = Listener(player)
        with self._lock:
            self._listeners.setdefault(player, set()).add(listener)
            starts, self._runs = not self._runs, True
        if starts:
            self._feed.listen(self._hear)
            never = Event()
            THREADS.keep("hub", partial(self._tell, never), never)
        try:
            yield listener
        finally:
            self._remove(listener)

    def _remove(self, listener: Listener) -> None:
        with self._lock:
            self._listeners[listener.player].discard(listener)
            if not self._listeners[listener.player]:
                del self._listeners[listener.player]

    def _hear(self, games: frozenset[UUID] | None) -> None:
        with self._lock:
            if not self._listeners:
                return
            self._changed |= games or frozenset()
            if games is None:
                for listeners in self._listeners.values():
                    for listener in listeners:
                        listener.watch.ring()
        self._heard.set()

    def _tell(self, stop: Event) -> None:
        """Notify the listeners of changed games."""
        while not stop.is_set():
            self._heard.wait()
            self._heard.clear()
            with self._lock:
                changed, self._changed = self._changed, set()
            for game in changed:
                players = self._find_players(game)
                with self._lock:
                    listeners = [one for player in players for one in self._listeners.get(player, ())]
                for listener in listeners:
                    listener.add(game)

    def _find_players(self, game: UUID) -> frozenset[str]:
        """Return the players in a game, or with a reserved seat; nobody if the game cannot be read."""
        known = self._players.get(game)
        if known is not None:
            return known
        try:
            info = self._describe(game)
        except (KifuError, *AWAY):
            return frozenset()
        players = frozenset(
            name for seat in info.seats for name in (seat.player, seat.reserved_for) if name is not None
        )
        if info.step:
            if len(self._players) >= MOST_REMEMBERED:
                self._players.clear()
            self._players[game] = players
        return players
