"""Repairs the effects of a wrong clock: a key that signed while the clock was set to before the key's `from`.

Such signatures are genuine but dated too early, so they are called false. The repair moves `from` back, in
`public.json` and by a sealed row of `kifu.service_key`, and the document of keys records that it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

import msgspec
import psycopg
from psycopg.rows import TupleRow

from domain.application.audit import Audit
from domain.application.stored.store import GameStore
from domain.proof.heads import Heads
from domain.proof.heads_log import HeadsLog
from domain.proof.receipts import Extension, KeyExtension, Keyring, PublicKey, read_receipt
from eventstore.tables.service_keys import KeyStatement, add_statements
from service.keys.recorded_keys import NEXT
from service.keys.signing import replace_public_key
from service.settings import Settings

Signed: TypeAlias = Literal["head", "root", "event"]


class SpoiltKey(msgspec.Struct, frozen=True):
    """A key with genuine signatures that are dated before its `from`; the earliest is dated `first`."""

    key: PublicKey
    first: datetime
    heads: tuple[str, ...]
    roots: int
    events: int


class _Early(NamedTuple):
    """A genuine signature that is dated too early: what was signed, and where it is."""

    key: str
    time: datetime
    signed: Signed
    place: str


def find_spoilt(audit: Audit, store: GameStore, beat: Callable[[int], None]) -> list[SpoiltKey]:
    """Find the keys of the audit whose genuine signatures are called false only because of their time.

    Signatures of the first key count whatever their time, and no later key can have signed before the first came into
    use. `beat` is called with the number of events read. Raises NoArchive if events are in files that are not here.
    """
    first, *later = sorted(audit.keyring.keys, key=lambda key: (key.since, key.key))
    # A later key that came into use at the same moment could be mistaken for the first.
    wide = Keyring([first, *(msgspec.structs.replace(key, since=first.since + NEXT) for key in later)])
    early = [*_early_heads(store, audit.keyring, wide), *_early_events(audit, store, wide, beat)]
    found = []
    for key in later:
        signatures = [one for one in early if one.key == key.key]
        if signatures:
            heads = tuple(one.place for one in signatures if one.signed == "head")
            roots, events = (sum(one.signed == kind for one in signatures) for kind in ("root", "event"))
            found.append(SpoiltKey(key, min(one.time for one in signatures), heads, roots, events))
    return found


def repair(
    settings: Settings, connection: psycopg.Connection[TupleRow], secret: bytes, spoilt: SpoiltKey, note: KeyExtension
) -> None:
    """Make a key count from its earliest genuine signature on, and record that in the document of keys.

    Earlier statements about the key stay there.
    """
    before = spoilt.key.extended
    if before is not msgspec.UNSET:
        said = tuple(msgspec.convert(one, Extension, from_attributes=True) for one in before.all)
        note = msgspec.structs.replace(note, earlier=said)
    key = msgspec.structs.replace(spoilt.key, since=spoilt.first, extended=note)
    replace_public_key(settings, key)
    statement = KeyStatement("signing", key.key, bytes.fromhex(key.public), spoilt.first, True)
    add_statements(connection, [statement], secret)


def describe_extensions(key: PublicKey) -> Iterator[str]:
    """Describe how a key came to count earlier than it did, the last extension first; empty if it never did."""
    since = key.since
    for note in key.extended.all if key.extended is not msgspec.UNSET else ():
        yield (
            f"Key {key.key} counts from {since:%Y-%m-%d %H:%M:%S} on and not from {note.before:%Y-%m-%d %H:%M:%S}: "
            f"{note.by} said so on {note.at:%Y-%m-%d}, for {note.heads} heads, {note.roots} roots of the log of heads "
            f"and {note.events} events. Why: {note.why}"
        )
        since = note.before


def _early_heads(store: GameStore, keyring: Keyring, wide: Keyring) -> Iterator[_Early]:
    """Find the heads and roots that are false by the current keys and genuine by the extended ones."""
    heads, roots = Heads(store.log, wide), HeadsLog(store.log, wide)
    for partition in range(store.partitions):
        for head, _ in Heads(store.log, keyring).false(partition):
            if heads.fault(head) is None:
                yield _Early(head.key, _time(head.time), "head", f"partition {partition} at {head.size} events")
    for root, _ in HeadsLog(store.log, keyring).false():
        if roots.fault(root) is None:
            yield _Early(root.key, _time(root.time), "root", f"{root.size} leaves")


def _early_events(audit: Audit, store: GameStore, wide: Keyring, beat: Callable[[int], None]) -> Iterator[_Early]:
    """Find the events with genuine receipts that predate the `from` of their key."""
    since = {key.key: key.since for key in audit.keyring.keys}
    done = 0
    for partition in range(store.partitions):
        for stream in audit.streams(partition):
            rows, game = store.stream_rows(stream), store.game_of(stream)
            receipts = [receipt for row in rows if (receipt := read_receipt(row, game)) is not None]
            for receipt in receipts:
                early = receipt.key in since and _time(receipt.time) < since[receipt.key]
                # Receipts of the first key count whatever their time.
                if early and wide.receipt_fault(receipt) is None and audit.keyring.receipt_fault(receipt) is not None:
                    yield _Early(receipt.key, _time(receipt.time), "event", f"game {game}, version {receipt.version}")
            done += len(rows)
            beat(done)


def _time(text: str) -> datetime:
    return msgspec.convert(text, datetime)
