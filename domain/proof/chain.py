"""The digest chain: every event holds the digest of all that came before it and of its own public part.

The JSON of an event ends with `hidden`, the JSON pointers of the values that not everyone may see, and `digest`. Its
*public part* is that JSON without `digest`, each hidden value replaced by its *seal*, and

    salt   = HMAC-SHA-256(seed, "seal/" + version + pointer)
    seal   = {"sealed": hex of SHA-256(salt + the bytes of the value)}
    digest = SHA-256(digest before, 32 bytes, zeros at first + topic + line feed + the bytes of the public part)

with the server's seed, which is told when the game is over: then every seal can be opened, and before that the holder
of a salt can open one without learning anything of the others. Bytes are never encoded anew, so nobody needs our JSON.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.chance import commitment
from domain.rows import Row

START = bytes(32)
"""What the first digest follows."""
DEEPEST = 8
"""How many members a pointer may have."""

Replace: TypeAlias = Callable[[str, bytes], bytes]
"""From a pointer and the bytes of the value there, the bytes to put in its place."""

_TAIL = re.compile(rb',"digest":"([0-9a-f]{64})"\}\Z')
_encode = msgspec.json.Encoder().encode
_members = msgspec.json.Decoder(dict[str, msgspec.Raw])
_items = msgspec.json.Decoder(list[msgspec.Raw])


class Unchainable(ValueError):
    """An event whose bytes no digest can be made of; says why."""


class Hiding(msgspec.Struct):
    """What the chain reads of an event."""

    hidden: tuple[str, ...]


def salt(seed: bytes, version: int, pointer: str) -> bytes:
    """The salt of one hidden value."""
    return hmac.digest(seed, f"seal/{version}{pointer}".encode(), "sha256")


def seal(salt: bytes, value: bytes) -> bytes:
    """What stands for a hidden value in the public part."""
    return b'{"sealed":"%s"}' % hashlib.sha256(salt + value).hexdigest().encode()


def sealing(seed: bytes, version: int) -> Replace:
    """Puts seals in the place of the hidden values of an event."""
    return lambda pointer, value: seal(salt(seed, version, pointer), value)


def digest(previous: str | None, topic: str, public: bytes) -> str:
    """The digest of an event, in hexadecimal, from that of the event before it and its public part."""
    before = START if previous is None else bytes.fromhex(previous)
    return hashlib.sha256(b"%s%s\n%s" % (before, topic.encode(), public)).hexdigest()


def split(payload: bytes) -> tuple[bytes, str | None]:
    """The JSON of an event without its digest, and the digest; None for an event that was recorded without one."""
    tail = _TAIL.search(payload[-80:])
    if tail is None:
        return payload, None
    return payload[: tail.start() - tail.end()] + b"}", tail[1].decode()


def hidden_of(body: bytes) -> tuple[str, ...]:
    """The pointers that an event without its digest names as hidden; raises Unchainable."""
    try:
        return msgspec.json.decode(body, type=Hiding).hidden
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unchainable(f"the event cannot be read: {error}") from None


def replaced(body: bytes, pointers: Sequence[str], replace: Replace) -> bytes:
    """JSON with other bytes in the places of some values, and all others untouched.

    Raises Unchainable where a pointer leads nowhere or into another, and where members on the way are written twice or
    with spaces, since one digest would then stand for several texts.
    """
    if not pointers:
        return body
    try:
        return _replaced(body, _tree(pointers), replace)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unchainable(f"the event cannot be read: {error}") from None


Tree: TypeAlias = "dict[str, Tree | str]"


def _tree(pointers: Iterable[str]) -> Tree:
    """The pointers by their members, each leaf a whole pointer."""
    root: Tree = {}
    for pointer in pointers:
        head, *members = pointer.split("/", DEEPEST + 1)
        if head or not members or len(members) > DEEPEST:
            raise Unchainable(f"{pointer[:100]!r} is no pointer to a hidden value")
        at = root
        for member in members[:-1]:
            below = at.setdefault(member, {})
            if isinstance(below, str):
                raise Unchainable(f"{pointer[:100]!r} leads into another hidden value")
            at = below
        if members[-1] in at:
            raise Unchainable(f"{pointer[:100]!r} hides what is hidden already")
        at[members[-1]] = pointer
    return root


def _replaced(raw: bytes, tree: Tree, replace: Replace) -> bytes:
    parts: list[msgspec.Raw] | dict[str, msgspec.Raw]
    parts = _items.decode(raw) if raw.startswith(b"[") else _members.decode(raw)
    if _encode(parts) != raw:
        raise Unchainable("members are written twice or with spaces")
    for member, below in tree.items():
        try:
            key = member if isinstance(parts, dict) else int(member)
            value = bytes(parts[key])  # type: ignore[index]
        except (LookupError, ValueError):
            raise Unchainable(f"nothing is at {member[:100]!r}, which is named as hidden") from None
        new = replace(below, value) if isinstance(below, str) else _replaced(value, below, replace)
        parts[key] = msgspec.Raw(new)  # type: ignore[index]
    return _encode(parts)


def public_part(body: bytes, seed: bytes, version: int) -> bytes:
    """The public part of an event without its digest; raises Unchainable."""
    return replaced(body, hidden_of(body), sealing(seed, version))


class Fault(msgspec.Struct, frozen=True):
    """Where a record was changed: the version of the first event at fault, its step if it is one, and why."""

    version: Annotated[int, Meta(description="The version of the first event at fault.")]
    step: Annotated[int | None, Meta(description="The step; null if it is not a step.")]
    why: Annotated[str, Meta(description="What is wrong.")]


class Checked(msgspec.Struct, frozen=True):
    """What a look at a chain found. `since` is the first version with a digest, null where no event has one."""

    events: Annotated[int, Meta(description="How many events follow from one another.")]
    since: Annotated[int | None, Meta(description="The first version with a digest; null if none.")]
    digest: Annotated[str | None, Meta(description="The last digest.")]
    fault: Fault | None


class _Place(msgspec.Struct):
    """Where an event says that it stands."""

    originator_id: str
    originator_version: int
    seats: int = 0


Public: TypeAlias = Callable[[bytes, int], bytes]
"""From an event without its digest and its version, its public part; raises Unchainable."""


def check(rows: Iterable[Row], game_id: str, public: Public) -> Checked:
    """Follow the chain of a game from its first event to the first fault."""
    events = 0
    seats = since = last = None
    for version, row in enumerate(rows, 1):
        try:
            body, recorded = split(row.payload)
            place = _place(row, body, game_id, version)
            seats = place.seats if seats is None else seats
            _follow(row.topic, body, version, last, recorded, public)
        except Unchainable as fault:
            return Checked(events, since, last, Fault(version, step_of(version, seats), str(fault)))
        events = version
        since = version if recorded is not None and since is None else since
        last = recorded
    return Checked(events, since, last, None)


def _place(row: Row, body: bytes, game_id: str, version: int) -> _Place:
    if row.version != version:
        raise Unchainable(f"version {version} is missing")
    try:
        place = msgspec.json.decode(body, type=_Place)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unchainable(f"the event cannot be read: {error}") from None
    if (place.originator_id, place.originator_version) != (game_id, version):
        raise Unchainable("the event belongs to another place")
    return place


def _follow(topic: str, body: bytes, version: int, last: str | None, recorded: str | None, public: Public) -> None:
    if recorded is None:
        if last is not None:
            raise Unchainable("the event has no digest, though the one before it has")
        return
    if digest(last, topic, public(body, version)) != recorded:
        raise Unchainable("the digest does not follow from the event and the digest before it")


def step_of(version: int, seats: int | None) -> int | None:
    """The step that an event of this version is, in a game of so many seats; None for the opening and the seats."""
    return version - 1 - seats if seats is not None and version > 1 + seats else None


class _Opening(msgspec.Struct):
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]
    commitment: str


def seed_of(rows: Sequence[Row]) -> str | None:
    """The server's seed from the opening of a game, in hexadecimal; None where it says none."""
    opening = _opening(rows)
    return opening.seed if opening else None


