"""Queries of games: state, steps, legal moves and random outcomes, as far as a viewer may see them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.application import commands
from domain.application.commands import Request, parse_move, require_playing
from domain.application.errors import NotYourSeat, UnknownStep
from domain.application.looking import Looker, LookView, check_look, view_look
from domain.application.memory.chance_lists import ChanceLists
from domain.application.stored.personal import open_events
from domain.application.stored.stored_games import StoredGames
from domain.kernel import bots
from domain.kernel.audience import Viewer
from domain.kernel.language import later
from domain.record import views
from domain.record.damage import reading_record
from domain.record.events import AnyEvent
from domain.record.foresight import Explanation
from domain.record.game import Game
from domain.record.views import GameInfo, LegalMoves, StateView, StepView
from domain.rows import LookRow
from domain.verification.chance import ChanceView, view_chance


class Outlooks(msgspec.Struct, frozen=True):
    """A ruleset's estimates of a game's worth to a seat after each of some moves."""

    version: Annotated[int, Meta(description="The version of the game that the moves answer to.")]
    values: Annotated[
        tuple[float | None, ...],
        Meta(description="By move: more is better, 0 is an even game; null: not legal, as far as the seat can know."),
    ]


def find_outlooks(game: Game, req: Request, seat: int, moves: Sequence[bytes]) -> Outlooks:
    """Estimate what moves are worth to a seat, using only what the seat may know."""
    require_playing(game, req, seat)
    parsed = [parse_move(game, move, f"/moves/{place}") for place, move in enumerate(moves)]
    known = f"{game.id} {game.version} {seat}".encode()
    return Outlooks(game.version, bots.outlooks(game.ruleset, game.position, seat, parsed, known))


class Queries:
    """Answers questions about the games of a store, after reading any newer events."""

    def __init__(self, stored: StoredGames) -> None:
        self._stored = stored
        self._chance_lists = ChanceLists(stored.caches)

    def describe(self, game_id: UUID) -> GameInfo:
        """Describe a game without what happens on its table; raises UnknownGame."""
        return views.view_game(self._stored.current(game_id))

    def viewer(self, game_id: UUID, by: str | None, as_: str | None = None, looker: Looker | None = None) -> Viewer:
        """Return the viewer of a game: `as_` is "seat:N", "spectator" or "arbiter"; by default, the caller's own seats.

        Seeing more than their own seats takes a `looker`, and the look is recorded. Raises UnknownGame, UnknownSeat,
        Malformed, and NotYourSeat, ArbiterPlays or NothingToJudge if the caller may not see that much.
        """
        game = self._stored.current(game_id)
        own = views.viewer_of(game, by)
        if as_ is None:
            return own
        wanted = views.parse_viewer(game, as_)
        if not own.sees_all and (wanted.sees_all or not wanted.seats <= own.seats):
            if looker is None:
                raise NotYourSeat(later("You may not look at this game as {eyes} while it runs.", eyes=as_))
            check_look(game, looker, as_)
            self.keep_look(game_id, looker, as_, game.step)
        return wanted

    def keep_look(self, game_id: UUID, looker: Looker, as_: str, step: int | None) -> None:
        """Record a look at what a running game hides from the caller, before it is shown."""
        row = LookRow(game_id, self._stored.clock(), looker.player, as_, looker.call, step, looker.request_id)
        self._stored.store.looks.add(row)

    def looks(
        self, game_id: UUID, by: str | None, after: int = 0, limit: int = 100, since: datetime | None = None
    ) -> list[LookView]:
        """Return who looked into a game while it ran, in order, from `since` on if given.

        Its players may ask at any time, everyone once it has ended.

        Raises UnknownGame, NotYourSeat.
        """
        game = self._stored.current(game_id)
        if not game.is_over and (by is None or by not in game.players):
            raise NotYourSeat(later("While the game runs, only its players read who has looked into it."))
        return [
            view_look(number, row) for number, row in self._stored.store.looks.of_game(game_id, after, limit, since)
        ]

    def state(self, game_id: UUID, viewer: Viewer) -> StateView:
        """Return what a viewer sees of the table now; raises UnknownGame."""
        return views.view_state(self._stored.current(game_id), viewer)

    def state_at(self, game_id: UUID, step: int, viewer: Viewer) -> StateView:
        """Return what a viewer sees of the table after a step; raises UnknownGame, UnknownStep."""
        return views.view_state(self._stored.at_step(game_id, step), viewer)

    def legal_moves(self, game_id: UUID, viewer: Viewer, seat: int | None = None) -> LegalMoves:
        """Return the open questions with the legal moves that the viewer may know; raises UnknownGame, UnknownSeat."""
        game = self._stored.current(game_id)
        if seat is not None:
            game.check_seat(seat)
        return views.view_choices(game, viewer, seat)

    def explain(self, req: Request, game_id: UUID, seat: int, move: bytes) -> Explanation:
        """Explain whether a move would be legal now, and if not, by which clause; changes and records nothing.

        Raises UnknownGame, UnknownSeat, Unauthenticated, NotYourSeat, Malformed.
        """
        return commands.explain(self._stored.current(game_id), req, seat, move)

    def step(self, game_id: UUID, n: int, viewer: Viewer) -> StepView:
        """Return one step; raises UnknownGame, UnknownStep."""
        found = self.steps(game_id, viewer, after=n - 1, limit=1) if n > 0 else []
        if not found:
            raise UnknownStep(self._stored.current(game_id).describe_missing_step(n))
        return found[0]

    def steps(self, game_id: UUID, viewer: Viewer, after: int = 0, limit: int = 100) -> list[StepView]:
        """Return at most `limit` steps after step `after`, in order; raises UnknownGame."""
        game = self._stored.current(game_id)
        first = game.version_of(max(after, 0))
        events = self._stored.read_events(game_id, gt=first, lte=min(first + limit, game.version))
        events = open_events(self._stored.store.personal, events)
        return [self._step(event, game, viewer) for event in events]

    def _step(self, event: AnyEvent, game: Game, viewer: Viewer) -> StepView:
        position = views.position_of(event)
        position_event = self._stored.event_of_step(game, position) if position is not None else None
        with reading_record():
            return views.view_step(event, game, position_event, viewer, self._stored.reader)

    def chance(self, game_id: UUID, viewer: Viewer) -> ChanceView:
        """Return what chance has decided so far, as far as the viewer may know; raises UnknownGame."""

        def view() -> ChanceView:
            with reading_record():
                return view_chance(self._stored.recorded_events(game_id), self._stored.rulesets, viewer)

        return self._chance_lists.find(game_id, self._stored.current(game_id).version, viewer, view)
