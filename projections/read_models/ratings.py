"""The ratings of players: a fold over the games that count, in the order in which they ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import msgspec
from openskill.models import PlackettLuce

from domain.kernel.scoring import Result
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows
from projections.read_models import rows
from projections.read_models.counting import why_uncounted
from projections.read_models.seating import Seating, Seatings, relevant_events
from projections.read_models.standings import PeriodStandings

PAGE = 1000
"""How many games are processed before their changes are written."""

FROM_PLACE = """
SELECT ended_at, game_id, players, ranks FROM rated_game
 WHERE ruleset = %s AND seats = %s AND (ended_at, game_id) >= (%s, %s) ORDER BY ended_at, game_id LIMIT %s
"""
BEFORE = """
SELECT wanted.player, change.games, change.mu, change.sigma
  FROM unnest(%s::text[], %s::timestamptz[], %s::uuid[]) AS wanted (player, ended_at, game_id), LATERAL (
    SELECT games, mu, sigma FROM rating_change AS r
     WHERE r.player = wanted.player AND r.ruleset = %s AND r.seats = %s
       AND (r.ended_at, r.game_id) < (wanted.ended_at, wanted.game_id)
     ORDER BY r.ended_at DESC, r.game_id DESC LIMIT 1) AS change
"""


class Group(NamedTuple):
    """The games of one ruleset for one number of seats, which are rated separately."""

    ruleset: str
    seats: int


class RatedGame(msgspec.Struct, frozen=True):
    """A row of `rated_game`: `ranks` are those of the `players`, by seat."""

    ruleset: str
    seats: int
    ended_at: datetime
    game_id: UUID
    players: list[str]
    ranks: list[int]

    @property
    def place(self) -> tuple[datetime, UUID]:
        """Its position among the games of its group."""
        return self.ended_at, self.game_id


class RatingChange(msgspec.Struct, frozen=True):
    """A row of `rating_change`: the rating of a player after a game."""

    player: str
    ruleset: str
    seats: int
    ended_at: datetime
    game_id: UUID
    rank: int
    games: int
    mu: float
    sigma: float


class RatingRow(msgspec.Struct, frozen=True):
    """A row of `rating`: the last change of a player in a group."""

    ruleset: str
    seats: int
    player: str
    games: int
    mu: float
    sigma: float
    changed_at: datetime


class Skill(NamedTuple):
    """A player's skill, estimated from their games so far."""

    games: int
    mu: float
    sigma: float


class RatingsProjection:
    """Ratings by Plackett and Luce over the games of the leaderboard, separate for each ruleset and number of seats.

    Games are ordered by their ends, not by the feed, whose order differs between partitions. So a game that is read
    late changes all later ratings of its players and of everyone they have met since. The standings of periods use the
    same games, so this projection keeps them too.
    """

    name = "ratings"
    tables = ("rating_seats", "rated_game", "rating_change", "rating", "period_standing")

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        events = relevant_events(events, self._reader)
        seatings = Seatings("rating_seats", cursor, events, self._reader)
        ended: dict[Group, list[RatedGame]] = {}
        standings = PeriodStandings()
        for stored in events:
            event = self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)
            seating = seatings.follow(stored, event)
            result = self._reader.result(event)
            if result is None or result.goals or why_uncounted(cursor, seating, stored) is not None:
                continue
            standings.count(seating, event.timestamp, result)
            game = _rated_game(seating, event.timestamp, result)
            ended.setdefault(Group(game.ruleset, game.seats), []).append(game)
        seatings.save(cursor)
        standings.save(cursor)
        key = ("ruleset", "seats", "ended_at", "game_id")
        rows.store(cursor, "rated_game", key, [game for games in ended.values() for game in games])
        for group in sorted(ended):
            _Fold(cursor, group, ended[group]).run()


def _rated_game(seating: Seating, at: datetime, result: Result) -> RatedGame:
    ranks = {score.seat: score.rank for score in result.scores}
    # In a game that counts, each seat has a different player. The model adds up numbers in this order.
    held = [(player, ranks[seat]) for seat, player in enumerate(seating.players) if player is not None]
    players, found = zip(*held, strict=True)
    return RatedGame(seating.ruleset, len(seating.players), at, seating.game_id, list(players), list(found))


class _Fold:
    """Recomputes the ratings of a group, from the first of the games just added to `rated_game`."""

    def __init__(self, cursor: Rows, group: Group, added: Sequence[RatedGame]) -> None:
        self._cursor = cursor
        self._group = group
        self._added = {game.game_id for game in added}
        self._first = min(added, key=lambda game: game.place)
        self._model = PlackettLuce()
        self._skills: dict[str, Skill] = {}
        """The players whose rating differs, or may differ, from the stored one."""

    def run(self) -> None:
        latest: dict[str, RatingChange] = {}
        for games in self._pages():
            affected = self._choose(games)
            changes = [change for game in affected for change in self._rate(game)]
            key = ("player", "ruleset", "seats", "ended_at", "game_id")
            rows.store(self._cursor, "rating_change", key, changes)
            latest |= {change.player: change for change in changes}
        ratings = [
            RatingRow(last.ruleset, last.seats, last.player, last.games, last.mu, last.sigma, last.ended_at)
            for last in latest.values()
        ]
        rows.store(self._cursor, "rating", ("ruleset", "seats", "player"), ratings)

    def _pages(self) -> Iterator[list[RatedGame]]:
        """Yield the first of the added games and all later games, in order."""
        place, known = self._first.place, 0
        while True:
            self._cursor.execute(FROM_PLACE, (*self._group, *place, PAGE + known))
            page = [RatedGame(*self._group, *row) for row in self._cursor.fetchall()[known:]]
            yield page
            if len(page) < PAGE:
                return
            place, known = page[-1].place, 1

    def _choose(self, games: Sequence[RatedGame]) -> list[RatedGame]:
        """Select the games whose changes may differ from the stored ones, and read the skills that they start from."""
        affected = []
        unknown: dict[str, RatedGame] = {}
        for game in games:
            if game.game_id in self._added or any(p in self._skills or p in unknown for p in game.players):
                affected.append(game)
                unknown |= {p: game for p in game.players if p not in self._skills and p not in unknown}
        if unknown:
            self._read_skills(unknown)
        return affected

    def _read_skills(self, unknown: dict[str, RatedGame]) -> None:
        """Read these players' skills before the named games, up to which the stored ratings are valid."""
        start = self._model.rating()
        self._skills |= dict.fromkeys(unknown, Skill(0, start.mu, start.sigma))
        at, ids = [game.ended_at for game in unknown.values()], [game.game_id for game in unknown.values()]
        self._cursor.execute(BEFORE, (list(unknown), at, ids, *self._group))
        self._skills |= {player: Skill(*found) for player, *found in self._cursor.fetchall()}

    def _rate(self, game: RatedGame) -> Iterator[RatingChange]:
        before = [self._skills[player] for player in game.players]
        teams = [[self._model.create_rating([skill.mu, skill.sigma])] for skill in before]
        after = self._model.rate(teams, ranks=[float(rank) for rank in game.ranks])
        for player, rank, skill, (rating,) in zip(game.players, game.ranks, before, after, strict=True):
            self._skills[player] = found = Skill(skill.games + 1, rating.mu, rating.sigma)
            number, mu, sigma = found
            yield RatingChange(player, *self._group, game.ended_at, game.game_id, rank, number, mu, sigma)
