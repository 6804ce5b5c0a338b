"""What the games need of their event store beyond the library's recorder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

import msgspec

from domain.proof.log_store import LogStore
from domain.rows import EventRow, FirstAnswer, ImportNote, KeptAnswer, KeptPack, RefusedMove, Row
from domain.rulesets import AnyRuleset


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

    def refusals_between(
        self, game_id: UUID, after: datetime, until: datetime, limit: int = 100
    ) -> Sequence[RefusedMove]:
        """RefusedMove moves of a game after a moment and until another."""
        ...


def make_pack(ruleset: AnyRuleset) -> KeptPack:
    """Return the content pack of a ruleset, as it is kept."""
    content = ruleset.content
    return KeptPack(ruleset.id, bytes.fromhex(content.digest), msgspec.json.encode(content.files).decode())


def find_pack(store: GameStore, ruleset: str, digest: str) -> dict[str, str] | None:
    """The files by name of a content pack that is kept; None where there is none of this digest."""
    try:
        named = bytes.fromhex(digest)
    except ValueError:
        return None
    files = store.imports.pack(ruleset, named)
    return msgspec.json.decode(files, type=dict[str, str]) if files is not None else None
