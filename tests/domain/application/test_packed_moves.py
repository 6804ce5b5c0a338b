"""A service that packs its moves: every reader gets what was recorded, and a changed move is found."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from uuid import UUID

import psycopg
import pytest

from domain.application.audit import Audit
from domain.application.games import Games
from domain.errors import DamagedRecord
from domain.kernel.audience import SPECTATOR
from domain.proof.receipts import Keyring
from domain.record.words import Reader
from eventstore.packing import MOVE, PREFIX, pack, unpack
from projections.queries.read import ReadModels
from projections.read_models.stored_events import StoredReader
from service.parts import build_games, build_projections
from tests.domain.application.playing import new_game, play_one
from tests.projections.running import carry
from tests.support.rulesets import product_rulesets

MOVES = 8
RULESETS = product_rulesets()


@pytest.fixture
def packing(database_url: str) -> Iterator[Games]:
    with build_games(RULESETS, database_url, 1, pack_moves=True) as games:
        yield games


@pytest.fixture
def played(packing: Games) -> UUID:
    game_id, random = new_game(packing), Random(1)
    for _ in range(MOVES):
        play_one(packing, game_id, random)
    return game_id


def stored(url: str, game_id: UUID) -> list[tuple[str, bytes]]:
    with psycopg.connect(url) as connection:
        query = "SELECT topic, payload FROM kifu.event WHERE game_id = %s ORDER BY version"
        return [(topic, text.encode()) for topic, text in connection.execute(query, (game_id,))]


def test_packed_moves_are_read_by_every_process_as_they_were_recorded(
    database_url: str, packing: Games, played: UUID
) -> None:
    rows = stored(database_url, played)
    assert [payload.startswith(PREFIX) for _, payload in rows] == [topic == MOVE for topic, _ in rows]
    with build_games(RULESETS, database_url, 1) as games:
        assert [row.payload for row in games.stored.store.rows(played)] == [unpack(payload) for _, payload in rows]
        assert games.queries.steps(played, SPECTATOR) == packing.queries.steps(played, SPECTATOR)
        assert Audit(games.stored, games.queries, Keyring(())).verification(played, None, arbiter=True).holds
        play_one(games, played, Random(2))
    play_one(packing, played, Random(3))
    assert packing.queries.describe(played).step == MOVES + 3
    assert [payload.startswith(PREFIX) for _, payload in stored(database_url, played)[-2:]] == [False, True]


def test_the_read_models_follow_packed_moves(database_url: str, packing: Games, played: UUID) -> None:
    carry(database_url, build_projections(RULESETS))
    models = ReadModels(database_url, StoredReader(Reader(RULESETS)), pool_size=1)
    lines = models.history().items
    models.close()
    assert [line.words for line in reversed(lines)] == [step.words for step in packing.queries.steps(played, SPECTATOR)]


@pytest.mark.parametrize("way", ["another move", "no packed move"])
def test_a_packed_move_that_is_changed_is_found(database_url: str, played: UUID, way: str) -> None:
    topic, payload = next(row for row in stored(database_url, played) if row[0] == MOVE)
    another = pack(topic, unpack(payload).replace(b'"seat":0', b'"seat":1').replace(b'"seat": 0', b'"seat":1'))
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
