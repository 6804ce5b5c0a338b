"""Sums over the games that count, by month, year and all time, for the leaderboards of periods."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from domain.kernel.scoring import Result
from projections.contract import Rows
from projections.read_models.seating import Place, Seating, player_places

ANY_SEATS = 0
"""The number of seats in standings over all numbers of seats."""
ALL_TIME = ""
"""The period of standings over all games."""

ADD = """
INSERT INTO period_standing AS s (ruleset, seats, period, player, games, wins, shared_wins, points, best)
SELECT ruleset, seats, period, player, games, wins, shared_wins, points, best
  FROM json_populate_recordset(NULL::period_standing, %s::json)
ON CONFLICT (ruleset, seats, period, player) DO UPDATE SET
    games = s.games + excluded.games,
    wins = s.wins + excluded.wins,
    shared_wins = s.shared_wins + excluded.shared_wins,
    points = s.points + excluded.points,
    best = greatest(s.best, excluded.best)
"""


class PeriodStandingRow(msgspec.Struct):
    """An increment of a row of `period_standing`."""

    ruleset: str
    seats: int
    period: str
    player: str
    games: int = 0
    wins: int = 0
    shared_wins: int = 0
    points: int = 0
    best: int | None = None

    def count(self, place: Place) -> None:
        """Add one game."""
        self.games += 1
        self.wins += place.rank == 1 and not place.shared
        self.shared_wins += place.rank == 1 and place.shared
        self.points += place.points
        self.best = place.points if self.best is None else max(self.best, place.points)


class PeriodStandings:
    """The changes of one batch of games to the standings."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, int, str, str], PeriodStandingRow] = {}

    def count(self, seating: Seating, at: datetime, result: Result) -> None:
        """Add a counted game that ended at this time."""
        for place in player_places(seating, result):
            for seats in (ANY_SEATS, len(seating.players)):
                for period in periods_of(at):
                    key = (seating.ruleset, seats, period, place.player)
                    self._rows.setdefault(key, PeriodStandingRow(*key)).count(place)

    def save(self, cursor: Rows) -> None:
        """Write the sums."""
        if self._rows:
            added = [self._rows[key] for key in sorted(self._rows)]
            cursor.execute(ADD, (msgspec.json.encode(added).decode(),))


def periods_of(at: datetime) -> tuple[str, str, str]:
    """Return the periods that a time belongs to: all time, its year and its month in UTC, as 2026 and 2026-05."""
    month = at.astimezone(UTC).strftime("%Y-%m")
    return ALL_TIME, month[:4], month
