"""Signed notes, checkpoints of logs, and cosignatures of witnesses, as C2SP specifies them.

A note is a text with signatures, each a line with the name of a key (c2sp.org/signed-note). A checkpoint is a note
whose text gives the size and the root of a log (c2sp.org/tlog-checkpoint). A witness signs it with the time at which it
saw it (c2sp.org/tlog-cosignature). Only Ed25519 is known here; signatures of other keys are ignored.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.kernel.language import say
from domain.proof.merkle import HASH
from domain.proof.receipts import Signer

KeyType: TypeAlias = Literal[1, 4]
LOG_KEY: KeyType = 1
"""The type of a key that signs notes."""
WITNESS_KEY: KeyType = 4
"""The type of a key that cosigns checkpoints, each with the time."""

MOST_SIGNATURES = 100
LONGEST_NOTE = 1_000_000
"""In characters; both limits are far above the 16 signatures that the specification asks for."""
KEY_ID, TIME = 4, 8
"""Bytes of the id of a key, and of the time of a cosignature."""
LATEST = 2**63 - 1

_DASH = "\N{EM DASH} "
_NUMBER = re.compile("(?:0|[1-9][0-9]{0,18})", re.ASCII)


class BadNote(ValueError):
    """A text that is not a note, a checkpoint or a key, or has a false signature; says why."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A log's statement about itself: its name, its number of leaves, and the root over them, 32 bytes."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text of the note, which signatures cover."""
        return "\n".join((self.origin, str(self.size), encode_base64(self.root), *self.extensions, ""))


class NoteKey(msgspec.Struct, frozen=True):
    """A public key of 32 bytes, with the name under which its owner signs, and what it signs."""

    name: str
    type: KeyType
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that tell this key from others of the same name."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.type]) + self.public).digest()[:KEY_ID]

    @property
    def vkey(self) -> str:
        """The key as configuration files write it: name, id and public key, joined by `+`."""
        return f"{self.name}+{self.id.hex()}+{encode_base64(bytes([self.type]) + self.public)}"


class NoteSignature(msgspec.Struct, frozen=True):
    """A signature under a note. A witness's begins with the time, 8 bytes."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def line(self) -> str:
        """The line of the note, with its end."""
        return f"{_DASH}{self.name} {encode_base64(self.key_id + self.signature)}\n"


