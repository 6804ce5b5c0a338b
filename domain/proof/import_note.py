"""The signed note that a game was not played here but restored from a file.

Receipts of such a game may be missing, or signed with the keys of another service. Nobody who can write to the database
may be able to pass a game off as imported and so drop its receipts; therefore the note is signed like a receipt, over
`note_text`, and covers the events and messages as restored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.kernel.language import mark, say
from domain.proof.receipts import KeyDocument, Keyring, PublicKey, Signer, format_time, pack_signature, unpack_signature
from domain.rows import ImportNote, Row


class Imported(msgspec.Struct, frozen=True):
    """The public facts of an import: its time and request, the SHA-256 of the file, and the number of events."""

    time: Annotated[str, Meta(description="When it was imported.")]
    request_id: Annotated[str, Meta(description="The X-Request-Id of the import.")]
    file: Annotated[str, Meta(description="SHA-256 of the file.")]
    version: Annotated[int, Meta(description="How many events came with it.")]


class ImportCheck(Imported, frozen=True):
    """An import, and what is wrong with its note; null if nothing is."""

    fault: Annotated[str | None, Meta(description="What is wrong with the signed note, if anything.")] = None


class ForeignEvents(msgspec.Struct, frozen=True):
    """The events of a game that came with a file, up to `version`; `keyring` has the keys for their receipts."""

    version: int
    keyring: Keyring


def record_digest(rows: Iterable[Row]) -> bytes:
    """Return the SHA-256 over topic, payload and receipt (hexadecimal) of events, each followed by a line feed."""
    found = hashlib.sha256()
    for row in rows:
        found.update(b"%s\n%s\n%s\n" % (row.topic.encode(), row.payload, (row.receipt or b"").hex().encode()))
    return found.digest()


def note_text(note: ImportNote) -> bytes:
    """Return the text that the signature of a note covers."""
    keys = hashlib.sha256((note.keys or "").encode()).hexdigest()
    return (
        f"kifu import 1\ngame {note.game_id}\ntime {note.time}\nrequest {note.request_id}\nfile {note.file.hex()}\n"
        f"version {note.version}\nrecord {note.record.hex()}\nkeys {keys}\n"
    ).encode()


class ImportedFile(NamedTuple):
    """The input of an import: the events and messages of a game, the SHA-256 of their file, and the named keys."""

    game_id: UUID
    rows: Sequence[Row]
    talk: Sequence[Row]
    digest: bytes
    keys: KeyDocument | None


def sign_note(file: ImportedFile, request_id: str, now: datetime, by: Signer, *, vouched: bool = False) -> ImportNote:
    """Make the note of an import and sign it; `vouched` says that each event has a receipt by a known key."""
    document = msgspec.json.encode(file.keys).decode() if file.keys is not None else None
    record = record_digest([*file.rows, *file.talk])
    note = ImportNote(file.game_id, format_time(now), request_id, file.digest, len(file.rows), record, document)
    signed = pack_signature(by.key, by.sign(note_text(note)))
    return msgspec.structs.replace(note, receipt=signed, vouched=vouched)


def is_vouched_for(rows: Iterable[Row], keyring: Keyring) -> bool:
    """Return whether each event has a receipt by one of these keys, without checking that it is genuine."""
    signed = [unpack_signature(row.receipt) if row.receipt is not None else None for row in rows]
    return all(one is not None and keyring.has_key(one[0]) for one in signed)


def describe_import(note: ImportNote) -> Imported:
    """Return what everyone may know about an import."""
    return Imported(note.time, note.request_id, note.file.hex(), note.version)


def check_note(
    note: ImportNote, rows: Iterable[Row], talk: Iterable[Row], keyring: Keyring
) -> tuple[ImportCheck, ForeignEvents | None]:
    """Check the note of an import, and return the imported events whose receipts it excuses; None if the note does not
    hold.

    All of the talk came with the file, since nobody can speak in an imported game.
    """
    fault = _note_fault(note, [row for row in rows if row.version <= note.version], list(talk), keyring)
    found = ImportCheck(note.time, note.request_id, note.file.hex(), note.version, fault)
    if fault is not None or keyring.since is None:
        return found, None
    return found, ForeignEvents(note.version, _named_keys(note, keyring))


def _note_fault(note: ImportNote, rows: list[Row], talk: list[Row], keyring: Keyring) -> str | None:
    if keyring.since is None:
        return None
    signed = unpack_signature(note.receipt)
    if signed is None:
        return say("the note of the import has no signature")
    fault = keyring.signature_fault(note_text(note), note.time, *signed, mark("the note"))
    if fault is not None:
        return say("the note of the import is not genuine: {fault}", fault=fault)
    if record_digest([*rows, *talk]) != note.record:
        return say("the events are not those that were imported")
    if note.vouched and not is_vouched_for(rows, _named_keys(note, keyring)):
        return say("the note says that each event has a receipt by a known key, and they do not")
    return None


def named_keys(note: ImportNote) -> tuple[PublicKey, ...]:
    """Return the keys that the operator named with the file."""
    return msgspec.json.decode(note.keys, type=KeyDocument).keys if note.keys is not None else ()


def _named_keys(note: ImportNote, keyring: Keyring) -> Keyring:
    """Return the keys that may have signed the receipts of an imported game."""
    return keyring.with_keys(named_keys(note))
