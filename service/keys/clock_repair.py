"""The repair of what a clock spoilt: a key that signed while the clock stood before the moment from which on it counts.

What such a key signed is genuine, but is dated before its `from`, so it is called false. The repair lowers that moment,
in `public.json` and by a sealed row of `kifu.service_key`, and the document of keys says from then on that it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from uuid import UUID

import msgspec
import psycopg
from psycopg.rows import TupleRow

from domain.proof.chain import split_digest
from domain.proof.checkpoints import head_fault, tree_head
from domain.proof.envelope import Unreadable, read_envelope
from domain.proof.heads_log import root_fault
from domain.proof.receipts import KeyExtension, Keyring, PublicKey, Receipt, unpack_signature
from domain.rows import PARTITIONS, HeadRow, RootRow
from eventstore.postgres.datastore import Read
from eventstore.tables.service_keys import KeyStatement, add_statements
from service.keys.signing import replace_public_key
from service.settings import Settings

AT_ONCE = 2_000
HEADS = "SELECT partition, size, root, time, key, signature FROM kifu.tree_head WHERE key = %s ORDER BY partition, size"
ROOTS = (
    "SELECT size, time, leaf, above, origin, root, key, signature FROM kifu.logged_heads WHERE key = %s ORDER BY size"
)
EVENTS = """
SELECT position, version, payload, receipt FROM kifu.event
 WHERE partition = %s::smallint AND position > %s::bigint ORDER BY position LIMIT %s::integer
"""


class SpoiltKey(msgspec.Struct, frozen=True):
    """A key and the genuine signatures of it that are dated before its `from`, the earliest of them at `first`."""

    key: PublicKey
    first: datetime
    heads: tuple[str, ...]
    roots: int
    events: int


def find_spoilt(read: Read, keyring: Keyring, beat: Callable[[int], None]) -> list[SpoiltKey]:
    """Find the keys with genuine signatures that are called false for their time alone.

    What the first key signed counts whatever its time; and no key can have signed before the first came into use.
    `beat` is told how many events have been read.
    """
    first, *later = sorted(keyring.keys, key=lambda key: key.since)
    wide = Keyring([first, *(msgspec.structs.replace(key, since=first.since) for key in later)])
    events = _early_receipts(read, {key.key: key for key in later}, wide, beat) if later else {}
    found = []
    for key in later:
        heads = [HeadRow(*row) for row in read(HEADS, (key.key,))]
        early = [head for head in heads if head_fault(tree_head(head), wide) is None and _time(head.time) < key.since]
        rows = [RootRow(*row) for row in read(ROOTS, (key.key,))]
        roots = [row for row in rows if root_fault(row, wide) is None and _time(row.time) < key.since]
        receipts = events.get(key.key, [])
        times = [*(_time(head.time) for head in early), *(_time(root.time) for root in roots), *receipts]
        if times:
            places = tuple(f"partition {head.partition} at {head.size} events" for head in early)
            found.append(SpoiltKey(key, min(times), places, len(roots), len(receipts)))
    return found


def repair(
    settings: Settings, connection: psycopg.Connection[TupleRow], secret: bytes, spoilt: SpoiltKey, note: KeyExtension
) -> None:
    """Let a key count from its earliest genuine signature on, and say so in the document of keys."""
    key = msgspec.structs.replace(spoilt.key, since=spoilt.first, extended=note)
    replace_public_key(settings, key)
    statement = KeyStatement("signing", key.key, bytes.fromhex(key.public), spoilt.first, True)
    add_statements(connection, [statement], secret)


def describe_extension(key: PublicKey) -> str | None:
    """Return in words how a key came to count earlier than it did; None if it did not."""
    note = key.extended
    if note is msgspec.UNSET:
        return None
    return (
        f"Key {key.key} counts from {key.since:%Y-%m-%d %H:%M:%S} on and not from {note.before:%Y-%m-%d %H:%M:%S}: "
        f"{note.by} said so on {note.at:%Y-%m-%d}, for {note.heads} heads, {note.roots} roots of the log of heads and "
        f"{note.events} events. Why: {note.why}"
    )


def _early_receipts(
    read: Read, keys: dict[str, PublicKey], wide: Keyring, beat: Callable[[int], None]
) -> dict[str, list[datetime]]:
    """Return the times of the genuine receipts that are dated before the `from` of their key, by key."""
    found: dict[str, list[datetime]] = {}
    for done, receipt in enumerate(_receipts(read, keys)):
        if done % AT_ONCE == 0:
            beat(done)
        if receipt is None or _time(receipt.time) >= keys[receipt.key].since:
            continue
        if wide.receipt_fault(receipt) is None:
            found.setdefault(receipt.key, []).append(_time(receipt.time))
    return found


def _receipts(read: Read, keys: Iterable[str]) -> Iterator[Receipt | None]:
    """Yield for each event of the log its receipt by one of the keys; None where it has no such receipt."""
    for partition in range(PARTITIONS):
        position = 0
        while rows := read(EVENTS, (partition, position, AT_ONCE)):
            for _, version, payload, receipt in rows:
                yield _read_receipt(version, payload.encode(), receipt, keys)
            position = rows[-1][0]


def _read_receipt(version: int, payload: bytes, stored: bytes | None, keys: Iterable[str]) -> Receipt | None:
    signed = unpack_signature(bytes(stored)) if stored is not None else None
    digest = split_digest(payload)[1]
    if signed is None or digest is None or signed[0] not in keys:
        return None
    try:
        envelope = read_envelope(payload)
        stream = UUID(envelope.originator_id)
    except (Unreadable, ValueError):
        return None
    return Receipt(stream, envelope.n, version, digest, envelope.timestamp, *signed)


def _time(text: str) -> datetime:
    return msgspec.convert(text, datetime)
