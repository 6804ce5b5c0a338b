"""The public keys of players, and when they were revoked. Nothing in these tables is ever changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from domain.rows import PlayerKeyRow
from eventstore.postgres.datastore import Datastore, persevere

ADD = (
    "INSERT INTO kifu.player_key (public, player, since, proof) "
    "VALUES (%b::bytea, %b::text, %b::timestamptz, %b::bytea) ON CONFLICT DO NOTHING"
)
REVOKE = (
    "INSERT INTO kifu.revoked_player_key (public, until) VALUES (%b::bytea, %b::timestamptz) ON CONFLICT DO NOTHING"
)
OWNER = "SELECT player FROM kifu.player_key WHERE public = %b::bytea"
OF_PLAYER = (
    "SELECT public, since, until, proof FROM kifu.player_key LEFT JOIN kifu.revoked_player_key USING (public) "
    "WHERE player = %b::text ORDER BY number"
)


class PlayerKeyTables:
    """The tables of the keys of players. Every call raises OperationalError while PostgreSQL is away."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def of_player(self, player: str) -> list[PlayerKeyRow]:
        """Return every key that a player registered, in order."""
        return [PlayerKeyRow(*row) for row in self._datastore.read(OF_PLAYER, (player,))]

    def owner(self, public: bytes) -> str | None:
        """Return the player who registered a public key; None if nobody did."""
        rows = self._datastore.read(OWNER, (public,))
        return rows[0][0] if rows else None

    def add(self, player: str, key: PlayerKeyRow) -> bool:
        """Add a key, or return False if it is there already."""
        return self._write(ADD, (key.public, player, key.since, key.proof))

    def revoke(self, public: bytes, at: datetime) -> None:
        """Revoke a key from now on; the first time counts."""
        self._write(REVOKE, (public, at))

    def _write(self, statement: str, values: Sequence[object]) -> bool:
        def attempt(left: float, _: bool) -> bool:
            with self._datastore.get_connection(left) as connection:
                return connection.execute(statement, values, prepare=True).rowcount == 1

        return persevere(attempt)
