"""Moves packed by an earlier version: every reader gets what was recorded, and a changed move is found."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from uuid import UUID

import psycopg
import pytest

from domain.application.audit import Audit
from domain.application.games import Games
from domain.kernel.audience import SPECTATOR
from domain.proof.receipts import Keyring
from domain.record.damage import DamagedRecord
from domain.record.words import Reader
from eventstore.codec import PACKED, read_payload
from projections.queries.read import ReadModels
from projections.read_models.stored_events import StoredReader
from service.parts import build_games, build_projections
from tests.domain.application.playing import new_game, play_one
from tests.projections.running import carry
from tests.support.packed import MOVE, pack, pack_stored_moves
from tests.support.rulesets import product_rulesets

MOVES = 8
RULESETS = product_rulesets()


@pytest.fixture
def games(database_url: str) -> Iterator[Games]:
    with build_games(RULESETS, database_url, 1) as games:
        yield games


@pytest.fixture
def played(database_url: str, games: Games) -> UUID:
    game_id, random = new_game(games), Random(1)
    for _ in range(MOVES):
        play_one(games, game_id, random)
    assert pack_stored_moves(database_url, game_id) == MOVES
    return game_id


def stored(url: str, game_id: UUID) -> list[tuple[str, bytes]]:
    with psycopg.connect(url) as connection:
        query = "SELECT topic, payload FROM kifu.event WHERE game_id = %s ORDER BY version"
        return [(topic, text.encode()) for topic, text in connection.execute(query, (game_id,))]


def test_packed_moves_are_read_as_they_were_recorded_and_the_next_ones_are_plain(
    database_url: str, games: Games, played: UUID
) -> None:
    rows = stored(database_url, played)
    with build_games(RULESETS, database_url, 1) as others:
        assert [row.payload for row in others.stored.store.rows(played)] == [
            read_payload(payload.decode()) for _, payload in rows
        ]
        assert others.queries.steps(played, SPECTATOR) == games.queries.steps(played, SPECTATOR)
        assert Audit(others.stored, others.queries, Keyring(())).verification(played, None, arbiter=True).holds
        play_one(others, played, Random(2))
    play_one(games, played, Random(3))
    assert games.queries.describe(played).step == MOVES + 3
    packed = [payload.startswith(PACKED.encode()) for _, payload in stored(database_url, played)]
    assert packed == [topic == MOVE for topic, _ in rows] + [False, False]


def test_the_read_models_follow_packed_moves(database_url: str, games: Games, played: UUID) -> None:
    carry(database_url, build_projections(RULESETS))
    models = ReadModels(database_url, StoredReader(Reader(RULESETS)), pool_size=1)
    lines = models.history().items
    models.close()
    assert [line.words for line in reversed(lines)] == [step.words for step in games.queries.steps(played, SPECTATOR)]


@pytest.mark.parametrize("way", ["another move", "no packed move"])
def test_a_packed_move_that_is_changed_is_found(database_url: str, played: UUID, way: str) -> None:
    payload = next(payload for topic, payload in stored(database_url, played) if topic == MOVE)
    another = pack(read_payload(payload.decode()).replace(b'"seat":0', b'"seat":1').replace(b'"seat": 0', b'"seat":1'))
    changed = another if way == "another move" else payload[:30] + b"!" + payload[31:]
    assert changed != payload
    with psycopg.connect(database_url) as connection:
        statement = "UPDATE kifu.event SET payload = %s WHERE game_id = %s AND payload = %s"
        connection.execute(statement, (changed.decode(), played, payload.decode()))
    with build_games(RULESETS, database_url, 1) as games:
        found = Audit(games.stored, games.queries, Keyring(())).verification(played, None, arbiter=True)
        assert not found.holds
        if way != "another move":
            with pytest.raises(DamagedRecord):
                games.queries.steps(played, SPECTATOR)
