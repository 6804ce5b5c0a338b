"""The keys that a service's instances have recorded in their database, and a keyring of them all.

A row counts only with a seal under the token key, which the instances share and which is not in the database.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import msgspec

from domain.proof.receipts import Keyring, PublicKey
from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import Read
from eventstore.tables.service_keys import KeyRow, KeyStatement, Kind, list_key_rows
from eventstore.tables.token_seals import TokenSeals

FRESH_SECONDS = 1.0
"""How long a read is valid: an instance needs longer to start after it has recorded its key."""
NEXT = timedelta(microseconds=1)


class RecordedKey(msgspec.Struct, frozen=True):
    """A recorded key: its first use, the time of the last statement about it, and whether that says it is in use."""

    kind: Kind
    key: str
    public: bytes | None
    since: datetime
    last: datetime
    used: bool

    def say(self, used: bool, now: datetime) -> KeyStatement:
        """Return a statement that the key is in use, or not, which is valid even if clocks differ."""
        return KeyStatement(self.kind, self.key, self.public, max(now, self.last + NEXT), used)


def genuine_statements(rows: Iterable[KeyRow], secret: bytes) -> list[KeyStatement]:
    """Return the statements sealed with this token key."""
    return [row.statement for row in rows if row.is_genuine(secret)]


def sum_up(statements: Iterable[KeyStatement]) -> dict[tuple[Kind, str], RecordedKey]:
    """Return the current state of each key, by kind and key."""
    found: dict[tuple[Kind, str], RecordedKey] = {}
    for one in sorted(statements, key=lambda one: (one.time, one.used)):
        before = found.get((one.kind, one.key))
        since = before.since if before is not None else one.time
        found[one.kind, one.key] = RecordedKey(one.kind, one.key, one.public, since, one.time, one.used)
    return found


def join_keys(own: Iterable[PublicKey], recorded: Iterable[RecordedKey]) -> tuple[PublicKey, ...]:
    """Return the recorded keys and then our own; a recorded key counts as in use for as long as either one says."""
    signing = {one.key: one for one in recorded if one.kind == "signing" and one.public is not None}
    ours = tuple(_widen(key, signing.pop(key.key, None)) for key in own)
    others = sorted(signing.values(), key=lambda one: (one.since, one.key))
    return (*map(_public_key, others), *ours)


def find_false_rows(read: Read, seals: TokenSeals) -> list[KeyStatement]:
    """Find the rows without a seal of ours; they are ignored."""
    rows = list_key_rows(read)
    genuine = set(genuine_statements(rows, seals.key or b""))
    return [row.statement for row in rows if row.statement not in genuine]


def _widen(key: PublicKey, recorded: RecordedKey | None) -> PublicKey:
    if recorded is None:
        return key
    until = None if recorded.used or key.until is None else max(key.until, recorded.last)
    return msgspec.structs.replace(key, since=min(key.since, recorded.since), until=until)


def _public_key(one: RecordedKey) -> PublicKey:
    public = one.public or b""
    return PublicKey(one.key, "Ed25519", public.hex(), one.since, None if one.used else one.last)


class RecordedKeyring(Keyring):
    """Our own keys and all those recorded by other instances, even after this process started."""

    def __init__(
        self,
        own: Keyring,
        read: Read,
        seals: TokenSeals | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(own.keys)
        self._own = own.keys
        self._read = read
        self._secret = seals.key if seals is not None else None
        self._clock = clock
        self._due = clock()
        self._loaded = False

    def _refresh(self) -> None:
        if self._secret is None or self._clock() < self._due:
            return
        try:
            rows = list_key_rows(self._read)
        except AWAY:
            # An earlier read suffices, but without any, signatures by other instances' keys would count as false.
            if not self._loaded:
                raise
            return
        recorded = sum_up(genuine_statements(rows, self._secret)).values()
        self._take(join_keys(self._own, recorded))
        self._loaded, self._due = True, self._clock() + FRESH_SECONDS
