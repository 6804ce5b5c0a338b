"""What the games need of their event store beyond the library's recorder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

import msgspec

from domain.chain import Row
from domain.imported import ImportNote


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
    """A content pack that came with a game: `files` is a JSON object of texts by file name."""

    ruleset: str
    digest: bytes
    files: str


class ImportStore(Protocol):
    """Games that were restored from files, and the content packs that came with them."""

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

    @property
    def imports(self) -> ImportStore:
        """What was restored from files."""
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

    def rows(self, game_id: UUID, lte: int | None = None) -> Sequence[EventRow]:
        """The events of a game up to a version, in order, as they are stored."""
        ...

    def missing_positions(self, game_id: UUID, after: int) -> tuple[int, int] | None:
        """The first gap in the feed partition of a game behind a position."""
        ...

    def refusals_between(self, game_id: UUID, after: datetime, until: datetime, limit: int = 100) -> Sequence[Refused]:
        """Refused moves of a game after a moment and until another."""
        ...


def kept_pack(store: GameStore, ruleset: str, digest: str) -> dict[str, str] | None:
    """The files by name of a content pack that came with a game; None where there is none of this digest."""
    try:
        named = bytes.fromhex(digest)
    except ValueError:
        return None
    files = store.imports.pack(ruleset, named)
    return msgspec.json.decode(files, type=dict[str, str]) if files is not None else None
