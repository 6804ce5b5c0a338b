"""A recorded game to inspect, from a database or a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, cast
from uuid import UUID

from domain.application.errors import UnknownStep
from domain.application.games import Games
from domain.application.looking import Looker
from domain.archive import reading
from domain.kernel.audience import Viewer
from domain.kernel.rulesets import Rulesets
from domain.personal.values import open_values
from domain.record import views
from domain.record.events import AnyEvent, GameOpened
from domain.record.game import Game, fold
from domain.record.views import StateView, StepView
from domain.record.words import Reader
from kifu.shared.files import naming_file, parse_archive, parse_game_id
from kifu.shared.rules import load_rulesets
from kifu.shared.stored_games import open_games

PAGE = 200


class Record(Protocol):
    """A recorded game."""

    @property
    def game(self) -> Game:
        """The game after its last event."""
        ...

    def viewer(self, eyes: str | None) -> Viewer:
        """Return the viewer of this name; the public by default. Raises Malformed, UnknownSeat."""
        ...

    def state_at(self, n: int, viewer: Viewer) -> StateView:
        """Return what a viewer sees of the table after a step; raises UnknownStep."""
        ...

    def steps(self, viewer: Viewer, after: int = 0, limit: int = PAGE) -> Sequence[StepView]:
        """Return at most `limit` steps after step `after`, in order."""
        ...


class StoredRecord:
    """A game in the database."""

    def __init__(self, games: Games, game_id: UUID) -> None:
        self._games = games
        self.game = games.stored.current(game_id)

    def viewer(self, eyes: str | None) -> Viewer:
        """See `Record`. Anyone who can read the database may look with any eyes; the look is recorded."""
        return self._games.queries.viewer(self.game.id, None, eyes, operator_looking("kifu replay"))

    def state_at(self, n: int, viewer: Viewer) -> StateView:
        """See `Record`."""
        return self._games.queries.state_at(self.game.id, n, viewer)

    def steps(self, viewer: Viewer, after: int = 0, limit: int = PAGE) -> Sequence[StepView]:
        """See `Record`."""
        return self._games.queries.steps(self.game.id, viewer, after=after, limit=limit)


class FiledRecord:
    """A game in a file."""

    def __init__(self, events: Sequence[AnyEvent], rulesets: Rulesets) -> None:
        self._events = events
        self._rulesets = rulesets
        self._reader = Reader(rulesets)
        game = fold(events, rulesets)
        assert game is not None
        self.game = game

    def viewer(self, eyes: str | None) -> Viewer:
        """See `Record`. Anyone who has the whole file may look with any eyes."""
        if eyes is None:
            return views.viewer_of(self.game, None)
        return views.parse_viewer(self.game, eyes)

    def state_at(self, n: int, viewer: Viewer) -> StateView:
        """See `Record`."""
        if not 1 <= n <= self.game.step:
            raise UnknownStep(self.game.describe_missing_step(n))
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


def operator_looking(command: str) -> Looker:
    """Return the operator as someone who looks into a running game by a command."""
    return Looker(None, operator=True, arbiter=False, call=command, request_id=command)


@contextmanager
def open_record(game: str) -> Iterator[Record]:
    """Open the game in a .kifu file, or in the database under this id; raises Fault, UnknownGame."""
    if Path(game).is_file():
        yield FiledRecord(*read_events(game))
        return

    game_id = parse_game_id(game)
    with open_games() as games:
        yield StoredRecord(games, game_id)


def read_events(game: str) -> tuple[list[AnyEvent], Rulesets]:
    """Read the events of a .kifu file or a game in the database, and the rulesets with that game's content.

    Raises Fault, UnknownGame.
    """
    path = Path(game)
    if path.is_file():
        archive, known = parse_archive(path), load_rulesets()
        with naming_file(path):
            events = [open_values(event, archive.openings) for event in reading.decode_events(archive, known)]
            return events, reading.rulesets_with_pack(archive, known)

    game_id = parse_game_id(game)
    with open_games() as games:
        events = games.stored.recorded_events(game_id)
        opened = cast(GameOpened, events[0])
        return events, Rulesets([games.stored.rulesets.with_content(opened.ruleset, opened.content)])
