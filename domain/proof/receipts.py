"""Receipts: the service's promise, signed with Ed25519, that an event is in the record of a game.

The signature covers `receipt_text`, which anyone can assemble from the receipt's members.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta

from domain.kernel.language import mark, say, translate
from domain.proof.chain import split_digest
from domain.proof.envelope import Envelope, Unreadable, read_envelope
from domain.rows import Row

KEY_BYTES, SIGNATURE_BYTES = 8, 64

Hex16: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{16}\\Z")]
Hex64: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]
Hex128: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{128}\\Z")]
Time: TypeAlias = Annotated[str, Meta(pattern="^[0-9T:.Z+-]{20,40}\\Z")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=999_999_999)]

Verdict: TypeAlias = Literal["in-history", "not-in-history", "not-genuine"]


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signed promise that a game had this digest at this version. `step` is 0 before the set-up."""

    game: Annotated[UUID, Meta(description="The id of the game.")]
    step: Annotated[Count, Meta(description="The step; 0 before the set-up.")]
    version: Annotated[int, Meta(ge=1, le=999_999_999), Meta(description="The version of the game.")]
    digest: Annotated[Hex64, Meta(description="The digest of the game at this version.")]
    time: Annotated[Time, Meta(description="When it was recorded.")]
    key: Annotated[Hex16, Meta(description="The key, listed at /.well-known/kifu-keys.json.")]
    signature: Annotated[Hex128, Meta(description="Ed25519 over the text that docs/tampering.md describes.")]


class Extension(msgspec.Struct, frozen=True):
    """An operator's statement that a key counts from an earlier time, because the clock was wrong when it signed."""

    before: Annotated[datetime, Meta(description="From when on the key counted until then.")]
    at: Annotated[datetime, Meta(description="When this was done.")]
    by: Annotated[str, Meta(description="Who did it.")]
    why: Annotated[str, Meta(description="The reason that they gave.")]
    heads: Annotated[int, Meta(description="How many heads of the log count by it.")]
    roots: Annotated[int, Meta(description="How many roots of the log of heads count by it.")]
    events: Annotated[int, Meta(description="How many events have receipts that count by it.")]


class KeyExtension(Extension, frozen=True):
    """The last extension of a key, with the earlier ones."""

    earlier: Annotated[
        tuple[Extension, ...] | msgspec.UnsetType,
        Meta(description="What was stated before, the last of it first; missing if nothing was."),
    ] = msgspec.UNSET

    @property
    def all(self) -> tuple[Extension, ...]:
        """All statements, the last one first."""
        return (self, *(self.earlier or ()))


class PublicKey(msgspec.Struct, frozen=True):
    """A key that checks the receipts of events from one moment until another, or until now."""

    key: Annotated[Hex16, Meta(description="What receipts call the key.")]
    algorithm: Literal["Ed25519"]
    public: Annotated[Hex64, Meta(description="The 32 bytes of the key in hexadecimal.")]
    since: Annotated[datetime, Meta(description="When it came into use.")] = msgspec.field(name="from")
    until: Annotated[datetime | None, Meta(description="When it went out of use; null while in use.")] = None
    extended: Annotated[
        KeyExtension | msgspec.UnsetType,
        Meta(
            description="The operator's statement that it counts earlier than it did at first; missing if it does not."
        ),
    ] = msgspec.UNSET


