"""Games on a real event store; each one that a test opens sees the same database as another process would."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from domain.application.games import Games
from domain.application.stored.stored_games import Keys, StoredGames
from eventstore.postgres.role import url_for_service
from tests.domain.application.playing import SNAPSHOT_KEY
from tests.support.rulesets import product_rulesets


@pytest.fixture
def process(database_url: str) -> Iterator[Callable[..., Games]]:
    """Opens another process's view of the test's database, with these keys of seeds: nothing is cached in it yet."""
    opened: list[Games] = []

    def open_games(*seed_keys: bytes) -> Games:
        env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": url_for_service(database_url)}
        games = Games(
            StoredGames(
                product_rulesets(),
                keys=Keys(snapshots=SNAPSHOT_KEY, seeds=seed_keys),
                clock=lambda: datetime.now(UTC),
                entropy=secrets.token_bytes,
                env=env,
            )
        )
        opened.append(games)
        return games

    yield open_games
    for games in opened:
        games.close()


@pytest.fixture
def games(process: Callable[..., Games]) -> Games:
    """The games as one process sees them."""
    return process()
