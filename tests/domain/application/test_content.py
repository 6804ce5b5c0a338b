"""A game keeps the content that it was opened with, even if it is no longer installed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from domain.application.games import Games
from domain.application.stored.stored_games import StoredGames
from domain.proof.receipts import Keyring
from domain.rulesets import registry
from domain.verification.record import verify
from tests.domain.application.playing import mover, new_game, play_one
from tests.support.archives import house_pack


def test_a_game_is_played_and_verified_where_its_content_is_installed_no_more(
    database_url: str, process: Callable[[], Games], tmp_path: Path
) -> None:
    env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": database_url}
    owner = Games(
        StoredGames(
            registry([house_pack(tmp_path)]), clock=lambda: datetime.now(UTC), entropy=secrets.token_bytes, env=env
        )
    )
    try:
        game_id, random = new_game(owner), Random(1)
        play_one(owner, game_id, random)
    finally:
        owner.close()
    elsewhere = process()
    content = elsewhere.queries.describe(game_id).content
    assert content != elsewhere.stored.rulesets["micro-dojo"].content.digest
    while mover(elsewhere, game_id) is not None:
        play_one(elsewhere, game_id, random)
    assert verify(elsewhere.stored.store.rows(game_id), game_id, elsewhere.stored.rulesets, Keyring(())).holds
    assert elsewhere.queries.describe(new_game(elsewhere)).content != content
