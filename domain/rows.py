"""Stored rows and where they are stored: what the event store and the domain share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Literal, Protocol, TypeAlias
from uuid import UUID
from zlib import crc32

import msgspec

STUB = b"a1:"
"""The prefix of the stub of a moved event; the id of its game and another colon follow."""
PARTITIONS = 64
"""Fixed for the life of a database: a game's events are looked up only in the partition of its id."""


def partition_of(game_id: UUID, partitions: int = PARTITIONS) -> int:
    """Return the feed partition of a game, from 0 to `partitions` - 1; it is the same in every process and release.

    It is the CRC-32 of the 16 bytes of the id, modulo `partitions`.
    """
    return crc32(game_id.bytes) % partitions


def partition_of_key(owner: str, key: str, game: UUID | None) -> int:
    """Return the partition in which a cluster stores the answer to a key: the game's, or one by owner and key."""
    return partition_of(game) if game is not None else crc32(f"{owner}\n{key}".encode()) % PARTITIONS


PersonalKind: TypeAlias = Literal["message", "claim", "salt", "ruling"]
"""What a personal value is: the text of a message, a claim, the salt of its signature, or the words of a ruling."""


class Row(Protocol):
    """An event as stored or filed; `receipt` is the key and signature of its receipt, if there is one."""

    @property
    def version(self) -> int: ...

    @property
    def topic(self) -> str: ...

    @property
    def payload(self) -> bytes: ...

    @property
    def receipt(self) -> bytes | None: ...


class SeedSafe(Protocol):
    """Encrypts the seeds of stored games; payloads are the JSON of the events that open games."""

    def lock(self, game_id: UUID, payload: bytes) -> bytes:
        """Return the payload for the store."""
        ...

    def unlock(self, game_id: UUID, payload: bytes, opened: Callable[[], Sequence[bytes]]) -> bytes:
        """Return the plain form of a stored payload; `opened` returns the seeds that the end of the game disclosed."""
        ...


class SeekRow(msgspec.Struct, frozen=True):
    """A seek of a player: `wanted` is the JSON of what they would play, `until` is when it expires.

    `ended_at` is when it was matched or withdrawn, `game` the game if it was matched.
    """

    id: UUID
    player: str
    wanted: str
    opened_at: datetime
    until: datetime
    ended_at: datetime | None = None
    game: UUID | None = None


class MetSeeks(msgspec.Struct, frozen=True):
    """The seeks that a game is opened for."""

    game: UUID
    seeks: tuple[UUID, ...]


class ReportRow(msgspec.Struct, frozen=True):
    """A report to the arbiters about `player`, about a message of a game, or about a game.

    `player` is None where nobody with an account is meant. While it is open, the members from `closed_at` on are None;
    `arbiter` is the one who closed it.
    """

    id: UUID
    reporter: str | None
    player: str | None
    game: UUID | None
    message: int | None
    reason: str
    words: str
    at: datetime
    closed_at: datetime | None = None
    arbiter: str | None = None
    upheld: bool | None = None
    answer: str | None = None


class MeasureRow(msgspec.Struct, frozen=True):
    """What was done to a player or to a message: `kind` is hide, mute or suspend, `until` is None for one without end.

    `arbiter` is None for the operator. `decided_at` is when the measure was lifted, or an appeal refused.
    """

    id: UUID
    kind: str
    player: str | None
    game: UUID | None
    message: int | None
    report: UUID | None
    arbiter: str | None
    words: str
    at: datetime
    until: datetime | None
    appealed_at: datetime | None = None
    appeal: str | None = None
    decided_at: datetime | None = None
    decided_by: str | None = None
    answer: str | None = None
    lifted: bool = False


class ModerationCount(msgspec.Struct, frozen=True):
    """The numbers of reports, measures by kind, and appeals in a month, which is given by its first day."""

    month: datetime
    reports: int
    upheld: int
    hidden: int
    muted: int
    suspended: int
    appeals: int
    appeals_upheld: int


class EventRow(msgspec.Struct, frozen=True):
    """A stored event with its position in the feed partition of its game."""

    position: int
    version: int
    topic: str
    payload: bytes
    receipt: bytes | None


class RequestKey(msgspec.Struct, frozen=True):
    """An Idempotency-Key: its owner, and the SHA-256 of the method, path and body of its request.

    `game` is the one that the path of the request names, if it does.
    """

    owner: str
    key: str
    digest: bytes
    game: UUID | None = None


class FirstAnswer(msgspec.Struct, frozen=True):
    """The answer to store under an idempotency key: its owner, the request's digest, and the HTTP status and body.

    `game` is the one that the path of the request names, if it does.
    """

    owner: str
    key: str
    digest: bytes
    status: int
    body: bytes
    game: UUID | None = None

    def row(self) -> tuple[str, str, bytes, int, bytes]:
        """Return the values in the order of the table's columns."""
        return self.owner, self.key, self.digest, self.status, self.body


