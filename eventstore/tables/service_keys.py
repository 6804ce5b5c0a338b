"""The keys of the service's instances, each row with a seal that the database alone cannot make."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, TypeAlias

import psycopg
from psycopg.rows import TupleRow

from domain.rows import PARTITIONS
from eventstore.postgres.datastore import Read

Kind: TypeAlias = Literal["signing", "seeds"]

# Any number will do, as long as every process that introduces keys takes the same one.
ADVISORY_LOCK = 0x6B696B79

ALL = "SELECT kind, key, public, time, used, seal FROM kifu.service_key ORDER BY kind, key, time, used, seal"
INSERT = """
INSERT INTO kifu.service_key (kind, key, public, time, used, seal)
VALUES (%s::text, %s::text, %s::bytea, %s::timestamptz, %s::boolean, %s::bytea) ON CONFLICT DO NOTHING
"""
# Not joined with the events, which a cluster may have elsewhere.
NAMED_IN_NOTES = """
SELECT encode(substr(receipt, 1, 8), 'hex') FROM kifu.imported
UNION SELECT latest.key FROM generate_series(0, %s::integer - 1) AS feed (partition), LATERAL (
      SELECT key FROM kifu.tree_head AS head WHERE head.partition = feed.partition ORDER BY size DESC LIMIT 1) AS latest
"""
NAMED_IN_EVENTS = """
SELECT encode(substr(latest.receipt, 1, 8), 'hex') FROM kifu.feed_head AS feed, LATERAL (
      SELECT receipt FROM kifu.event AS e
       WHERE e.partition = feed.partition ORDER BY position DESC LIMIT 1) AS latest
 WHERE latest.receipt IS NOT NULL
"""


@dataclass(frozen=True)
class KeyStatement:
    """A statement that a key is in use from a moment on, or no longer.

    `public` has 32 bytes for signing keys, else None.
    """

    kind: Kind
    key: str
    public: bytes | None
    time: datetime
    used: bool

    def seal(self, secret: bytes) -> bytes:
        """Seal the statement with the token key: HMAC-SHA256 over a text that no other seal covers."""
        text = (
            f"kifu service key 1\nkind {self.kind}\nkey {self.key}\npublic {(self.public or b'').hex()}\n"
            f"time {self.time.astimezone(UTC).isoformat(timespec='microseconds')}\nused {str(self.used).lower()}\n"
        )
        return hmac.digest(secret, text.encode(), "sha256")


@dataclass(frozen=True)
class KeyRow:
    """A statement as stored, with a seal that anybody may have made."""

    statement: KeyStatement
    stored_seal: bytes

    def is_genuine(self, secret: bytes) -> bool:
        """Return whether its seal was made with this token key."""
        return hmac.compare_digest(self.statement.seal(secret), self.stored_seal)


def list_key_rows(read: Read) -> list[KeyRow]:
    """Return every row, those of one key by their time."""
    return [_row(row) for row in read(ALL, ())]


def list_named_keys(read: Read) -> set[str]:
    """Return the keys that signed the newest events and heads of the partitions, and the notes of imports."""
    return {str(key) for (key,) in (*read(NAMED_IN_NOTES, (PARTITIONS,)), *read(NAMED_IN_EVENTS, ()))}


def lock(connection: psycopg.Connection[TupleRow]) -> None:
    """Keep other instances from introducing keys until the transaction of this connection ends."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (ADVISORY_LOCK,))


def add_statements(
    connection: psycopg.Connection[TupleRow], statements: Iterable[KeyStatement], secret: bytes
) -> Sequence[KeyStatement]:
    """Add statements with our seal; return the new ones."""
    added = []
    for one in statements:
        values = (one.kind, one.key, one.public, one.time, one.used, one.seal(secret))
        if connection.execute(INSERT, values).rowcount:
            added.append(one)
    return added


def _row(row: TupleRow) -> KeyRow:
    kind, key, public, time, used, seal = row
    return KeyRow(KeyStatement(kind, key, bytes(public) if public is not None else None, time, used), bytes(seal))