def commitment_holds(rows: Sequence[Row]) -> bool:
    """Whether the seed is the one that was committed to when the game was opened."""
    opening = _opening(rows)
    return opening is not None and commitment(bytes.fromhex(opening.seed)) == opening.commitment


def _opening(rows: Sequence[Row]) -> _Opening | None:
    try:
        return msgspec.json.decode(rows[0].payload, type=_Opening) if rows else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def sealed_by(seed: str) -> Public:
    """How the public part comes from a whole event; `seed` is the server's, in hexadecimal."""
    secret = bytes.fromhex(seed)
    return lambda body, version: public_part(body, secret, version)


class _Shown(msgspec.Struct, forbid_unknown_fields=True):
    """A hidden value in a redacted event: sealed, or opened with its salt."""

    sealed: str | None = None
    opened: msgspec.Raw = msgspec.Raw()
    salt: str | None = None


def redacted(body: bytes, seed: bytes, version: int, pointers: Sequence[str], seen: Iterable[str]) -> bytes:
    """An event without its digest, its hidden values sealed, those at `seen` opened; raises Unchainable."""
    open_to = frozenset(seen)

    def replace(pointer: str, value: bytes) -> bytes:
        own = salt(seed, version, pointer)
        return b'{"opened":%s,"salt":"%s"}' % (value, own.hex().encode()) if pointer in open_to else seal(own, value)

    return replaced(body, pointers, replace)


def of_redacted(body: bytes, _version: int) -> bytes:
    """The public part of a redacted event without its digest; raises Unchainable."""
    return replaced(body, hidden_of(body), _closed)


def _closed(pointer: str, value: bytes) -> bytes:
    try:
        found = msgspec.json.decode(value, type=_Shown)
        own = bytes.fromhex(found.salt) if found.salt is not None else b""
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError):
        raise Unchainable(f"the hidden value at {pointer} is neither sealed nor opened") from None
    if found.sealed is not None:
        return value
    return seal(own, bytes(found.opened))


def linked(encoded: bytes, topic: str, version: int, previous: str | None, seed: bytes) -> str:
    """The digest of a new event, whose JSON says what is hidden in it and has no digest yet."""
    return digest(previous, topic, public_part(encoded, seed, version))


def as_bytes(value: str | None) -> bytes | None:
    """A digest as it is stored; None where there is none."""
    return bytes.fromhex(value) if value is not None else None
