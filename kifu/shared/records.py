"""A recorded game to look at, whether it lies in a database or in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol
from uuid import UUID

from domain.application import commands as command
from domain.application.games import Games
from domain.errors import UnknownStep
from domain.kernel.audience import Viewer
from domain.record import views
from domain.record.events import AnyEvent
from domain.record.game import Game, fold
from domain.record.views import StateView, StepView
from domain.record.words import Reader
from domain.rulesets import Rulesets
from kifu.commands.archive import events_of
from kifu.shared.faults import Fault

PAGE = 200


class Record(Protocol):
    """A recorded game."""

    @property
    def game(self) -> Game:
        """The game as it is after its last event."""
        ...

    def viewer(self, eyes: str | None) -> Viewer:
        """Whose eyes these are; those of the public, where they are nobody's."""
        ...

    def state_at(self, n: int, viewer: Viewer) -> StateView:
        """What a viewer sees of the table after a step; raises UnknownStep."""
        ...

    def steps(self, viewer: Viewer, after: int = 0, limit: int = PAGE) -> Sequence[StepView]:
        """At most `limit` steps after step `after`, in order."""
        ...


class StoredRecord:
    """A game in the database."""

    def __init__(self, games: Games, game_id: UUID) -> None:
        self._games = games
        self.game = games.current(game_id)

    def viewer(self, eyes: str | None) -> Viewer:
        """Whoever can read the database may look with any eyes."""
        return self._games.viewer(self.game.id, None, arbiter=eyes is not None, as_=eyes)

    def state_at(self, n: int, viewer: Viewer) -> StateView:
        """See `Record`."""
        return self._games.state_at(self.game.id, n, viewer)

    def steps(self, viewer: Viewer, after: int = 0, limit: int = PAGE) -> Sequence[StepView]:
        """See `Record`."""
        return self._games.steps(self.game.id, viewer, after=after, limit=limit)


class FiledRecord:
    """A game in a file, by its events."""

    def __init__(self, events: Sequence[AnyEvent], rulesets: Rulesets) -> None:
        self._events = events
        self._rulesets = rulesets
        self._reader = Reader(rulesets)
        game = fold(events, rulesets)
        assert game is not None
        self.game = game

    def viewer(self, eyes: str | None) -> Viewer:
        """Whoever has the whole file may look with any eyes."""
        if eyes is None:
            return views.viewer_of(self.game, None, arbiter=False)
        return command.parse_viewer(self.game, eyes)

    def state_at(self, n: int, viewer: Viewer) -> StateView:
        """See `Record`."""
        if not 1 <= n <= self.game.step:
            raise UnknownStep(self.game.no_step(n))
        then = fold(self._events[: self.game.version_of(n)], self._rulesets)
        assert then is not None
        return views.view_state(then, viewer)

    def steps(self, viewer: Viewer, after: int = 0, limit: int = PAGE) -> Sequence[StepView]:
        """See `Record`."""
        first = self.game.version_of(after)
        return [self._step(event, viewer) for event in self._events[first : first + limit]]

    def _step(self, event: AnyEvent, viewer: Viewer) -> StepView:
        position = views.position_of(event)
        stands = self._events[self.game.version_of(position) - 1] if position is not None else None
        return views.view_step(event, self.game, stands, viewer, self._reader)


@contextmanager
def record(game: str) -> Iterator[Record]:
    """The game in a .kifu file, or in the database under this id; raises Fault, UnknownGame."""
    from kifu.shared.database import open_games

    if Path(game).is_file():
        yield FiledRecord(*events_of(game))
        return
    try:
        game_id = UUID(game)
    except ValueError:
        why = f"there is no game {game!r}: a game is a .kifu file, or an id such as {UUID(int=0)}."
        raise Fault(why) from None
    with open_games() as games:
        yield StoredRecord(games, game_id)
