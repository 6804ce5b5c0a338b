"""The seal of a snapshot: an HMAC under a key that is not in the database, so that nobody can write one with SQL alone.

A sealed state is SEALED, then HMAC-SHA-256 over the game, the version, the topic and the state, then the state.
"""

from __future__ import annotations

import hmac
from uuid import UUID

SEALED = b"\x01"
"""The beginning of a sealed state. Unsealed states are JSON, which never begins like this."""
_HEAD = len(SEALED) + 32


class Unsealed(ValueError):
    """A state without the seal of this key."""


class NoSeal(Unsealed):
    """A state that was never sealed: an earlier version of Kifu stored it, or somebody else did."""


class FalseSeal(Unsealed):
    """A state that was changed, moved to another place, or sealed with another key."""


def seal_state(key: bytes, game_id: UUID, version: int, topic: str, state: bytes) -> bytes:
    """Return the state of a snapshot with its seal before it."""
    return SEALED + _code(key, game_id, version, topic, state) + state


def open_state(key: bytes, game_id: UUID, version: int, topic: str, stored: bytes) -> bytes:
    """Return the state without its seal, which must be genuine; raises NoSeal and FalseSeal."""
    if not stored.startswith(SEALED):
        raise NoSeal("the snapshot has no seal")
    state = stored[_HEAD:]
    if not hmac.compare_digest(stored[len(SEALED) : _HEAD], _code(key, game_id, version, topic, state)):
        raise FalseSeal("the seal of the snapshot is not genuine")
    return state


def strip_seal(stored: bytes) -> bytes:
    """Return the state, sealed or not, genuine or not; only for comparing, never for playing."""
    return stored[_HEAD:] if stored.startswith(SEALED) else stored


def _code(key: bytes, game_id: UUID, version: int, topic: str, state: bytes) -> bytes:
    head = f"kifu snapshot 1\ngame {game_id}\nversion {version}\ntopic {topic}\n".encode()
    return hmac.digest(key, head + state, "sha256")
