"""Players' signatures: each action of a seat, signed with the player's own Ed25519 key.

The signature covers `deed_text`, which anyone can assemble: the game, the version and the digest that the deed responds
to, the seat, and a digest of the content. The content is what the player decided, such as the move, as canonical JSON
(RFC 8785); its digest is salted, so a signature reveals no hidden move.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta

from domain.personal.values import SealedText
from domain.proof.receipts import Hex16, Hex64, Hex128, key_id

Deed: TypeAlias = Literal["seat", "move", "take-back", "resignation", "dispute", "withdrawal"]
"""What is signed, as named in the first line of the text."""

MOST_KEYS = 10
"""The most keys that a player may have in force."""
NO_DIGEST = "0" * 64
"""The digest of a version that was recorded without one."""
_SMALL = (
    "01" + "00" * 31,
    "ec" + "ff" * 30 + "7f",
    "00" * 32,
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "ed" + "ff" * 30 + "7f",
    "ee" + "ff" * 30 + "7f",
)
WEAK_KEYS = frozenset(_SMALL) | {f"{key[:-2]}{int(key[-2:], 16) | 0x80:02x}" for key in _SMALL}
"""Points of small order, with either sign: anybody can forge signatures that verify with such a key."""


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's signature in an event: its key, and the salt and digest of the content.

    The salt is hidden if anything in the move is, and sealed beside a sealed claim.
    """

    key: Hex16
    salt: Hex64 | SealedText
    content: Hex64
    signature: Hex128


class Signature(msgspec.Struct, frozen=True):
    """A signature as sent with an action; all members are hexadecimal."""

    key: str
    salt: str
    signature: str


class ToSign(msgspec.Struct, frozen=True):
    """What a seat has to sign for the refused request to be accepted."""

    text: Annotated[str, Meta(description="The text; without a signature, its last line says what is missing.")]
    content: Annotated[str, Meta(description="What the seat does, as canonical JSON.")]
    keys: Annotated[tuple[str, ...], Meta(description="The public keys of the seat, one of which signs.")]

    def with_salt(self, salt: str) -> str:
        """Return the text to sign with a salt of your own, 64 hexadecimal digits."""
        return f"{self.text.rpartition('content ')[0]}content {content_digest(salt, self.content.encode())}\n"


class PlayerKey(msgspec.Struct, frozen=True):
    """A public key of a player, in force from one moment until another. `proof` is its signature over `key_text`."""

    key: Annotated[Hex16, Meta(description="What signatures call the key.")]
    algorithm: Literal["Ed25519"]
    public: Annotated[Hex64, Meta(description="The 32 bytes of the key in hexadecimal.")]
    since: Annotated[datetime, Meta(description="When it was registered.")] = msgspec.field(name="from")
    until: Annotated[datetime | None, Meta(description="When it was revoked; null while in force.")]
    proof: Annotated[Hex128, Meta(description="The key's signature over a text with the name of the player.")]

    @property
    def is_in_force(self) -> bool:
        """Whether the key was not revoked."""
        return self.until is None


class PlayerKeys(msgspec.Struct, frozen=True):
    """All keys that a player ever registered, in order."""

    player: Annotated[str, Meta(description="The name of the player.")]
    keys: tuple[PlayerKey, ...]


def key_text(player: str, public: str) -> bytes:
    """Return the text that a new key signs, to prove that its owner registers it for this player."""
    return f"kifu key 1\nplayer {player}\nkey {public}\n".encode()


def deed_text(deed: Deed, game: UUID | str, version: int, digest: str, seat: int, content: str) -> bytes:
    """Return the text that a player signs; `version` and `digest` are those of the game before the deed."""
    return (
        f"kifu {deed} 1\ngame {game}\nversion {version}\ndigest {digest}\nseat {seat}\ncontent {content}\n"
    ).encode()


def encode_canonically(value: object) -> bytes:
    """Encode a value as the canonical JSON of RFC 8785; its numbers must be whole."""
    return msgspec.json.encode(value, order="sorted")


def content_digest(salt: str, content: bytes) -> str:
    """Return the salted digest of the canonical JSON of some content; `salt` is 64 hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(salt) + content).hexdigest()


def is_genuine(public: str, signature: str, signed: bytes) -> bool:
    """Return whether this is the signature of a text by a public key that is not weak; both are hexadecimal."""
    if public in WEAK_KEYS:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), signed)
    except (InvalidSignature, ValueError):
        return False
    return True


class PlayerSigner:
    """Signs deeds with a private key of 32 bytes, as a client does."""

    def __init__(self, private: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._private.public_key().public_bytes_raw().hex()
        self.key = key_id(bytes.fromhex(self.public))

    def prove(self, player: str) -> str:
        """Return the proof with which a player registers the key."""
        return self.sign_text(key_text(player, self.public))

    def sign_text(self, text: bytes) -> str:
        """Return the signature of a text in hexadecimal."""
        return self._private.sign(text).hex()

    def sign(
        self, deed: Deed, game: UUID | str, version: int, digest: str, seat: int, content: object, salt: str
    ) -> Signature:
        """Sign a deed whose content is this JSON value."""
        hashed = content_digest(salt, encode_canonically(content))
        return Signature(self.key, salt, self.sign_text(deed_text(deed, game, version, digest, seat, hashed)))
