"""Whole games on a Citus cluster: played, shown by the read models, signed and verified."""

from tests.projections.conftest import models, reader, store  # noqa: F401
from tests.projections.test_played_games import (  # noqa: F401
    games,
    test_rebuilding_played_games_gives_the_rows_of_the_live_projections,
)
