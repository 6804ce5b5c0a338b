"""Players' keys: registering, revoking, and checking them."""

from __future__ import annotations

import re
from datetime import datetime

import msgspec

from domain.application.commands import Request
from domain.application.errors import BadProof, KeyTaken, TooManyKeys, UnknownKey, WrongSignature
from domain.application.stored.store import PlayerKeyStore
from domain.kernel.language import later
from domain.proof.receipts import key_id
from domain.proof.signatures import MOST_KEYS, PlayerKey, is_genuine, key_text
from domain.rows import PlayerKeyRow


def list_keys(store: PlayerKeyStore, player: str) -> tuple[PlayerKey, ...]:
    """List every key that a player registered, in order."""
    return tuple(_read_key(row) for row in store.of_player(player))


def list_signing_keys(store: PlayerKeyStore, req: Request) -> tuple[str, ...]:
    """List the caller's public keys in force, in hexadecimal."""
    keys = list_keys(store, req.by) if req.by is not None else ()
    return tuple(key.public for key in keys if key.is_in_force)


def register_key(store: PlayerKeyStore, player: str, public: str, proof: str, now: datetime) -> PlayerKey:
    """Register a key of a player, and return it; one already in force is returned unchanged.

    `public` and `proof` are hexadecimal. Raises BadProof, KeyTaken and TooManyKeys.
    """
    text = key_text(player, public)
    if not is_genuine(public, proof, text):
        raise BadProof(later("The proof is the signature of the key over this text: {text!r}.", text=text.decode()))
    known = list_keys(store, player)
    found = next((key for key in known if key.public == public), None)
    if found is not None and found.is_in_force:
        return found
    if found is not None:
        raise KeyTaken(later("You have revoked this key. A revoked key stays revoked: make another one."))
    if sum(key.is_in_force for key in known) >= MOST_KEYS:
        raise TooManyKeys(
            later("A player has {most} keys at most; revoke one before you register another.", most=MOST_KEYS)
        )
    row = PlayerKeyRow(bytes.fromhex(public), now, None, bytes.fromhex(proof))
    if store.add(player, row) or store.owner(row.public) == player:
        return _read_key(row)
    raise KeyTaken(later("Another player has registered this key."))


def revoke_key(store: PlayerKeyStore, player: str, name: str, now: datetime) -> PlayerKey:
    """Revoke a key of a player from now on, and return its new state; raises UnknownKey."""
    if not re.fullmatch("[0-9a-f]{16}", name) or not (key := _find_key(store, player, name)):
        raise UnknownKey(later("You have no key {name!r}.", name=name[:100]))
    if not key.is_in_force:
        return key
    store.revoke(bytes.fromhex(key.public), now)
    return _find_key(store, player, name) or msgspec.structs.replace(key, until=now)


def check_not_revoked(store: PlayerKeyStore, req: Request) -> None:
    """Raise WrongSignature if a request is signed with a key that its player has revoked."""
    if req.signature is None or req.by is None:
        return
    key = _find_key(store, req.by, req.signature.key)
    if key is not None and not key.is_in_force:
        raise WrongSignature(later("You have revoked the key {key}: sign with another one of this seat.", key=key.key))


def _find_key(store: PlayerKeyStore, player: str, name: str) -> PlayerKey | None:
    return next((key for key in list_keys(store, player) if key.key == name), None)


def _read_key(row: PlayerKeyRow) -> PlayerKey:
    return PlayerKey(key_id(row.public), "Ed25519", row.public.hex(), row.since, row.until, row.proof.hex())
