"""Seeds at rest: the seed of a running game is encrypted in the store, under a key that is not in the store.

So reading the database or a backup does not reveal future outcomes. The member `seed` of a stored opening is

    locked:1:KEY:DATA

with the id of the key in 16 hexadecimal digits and, in hexadecimal too, a nonce of 12 bytes and the seed under
AES-256-GCM, whose additional data name the game. Everything else of the event is stored as it is: its digest covers the
seed itself. The event is unlocked when it leaves the store, so nothing above the store knows about locked seeds, except
that a seed stays locked if its key is missing. When a game ends, its seed is stored beside it in the clear, and the key
is no longer needed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.kernel.chance import SEED_BYTES
from domain.kernel.errors import KifuError
from domain.kernel.language import Later, later
from domain.proof.chain import Unchainable, commitment, replace_values
from domain.proof.envelope import Envelope, Unreadable, read_envelope

KEY_BYTES, NONCE_BYTES = 32, 12
_MARK = b'"seed":"locked:'
_LOCKED = re.compile(r"locked:1:([0-9a-f]{16}):([0-9a-f]{120})")


class SeedLocked(KifuError):
    """The seed of this game is encrypted, and its key is not here."""

    code = "seed-locked"


def key_id(key: bytes) -> str:
    """Return the id of a key: the first eight bytes of a digest of it, which reveal nothing about the key."""
    return hashlib.sha256(b"kifu seed key 1\n" + key).hexdigest()[:16]


class SeedKeys:
    """The keys of seeds at rest, 32 bytes each: new seeds are locked with the last one. Without a key none is locked.

    `entropy` returns random bytes.
    """

    def __init__(self, keys: Iterable[bytes], entropy: Callable[[int], bytes]) -> None:
        self._keys = {key_id(key): AESGCM(key) for key in keys}
        self._entropy = entropy

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the keys, the one in use last."""
        return tuple(self._keys)

    def lock(self, game_id: UUID, payload: bytes) -> bytes:
        """Return the JSON of an opening for the store; a public seed is stored as it is."""
        opening = read_envelope(payload)
        if not self._keys or "/seed" not in (opening.hidden or ()) or opening.server_seed is None:
            return payload
        used, key = list(self._keys.items())[-1]
        nonce = self._entropy(NONCE_BYTES)
        data = nonce + key.encrypt(nonce, opening.server_seed, _additional_data(game_id))
        return _with_seed(payload, f"locked:1:{used}:{data.hex()}")

    def unlock(self, game_id: UUID, payload: bytes, opened: Callable[[], Sequence[bytes]]) -> bytes:
        """Return the JSON of a stored opening with its seed; unchanged if neither a key nor `opened` provides it.

        `opened` returns the plain seed of a finished game.
        """
        if _MARK not in payload:
            return payload
        try:
            opening = read_envelope(payload)
            seed = self._open(game_id, opening) or _promised(opening, opened())
            return payload if seed is None else _with_seed(payload, seed.hex())
        except (Unreadable, Unchainable):
            return payload

    def _open(self, game_id: UUID, opening: Envelope) -> bytes | None:
        found = _LOCKED.fullmatch(_seed_text(opening))
        key = self._keys.get(found[1]) if found is not None else None
        if found is None or key is None:
            return None
        data = bytes.fromhex(found[2])
        try:
            return key.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], _additional_data(game_id))
        except InvalidTag:
            return None


def _additional_data(game_id: UUID) -> bytes:
    return f"kifu locked seed 1\ngame {game_id}\n".encode()


def _promised(opening: Envelope, seeds: Iterable[bytes]) -> bytes | None:
    """Return the seed that the opening committed to."""
    return next((seed for seed in seeds if len(seed) == SEED_BYTES and commitment(seed) == opening.commitment), None)


def _with_seed(payload: bytes, seed: str) -> bytes:
    return replace_values(payload, ("/seed",), lambda _pointer, _value: b'"%s"' % seed.encode())


def _seed_text(opening: Envelope) -> str:
    return bytes(opening.seed).decode(errors="replace").strip('"')


def is_locked(seed: str) -> bool:
    """Return whether a seed is still locked, since its key is missing."""
    return seed.startswith("locked:")


def describe_locked(seed: str) -> Later:
    """Say which key a locked seed lacks."""
    found = _LOCKED.fullmatch(seed)
    if found is None:
        return later("what stands in the place of its seed cannot be one, encrypted or not: it was changed")
    return later(
        "its seed is encrypted under the key {key}, and no such key is here that opens it: either the key is "
        "missing from KIFU_DATA/keys/seed.keys or KIFU_SEED_KEYS, or the record was changed",
        key=found[1],
    )


def read_locked(payload: bytes) -> str | None:
    """Return the text in place of a locked seed in an opening; None if the seed is not locked."""
    if _MARK not in payload:
        return None
    try:
        return _seed_text(read_envelope(payload))
    except Unreadable:
        return None


def locked_seed_error(seed: str) -> SeedLocked:
    """Return the error for a game that cannot be played because its seed is locked."""
    return SeedLocked(later("This game can be read but not played: {why}.", why=describe_locked(seed)))
