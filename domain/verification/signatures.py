"""Verification of players' signatures: each deed of a seat with keys, in redacted files too.

It reads the stored bytes and needs no rules. A seat without keys signs nothing, so only the service vouches for its
moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.kernel.language import say
from domain.personal.values import NOTHING_SEALED, Openings, RecordedText, SealedText, find_seals, read_text
from domain.proof import chain
from domain.proof.chain import Fault
from domain.proof.envelope import Envelope, Unreadable, decode_json, read_envelope
from domain.proof.receipts import key_id
from domain.proof.signatures import (
    NO_DIGEST,
    PlayerKey,
    content_digest,
    deed_text,
    encode_canonically,
    is_genuine,
    key_text,
)
from domain.record.events import DisputeRaised, DisputeWithdrawn, GameOpened, MovePlayed, SeatResigned, SeatTaken
from domain.record.reading import SALT
from domain.record.signed import DEEDS
from domain.rows import Row

KnownKeys: TypeAlias = Mapping[str, Sequence[PlayerKey]]
"""The keys that players registered, by their names."""

EXAMINED = frozenset({GameOpened.TOPIC, *DEEDS})
"""The topics of signed events, and of the one that says whether they must be signed."""
APART = timedelta(minutes=1)
"""How far the clocks of a service's machines may differ."""
_KEY, _SALT, _SIGNATURE = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{128}")


class SignaturesCheck(msgspec.Struct, frozen=True):
    """The result of checking the players' signatures, and the first fault.

    `unsigned` counts steps of seats with keys that need no signature: resignations, and moves by the arbiter or by
    rule. `sealed` counts the signatures of moves hidden in a redacted file, and of erased claims: each was made with
    the seat's key for this place in this game, but what was signed does not show.
    """

    signed: Annotated[int, Meta(description="How many events have a genuine signature of their player.")]
    unsigned: Annotated[
        tuple[int, ...],
        Meta(description="Steps of seats with keys without one: resignations, corrections and moves by rule."),
    ]
    sealed: Annotated[int, Meta(description="How many of them are over a move that a file hides, or an erased claim.")]
    fault: Fault | None


class _NotSigned(ValueError):
    """A fault of a signature, or its absence."""


class _Options(msgspec.Struct, frozen=True):
    signed_moves: bool = False


class _Signed(msgspec.Struct, frozen=True):
    """The signature in an event; the salt is raw, since there may be a seal in its place."""

    key: str
    salt: msgspec.Raw
    content: str
    signature: str


class _Deed(msgspec.Struct, frozen=True):
    """The members of an event that are signed or say who has to sign."""

    seat: int = 0
    player: str = ""
    keys: tuple[str, ...] | UnsetType = UNSET
    entropy: str | UnsetType = UNSET
    move: msgspec.Raw = msgspec.Raw()
    dispute: int | UnsetType = UNSET
    automatic: str | UnsetType = UNSET
    step: int = 0
    clause: str | None = None
    claim: RecordedText = ""
    options: _Options = _Options()
    hidden: tuple[str, ...] | UnsetType = UNSET
    signed: _Signed | UnsetType = UNSET


class _Shown(msgspec.Struct, frozen=True):
    """A hidden value of a redacted file that its reader may see."""

    opened: msgspec.Raw


def check_signatures(
    rows: Sequence[Row],
    game_id: UUID,
    known: KnownKeys | None = None,
    openings: Openings = NOTHING_SEALED,
    *,
    redacted: bool = False,
) -> SignaturesCheck | None:
    """Check the signatures of a game's players; None if no seat has keys and none needed any.

    Players with `known` keys must have taken their seats with them. `openings` open the seals of claims and salts.
    """
    found = _Progress(game_id, known or {}, openings, redacted)
    previous: str | None = None
    for row in rows:
        try:
            envelope = read_envelope(row.payload)
        except Unreadable:
            # The check of the chain reports it.
            break
        try:
            if row.topic in EXAMINED:
                found.examine(row, decode_json(row.payload, _Deed), envelope, previous)
        except Unreadable as error:
            return found.result(
                Fault(row.version, envelope.n or None, say("what was signed cannot be read: {error}", error=error))
            )
        except _NotSigned as why:
            return found.result(Fault(row.version, envelope.n or None, str(why)))
        previous = chain.split_digest(row.payload)[1]
    return found.result(None) if found.concerns_anyone else None


