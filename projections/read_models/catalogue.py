"""The list of all read models."""

from __future__ import annotations

import os
from pathlib import Path

from projections.contract import Projection, Reader
from projections.read_models.disputes import DisputesProjection
from projections.read_models.games import GamesProjection
from projections.read_models.history import HistoryProjection
from projections.read_models.leaderboard import LeaderboardProjection
from projections.read_models.players import PlayersProjection
from projections.read_models.scores import ScoresProjection
from projections.read_models.stored_events import stored_reader

PROJECTIONS = (
    GamesProjection,
    HistoryProjection,
    ScoresProjection,
    LeaderboardProjection,
    PlayersProjection,
    DisputesProjection,
)
NAMES = tuple(projection.name for projection in PROJECTIONS)


def all_projections(reader: Reader) -> list[Projection]:
    """Return one of each, reading stored events with `reader`."""
    return [projection(reader) for projection in PROJECTIONS]


def service_projections() -> list[Projection]:
    """Return one of each, with the rulesets of the service and the content packs in the folder `KIFU_CONTENT`."""
    folder = os.environ.get("KIFU_CONTENT")
    return all_projections(stored_reader([Path(folder)] if folder else []))
