"""That a game was not played here but restored from a file: the note of it, which the service signs.

Receipts of such a game may be by the keys of another service, or missing. So that nobody who can merely write to the
database can call a game imported to be rid of its receipts, the note is signed like a receipt, over `note_text`,
and covers the events as they were restored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.proof.receipts import KeyDocument, Keyring, Signer, format_time, pack_signature, unpack_signature
from domain.rows import ImportNote, Row


class Imported(msgspec.Struct, frozen=True):
    """What is told of an import: when and by which request, the SHA-256 of the file, and how many events it had."""

    time: Annotated[str, Meta(description="When it was imported.")]
    request_id: Annotated[str, Meta(description="The X-Request-Id of the import.")]
    file: Annotated[str, Meta(description="SHA-256 of the file.")]
    version: Annotated[int, Meta(description="How many events came with it.")]


class ImportCheck(Imported, frozen=True):
    """An import with what is wrong with its note; null where nothing is."""

    fault: Annotated[str | None, Meta(description="What is wrong with the signed note, if anything.")] = None


class ForeignEvents(msgspec.Struct, frozen=True):
    """The events of a game up to `version` came with a file; `keyring` has the keys of their receipts."""

    version: int
    keyring: Keyring


def record_digest(rows: Iterable[Row]) -> bytes:
    """SHA-256 over topic, payload and receipt of events, each ended by a line feed, the receipt in hexadecimal."""
    found = hashlib.sha256()
    for row in rows:
        found.update(b"%s\n%s\n%s\n" % (row.topic.encode(), row.payload, (row.receipt or b"").hex().encode()))
    return found.digest()


def note_text(note: ImportNote) -> bytes:
    """What the signature of a note is over."""
    keys = hashlib.sha256((note.keys or "").encode()).hexdigest()
    return (
        f"kifu import 1\ngame {note.game_id}\ntime {note.time}\nrequest {note.request_id}\nfile {note.file.hex()}\n"
        f"version {note.version}\nrecord {note.record.hex()}\nkeys {keys}\n"
    ).encode()


def sign_note(
    game_id: UUID, rows: list[Row], file: bytes, keys: KeyDocument | None, request_id: str, now: datetime, by: Signer
) -> ImportNote:
    """The note of an import, signed."""
    document = msgspec.json.encode(keys).decode() if keys is not None else None
    note = ImportNote(game_id, format_time(now), request_id, file, len(rows), record_digest(rows), document)
    return msgspec.structs.replace(note, receipt=pack_signature(by.key, by.signature(note_text(note))))


def describe_import(note: ImportNote) -> Imported:
    """What everyone may know of an import."""
    return Imported(note.time, note.request_id, note.file.hex(), note.version)


def check_note(note: ImportNote, rows: Iterable[Row], keyring: Keyring) -> tuple[ImportCheck, ForeignEvents | None]:
    """An import, and what it means for the receipts of the game: nothing where the note is at fault."""
    fault = _note_fault(note, [row for row in rows if row.version <= note.version], keyring)
    found = ImportCheck(note.time, note.request_id, note.file.hex(), note.version, fault)
    if fault is not None or keyring.since is None:
        return found, None
    named = msgspec.json.decode(note.keys, type=KeyDocument).keys if note.keys is not None else ()
    return found, ForeignEvents(note.version, keyring.joined(named))


def _note_fault(note: ImportNote, rows: list[Row], keyring: Keyring) -> str | None:
    if keyring.since is None:
        return None
    signed = unpack_signature(note.receipt)
    if signed is None:
        return "the note of the import has no signature"
    fault = keyring.fault_of(note_text(note), note.time, *signed, "note")
    if fault is not None:
        return f"the note of the import is not genuine: {fault}"
    if record_digest(rows) != note.record:
        return "the events are not those that were imported"
    return None
