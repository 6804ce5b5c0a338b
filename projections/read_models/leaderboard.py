"""The leaderboard of each ruleset."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows
from projections.read_models import rows
from projections.read_models.counting import why_uncounted
from projections.read_models.seating import Place, Seatings, player_places, relevant_events


class StandingRow(msgspec.Struct):
    """A row of `standing`, or an increment of one."""

    ruleset: str
    player: str
    games: int = 0
    wins: int = 0
    shared_wins: int = 0
    points: int = 0

    def count(self, place: Place) -> None:
        """Add one game."""
        self.games += 1
        self.wins += place.rank == 1 and not place.shared
        self.shared_wins += place.rank == 1 and place.shared
        self.points += place.points


class LeaderboardProjection:
    """Sums over the games that ended and count (`counting.why_uncounted`); a resigned game counts as played and as won.

    Cooperative games are left out, since nobody in them beats another player.
    """

    name = "leaderboard"
    tables = ("standing_game", "standing")

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        events = relevant_events(events, self._reader)
        seatings = Seatings("standing_game", cursor, events, self._reader)
        standings: dict[tuple[str, str], StandingRow] = {}
        for stored in events:
            event = self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)
            seating = seatings.follow(stored, event)
            result = self._reader.result(event)
            if result is None or result.goals or why_uncounted(cursor, seating, stored) is not None:
                continue
            for place in player_places(seating, result):
                key = (seating.ruleset, place.player)
                standings.setdefault(key, StandingRow(*key)).count(place)
        seatings.save(cursor)
        rows.add(cursor, "standing", ("ruleset", "player"), list(standings.values()))
