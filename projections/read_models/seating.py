"""Seating: what most projections remember of a game from its opening to its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel.scoring import Result
from domain.record.events import GameOpened, SeatTaken
from domain.record.seating.events import SeatLeft
from domain.record.seating.lobby import seat_names
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows, UnknownToProjection
from projections.read_models import rows
from projections.read_models.imports import find_imports


class Seating(msgspec.Struct):
    """One game: its players by seat (None: free), its sides without a seat, and whether it is shown and counts."""

    game_id: UUID
    ruleset: str
    players: list[str | None]
    sides: list[str]
    teaching: bool
    unlisted: bool
    branch: bool = False
    imported: bool = False
    vouched: bool = False
    rated: bool = True

    @property
    def names(self) -> list[str]:
        """A name for every seat, then for every side without one."""
        return [*seat_names(self.players), *self.sides]

    def player(self, side: int) -> str | None:
        """Return the player on a seat; None for a free seat or a side without one."""
        return self.players[side] if side < len(self.players) else None

    def side(self, number: int) -> str | None:
        """Return the name of a side without a seat; None for a seat."""
        return self.names[number] if number >= len(self.players) else None

    @property
    def is_scored(self) -> bool:
        """Whether its result is shown among the scores.

        Left out are teaching games, whose chance was known beforehand, branches, which others may have played in part,
        and unlisted games.
        """
        return not self.teaching and not self.branch and not self.unlisted


class Place(msgspec.Struct, frozen=True):
    """A player's result in a game, by their best seat if they held several."""

    player: str
    rank: int
    points: int
    shared: bool
    """Whether another player, or a side without a seat, has the same rank."""


def relevant_events(events: Sequence[FeedEvent], reader: Reader, *topics: str) -> list[FeedEvent]:
    """Return the events about seats and results, and those of further `topics`. Most moves need not even be decoded."""
    wanted = {GameOpened.TOPIC, SeatTaken.TOPIC, SeatLeft.TOPIC, *topics}
    return [event for event in events if event.topic in wanted or reader.may_end(event.topic, event.payload)]


class Seatings:
    """The seatings of the games in one batch, from a table of the projection that uses them."""

    def __init__(self, table: str, cursor: Rows, events: Sequence[FeedEvent], reader: Reader) -> None:
        self._table = table
        self._reader = reader
        self._changed: set[UUID] = set()
        opened = {event.game_id for event in events if event.topic == GameOpened.TOPIC}
        earlier = {event.game_id for event in events} - opened
        self._imports = find_imports(cursor, events)
        found = rows.load(cursor, table, Seating, earlier) if earlier else []
        self._games = {seating.game_id: seating for seating in found}

    def follow(self, stored: FeedEvent, event: Any) -> Seating:
        """Return the seating of the event's game after the event. Raises UnknownToProjection for an unknown game."""
        if stored.topic == GameOpened.TOPIC:
            self._games[stored.game_id] = Seating(
                stored.game_id,
                event.ruleset,
                [None] * event.seats,
                list(self._reader.sides(event)),
                event.teaching,
                event.unlisted,
                bool(event.branch),
                stored.game_id in self._imports,
                self._imports.get(stored.game_id, False),
                event.rated is not False,
            )
            self._changed.add(stored.game_id)
        seating = self._games.get(stored.game_id)
        if seating is None:
            raise UnknownToProjection(f"{self._table} has no game {stored.game_id}")
        if stored.topic in (SeatTaken.TOPIC, SeatLeft.TOPIC):
            seating.players[event.seat] = event.player if stored.topic == SeatTaken.TOPIC else None
            self._changed.add(stored.game_id)
        return seating

    def save(self, cursor: Rows) -> None:
        """Write what changed."""
        rows.store(cursor, self._table, ("game_id",), [self._games[game] for game in self._changed])


def player_places(seating: Seating, result: Result) -> list[Place]:
    """One place for each player of a finished game."""
    best: dict[str, tuple[int, int]] = {}
    of_rank: list[int] = []
    for score in sorted(result.scores, key=lambda score: (score.rank, -score.points)):
        player = seating.player(score.seat)
        if player is not None:
            best.setdefault(player, (score.rank, score.points))
        elif seating.side(score.seat) is not None:
            of_rank.append(score.rank)
    of_rank += [rank for rank, _points in best.values()]
    return [Place(player, rank, points, of_rank.count(rank) > 1) for player, (rank, points) in best.items()]
