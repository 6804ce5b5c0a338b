"""The list of all read models."""

from __future__ import annotations

from projections.contract import Projection, Reader
from projections.read_models.clauses import ClausesProjection
from projections.read_models.clocks import ClocksProjection
from projections.read_models.disputes import DisputesProjection
from projections.read_models.games import GamesProjection
from projections.read_models.history import HistoryProjection
from projections.read_models.leaderboard import LeaderboardProjection
from projections.read_models.players import PlayersProjection
from projections.read_models.ratings import RatingsProjection
from projections.read_models.scores import ScoresProjection

PROJECTIONS = (
    GamesProjection,
    HistoryProjection,
    ScoresProjection,
    LeaderboardProjection,
    PlayersProjection,
    DisputesProjection,
    RatingsProjection,
    ClausesProjection,
    ClocksProjection,
)
NAMES = tuple(projection.name for projection in PROJECTIONS)


def all_projections(reader: Reader) -> list[Projection]:
    """Build one projection of each kind, all reading stored events with `reader`."""
    return [projection(reader) for projection in PROJECTIONS]
