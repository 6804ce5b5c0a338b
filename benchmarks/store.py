"""Games over a database, for benchmarks that need no server."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from domain.application.games import Games
from domain.application.stored.stored_games import Keys, StoredGames
from domain.proof.receipts import Signer
from domain.rulesets import registry


def fresh_games(url: str, signer: Signer | None = None) -> Games:
    """Open games with empty caches, as a context manager."""
    return Games(
        StoredGames(
            registry(),
            keys=Keys(signer=signer, snapshots=bytes(32)),
            clock=lambda: datetime.now(UTC),
            entropy=secrets.token_bytes,
            env={"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": url},
        )
    )
