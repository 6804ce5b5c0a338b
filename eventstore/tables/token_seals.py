"""Seals of tokens, which show that the service made a token, and not someone with write access to the database."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from uuid import UUID

from psycopg import Cursor
from psycopg.rows import TupleRow

from eventstore.postgres.datastore import Datastore
from eventstore.tables.accounts.seals import AccountSeals

INSERT = "INSERT INTO kifu.token_seal (token, seal) VALUES (%b::uuid, %b::bytea) ON CONFLICT DO NOTHING"
ALL = """
SELECT t.id, t.player, t.digest, ARRAY(SELECT s.seal FROM kifu.token_seal AS s WHERE s.token = t.id)
  FROM kifu.token AS t WHERE t.id > %b::uuid ORDER BY t.id LIMIT %b::bigint
"""
FIRST = UUID(int=0)
AT_ONCE = 1000


@dataclass(frozen=True)
class TokenSeals:
    """Seals tokens with a key of 32 bytes, HMAC-SHA256; without a key it seals nothing and trusts every token."""

    key: bytes | None = field(default=None, repr=False)

    @property
    def accounts(self) -> AccountSeals:
        """The seals of other rows about accounts, under the same key."""
        return AccountSeals(self.key)

    def insert(self, cursor: Cursor[TupleRow], token: UUID, player: str, digest: bytes) -> None:
        """Seal a token in the transaction of a cursor."""
        if self.key is not None:
            cursor.execute(INSERT, (token, self._seal(self.key, token, player, digest)), prepare=True)

    def is_genuine(self, token: UUID, player: str, digest: bytes, seals: Iterable[bytes]) -> bool:
        """Return whether one of the seals of a token is ours."""
        if self.key is None:
            return True
        own = self._seal(self.key, token, player, digest)
        return any(hmac.compare_digest(own, bytes(seal)) for seal in seals)

    def seal_code(self, player: str, code: bytes) -> bytes:
        """Return the stored form of a player's recovery code; `code` is its digest."""
        if self.key is None:
            return code
        text = f"kifu recovery code 1\nplayer {player}\ndigest {code.hex()}\n"
        return hmac.digest(self.key, text.encode(), "sha256")

    def seal_all(self, datastore: Datastore) -> None:
        """Seal every existing token; before the service has its key, genuine ones cannot be told from others."""
        for token, player, digest, _ in _all(datastore):
            with datastore.get_connection() as connection:
                connection.execute(INSERT, (token, self._seal(self.key or b"", token, player, digest)), prepare=True)

    def knows_one(self, datastore: Datastore) -> bool:
        """Return whether a token of the first thousand has a seal of ours."""
        rows = datastore.read(ALL, (FIRST, AT_ONCE))
        return any(self.is_genuine(token, player, bytes(digest), seals) for token, player, digest, seals in rows)

    def find_false(self, datastore: Datastore) -> Iterator[tuple[UUID, str]]:
        """Find the tokens without a seal of ours, with their players."""
        for token, player, digest, seals in _all(datastore):
            if not self.is_genuine(token, player, digest, seals):
                yield token, player

    @staticmethod
    def _seal(key: bytes, token: UUID, player: str, digest: bytes) -> bytes:
        text = f"kifu token seal 1\ntoken {token}\nplayer {player}\ndigest {digest.hex()}\n"
        return hmac.digest(key, text.encode(), "sha256")


def _all(datastore: Datastore) -> Iterator[tuple[UUID, str, bytes, list[bytes]]]:
    after = FIRST
    while rows := datastore.read(ALL, (after, AT_ONCE)):
        for token, player, digest, seals in rows:
            yield token, player, bytes(digest), seals
        after = rows[-1][0]
