"""The digest chain: every event holds the digest of all that came before it and of its own public part.

The JSON of an event ends with `hidden`, the JSON pointers of the values that not everyone may see, and `digest`. Its
*public part* is that JSON without `digest`, each hidden value replaced by its *seal*, and

    salt   = HMAC-SHA-256(seed, "seal/" + version + pointer)
    seal   = {"sealed": hex of SHA-256(salt + the bytes of the value)}
    digest = SHA-256(digest before, 32 bytes, zeros at first + topic + line feed + the bytes of the public part)

with the server's seed, which is published when the game is over: then every seal can be opened, and before that the
holder of a salt can open one without learning anything about the others. A salt has exactly 32 bytes: with a longer one
the first digits of a value could pass for the end of its salt, and 12 be opened as 2. The bytes of values are copied,
never encoded again, so nobody needs our JSON encoder.

How it flows: a command calls `link_digest` for each new event, which is stored with its digest. `check_chain` follows
the stored rows of a game, or those of a file, to the first `Fault`; it needs the public part of each event, which
`public_part_by_seed` makes of whole events and `redacted_public_part` of redacted ones. `redact` makes the events in
the file of a running game: its seals are those of the public part, so the digests stay the same.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.language import say
from domain.proof.envelope import (
    UNREADABLE_JSON,
    Envelope,
    Unreadable,
    decode_json,
    describe_unreadable,
    read_envelope,
)
from domain.rows import STUB, Row

START = bytes(32)
"""The digest before the first one."""
SET_UP = "kifu:game-started"
"""The topic of step 1; all later events are steps too."""
DEEPEST = 8
"""The most members of a pointer."""

Replace: TypeAlias = Callable[[str, bytes], bytes]
"""Returns the replacement bytes for a pointer and the bytes of the value there."""

_SALT = re.compile("[0-9a-f]{64}")
_TAIL = re.compile(rb',"digest":"([0-9a-f]{64})"\}\Z')
_encode = msgspec.json.Encoder().encode
_members = msgspec.json.Decoder(dict[str, msgspec.Raw])
_items = msgspec.json.Decoder(list[msgspec.Raw])


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed, which is published when the game opens: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class Unchainable(ValueError):
    """An event whose digest cannot be computed from its bytes; says why."""


def salt(seed: bytes, version: int, pointer: str) -> bytes:
    """Return the salt of one hidden value."""
    return hmac.digest(seed, f"seal/{version}{pointer}".encode(), "sha256")


def seal(salt: bytes, value: bytes) -> bytes:
    """Return the seal that replaces a hidden value in the public part."""
    return b'{"sealed":"%s"}' % hashlib.sha256(salt + value).hexdigest().encode()


def make_sealer(seed: bytes, version: int) -> Replace:
    """Return a function that replaces the hidden values of an event with their seals."""
    return lambda pointer, value: seal(salt(seed, version, pointer), value)


def digest(previous: str | None, topic: str, public: bytes) -> str:
    """Return the digest of an event, in hexadecimal, from the digest before it and its public part."""
    before = START if previous is None else bytes.fromhex(previous)
    return hashlib.sha256(b"%s%s\n%s" % (before, topic.encode(), public)).hexdigest()


def split_digest(payload: bytes) -> tuple[bytes, str | None]:
    """Split the JSON of an event into the part without its digest and the digest; None if it has none."""
    tail = _TAIL.search(payload[-80:])
    if tail is None:
        return payload, None
    return payload[: tail.start() - tail.end()] + b"}", tail[1].decode()


def read_hidden(body: bytes) -> tuple[str, ...]:
    """Read the pointers to hidden values from an event without its digest; raises Unchainable."""
    hidden = _read(body).hidden
    if isinstance(hidden, msgspec.UnsetType):
        raise Unchainable(say("the event does not say what is hidden in it"))
    return hidden


def replace_values(body: bytes, pointers: Sequence[str], replace: Replace) -> bytes:
    """Replace the bytes of some values in JSON, and leave all other bytes untouched.

    Raises Unchainable if a pointer leads nowhere or into another one, or if members on the way are repeated or written
    with spaces, since several texts would then share one digest.
    """
    if not pointers:
        return body
    try:
        return _replace_below(body, _build_tree(pointers), replace)
    except UNREADABLE_JSON as error:
        raise Unchainable(say("the event cannot be read: {error}", error=describe_unreadable(error))) from None


Tree: TypeAlias = "dict[str, Tree | str]"


def _build_tree(pointers: Iterable[str]) -> Tree:
    """Arrange pointers by their members; each leaf is a whole pointer."""
    root: Tree = {}
    for pointer in pointers:
        head, *members = pointer.split("/", DEEPEST + 1)
        if head or not members or len(members) > DEEPEST:
            raise Unchainable(say("{pointer!r} is not a pointer to a hidden value", pointer=pointer[:100]))
        at = root
        for member in members[:-1]:
            below = at.setdefault(member, {})
            if isinstance(below, str):
                raise Unchainable(say("{pointer!r} leads into another hidden value", pointer=pointer[:100]))
            at = below
        if members[-1] in at:
            raise Unchainable(say("{pointer!r} hides what is hidden already", pointer=pointer[:100]))
        at[members[-1]] = pointer
    return root


def _replace_below(raw: bytes, tree: Tree, replace: Replace) -> bytes:
    parts: list[msgspec.Raw] | dict[str, msgspec.Raw]
    parts = _items.decode(raw) if raw.startswith(b"[") else _members.decode(raw)
    if _encode(parts) != raw:
        raise Unchainable(say("members are repeated or written with spaces"))
    for member, below in tree.items():
        try:
            key = member if isinstance(parts, dict) else int(member)
            value = bytes(parts[key])  # type: ignore[index]
        except (LookupError, ValueError):
            raise Unchainable(say("nothing is at {member!r}, which is named as hidden", member=member[:100])) from None
        new = replace(below, value) if isinstance(below, str) else _replace_below(value, below, replace)
        parts[key] = msgspec.Raw(new)  # type: ignore[index]
    return _encode(parts)


def public_part(body: bytes, seed: bytes, version: int) -> bytes:
    """Return the public part of an event without its digest; raises Unchainable."""
    return replace_values(body, read_hidden(body), make_sealer(seed, version))


class Fault(msgspec.Struct, frozen=True):
    """A fault in a record: the version of the first faulty event, its step if it is one, and the reason."""

    version: Annotated[int, Meta(description="The version of the first event at fault.")]
    step: Annotated[int | None, Meta(description="The step; null if it is not a step.")]
    why: Annotated[str, Meta(description="What is wrong.")]


class ChainCheck(msgspec.Struct, frozen=True):
    """The result of checking a chain. `since` is the first version with a digest, null if no event has one."""

    events: Annotated[int, Meta(description="How many events follow from one another.")]
    since: Annotated[int | None, Meta(description="The first version with a digest; null if none.")]
    digest: Annotated[str | None, Meta(description="The last digest.")]
    fault: Fault | None


PublicPart: TypeAlias = Callable[[bytes, int], bytes]
"""Makes the public part of an event from its bytes without digest, and its version; raises Unchainable."""


def check_chain(
    rows: Iterable[Row], game_id: str, public: PublicPart, is_moved: Callable[[bytes], bool] | None = None
) -> ChainCheck:
    """Follow the chain of a game from its first event to its first fault.

    If files are not read, `is_moved` tells whether a stub's event was moved to the file that the stub names; then the
    digest at the end of the stub counts as the event's.
    """
    events = 0
    before = since = last = None
    for version, row in enumerate(rows, 1):
        before = version - 1 if before is None and row.topic == SET_UP else before
        try:
            body, recorded = split_digest(row.payload)
            if is_moved is not None and row.payload.startswith(STUB):
                _check_stub(row, version, is_moved)
            else:
                _check_place(row, body, game_id, version)
                _check_digest(row.topic, body, version, last, recorded, public)
        except Unchainable as fault:
            return ChainCheck(events, since, last, Fault(version, step_of_version(version, before), str(fault)))
        events = version
        since = version if recorded is not None and since is None else since
        last = recorded
    return ChainCheck(events, since, last, None)


def _check_stub(row: Row, version: int, is_moved: Callable[[bytes], bool]) -> None:
    if row.version != version:
        raise Unchainable(say("version {version} is missing", version=version))
    if not is_moved(row.payload):
        raise Unchainable(say("the event claims to have moved to a file, and no game was moved to that file with it"))


def _check_place(row: Row, body: bytes, game_id: str, version: int) -> None:
    """Raise Unchainable unless this is the event of this version of the game."""
    if row.version != version:
        raise Unchainable(say("version {version} is missing", version=version))
    envelope = _read(body)
    if (envelope.originator_id, envelope.originator_version) != (game_id, version):
        raise Unchainable(say("the event belongs to another place"))


def _read(body: bytes) -> Envelope:
    try:
        return read_envelope(body)
    except Unreadable as error:
        raise Unchainable(say("the event cannot be read: {error}", error=error)) from None


def _check_digest(
    topic: str, body: bytes, version: int, last: str | None, recorded: str | None, public: PublicPart
) -> None:
    if recorded is None:
        if last is not None:
            raise Unchainable(say("the event has no digest, though the one before it has"))
        return
    if digest(last, topic, public(body, version)) != recorded:
        raise Unchainable(say("the digest does not follow from the event and the digest before it"))


def count_before_steps(rows: Iterable[Row]) -> int | None:
    """Return how many events of a game come before its set-up, which is step 1; None if it has no set-up."""
    return next((version for version, row in enumerate(rows) if row.topic == SET_UP), None)


def step_of_version(version: int, before: int | None) -> int | None:
    """Return the step of this version; None unless it comes after the `before` events that are not steps."""
    return version - before if before is not None and version > before else None


def read_seed(rows: Sequence[Row]) -> bytes | None:
    """Read the server's seed from the opening of a game; None if it does not show one."""
    opening = _read_opening(rows)
    return opening.server_seed if opening is not None else None