class EarlyStreams(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signed list of streams that may lack receipts, because they began before the service had a key.

    A stream is a game or the messages of one. No imported game is among them: its note excuses it.
    """

    time: Annotated[Time, Meta(description="When it was signed.")]
    count: Annotated[Count, Meta(description="How many streams there are.")]
    streams: Annotated[Hex64, Meta(description="SHA-256 over their ids, sorted, each followed by a line feed.")]
    key: Annotated[Hex16, Meta(description="The key, listed at /.well-known/kifu-keys.json.")]
    signature: Annotated[Hex128, Meta(description="Ed25519 over the text that docs/checkpoints.md describes.")]


class LogName(msgspec.Struct, frozen=True):
    """The name of the log of heads, and the key in use that signs its checkpoints."""

    origin: Annotated[str, Meta(description="The first line of each checkpoint, and the name of the key.")]
    vkey: Annotated[str, Meta(description="The key as C2SP signed-note writes it.")]


class KeyDocument(msgspec.Struct, frozen=True):
    """The document at `/.well-known/kifu-keys.json`."""

    keys: tuple[PublicKey, ...]
    log: LogName | msgspec.UnsetType = msgspec.UNSET


class ReceiptCheck(msgspec.Struct, frozen=True):
    """The verdict on a receipt, and why."""

    verdict: Verdict
    why: Annotated[str, Meta(description="The verdict in words.")]


def receipt_text(game: UUID | str, step: int, version: int, digest: str, time: str) -> bytes:
    """Return the text that the signature of a receipt covers."""
    return (f"kifu receipt 1\ngame {game}\nstep {step}\nversion {version}\ndigest {digest}\ntime {time}\n").encode()


def key_id(public: bytes) -> str:
    """Return the name of a public key: the first eight bytes of its SHA-256."""
    return hashlib.sha256(public).hexdigest()[: 2 * KEY_BYTES]


class Signer:
    """Signs receipts with a private key of 32 bytes."""

    def __init__(self, private: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._private.public_key().public_bytes_raw()
        self.key = key_id(self.public)

    def sign_receipt(self, game: UUID, step: int, version: int, digest: str, at: datetime) -> Receipt:
        """Sign the receipt of an event."""
        time = format_time(at)
        signature = self.sign(receipt_text(game, step, version, digest, time))
        return Receipt(game, step, version, digest, time, self.key, signature)

    def sign(self, signed: bytes) -> str:
        """Sign a text; returns the signature in hexadecimal."""
        return self._private.sign(signed).hex()


def sign_early_streams(signer: Signer, streams: Iterable[UUID], at: datetime) -> EarlyStreams:
    """Sign the list of streams that may lack receipts."""
    ids, time = sorted(streams), format_time(at)
    digest = digest_streams(ids)
    signature = signer.sign(_early_text(time, len(ids), digest))
    return EarlyStreams(time, len(ids), digest, signer.key, signature)


def digest_streams(streams: Iterable[UUID]) -> str:
    """Return the SHA-256, in hexadecimal, over the ids of streams, sorted."""
    return hashlib.sha256("".join(f"{stream}\n" for stream in sorted(streams)).encode()).hexdigest()


def early_streams_fault(early: EarlyStreams, keyring: Keyring) -> str | None:
    """Return why the statement is not genuine; None if it is."""
    text = _early_text(early.time, early.count, early.streams)
    return keyring.signature_fault(text, early.time, early.key, early.signature, mark("the list"))


def _early_text(time: str, count: int, digest: str) -> bytes:
    return f"kifu early streams 1\ntime {time}\ncount {count}\nstreams {digest}\n".encode()


def format_time(at: datetime) -> str:
    """Write a time as events do."""
    return str(msgspec.to_builtins(at))


def pack_receipt(receipt: Receipt) -> bytes:
    """Pack the key and signature of a receipt for storage with its event."""
    return pack_signature(receipt.key, receipt.signature)


def pack_signature(key: str, signature: str) -> bytes:
    """Pack a key and a signature, both in hexadecimal, as they are stored."""
    return bytes.fromhex(key + signature)


def unpack_signature(stored: bytes) -> tuple[str, str] | None:
    """Return key and signature in hexadecimal from what is stored; None if the length is wrong."""
    if len(stored) != KEY_BYTES + SIGNATURE_BYTES:
        return None
    return stored[:KEY_BYTES].hex(), stored[KEY_BYTES:].hex()


class Keyring:
    """The public keys of a service, current and past.

    A signature counts if its key was in use at its time. The first key of a service also counts before its `from`: no
    other key can have signed then, and the clock may have been ahead when it was made. `others` are the keys of other
    services, one keyring for each document.
    """

    def __init__(self, keys: Iterable[PublicKey], *others: Iterable[PublicKey]) -> None:
        self._others = tuple(tuple(document) for document in others)
        self._take(tuple(keys))

    @property
    def keys(self) -> tuple[PublicKey, ...]:
        """All keys, with the one in use here last."""
        self._refresh()
        return self._keys

    @property
    def since(self) -> datetime | None:
        """The moment from which every event has a receipt; None if no key is known."""
        return min((key.since for key in self.keys), default=None)

    @property
    def sound(self) -> tuple[PublicKey, ...]:
        """The keys whose names follow from their public bytes; others check no signature."""
        self._refresh()
        return tuple(key for key, public in self._by_id.values() if public is not None)

    def has_key(self, key: str) -> bool:
        """Return whether a key of this name is known."""
        self._refresh()
        return key in self._by_id

    def with_keys(self, keys: Iterable[PublicKey]) -> Keyring:
        """Return these keys together with others; of two with the same name, ours wins."""
        return Keyring(self.keys, *self._others, keys)

    def date(self, key: str, now: datetime) -> datetime:
        """Return the time for a signature by a key: now, or its `from` if the clock is behind that."""
        known = self._by_id.get(key)
        if known is None or now >= known[0].since:
            return now
        self._refresh()
        since = self._by_id[key][0].since if key in self._by_id else now
        return now if key in self._firsts else max(now, since)

    def document(self) -> KeyDocument:
        """Return the keys in their published form."""
        return KeyDocument(self.keys)

    def receipt_fault(self, receipt: Receipt) -> str | None:
        """Return why a receipt is not genuine; None if it is."""
        signed = receipt_text(receipt.game, receipt.step, receipt.version, receipt.digest, receipt.time)
        return self.signature_fault(signed, receipt.time, receipt.key, receipt.signature, mark("the receipt"))

    def signature_fault(self, signed: bytes, time: str, key_id: str, signature: str, what: str) -> str | None:
        """Return why this is not the signature of a text by a key that was in use at its time; None if it is."""
        self._refresh()
        key, public = self._by_id.get(key_id, (None, None))
        if key is None or public is None:
            return say("No key of this service is called {key}.", key=key_id)
        try:
            public.verify(bytes.fromhex(signature), signed)
        except InvalidSignature:
            return say("The signature is not that of the key over what {what} says.", what=translate(what))
        try:
            at = msgspec.convert(time, datetime)
        except msgspec.ValidationError:
            return say("Not a valid timestamp with a time zone.")
        # A time without its zone cannot be compared.
        if at.tzinfo is None:
            return say("Not a valid timestamp with a time zone.")
        too_early = at < key.since and key_id not in self._firsts
        if too_early or (key.until is not None and at > key.until):
            return say("The key {key} was not in use at {time}.", key=key_id, time=time)
        return None

    def _take(self, keys: tuple[PublicKey, ...]) -> None:
        found: dict[str, PublicKey] = {}
        for document in (keys, *self._others):
            # Of two keys with the same name, the first counts.
            found = {key.key: key for key in document} | found
        self._keys = (*keys, *(key for name, key in found.items() if name not in {key.key for key in keys}))
        self._by_id = {name: (key, _load_public(key)) for name, key in found.items()}
        self._firsts = {min(document, key=_birth).key for document in (keys, *self._others) if document}

    def _refresh(self) -> None:
        """Look for newly known keys; called before every look-up."""


def _birth(key: PublicKey) -> tuple[datetime, str]:
    return key.since, key.key


def _load_public(key: PublicKey) -> Ed25519PublicKey | None:
    """Return the key for checking signatures; None if its name does not follow from it."""
    public = bytes.fromhex(key.public)
    return Ed25519PublicKey.from_public_bytes(public) if key_id(public) == key.key else None


def read_receipt(row: Row, game_id: UUID) -> Receipt | None:
    """Return the receipt stored with an event; None if there is none, or if it or the event is malformed."""
    try:
        envelope = read_envelope(row.payload)
    except Unreadable:
        return None
    return unpack_receipt(row, game_id, envelope) if envelope.time is not None else None


def unpack_receipt(row: Row, game_id: UUID, envelope: Envelope) -> Receipt | None:
    """Return the receipt of a decoded event; None if there is none, or if it has no digest to sign."""
    signed = unpack_signature(row.receipt) if row.receipt is not None else None
    digest = split_digest(row.payload)[1]
    if signed is None or digest is None:
        return None
    return Receipt(game_id, envelope.n, row.version, digest, envelope.timestamp, *signed)
