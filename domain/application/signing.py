"""Players' signatures: whether an action of a seat carries the required signature, and the event with it."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from domain.application.errors import KeyRequired, SignatureRequired, WrongSignature
from domain.kernel.language import later
from domain.proof.receipts import key_id
from domain.proof.signatures import NO_DIGEST, Signature, Signed, ToSign, content_digest, deed_text, encode_canonically
from domain.proof.signatures import is_genuine as is_genuine_signature
from domain.record.events import (
    DisputeRaised,
    DisputeWithdrawn,
    MovePlayed,
    MoveTakenBack,
    SeatResigned,
    SeatTaken,
    link,
)
from domain.record.game import Game
from domain.record.reading import SALT
from domain.record.signed import content_of, deed_of

E = TypeVar("E", SeatTaken, MovePlayed, MoveTakenBack, SeatResigned, DisputeRaised, DisputeWithdrawn)


def keys_to_sit_down(game: Game, own: tuple[str, ...]) -> tuple[str, ...] | UnsetType:
    """Return the keys to record with a player's seat; raises KeyRequired if the game demands one."""
    if not own and game.options.signed_moves:
        raise KeyRequired(
            later("In this game every move is signed: register a key at /v1/me/keys before you sit down.")
        )
    return own or UNSET


def link_signed(game: Game, event: E, hidden: tuple[str, ...], signature: Signature | None) -> E:
    """Link an action of a seat to the chain of its game, with the player's signature if the seat has keys.

    Raises what `sign_event` raises.
    """
    signed = sign_event(game, event, signature)
    if signed.signed and any(pointer.startswith("/move/") for pointer in hidden):
        hidden = (*hidden, SALT)
    return link(signed, hidden, game.digest, game.secret)


def sign_event(game: Game, event: E, signature: Signature | None) -> E:
    """Return an action of a seat with the player's signature, if the seat has keys.

    Raises SignatureRequired if a required signature is missing, and WrongSignature if it is wrong. A resignation may go
    unsigned, or a lost key would block the game for ever.
    """
    keys = (event.keys or ()) if isinstance(event, SeatTaken) else game.keys[event.seat]
    if isinstance(event, MovePlayed) and (isinstance(event.dispute, int) or event.automatic):
        # An arbiter or a rule plays it, and neither has the keys.
        return event
    if signature is not None and not keys:
        raise WrongSignature(
            later("This seat has no keys in this game, so nothing of it is signed. Leave the signature out.")
        )
    if not keys or (signature is None and isinstance(event, SeatResigned)):
        return event
    return msgspec.structs.replace(event, signed=_check(game, event, keys, signature))


def _check(game: Game, event: E, keys: tuple[str, ...], signature: Signature | None) -> Signed:
    content, deed = encode_canonically(content_of(event)), deed_of(event)
    digest = game.digest or NO_DIGEST

    def write(hashed: str) -> str:
        return deed_text(deed, game.id, game.version, digest, event.seat, hashed).decode()

    def to_sign(text: str) -> ToSign:
        return ToSign(text, content.decode(), keys)

    if signature is None:
        text = write("SHA-256 of your salt and the content")
        raise SignatureRequired(
            later(
                "Seat {seat} signs what it does. Sign the text in to_sign with one of its keys, and send the "
                "signature in the header Kifu-Signature.",
                seat=event.seat,
            ),
            to_sign=to_sign(text),
        )
    hashed = content_digest(signature.salt, content)
    text = write(hashed)
    public = next((key for key in keys if key_id(bytes.fromhex(key)) == signature.key), None)
    if public is None:
        raise WrongSignature(
            later("Seat {seat} has no key {key}.", seat=event.seat, key=signature.key), to_sign=to_sign(text)
        )
    if not is_genuine_signature(public, signature.signature, text.encode()):
        raise WrongSignature(
            later(
                "This is not the signature of key {key} over the text in to_sign. The game is at version "
                "{version}: what was signed for an earlier one is signed again.",
                key=signature.key,
                version=game.version,
            ),
            to_sign=to_sign(text),
        )
    return Signed(signature.key, signature.salt, hashed, signature.signature)