def is_commitment_kept(rows: Sequence[Row]) -> bool:
    """Return whether the seed is the one committed to when the game was opened."""
    opening = _read_opening(rows)
    if opening is None or opening.server_seed is None:
        return False
    return commitment(opening.server_seed) == opening.commitment


def _read_opening(rows: Sequence[Row]) -> Envelope | None:
    try:
        return read_envelope(rows[0].payload) if rows else None
    except Unreadable:
        return None


def public_part_by_seed(seed: bytes) -> PublicPart:
    """Return the function that makes the public part of a whole event; `seed` is the server's."""
    return lambda body, version: public_part(body, seed, version)


class _HiddenValue(msgspec.Struct, forbid_unknown_fields=True):
    """A hidden value in a redacted event: sealed, or opened with its salt."""

    sealed: str | None = None
    opened: msgspec.Raw = msgspec.Raw()
    salt: str | None = None


def redact(body: bytes, seed: bytes, version: int, pointers: Sequence[str], seen: Iterable[str]) -> bytes:
    """Seal the hidden values of an event without its digest, and open those at `seen`; raises Unchainable."""
    open_to = frozenset(seen)

    def replace(pointer: str, value: bytes) -> bytes:
        own = salt(seed, version, pointer)
        return b'{"opened":%s,"salt":"%s"}' % (value, own.hex().encode()) if pointer in open_to else seal(own, value)

    return replace_values(body, pointers, replace)


def redacted_public_part(body: bytes, _version: int) -> bytes:
    """Return the public part of a redacted event without its digest; raises Unchainable."""
    return replace_values(body, read_hidden(body), _seal_again)


def _seal_again(pointer: str, value: bytes) -> bytes:
    try:
        found = decode_json(value, _HiddenValue)
    except ValueError:
        raise Unchainable(say("the hidden value at {pointer} is neither sealed nor opened", pointer=pointer)) from None
    if found.sealed is not None:
        return value
    if found.salt is None or not _SALT.fullmatch(found.salt):
        raise Unchainable(say("the salt of the value at {pointer} is not 64 hexadecimal digits", pointer=pointer))
    return seal(bytes.fromhex(found.salt), bytes(found.opened))


def link_digest(encoded: bytes, topic: str, version: int, previous: str | None, seed: bytes) -> str:
    """Return the digest of a new event, whose JSON lists its hidden values and has no digest yet."""
    return digest(previous, topic, public_part(encoded, seed, version))


def digest_bytes(value: str | None) -> bytes | None:
    """Convert a digest to the bytes that are stored; None stays None."""
    return bytes.fromhex(value) if value is not None else None
