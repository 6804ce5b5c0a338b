"""The requirements on the event store beyond the library's recorder."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

import msgspec

from domain.application.looking import LookStore
from domain.kernel.ruleset import AnyRuleset
from domain.proof.log_store import LogStore
from domain.rows import (
    EventRow,
    FirstAnswer,
    ImportNote,
    KeptAnswer,
    KeptPack,
    LinkRow,
    PersonalValue,
    PlayerKeyRow,
    RefusedMove,
    Row,
    SeedSafe,
    Uptime,
)


class ImportStore(Protocol):
    """The store of games restored from files, and of content packs."""

    def keep(self, pack: KeptPack) -> None:
        """Store a pack, unless it is stored already."""
        ...

    def restore(
        self,
        note: ImportNote,
        streams: Sequence[tuple[UUID, Sequence[Row]]],
        pack: KeptPack,
        answer: FirstAnswer | None,
        values: Sequence[PersonalValue] = (),
    ) -> int:
        """Store a whole game in one transaction and return the position of its last event; raises IntegrityError.

        `streams` are the events of the game, under its id, and the messages of its talk, under the talk's id. `values`
        are its personal values; those that were erased here before are left out.
        """
        ...

    def replace(
        self,
        note: ImportNote,
        streams: Sequence[tuple[UUID, Sequence[Row]]],
        pack: KeptPack,
        values: Sequence[PersonalValue] = (),
    ) -> None:
        """Store a better file of an imported game, whose events replace the earlier ones; only the owner may."""
        ...

    def of_game(self, game_id: UUID) -> ImportNote | None:
        """Return the note of the import of a game, if it was imported."""
        ...

    def pack(self, ruleset: str, digest: bytes) -> str | None:
        """Return the files of a pack, as a JSON object."""
        ...


class LinkStore(Protocol):
    """The later links of unlisted games; the opening of a game has its first link."""

    def latest(self, game_id: UUID) -> LinkRow | None:
        """Return the newest link of a game."""
        ...

    def add(self, link: LinkRow) -> None:
        """Keep a link; raises IntegrityError if the game has one with this number."""
        ...


class PlayerKeyStore(Protocol):
    """The registered keys of players, a table that only grows."""

    def of_player(self, player: str) -> Sequence[PlayerKeyRow]:
        """Return every key that a player registered, in order."""
        ...

    def owner(self, public: bytes) -> str | None:
        """Return the player who registered a public key; None if nobody did."""
        ...

    def add(self, player: str, key: PlayerKeyRow) -> bool:
        """Add a key; return False if it was registered already."""
        ...

    def revoke(self, public: bytes, at: datetime) -> None:
        """Revoke a key from now on; the first revocation counts."""
        ...


class PersonalStore(Protocol):
    """The personal values that events have as seals."""

    def opened(self, seals: Sequence[bytes]) -> Sequence[PersonalValue]:
        """Return the values of these seals that were not erased, in no order."""
        ...

    def written_by(self, player: str, after: bytes, limit: int) -> Sequence[PersonalValue]:
        """Return at most `limit` texts that a player wrote in games played here, in the order of their seals."""
        ...

    def erased(self, seals: Sequence[bytes]) -> Sequence[bytes]:
        """Return those of these seals whose values were erased, in no order."""
        ...


class ModerationStore(Protocol):
    """What arbiters have hidden."""

    def hidden(self, game: UUID) -> Collection[int]:
        """Return the numbers of the messages of a game that are not shown."""
        ...


class UptimeStore(Protocol):
    """The times in which the service ran."""

    def note(self, now: datetime) -> bool:
        """Note that the service runs; return whether that is noted for the first time after a silence."""
        ...

    def since(self, at: datetime) -> Sequence[Uptime]:
        """Return the times that were not over at a moment and the last one before, the earliest first."""
        ...


class GameStore(Protocol):
    """The recorder of games."""

    partitions: int
    """The number of feed partitions."""

    @property
    def imports(self) -> ImportStore:
        """The games that were restored from files."""
        ...

    @property
    def looks(self) -> LookStore:
        """The looks at running games."""
        ...

    @property
    def links(self) -> LinkStore:
        """The later links of unlisted games."""
        ...

    @property
    def personal(self) -> PersonalStore:
        """The personal values of the events."""
        ...

    @property
    def moderation(self) -> ModerationStore:
        """What is hidden of the talk of the games."""
        ...

    @property
    def uptimes(self) -> UptimeStore:
        """The times in which the service ran."""
        ...

    @property
    def player_keys(self) -> PlayerKeyStore:
        """The keys with which players sign."""
        ...

    @property
    def log(self) -> LogStore:
        """The log over the events of all games."""
        ...

    def lock_seeds(self, safe: SeedSafe) -> None:
        """Encrypt the seeds of games opened from now on, and decrypt stored ones with the same keys."""
        ...

    def partition_of(self, game_id: UUID) -> int:
        """Return the feed partition of a game."""
        ...

    def first_answer(self, owner: str, key: str, game: UUID | None = None) -> KeptAnswer | None:
        """Return the answer to `owner`'s first use of `key`."""
        ...

    def record_answer(self, answer: FirstAnswer) -> None:
        """Store an answer that belongs to no event; raises IntegrityError if the key is taken."""
        ...

    def record_refusal(self, refusal: RefusedMove) -> None:
        """Store a refused move, or only count it if the seat has many already."""
        ...

    def forgotten_refusals(self, game_id: UUID) -> Mapping[int, int]:
        """Return, by seat, how many refused moves of a game were only counted."""
        ...

    def rows(self, game_id: UUID, lte: int | None = None, gt: int | None = None) -> Sequence[EventRow]:
        """Return the stored events of a game with versions above `gt` and up to `lte`, in order."""
        ...

    def locked_seeds(self) -> Sequence[tuple[str, int]]:
        """Return the ids of the keys that unfinished games need, and how many games need each."""
        ...

    def stream_of(self, game_id: UUID) -> UUID:
        """Return the id under which the events of a game are stored."""
        ...

    def game_of(self, stream: UUID) -> UUID:
        """Return the game that a stream replaces or replaced; by default itself."""
        ...

    def stream_rows(self, stream: UUID, lte: int | None = None, files: bool = True) -> Sequence[EventRow]:
        """Return the stored events of a stream up to a version, even of a replaced stream.

        Without `files`, an event that was moved to a file is returned as its stub.
        """
        ...

    def stream_ids(self, partition: int, after: UUID | None, limit: int) -> Sequence[UUID]:
        """Return the ids above `after` under which a partition has events, in order."""
        ...

    def missing_positions(self, game_id: UUID, after: int) -> tuple[int, int] | None:
        """Return the first gap in the feed partition of a game after a position."""
        ...

    def refusals_between(
        self, game_id: UUID, after: datetime, until: datetime, limit: int = 1000
    ) -> Sequence[RefusedMove]:
        """Return the refused moves of a game after one moment and up to another."""
        ...


def make_pack(ruleset: AnyRuleset) -> KeptPack:
    """Return the content pack of a ruleset as stored."""
    content = ruleset.content
    return KeptPack(ruleset.id, bytes.fromhex(content.digest), msgspec.json.encode(content.files).decode())


def find_pack(store: GameStore, ruleset: str, digest: str) -> dict[str, str] | None:
    """Return the files of a stored content pack by name; None if no pack has this digest."""
    try:
        named = bytes.fromhex(digest)
    except ValueError:
        return None
    files = store.imports.pack(ruleset, named)
    return msgspec.json.decode(files, type=dict[str, str]) if files is not None else None
