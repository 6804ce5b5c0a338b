"""What the games need of their event store beyond the library's recorder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol, Self
from uuid import UUID

import msgspec

from domain.chain import Row
from domain.imported import ImportNote
from domain.rulesets import AnyRuleset


class FirstAnswer(msgspec.Struct, frozen=True):
    """The answer to keep under an idempotency key; `digest` is that of the request."""

    owner: str
    key: str
    digest: bytes
    status: int
    body: bytes

    def row(self) -> tuple[str, str, bytes, int, bytes]:
        """The values in the order in which they are stored."""
        return self.owner, self.key, self.digest, self.status, self.body


class RefusedMove(msgspec.Struct, frozen=True):
    """An attempt that the rules refused; `clause` is None where no rule was asked."""

    game_id: UUID
    seat: int
    player: str | None
    move: bytes
    clause: str | None
    why: str
    at: datetime


class KeptAnswer(Protocol):
    """An answer that was kept, with the place of the last event that it recorded."""

    digest: bytes
    status: int
    body: bytes
    partition: int | None
    position: int | None


class EventRow(Row, Protocol):
    """An event as it is stored, with its place in the feed partition of its game."""

    @property
    def position(self) -> int: ...


class HeadRow(Protocol):
    """A signed head of the log as it is stored."""

    @property
    def partition(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def root(self) -> bytes: ...

    @property
    def time(self) -> str: ...

    @property
    def key(self) -> str: ...

    @property
    def signature(self) -> bytes: ...


class LeafRow(Protocol):
    """What a leaf of the log is made of; `digest` is the SHA-256 of the payload for an event of before digests."""

    @property
    def position(self) -> int: ...

    @property
    def game_id(self) -> UUID: ...

    @property
    def version(self) -> int: ...

    @property
    def digest(self) -> bytes: ...


class LogStore(Protocol):
    """The stored log: signed heads, tiles of hashes, and the events that its leaves are made of."""

    def latest(self) -> Sequence[HeadRow]:
        """The latest signed head of each partition that has one."""
        ...

    def head(self, partition: int, size: int | None = None) -> HeadRow | None:
        """The signed head of this size, or the latest."""
        ...

    def heads(self, partition: int, after: int, limit: int) -> Sequence[HeadRow]:
        """At most `limit` signed heads of sizes above `after`, by size."""
        ...

    def tiles(self, partition: int, places: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], bytes]:
        """The hashes of tiles by level and index."""
        ...

    def leaves(self, partition: int, after: int, until: int) -> Sequence[LeafRow]:
        """What the leaves are made of, of positions above `after` up to `until`, by position."""
        ...

    def last_position(self, partition: int) -> int:
        """The position of the last event that is stored; 0 if there is none."""
        ...


class Refused(Protocol):
    """A refused move that was kept."""

    @property
    def seat(self) -> int: ...

    @property
    def player(self) -> str | None: ...

    @property
    def move(self) -> bytes: ...

    @property
    def clause(self) -> str | None: ...

    @property
    def why(self) -> str: ...

    @property
    def at(self) -> datetime: ...


class KeptPack(msgspec.Struct, frozen=True):
    """A content pack that a game is played with: `files` is a JSON object of texts by file name."""

    ruleset: str
    digest: bytes
    files: str

    @classmethod
    def of(cls, ruleset: AnyRuleset) -> Self:
        """The pack of a ruleset."""
        content = ruleset.content
        return cls(ruleset.id, bytes.fromhex(content.digest), msgspec.json.encode(content.files).decode())


class ImportStore(Protocol):
    """Games that were restored from files, and the content packs that games are played with."""

    def keep(self, pack: KeptPack) -> None:
        """Keep a pack, unless it is kept already."""
        ...

    def restore(self, note: ImportNote, events: Sequence[Row], pack: KeptPack, answer: FirstAnswer | None) -> int:
        """Store a whole game in one transaction; returns the position of its last event. Raises IntegrityError."""
        ...

    def of_game(self, game_id: UUID) -> ImportNote | None:
        """The note of the import of a game, if it was imported."""
        ...

    def pack(self, ruleset: str, digest: bytes) -> str | None:
        """The files of a pack, as a JSON object."""
        ...


class GameStore(Protocol):
    """The recorder of games."""

    partitions: int
    """How many feed partitions there are."""

    @property
    def imports(self) -> ImportStore:
        """What was restored from files."""
        ...

    @property
    def log(self) -> LogStore:
        """The log over the events of all games."""
        ...

    def partition_of(self, game_id: UUID) -> int:
        """The feed partition of a game."""
        ...

    def first_answer(self, owner: str, key: str) -> KeptAnswer | None:
        """What was answered when `owner` used `key` first."""
        ...

    def record_answer(self, answer: FirstAnswer) -> None:
        """Keep an answer that goes with no event; raises IntegrityError if the key is taken."""
        ...

    def record_refusal(self, refusal: RefusedMove) -> None:
        """Keep a refused move."""
        ...

    def rows(self, game_id: UUID, lte: int | None = None, gt: int | None = None) -> Sequence[EventRow]:
        """The events of a game above a version and up to another, in order, as they are stored."""
        ...

    def missing_positions(self, game_id: UUID, after: int) -> tuple[int, int] | None:
        """The first gap in the feed partition of a game behind a position."""
        ...

    def refusals_between(self, game_id: UUID, after: datetime, until: datetime, limit: int = 100) -> Sequence[Refused]:
        """Refused moves of a game after a moment and until another."""
        ...


def kept_pack(store: GameStore, ruleset: str, digest: str) -> dict[str, str] | None:
    """The files by name of a content pack that is kept; None where there is none of this digest."""
    try:
        named = bytes.fromhex(digest)
    except ValueError:
        return None
    files = store.imports.pack(ruleset, named)
    return msgspec.json.decode(files, type=dict[str, str]) if files is not None else None
