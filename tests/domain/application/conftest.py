"""Games on a real event store; each that a test opens sees the same database, as another process would."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.application.games import Games
from domain.application.stored.stored_games import Keys, StoredGames
from domain.proof.receipts import Signer
from eventstore.postgres.role import url_for_service
from tests.domain.application.playing import SNAPSHOT_KEY
from tests.support.databases import temporary_database
from tests.support.grown_log import LEAVES, Grown, Witness, grown
from tests.support.rulesets import product_rulesets

MOST_PROCESSES = 10
"""How many processes a test may have at once: each keeps connections to the server that all tests share."""


def open_games(url: str, *seed_keys: bytes) -> Games:
    env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": url_for_service(url)}
    return Games(
        StoredGames(
            product_rulesets(),
            keys=Keys(snapshots=SNAPSHOT_KEY, seeds=seed_keys),
            clock=lambda: datetime.now(UTC),
            entropy=secrets.token_bytes,
            env=env,
        )
    )


@pytest.fixture
def process(database_url: str) -> Iterator[Callable[..., Games]]:
    """Opens another process's view of the test's database, with these keys of seeds: nothing is cached in it yet.

    All stay open until the test ends; a test that needs them one after the other takes `for_a_moment`.
    """
    opened: list[Games] = []

    def open_next(*seed_keys: bytes) -> Games:
        assert len(opened) < MOST_PROCESSES, "open them `for_a_moment`"
        opened.append(open_games(database_url, *seed_keys))
        return opened[-1]

    yield open_next
    for games in opened:
        games.close()


@pytest.fixture
def for_a_moment(database_url: str) -> Callable[[], AbstractContextManager[Games]]:
    """Opens another process's view of the test's database, as `process` does, for the length of a `with` block."""
    return lambda: closing(open_games(database_url))


@pytest.fixture
def games(process: Callable[..., Games]) -> Games:
    """The games as one process sees them."""
    return process()


@pytest.fixture(scope="module")
def shared_log(postgres_url: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grown]:
    """A log of heads of 40 leaves to which tests only add cosignatures, each by its own witnesses."""
    with (
        temporary_database(postgres_url, template) as url,
        grown(url, tmp_path_factory.mktemp("shared"), LEAVES) as found,
    ):
        yield found


@pytest.fixture
def own_log(database_url: str, tmp_path: Path) -> Iterator[Grown]:
    """A log of heads of four leaves that the test may spoil."""
    with grown(database_url, tmp_path, 4) as found:
        yield found


@pytest.fixture
def witnesses() -> list[Witness]:
    """Three witnesses that no other test has."""
    return [Witness(Signer(secrets.token_bytes(32))) for _ in range(3)]