ANSWER_DAYS, KEY_DAYS = 7, 90
"""How many days a first answer and its key are stored; kifu.prune_idempotency hard-codes these times."""
MOST_REFUSALS, LONGEST_REFUSAL, REFUSAL_DAYS = 100, 1000, 30
"""The limits on stored refused moves: how many for each seat in a game, bytes of each, characters of the reason, and
days after the end; kifu.refuse_move and kifu.prune_refused hard-code them."""


class KeptAnswer(msgspec.Struct, frozen=True):
    """A stored first answer, with the feed position of its last event, or None if it recorded no event.

    After `ANSWER_DAYS` only the key is left: then `digest` is None and `body` is empty.
    """

    digest: bytes | None
    status: int
    body: bytes
    partition: int | None
    position: int | None


class RefusedMove(msgspec.Struct, frozen=True):
    """A move that the rules refused, as sent.

    `player` is None if nobody was signed in, `clause` if no rule was involved. Only the beginning of a long move is
    stored; `sent_bytes` is its full length.
    """

    game_id: UUID
    seat: int
    player: str | None
    move: bytes
    clause: str | None
    why: str
    at: datetime
    sent_bytes: int | None = None


class PersonalValue(msgspec.Struct, frozen=True):
    """A text that somebody wrote, for whose seal it stands: `seal` and `salt` have 32 bytes each.

    `number` is that of the message in its game, or of the step.
    """

    seal: bytes
    game_id: UUID
    kind: PersonalKind
    number: int
    writer: str
    salt: bytes
    value: str


class ArbiterNote(msgspec.Struct, frozen=True):
    """A player is appointed as arbiter at a time, or the appointment ends."""

    player: str
    appointed: bool
    at: datetime


class LookRow(msgspec.Struct, frozen=True):
    """A look at what a running game hides from the caller: an arbiter, or the operator if `player` is None.

    `eyes` says with whose eyes they looked, `call` is what they called, and `step` is the last step of the game at that
    time, None if its record could not be read.
    """

    game_id: UUID
    at: datetime
    player: str | None
    eyes: str
    call: str
    step: int | None
    request_id: str


class LinkRow(msgspec.Struct, frozen=True):
    """A later link of an unlisted game, counted from 1; `digest` is the SHA-256 of its secret in hexadecimal."""

    game_id: UUID
    number: int
    digest: str
    at: datetime


class PlayerKeyRow(msgspec.Struct, frozen=True):
    """A player's public key, and its signature that proves possession; `until` is when it was revoked."""

    public: bytes
    since: datetime
    until: datetime | None
    proof: bytes


class HeadRow(msgspec.Struct, frozen=True):
    """A signed head of the log; `root` and `signature` are bytes, the rest is as signed."""

    partition: int
    size: int
    root: bytes
    time: str
    key: str
    signature: bytes


class LeafRow(msgspec.Struct, frozen=True):
    """The inputs of a leaf of the log.

    `digest` is the SHA-256 of the payload for an event that was recorded without a digest.
    """

    position: int
    game_id: UUID
    version: int
    digest: bytes


class RootRow(msgspec.Struct, frozen=True):
    """A signed root of the log of heads of `size` leaves, and the hashes that the last of them added to the tiles.

    `leaf` is the hash of that leaf, `above` the hashes of the subtrees of 256, 65536, ... leaves that it completes.
    """

    size: int
    time: str
    leaf: bytes
    above: bytes
    origin: str
    root: bytes
    key: str
    signature: bytes


class LoggedHeadsRow(RootRow, frozen=True):
    """A signed root with the sizes of all partitions, from which its last leaf is made."""

    sizes: tuple[int, ...]


class EarlyStreamsRow(msgspec.Struct, frozen=True):
    """A signed list of the streams that may lack receipts, because they began before the service had a key."""

    time: str
    streams: tuple[UUID, ...]
    key: str
    signature: bytes


class CosignatureRow(msgspec.Struct, frozen=True):
    """A witness's signature of the root of the log of heads of this size; it starts with its time."""

    size: int
    witness: str
    signature: bytes


class TileSegment(msgspec.Struct, frozen=True):
    """Hashes added to a tile of the log; `width` is how many hashes the tile then has."""

    level: int
    index: int
    width: int
    hashes: bytes


class ImportNote(msgspec.Struct, frozen=True):
    """The note of an import. `file` is the SHA-256 of the file, `record` that of its `version` events and its messages.

    `keys` is the document of the additional keys for checking receipts; `receipt` holds the service's key and
    signature. `vouched` says whether each event has a receipt by one of these keys; None in earlier notes.
    """

    game_id: UUID
    time: str
    request_id: str
    file: bytes
    version: int
    record: bytes
    keys: str | None
    receipt: bytes = b""
    vouched: bool | None = None


class KeptPack(msgspec.Struct, frozen=True):
    """A content pack that a game uses: `files` is a JSON object of texts by file name."""

    ruleset: str
    digest: bytes
    files: str


SILENCE = timedelta(seconds=15)
"""How long the service may be silent before that counts as an outage."""


class Uptime(msgspec.Struct, frozen=True):
    """A time in which the service ran, as far as it was noted."""

    since: datetime
    until: datetime