class _Progress:
    """The findings so far."""

    def __init__(self, game_id: UUID, known: KnownKeys, openings: Openings, redacted: bool) -> None:
        self._game, self._known, self._openings, self._redacted = game_id, known, openings, redacted
        self._keys: dict[int, tuple[str, ...]] = {}
        self._demanded = False
        self._signed = self._sealed = 0
        self._unsigned: list[int] = []

    @property
    def concerns_anyone(self) -> bool:
        return self._demanded or any(self._keys.values())

    def result(self, fault: Fault | None) -> SignaturesCheck:
        return SignaturesCheck(self._signed, tuple(self._unsigned), self._sealed, fault)

    def examine(self, row: Row, deed: _Deed, envelope: Envelope, previous: str | None) -> None:
        """Examine one event; raises _NotSigned."""
        if row.topic == GameOpened.TOPIC:
            self._demanded = deed.options.signed_moves
            return
        if row.topic == SeatTaken.TOPIC:
            self._sit_down(deed, envelope)
        keys = self._keys.get(deed.seat, ())
        if isinstance(deed.signed, UnsetType):
            self._examine_unsigned(row.topic, deed, envelope, keys)
        elif not keys:
            raise _NotSigned(say("seat {seat} has no keys, but the event has a signature", seat=deed.seat))
        elif _is_by_others(row.topic, deed):
            raise _NotSigned(say("the player did not play the move, but it has a signature"))
        else:
            self._check(row, deed, deed.signed, keys, previous or NO_DIGEST)
            self._signed += 1

    def _sit_down(self, deed: _Deed, envelope: Envelope) -> None:
        keys = deed.keys or ()
        if not keys and self._demanded:
            raise _NotSigned(say("seat {seat} was taken without a key, though the game demands one", seat=deed.seat))
        if any(not _KEY.fullmatch(key) for key in keys) or len(set(keys)) < len(keys):
            raise _NotSigned(say("the keys of seat {seat} are not keys", seat=deed.seat))
        self._keys[deed.seat] = keys
        if deed.player in self._known:
            _compare_keys(deed.player, keys, self._known[deed.player], envelope)

    def _examine_unsigned(self, topic: str, deed: _Deed, envelope: Envelope, keys: tuple[str, ...]) -> None:
        if not keys:
            return
        if topic != SeatResigned.TOPIC and not _is_by_others(topic, deed):
            raise _NotSigned(
                say("seat {seat} has keys, but {player!r} did not sign this", seat=deed.seat, player=deed.player[:40])
            )
        self._unsigned.append(envelope.n)

    def _check(self, row: Row, deed: _Deed, signed: _Signed, keys: tuple[str, ...], previous: str) -> None:
        public = next((key for key in keys if key_id(bytes.fromhex(key)) == signed.key), None)
        if public is None:
            raise _NotSigned(
                say("seat {seat} has no key {key!r}, which signed this", seat=deed.seat, key=signed.key[:40])
            )
        text = deed_text(DEEDS[row.topic], self._game, row.version - 1, previous, deed.seat, signed.content)
        if not _SIGNATURE.fullmatch(signed.signature) or not is_genuine(public, signed.signature, text):
            raise _NotSigned(say("the signature is not that of key {key} for this place in this game", key=signed.key))
        hidden = frozenset(deed.hidden or ()) if self._redacted else frozenset()
        if row.topic == DisputeRaised.TOPIC:
            salt, content = _read_claim(row, deed, signed, self._openings)
        else:
            salt, content = _read_hidden(signed.salt, SALT in hidden), _read_content(row.topic, deed, hidden)
        if salt is None or content is None:
            self._sealed += 1
        elif not isinstance(salt, str) or not _SALT.fullmatch(salt):
            raise _NotSigned(say("the salt of the signature is not 64 hexadecimal digits"))
        elif content_digest(salt, encode_canonically(content)) != signed.content:
            raise _NotSigned(say("the player signed something else than what was recorded"))


