"""The public keys of players, and when they were revoked. Nothing in these tables is ever changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from domain.rows import PlayerKeyRow
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables.accounts.seals import UNSEALED, SealedRow

ADD = (
    "INSERT INTO kifu.player_key (public, player, since, proof) "
    "VALUES (%b::bytea, %b::text, %b::timestamptz, %b::bytea) ON CONFLICT DO NOTHING"
)
REVOKE = (
    "INSERT INTO kifu.revoked_player_key (public, until) VALUES (%b::bytea, %b::timestamptz) ON CONFLICT DO NOTHING"
)
OWNER = "SELECT player FROM kifu.player_key WHERE public = %b::bytea"
OF_PLAYER = (
    "SELECT public, since, ARRAY(SELECT until FROM kifu.revoked_player_key AS r WHERE r.public = k.public "
    "ORDER BY until), proof FROM kifu.player_key AS k WHERE player = %b::text ORDER BY number"
)


class PlayerKeyTables:
    """The tables of the keys of players; with `seals`, only what the service wrote counts.

    Every call raises OperationalError while PostgreSQL is unavailable.
    """

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self.seals = UNSEALED

    def of_player(self, player: str) -> list[PlayerKeyRow]:
        """Return every key that a player registered, in order."""
        rows = self._datastore.read(OF_PLAYER, (player,))
        claims = [_key(public, player, since) for public, since, _, _ in rows]
        claims += [_revocation(public, until) for public, _, ends, _ in rows for until in ends]
        genuine = self.seals.genuine(self._datastore.read, claims)
        return [
            PlayerKeyRow(public, since, next((at for at in ends if _revocation(public, at) in genuine), None), proof)
            for public, since, ends, proof in rows
            if _key(public, player, since) in genuine
        ]

    def owner(self, public: bytes) -> str | None:
        """Return the player who registered a public key; None if nobody did."""
        rows = self._datastore.read(OWNER, (public,))
        return rows[0][0] if rows else None

    def add(self, player: str, key: PlayerKeyRow) -> bool:
        """Add a key, or return False if it is there already."""
        row = _key(key.public, player, key.since)
        return self._write(ADD, (key.public, player, key.since, key.proof), row)

    def revoke(self, public: bytes, at: datetime) -> None:
        """Revoke a key from now on; the first time counts."""
        self._write(REVOKE, (public, at), _revocation(public, at))

    def _write(self, statement: str, values: Sequence[object], row: SealedRow) -> bool:
        def attempt(left: float, _: bool) -> bool:
            with (
                self._datastore.get_connection(left) as connection,
                connection.transaction(),
            ):
                added = connection.execute(statement, values, prepare=True).rowcount == 1
                if added:
                    self.seals.add(connection.execute, row)
                return added

        return persevere(attempt)


def _key(public: bytes, player: str, since: datetime) -> SealedRow:
    return SealedRow("player-key", (public.hex(), player, since))


def _revocation(public: bytes, until: datetime) -> SealedRow:
    return SealedRow("player-key-revoked", (public.hex(), until))
