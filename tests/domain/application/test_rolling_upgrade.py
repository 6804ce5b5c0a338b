"""A process of the previous version can play on this version's schema, alongside processes of this version."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle
from random import Random
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError
from eventsourcing.utils import Environment

from domain.application.games import Games
from domain.application.stored.stored_games import Keys, StoredGames
from eventstore import factory
from eventstore.postgres.role import url_for_service
from eventstore.tables.answers import DuplicateKey
from tests.domain.application.playing import SNAPSHOT_KEY, holds, mover, new_game, play_one
from tests.eventstore import previous_version
from tests.eventstore.test_append_batch import answer, assert_no_gaps, event
from tests.support.rulesets import product_rulesets

MODULES = ("eventstore.factory", "tests.eventstore.previous_version")


@pytest.fixture
def versions(database_url: str) -> Iterator[list[Games]]:
    """A process of this version and one of the previous, on one database."""
    opened = [
        Games(
            StoredGames(
                product_rulesets(),
                keys=Keys(snapshots=SNAPSHOT_KEY, seeds=(bytes(32),)),
                clock=lambda: datetime.now(UTC),
                entropy=secrets.token_bytes,
                env={"PERSISTENCE_MODULE": module, "KIFU_DATABASE_URL": url_for_service(database_url)},
            )
        )
        for module in MODULES
    ]
    yield opened
    for games in opened:
        games.close()


@pytest.mark.parametrize("first", [0, 1])
def test_two_versions_play_one_game_in_turn(versions: list[Games], database_url: str, first: int) -> None:
    opener, other = versions[first], versions[1 - first]
    game_id, random = new_game(opener), Random(first)
    for games in cycle((other, opener)):
        if mover(games, game_id) is None:
            break
        play_one(games, game_id, random)
    for games in versions:
        assert mover(games, game_id) is None
        assert holds(games, game_id)
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT game_id FROM kifu.opened_seed").fetchall() == [(game_id,)]
    assert_no_gaps(database_url)


@pytest.mark.parametrize("count", [1, 3])
def test_the_previous_version_is_refused_as_it_expects(database_url: str, count: int) -> None:
    env = Environment(env={"KIFU_DATABASE_URL": url_for_service(database_url)})
    old, new = previous_version.Factory(env), factory.Factory(env)
    before, now = old.application_recorder(), new.application_recorder()
    game_id = uuid4()
    events = [event(game_id, version) for version in range(1, count + 1)]
    assert before.insert_events(events, idempotency=answer("key")) == list(range(1, count + 1))
    assert now.insert_events([event(game_id, count + 1)]) == [count + 1]
    with pytest.raises(DuplicateKey):
        before.insert_events(events, idempotency=answer("key"))
    for version in (1, count + 1, count + 3):
        with pytest.raises(IntegrityError):
            before.insert_events([event(game_id, version + number) for number in range(count)])
    assert now.insert_events([event(game_id, count + 2)]) == [count + 2]
    old.close()
    new.close()