def _is_by_others(topic: str, deed: _Deed) -> bool:
    """Return whether a move was made by the arbiter, or by rule for a player who had resigned."""
    return topic == MovePlayed.TOPIC and (isinstance(deed.dispute, int) or isinstance(deed.automatic, str))


def _read_content(topic: str, deed: _Deed, hidden: frozenset[str]) -> object:
    """Return the content that was signed, as `domain.record.signed.content_of` does; None if part of it is sealed."""
    if topic == MovePlayed.TOPIC:
        return _read_move(deed.move, hidden)
    if topic == SeatTaken.TOPIC:
        return {"player": deed.player, "keys": deed.keys or (), "entropy": deed.entropy or None}
    return {"dispute": deed.dispute} if topic == DisputeWithdrawn.TOPIC else {}


def _read_claim(row: Row, deed: _Deed, signed: _Signed, openings: Openings) -> tuple[object, object]:
    """Return the salt and the content of a signed dispute; None for what is sealed and not opened."""
    seal = find_seals(row.topic, row.payload).get(SALT)
    salt = _read_hidden(signed.salt, hidden=False) if seal is None else read_text(SealedText(seal), openings)
    claim = read_text(deed.claim, openings)
    return salt, None if claim is None else {"step": deed.step, "clause": deed.clause, "claim": claim}


def _read_move(move: msgspec.Raw, hidden: frozenset[str]) -> object:
    members = decode_json(bytes(move), dict[str, msgspec.Raw])
    values = {name: _read_hidden(value, f"/move/{name}" in hidden) for name, value in members.items()}
    return None if any(values[name] is None and f"/move/{name}" in hidden for name in values) else values


def _read_hidden(value: msgspec.Raw, hidden: bool) -> object:
    """Return a value as signed; None if it is sealed."""
    if not hidden:
        return decode_json(bytes(value), object)
    try:
        return decode_json(bytes(decode_json(bytes(value), _Shown).opened), object)
    except Unreadable:
        return None


def _compare_keys(player: str, keys: tuple[str, ...], known: Sequence[PlayerKey], envelope: Envelope) -> None:
    """Raise _NotSigned if a player sat down at this time with other keys than their own, or without those in force."""
    genuine = {key.public: key for key in known if is_genuine(key.public, key.proof, key_text(player, key.public))}
    for public in keys:
        if public not in genuine:
            raise _NotSigned(
                say(
                    "the key {public}... of the seat is not known as a key of {player!r}",
                    public=public[:16],
                    player=player,
                )
            )
    at = envelope.time
    if at is None:
        return
    for key in genuine.values():
        if key.until is not None and key.public in keys and key.until + APART < at:
            raise _NotSigned(say("{player!r} had revoked the key {key} of the seat before", player=player, key=key.key))
        in_force = key.since + APART < at and (key.until is None or at + APART < key.until)
        if in_force and not keys:
            raise _NotSigned(
                say(
                    "the seat was taken without a signature, though {player!r} had the key {key}",
                    player=player,
                    key=key.key,
                )
            )


def read_players(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the names of those who sat down in a game."""
    names = []
    for row in rows:
        if row.topic == SeatTaken.TOPIC:
            try:
                names.append(decode_json(row.payload, _Deed).player)
            except Unreadable:
                continue
    return tuple(dict.fromkeys(names))