class Note(msgspec.Struct, frozen=True):
    """A text, which ends with a line break, and the signatures under it."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def encode(self) -> str:
        """Return the note in its published form."""
        return self.text + "\n" + "".join(signature.line for signature in self.signatures)


class VerifiedSignature(msgspec.Struct, frozen=True):
    """A genuine signature. `time` is when a witness made it, in seconds since 1970; None for other keys."""

    key: NoteKey
    signature: NoteSignature
    time: int | None


def parse_vkey(text: str) -> NoteKey:
    """Parse a key as `NoteKey.vkey` writes it; raises BadNote."""
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise BadNote(say("A key is written as NAME+ID+KEY."))
    name, key_id, encoded = parts
    check_name(name)
    material = decode_base64(encoded, say("The key"))
    if material[:1] not in (bytes([LOG_KEY]), bytes([WITNESS_KEY])) or len(material) != 1 + HASH:
        raise BadNote(say("The key is not an Ed25519 key of 32 bytes that signs notes (type 1) or cosigns (type 4)."))
    key = NoteKey(name, LOG_KEY if material[0] == LOG_KEY else WITNESS_KEY, material[1:])
    if key.id.hex() != key_id:
        raise BadNote(say("The id of this key is {id}, not {named}.", id=key.id.hex(), named=key_id[:20]))
    return key


def parse_checkpoint(text: str) -> Checkpoint:
    """Parse the text of a note as a checkpoint; raises BadNote."""
    origin, *rest = text.split("\n")
    if len(rest) < 3 or rest[-1] or not origin or not all(rest[:-1]):
        raise BadNote(say("A checkpoint has at least three lines, none of them empty: origin, size and root."))
    if _NUMBER.fullmatch(rest[0]) is None:
        raise BadNote(say("The size of the checkpoint is not a decimal number without leading zeros."))
    root = decode_base64(rest[1], say("The root"))
    if len(root) != HASH:
        raise BadNote(say("The root of the checkpoint has {found} bytes, not {wanted}.", found=len(root), wanted=HASH))
    return Checkpoint(origin, int(rest[0]), root, tuple(rest[2:-1]))


def parse_note(note: str) -> Note:
    """Parse a note; raises BadNote. Whether its signatures are genuine is up to `verify_note`."""
    if len(note) > LONGEST_NOTE:
        raise BadNote(say("The note is longer than {most} characters.", most=LONGEST_NOTE))
    if _has_bad_characters(note.replace("\n", "")):
        raise BadNote(say("The note contains control characters."))
    text, blank, lines = note.rpartition("\n\n")
    if not blank or not lines.endswith("\n"):
        raise BadNote(say("A note is a text, an empty line and lines with signatures, each ended by a line break."))
    parts = lines[:-1].split("\n")
    if len(parts) > MOST_SIGNATURES:
        raise BadNote(say("The note has {n} signatures; at most {most} are read.", n=len(parts), most=MOST_SIGNATURES))
    return Note(text + "\n", tuple(_parse_signature(line) for line in parts))


def parse_signatures(lines: str) -> tuple[NoteSignature, ...]:
    """Parse bare signature lines, as a witness returns them; raises BadNote."""
    return parse_note(f"-\n\n{lines}").signatures


def sign_note(text: str, key_name: str, signer: Signer) -> NoteSignature:
    """Sign a text under the name of a key; raises BadNote for a text or name that a note cannot have."""
    check_name(key_name)
    _check_text(text)
    key = NoteKey(key_name, LOG_KEY, signer.public)
    return NoteSignature(key_name, key.id, bytes.fromhex(signer.sign(text.encode())))


def cosign(note: Note, key_name: str, signer: Signer, at: int) -> NoteSignature:
    """Cosign, as a witness, the checkpoint of a log as seen `at` this many seconds since 1970; raises BadNote."""
    check_name(key_name)
    parse_checkpoint(note.text)
    key = NoteKey(key_name, WITNESS_KEY, signer.public)
    signature = bytes.fromhex(signer.sign(_cosigned_bytes(note.text, at)))
    return NoteSignature(key_name, key.id, at.to_bytes(TIME, "big") + signature)


def verify_note(note: Note, keys: Iterable[NoteKey]) -> list[VerifiedSignature]:
    """Return the signatures of these keys, the first of each; signatures of other keys are ignored.

    Raises BadNote if a signature claims to be by one of these keys but is not. The list is empty if no key signed.
    """
    by_id = {(key.name, key.id): key for key in keys}
    found: dict[tuple[str, bytes], VerifiedSignature] = {}
    for signature in note.signatures:
        name_and_id = signature.name, signature.key_id
        key = by_id.get(name_and_id)
        if key is not None:
            found.setdefault(name_and_id, _verify_signature(note.text, signature, key))
    return list(found.values())


def check_name(name: str) -> None:
    """Raise BadNote for a name that a key of a note cannot have."""
    if not name or "+" in name or _has_bad_characters(name) or any(character.isspace() for character in name):
        raise BadNote(say("The name of a key is not empty and has neither spaces nor a plus."))


def encode_base64(value: bytes) -> str:
    """Encode bytes as base64, as C2SP notes require."""
    return base64.b64encode(value).decode("ascii")


def decode_base64(text: str, what: str) -> bytes:
    """Decode canonical base64; raises BadNote, which names `what` it is."""
    try:
        value = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote(say("{what} is not base64.", what=what)) from None
    if encode_base64(value) != text:
        raise BadNote(say("{what} is not base64 as it is written.", what=what))
    return value


def _verify_signature(text: str, signature: NoteSignature, key: NoteKey) -> VerifiedSignature:
    signed, made, time = text.encode(), signature.signature, None
    if key.type == WITNESS_KEY:
        time = int.from_bytes(made[:TIME], "big")
        signed, made = _cosigned_bytes(text, time), made[TIME:]
    if (time is not None and time > LATEST) or not _has_signed(key.public, made, signed):
        raise BadNote(say("The signature of {name} is not that of its key over this text.", name=key.name))
    return VerifiedSignature(key, signature, time)


def _has_signed(public: bytes, signature: bytes, signed: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed)
    except InvalidSignature:
        return False
    return True


def _cosigned_bytes(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def _parse_signature(line: str) -> NoteSignature:
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not space:
        raise BadNote(
            say("A line with a signature is a dash (U+2014), the name of a key and base64, with a space between.")
        )
    check_name(name)
    value = decode_base64(encoded, say("A signature"))
    if len(value) <= KEY_ID:
        raise BadNote(say("A signature is shorter than the id of its key."))
    return NoteSignature(name, value[:KEY_ID], value[KEY_ID:])


def _check_text(text: str) -> None:
    if not text.endswith("\n") or _has_bad_characters(text.replace("\n", "")):
        raise BadNote(say("The text of a note ends with a line break and has no other control characters."))


def _has_bad_characters(text: str) -> bool:
    """Return whether a text has ASCII control characters, or halves of characters that UTF-8 cannot encode."""
    return any(character < " " or "\ud800" <= character <= "\udfff" for character in text)
